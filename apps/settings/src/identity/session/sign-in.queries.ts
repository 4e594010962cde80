import type { CompletePasswordReset, RequestPasswordReset } from '@billhook/contract/identity/account';
import type { AcceptInvitation, OpenedInvitation } from '@billhook/contract/identity/invitation';
import type { SessionView, SignInOptions } from '@billhook/contract/identity/session';
import type { InstallationSetUp, SetUpInstallation } from '@billhook/contract/installation/set-up';
import { apiFetch, apiSend } from '@billhook/ui/api-fetch';
import { useQuery } from '@tanstack/react-query';

/*
 * The requests before a person has signed in. Not queries or mutations of the library, which would hold a token or a password in its cache: use with
 * `useAction`.
 */

export function lookAtInvitation(token: string): Promise<OpenedInvitation> {
  return apiFetch<OpenedInvitation>('/app/invitations/look', { method: 'POST', body: { token } });
}

export function acceptInvitation(body: AcceptInvitation): Promise<SessionView> {
  return apiFetch<SessionView>('/app/invitations/accept', { method: 'POST', body });
}

export function setUpInstallation(body: SetUpInstallation): Promise<InstallationSetUp> {
  return apiFetch<InstallationSetUp>('/app/set-up', { method: 'POST', body });
}

/** The response is the same whether the account exists or not. */
export function requestPasswordReset(body: RequestPasswordReset): Promise<void> {
  return apiSend('/app/password-reset', { method: 'POST', body });
}

export function completePasswordReset(body: CompletePasswordReset): Promise<void> {
  return apiSend('/app/password-reset/complete', { method: 'POST', body });
}

/** What the sign-in pages need to know about the installation; only its set-up changes while a page is open. */
export function useSignInOptions() {
  return useQuery({
    queryKey: ['sign-in-options'],
    queryFn: ({ signal }) => apiFetch<SignInOptions>('/app/sign-in-options', { signal }),
    staleTime: ({ state }) => (state.data?.isSetUp ? Infinity : 0),
    refetchOnWindowFocus: true,
  });
}
