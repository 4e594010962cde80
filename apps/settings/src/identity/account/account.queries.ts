import type { AccountView, ChangePassword, UpdateAccount } from '@billhook/contract/identity/account';
import type { RecoveryCodes, SecondFactorSetup } from '@billhook/contract/identity/second-factor';
import type { EndedSessions, SessionList } from '@billhook/contract/identity/session';
import { apiFetch, apiSend } from '@billhook/ui/api-fetch';
import { useAction } from '@billhook/ui/use-action';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { sessionKeys } from '../session/session.queries.js';

const accountKeys = { account: ['account'] as const, sessions: ['account', 'sessions'] as const };

export function useAccount() {
  return useQuery({
    queryKey: accountKeys.account,
    queryFn: ({ signal }) => apiFetch<AccountView>('/app/account', { signal }),
  });
}

/** Reloads the account, and the session, which contains parts of it. */
export function useRefreshAccount(): () => Promise<unknown> {
  const client = useQueryClient();
  return useCallback(
    () =>
      Promise.all([
        client.invalidateQueries({ queryKey: accountKeys.account }),
        client.invalidateQueries({ queryKey: sessionKeys.session }),
      ]),
    [client],
  );
}

export function useUpdateAccount() {
  const refresh = useRefreshAccount();
  return useAction((body: UpdateAccount) => apiFetch<AccountView>('/app/account', { method: 'PATCH', body }), refresh);
}

/* Passwords, codes and secrets are not cached: use these functions with `useAction`. */

export function changePassword(body: ChangePassword): Promise<void> {
  return apiSend('/app/account/password', { method: 'POST', body });
}

export function beginSecondFactor(): Promise<SecondFactorSetup> {
  return apiFetch<SecondFactorSetup>('/app/account/second-factor', { method: 'POST' });
}

export function confirmSecondFactor(code: string): Promise<RecoveryCodes> {
  return apiFetch<RecoveryCodes>('/app/account/second-factor/confirm', { method: 'POST', body: { code } });
}

export function renewRecoveryCodes(code: string): Promise<RecoveryCodes> {
  return apiFetch<RecoveryCodes>('/app/account/second-factor/recovery-codes', { method: 'POST', body: { code } });
}

export function disableSecondFactor(code: string): Promise<void> {
  return apiSend('/app/account/second-factor/disable', { method: 'POST', body: { code } });
}

export function useSessions() {
  return useQuery({
    queryKey: accountKeys.sessions,
    queryFn: ({ signal }) => apiFetch<SessionList>('/app/sessions', { signal }),
  });
}

export function useEndSession() {
  const client = useQueryClient();
  return useAction(
    (id: number) => apiSend(`/app/sessions/${id}/end`, { method: 'POST' }),
    () => client.invalidateQueries({ queryKey: accountKeys.sessions }),
  );
}

export function useEndOtherSessions() {
  const client = useQueryClient();
  return useAction(
    () => apiFetch<EndedSessions>('/app/sessions/end-others', { method: 'POST' }),
    () => client.invalidateQueries({ queryKey: accountKeys.sessions }),
  );
}
