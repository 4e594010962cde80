import type { PortalSessionView } from '@billhook/contract/webhooks/portal';
import type { ConfirmPassword } from '@billhook/contract/identity/session';
import { ApiError, apiFetch, onSessionLost } from '@billhook/ui/api-fetch';
import { useQuery, type QueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';

export const portalKeys = { session: ['portal-session'] as const };

/** The session of the portal; null once it has ended. */
export function usePortalSession() {
  return useQuery({
    queryKey: portalKeys.session,
    queryFn: async ({ signal }): Promise<PortalSessionView | null> => {
      try {
        return await apiFetch<PortalSessionView>('/portal/api/session', { signal });
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) return null;
        throw error;
      }
    },
    staleTime: 60_000,
  });
}

export function confirmPassword(body: ConfirmPassword): Promise<PortalSessionView> {
  return apiFetch<PortalSessionView>('/portal/api/session/confirm', { method: 'POST', body });
}

export const InPortal = createContext<PortalSessionView | null>(null);

/** The session, below the gate. */
export function usePortal(): PortalSessionView {
  const session = useContext(InPortal);
  if (!session) throw new Error('usePortal is for pages behind the session gate');
  return session;
}

/** Ends the session of the page when the API rejects a request because it has expired, and clears its content. */
export function endOnSessionLost(client: QueryClient): void {
  onSessionLost(() => {
    if (client.getQueryData(portalKeys.session) === null) return;
    client.setQueryData(portalKeys.session, null);
    client.removeQueries({ predicate: (query) => query.queryKey[0] !== portalKeys.session[0] });
  });
}
