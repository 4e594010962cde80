import type { AuditRow } from '@billhook/contract/identity/audit';
import type { MemberList } from '@billhook/contract/identity/member';
import { apiFetch } from '@billhook/ui/api-fetch';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useHolds } from '../../shared/session/signed-in.js';
import type { RecordListQuery, RecordPage } from '../../shared/workspace/records.js';
import { auditQuery } from './audit-query.js';
import type { AuditSearch } from './audit-search.js';

const PAGE = 50;

/** The entries, newest first, page by page. */
export function useAuditLog(search: AuditSearch): RecordListQuery<AuditRow> {
  return useInfiniteQuery({
    queryKey: ['audit-log', search],
    queryFn: ({ pageParam: cursor, signal }) =>
      apiFetch<RecordPage<AuditRow>>(`/app/audit-log?${auditQuery(search, { limit: PAGE, cursor })}`, { signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.page.nextCursor,
    placeholderData: keepPreviousData,
  });
}

/** The members to choose from, removed ones last; undefined for readers who may not see them. */
export function usePeople(): MemberList['data'] | undefined {
  const mayList = useHolds('member.manage');
  const { data } = useQuery({
    queryKey: ['audit-log', 'people'],
    queryFn: async ({ signal }) => {
      const lists = await Promise.all([
        apiFetch<MemberList>('/app/members', { signal }),
        apiFetch<MemberList>('/app/members?status=Removed', { signal }),
      ]);
      return lists.flatMap((list) => list.data);
    },
    enabled: mayList,
  });
  return data;
}
