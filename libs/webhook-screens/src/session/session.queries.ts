import type { ConfirmPassword } from '@billhook/contract/identity/session';
import type { PortalSessionView } from '@billhook/contract/webhooks/portal';
import { ApiError, apiFetch, onSessionLost, sendBelow } from '@billhook/ui/api-fetch';
import { answerSession, askForSession } from '@billhook/ui/session-expiry';
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';

const PATH = '/portal/api/session';

export const portalKeys = { session: ['portal-session'] as const };

/** Names the company of the page in its requests: a session of another company may replace the session of the browser. */
export function nameCompany(session: PortalSessionView): PortalSessionView {
  sendBelow('/portal/api/', { 'portal-company': String(session.company.id) });
  return session;
}

/** The session of the portal; null without one. */
export function usePortalSession() {
  return useQuery({
    queryKey: portalKeys.session,
    queryFn: async ({ signal }): Promise<PortalSessionView | null> => {
      try {
        return nameCompany(await apiFetch<PortalSessionView>(PATH, { signal }));
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) return null;
        throw error;
      }
    },
    staleTime: 60_000,
  });
}

export function confirmPassword(body: ConfirmPassword): Promise<PortalSessionView> {
  return apiFetch<PortalSessionView>(`${PATH}/confirm`, { method: 'POST', body });
}

/** The session that the frame opened, in the portal and in the settings. */
export const PortalSessionContext = createContext<PortalSessionView | null>(null);

/** The session, below the gate. */
export function usePortal(): PortalSessionView {
  const session = useContext(PortalSessionContext);
  if (!session) throw new Error('usePortal is for pages behind the session gate');
  return session;
}

/** Whether the portal may change things and show secrets. The API decides. */
export function useMayChange(): boolean {
  return usePortal().access === 'full';
}

const isLike = (one: PortalSessionView, other: PortalSessionView): boolean =>
  one.company.id === other.company.id && one.access === other.access;

/** Whether the portal has a session again, opened in another tab. A page of another company or access is loaded again. */
async function hasReturned(client: QueryClient): Promise<boolean> {
  const shown = client.getQueryData<PortalSessionView | null>(portalKeys.session);
  // Not `apiFetch`, whose request would wait for the session as well.
  const response = await fetch(PATH, { headers: { accept: 'application/json' }, cache: 'no-store' }).catch(
    () => undefined,
  );
  if (!shown || !response?.ok) return false;
  const session = (await response.json()) as PortalSessionView;
  if (!isLike(session, shown)) {
    location.reload();
    return false;
  }
  client.setQueryData(portalKeys.session, session);
  return true;
}

/** Asks over the page to open the portal again when its session ends, so that nothing typed is lost. */
export function keepPageOnSessionLost(client: QueryClient): void {
  onSessionLost('portal_session_missing', async () => {
    if (!client.getQueryData(portalKeys.session)) return false;
    return (await hasReturned(client)) || askForSession();
  });
}

/** What the dialog over a page without a session can do. */
export function useReturnToPortal() {
  const client = useQueryClient();
  return {
    /** Repeats the requests that wait, if the portal was opened again. @returns whether it was */
    continueHere: async () => {
      const isThere = await hasReturned(client);
      if (isThere) answerSession(true);
      return isThere;
    },
    /** Gives the page up, with what was typed. */
    leave: () => {
      answerSession(false);
      client.setQueryData(portalKeys.session, null);
      client.removeQueries({ predicate: (query) => query.queryKey[0] !== portalKeys.session[0] });
    },
  };
}
