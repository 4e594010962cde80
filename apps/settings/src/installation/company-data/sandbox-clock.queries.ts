import type { SandboxAdvanceView, SandboxClockView } from '@billhook/contract/installation/sandbox-clock';
import { apiFetch } from '@billhook/ui/api-fetch';
import { useAction } from '@billhook/ui/use-action';
import { useQuery, useQueryClient } from '@tanstack/react-query';

const KEY = ['sandbox-clock'] as const;

/** While an advance is running. */
const PROGRESS_MS = 1_000;

export function useSandboxClock() {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => apiFetch<SandboxClockView>('/app/sandbox/clock', { signal }),
    refetchInterval: ({ state }) => (state.data?.advance?.status === 'Running' ? PROGRESS_MS : false),
  });
}

export function useAdvanceClock() {
  const client = useQueryClient();
  return useAction(
    (advanceTo: string) => apiFetch<SandboxAdvanceView>('/app/sandbox/clock', { method: 'POST', body: { advanceTo } }),
    // Everything that depends on the time, such as overdue invoices.
    () => client.invalidateQueries(),
  );
}
