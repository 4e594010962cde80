import type { LoggedRequestDetail, LoggedRequestView } from '@billhook/contract/identity/logged-request';
import { apiFetch, query } from '@billhook/ui/api-fetch';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { beginningOfDay } from '../../shared/dates/beginning-of-day.js';
import type { RecordListQuery, RecordPage } from '../../shared/workspace/records.js';
import type { RequestSearch } from './request-search.js';

const PAGE = 50;

/** The requests, newest first, page by page. */
export function useRequests({
  q: clientRequestId,
  from,
  to,
  ...others
}: RequestSearch): RecordListQuery<LoggedRequestView> {
  const filters = { ...others, clientRequestId };
  const period = { since: from && beginningOfDay(from), until: to && beginningOfDay(to, 1) };
  return useInfiniteQuery({
    queryKey: ['requests', { ...filters, from, to }],
    queryFn: ({ pageParam: cursor, signal }) =>
      apiFetch<RecordPage<LoggedRequestView>>(`/app/requests${query({ ...filters, ...period, limit: PAGE, cursor })}`, {
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.page.nextCursor,
    placeholderData: keepPreviousData,
  });
}

export function useRequest(id: string) {
  return useQuery({
    queryKey: ['requests', 'one', id],
    queryFn: ({ signal }) => apiFetch<LoggedRequestDetail>(`/app/requests/${encodeURIComponent(id)}`, { signal }),
  });
}
