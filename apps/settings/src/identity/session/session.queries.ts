import type { ConfirmPassword, OptionalSession, SessionView, SignIn } from '@billhook/contract/identity/session';
import { ApiError, apiFetch, apiSend, onSessionLost } from '@billhook/ui/api-fetch';
import { answerSession, askForSession } from '@billhook/ui/session-expiry';
import { askForPassword } from '@billhook/ui/step-up';
import { useAction } from '@billhook/ui/use-action';
import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { forgetKeptInput } from '../../shared/session/kept-input.js';
import { followOtherTabs } from '../../shared/session/other-tabs.js';
import { passwordConfirmed } from '../../shared/session/password-confirmed.js';

export const sessionKeys = { session: ['session'] as const };

/** The signed-in member; null without a session. */
export const sessionQuery = queryOptions({
  queryKey: sessionKeys.session,
  queryFn: async ({ client, queryKey, signal }): Promise<SessionView | null> => {
    if (!client.getQueryData(queryKey)) {
      const { session } = await apiFetch<OptionalSession>('/app/optional-session', { signal });
      return session;
    }
    // The session of a shown page: without it, the error opens the dialog that keeps the input.
    try {
      return await apiFetch<SessionView>('/app/session', { signal });
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  },
  staleTime: 60_000,
});

export function useSession() {
  return useQuery(sessionQuery);
}

export function signIn(body: SignIn): Promise<SessionView> {
  return apiFetch<SessionView>('/app/session', { method: 'POST', body });
}

export async function confirmPassword(body: ConfirmPassword): Promise<SessionView> {
  const session = await apiFetch<SessionView>('/app/session/confirm', { method: 'POST', body });
  await passwordConfirmed();
  return session;
}

/**
 * For downloads by the browser: asks for the password if the API would require it.
 * @returns whether it is confirmed
 */
export async function ensureConfirmed(): Promise<boolean> {
  const { confirmed } = await apiFetch<SessionView>('/app/session');
  return confirmed || askForPassword();
}

export function useSignOut() {
  const client = useQueryClient();
  return useAction(
    () => apiSend('/app/session', { method: 'DELETE' }),
    () => forget(client),
  );
}

/** The next person at this browser must not see the data and input of the previous one. */
export function forget(client: QueryClient): void {
  forgetKeptInput();
  client.setQueryData(sessionKeys.session, null);
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== sessionKeys.session[0] });
}

/**
 * Asks the person to sign in on the page when a session ends, so that no input is lost, and follows other tabs: a sign-in of the same member there
 * closes the dialog, another one replaces the page.
 */
export function keepPageOnSessionLost(client: QueryClient): void {
  const shown = () => client.getQueryData<SessionView | null>(sessionKeys.session) ?? undefined;
  onSessionLost('session_missing', async () => {
    if (!shown()) return false;
    const signedIn = await askForSession();
    if (!signedIn && shown()) forget(client);
    return signedIn;
  });
  followOtherTabs(
    () => shown()?.member.id,
    () => answerSession(true),
  );
}
