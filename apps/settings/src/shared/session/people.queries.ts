import type { MemberList } from '@billhook/contract/identity/member';
import { apiFetch } from '@billhook/ui/api-fetch';
import { useQuery } from '@tanstack/react-query';
import { useHolds } from './signed-in.js';

/**
 * All members, removed ones last; undefined for readers who may not see them. The key starts with the key of the members, so a change of a
 * member reloads them.
 */
export function usePeople(): MemberList['data'] | undefined {
  const mayList = useHolds('member.manage');
  const { data } = useQuery({
    queryKey: ['members', 'people'],
    queryFn: async ({ signal }) => {
      const lists = await Promise.all([
        apiFetch<MemberList>('/app/members', { signal }),
        apiFetch<MemberList>('/app/members?status=Removed', { signal }),
      ]);
      return lists.flatMap((list) => list.data);
    },
    enabled: mayList,
    staleTime: 60_000,
  });
  return data;
}
