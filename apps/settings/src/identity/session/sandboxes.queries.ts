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

/** Continues in a sandbox, by its id, or in a new one, with or without example records. */
export function useOpenSandbox() {
  return useAction(async (sandbox: number | { readonly examples: boolean }) => {
    const id =
      typeof sandbox === 'number'
        ? sandbox
        : (await apiFetch<SandboxView>('/app/sandboxes', { method: 'POST', body: sandbox })).id;
    await openSandbox(id);
  });
}
