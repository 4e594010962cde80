import type { AuditRow } from '@billhook/contract/identity/audit';
import { apiFetch } from '@billhook/ui/api-fetch';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
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
