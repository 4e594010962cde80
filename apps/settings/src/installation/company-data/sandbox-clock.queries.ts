import type { SandboxAdvanceView, SandboxClockView } from '@billhook/contract/installation/sandbox-clock';
import { apiFetch } from '@billhook/ui/api-fetch';
import { useAction } from '@billhook/ui/use-action';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

const KEY = ['sandbox-clock'] as const;

/** While an advance is running. */
const PROGRESS_MS = 1_000;

const isRunning = (clock: SandboxClockView | undefined): boolean => clock?.advance?.status === 'Running';

export function useSandboxClock() {
  const client = useQueryClient();
  const clock = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => apiFetch<SandboxClockView>('/app/sandbox/clock', { signal }),
    refetchInterval: ({ state }) => (isRunning(state.data) ? PROGRESS_MS : false),
  });
  const running = isRunning(clock.data);
  const wasRunning = useRef(running);
  useEffect(() => {
    // Everything depends on the time: the present day of the session, overdue invoices, expired quotes.
    if (wasRunning.current && !running) void client.invalidateQueries();
    wasRunning.current = running;
  }, [running, client]);
  return clock;
}

export function useAdvanceClock() {
  const client = useQueryClient();
  return useAction(
    (advanceTo: string) => apiFetch<SandboxAdvanceView>('/app/sandbox/clock', { method: 'POST', body: { advanceTo } }),
    () => client.invalidateQueries({ queryKey: KEY }),
  );
}
