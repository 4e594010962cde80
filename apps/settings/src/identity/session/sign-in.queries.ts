import type { CompletePasswordReset, RequestPasswordReset } from '@billhook/contract/identity/account';
import type { AcceptInvitation, OpenedInvitation } from '@billhook/contract/identity/member';
import type { SessionView, SignInOptions } from '@billhook/contract/identity/session';
import { apiFetch, apiSend } from '@billhook/ui/api-fetch';
import { useQuery } from '@tanstack/react-query';

/*
 * The requests before a person has signed in. None of it is a query or mutation of the library that would hold a token or a
 * password in its cache: use with `useAction`.
 */

export function lookAtInvitation(token: string): Promise<OpenedInvitation> {
  return apiFetch<OpenedInvitation>('/app/invitations/look', { method: 'POST', body: { token } });
}

export function acceptInvitation(body: AcceptInvitation): Promise<SessionView> {
  return apiFetch<SessionView>('/app/invitations/accept', { method: 'POST', body });
}

/** Answers alike whether there is such an account or not. */
export function requestPasswordReset(body: RequestPasswordReset): Promise<void> {
  return apiSend('/app/password-reset', { method: 'POST', body });
}

export function completePasswordReset(body: CompletePasswordReset): Promise<void> {
  return apiSend('/app/password-reset/complete', { method: 'POST', body });
}

/** What the pages need to know of the installation; it does not change while one is open. */
export function useSignInOptions() {
  return useQuery({
    queryKey: ['sign-in-options'],
    queryFn: ({ signal }) => apiFetch<SignInOptions>('/app/sign-in-options', { signal }),
    staleTime: Infinity,
  });
}
