import type { DepartureView, PreviewDeparture } from '@billhook/contract/identity/departure';
import type {
  CreateInvitation,
  InvitationList,
  InvitationView,
  SentInvitation,
} from '@billhook/contract/identity/invitation';
import type { CreateServiceMember, MemberList, MemberView, UpdateMember } from '@billhook/contract/identity/member';
import type { EndedSessions } from '@billhook/contract/identity/session';
import { apiFetch, query } from '@billhook/ui/api-fetch';
import { useAction } from '@billhook/ui/use-action';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { apiKeyKeys } from '../keys/keys.queries.js';

const memberKeys = {
  all: ['members'] as const,
  list: (which: 'present' | 'removed') => ['members', 'list', which] as const,
  one: (id: number) => ['members', 'one', id] as const,
  departure: (id: number, change: PreviewDeparture) => ['members', 'one', id, 'departure', change] as const,
  invitations: ['members', 'invitations'] as const,
};

/** All members of the company, people and service members, or the removed ones. */
export function useMembers(which: 'present' | 'removed') {
  return useQuery({
    queryKey: memberKeys.list(which),
    queryFn: ({ signal }) =>
      apiFetch<MemberList>(`/app/members${query({ status: which === 'removed' ? 'Removed' : undefined })}`, { signal }),
  });
}

export function useMember(id: number) {
  return useQuery({
    queryKey: memberKeys.one(id),
    queryFn: ({ signal }) => apiFetch<MemberView>(`/app/members/${id}`, { signal }),
  });
}

export function useInvitations() {
  return useQuery({
    queryKey: memberKeys.invitations,
    queryFn: ({ signal }) => apiFetch<InvitationList>('/app/invitations', { signal }),
  });
}

/** What a change would stop. Never cached, because it is read to decide. */
export function useDeparture(id: number, change: PreviewDeparture, enabled = true) {
  return useQuery({
    queryKey: memberKeys.departure(id, change),
    queryFn: ({ signal }) =>
      apiFetch<DepartureView>(`/app/members/${id}/departure`, { method: 'POST', body: change, signal }),
    staleTime: 0,
    gcTime: 0,
    enabled,
  });
}

/** Reloads what a change of members affects: keys depend on the permissions of their owners. */
export function useRefreshMembers(): () => Promise<unknown> {
  const client = useQueryClient();
  return useCallback(
    () =>
      Promise.all([
        client.invalidateQueries({
          queryKey: memberKeys.all,
          predicate: ({ queryKey }) => !queryKey.includes('departure'),
        }),
        client.invalidateQueries({ queryKey: apiKeyKeys.all }),
      ]),
    [client],
  );
}

export function useCreateServiceMember() {
  const refresh = useRefreshMembers();
  return useAction(
    (body: CreateServiceMember) => apiFetch<MemberView>('/app/members', { method: 'POST', body }),
    refresh,
  );
}

export function useUpdateMember(id: number) {
  const refresh = useRefreshMembers();
  return useAction(
    (body: UpdateMember) => apiFetch<MemberView>(`/app/members/${id}`, { method: 'PATCH', body }),
    refresh,
  );
}

export type MemberStep = 'deactivate' | 'reactivate' | 'remove';

export function useMemberStep(id: number) {
  const refresh = useRefreshMembers();
  return useAction(
    (step: MemberStep) => apiFetch<MemberView>(`/app/members/${id}/${step}`, { method: 'POST' }),
    refresh,
  );
}

export function useEndMemberSessions(id: number) {
  const refresh = useRefreshMembers();
  return useAction(() => apiFetch<EndedSessions>(`/app/members/${id}/end-sessions`, { method: 'POST' }), refresh);
}

/** The response may contain the link, so it is not cached: for `useAction`. */
export function createInvitation(body: CreateInvitation): Promise<SentInvitation> {
  return apiFetch<SentInvitation>('/app/invitations', { method: 'POST', body });
}

/** Like `createInvitation`. */
export function resendInvitation(id: number): Promise<SentInvitation> {
  return apiFetch<SentInvitation>(`/app/invitations/${id}/resend`, { method: 'POST' });
}

export function useWithdrawInvitation() {
  const refresh = useRefreshMembers();
  return useAction(
    (id: number) => apiFetch<InvitationView>(`/app/invitations/${id}/withdraw`, { method: 'POST' }),
    refresh,
  );
}
