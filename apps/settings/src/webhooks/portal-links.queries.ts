import type { ActivePortalLinks, CreatePortalLink, PortalLinkView } from '@billhook/contract/webhooks/portal';
import { apiFetch, apiSend } from '@billhook/ui/api-fetch';
import { useAction } from '@billhook/ui/use-action';
import { useQuery, useQueryClient } from '@tanstack/react-query';

const PATH = '/app/webhook-portal-links';

const portalLinkKeys = { all: ['portal-links'] as const };

/** A link opens a session, so it is kept in no cache. */
export function createPortalLink(
  access: CreatePortalLink['access'],
  purpose: CreatePortalLink['purpose'],
): Promise<PortalLinkView> {
  return apiFetch<PortalLinkView>(PATH, { method: 'POST', body: { access, purpose } });
}

export function usePortalLinks() {
  return useQuery({
    queryKey: portalLinkKeys.all,
    queryFn: async ({ signal }) => (await apiFetch<ActivePortalLinks>(PATH, { signal })).data,
    refetchInterval: 10_000,
  });
}

function useRefreshLinks() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: portalLinkKeys.all });
}

export function useCreatePortalLink() {
  return useAction((access: CreatePortalLink['access']) => createPortalLink(access, 'share'), useRefreshLinks());
}

export function useRevokePortalLink() {
  return useAction((id: number) => apiSend(`${PATH}/${id}`, { method: 'DELETE' }), useRefreshLinks());
}
