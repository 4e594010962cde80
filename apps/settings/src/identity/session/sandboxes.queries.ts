import type { SessionView } from '@billhook/contract/identity/session';
import type { SandboxList, SandboxView } from '@billhook/contract/installation/sandbox';
import { apiFetch } from '@billhook/ui/api-fetch';
import { useAction } from '@billhook/ui/use-action';
import { useQuery } from '@tanstack/react-query';
import { notifyOtherTabs, startClean } from '../../shared/session/other-tabs.js';

export function useSandboxes() {
  return useQuery({
    queryKey: ['sandboxes'] as const,
    queryFn: ({ signal }) => apiFetch<SandboxList>('/app/sandboxes', { signal }),
  });
}

async function openSandbox(id: number): Promise<void> {
  const { member } = await apiFetch<SessionView>(`/app/sandboxes/${id}/open`, { method: 'POST' });
  notifyOtherTabs(member.id);
  startClean();
}

/** Continues in a sandbox; without an id, in a new one. */
export function useOpenSandbox() {
  return useAction(async (id?: number) => {
    const created = id ?? (await apiFetch<SandboxView>('/app/sandboxes', { method: 'POST', body: {} })).id;
    await openSandbox(created);
  });
}
