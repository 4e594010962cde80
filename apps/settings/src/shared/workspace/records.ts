import type { ExpandableInvoice, ExpandablePayment, ExpandableQuote } from '@billhook/contract/invoicing/expanded';
import type { MailDetail, MailView } from '@billhook/contract/invoicing/mail';
import type { TimelineView } from '@billhook/contract/invoicing/timeline';
import type { ResourceView } from '@billhook/contract/resource-views';
import type { RESOURCES, ResourcesWith } from '@billhook/domain/shared/resources';
import { apiFetch, apiSend, query } from '@billhook/ui/api-fetch';
import { useAction } from '@billhook/ui/use-action';
import {
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  type InfiniteData,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query';
import { useHolds } from '../session/signed-in.js';

/** The plurals of the resources that have pages, which are their routes under /app. */
export type WorkspaceRecord = (typeof RESOURCES)[ResourcesWith<'hasPages', true>]['plural'];

/** Records that lists show with others, and emails, whose lists leave out their content. */
interface OtherViews {
  readonly invoice: ExpandableInvoice;
  readonly quote: ExpandableQuote;
  readonly payment: ExpandablePayment;
  readonly mail: MailView;
}

/** The records of the workspace by the name of their route under /app, as in a list. */
export type RecordViews = {
  readonly [
    Name in ResourcesWith<'hasPages', true> as (typeof RESOURCES)[Name]['plural']
  ]: Name extends keyof OtherViews ? OtherViews[Name] : ResourceView<Name>;
};

/** As in the response of a single GET. */
export type RecordDetails = Omit<RecordViews, 'mails'> & { readonly mails: MailDetail };

/** A page of a list, with the total if the filters request it. */
export interface RecordPage<T> {
  readonly data: readonly T[];
  readonly page: {
    readonly nextCursor: string | null;
    readonly total?: number | null | undefined;
    /** Whether the total is "this many or more". */
    readonly totalCapped?: boolean | null | undefined;
  };
}

/** Query parameters of a list. */
export type RecordFilters = Readonly<Record<string, string | number | undefined>>;

export type RecordListQuery<T> = UseInfiniteQueryResult<InfiniteData<RecordPage<T>>>;

export const recordKeys = {
  all: ['records'] as const,
  list: (resource: WorkspaceRecord, filters: RecordFilters) => ['records', resource, 'list', filters] as const,
  one: (resource: WorkspaceRecord, id: number) => ['records', resource, 'one', id] as const,
  part: (resource: WorkspaceRecord, id: number, part: string) => ['records', resource, 'one', id, part] as const,
};

/** The address of a record or of one of its routes: `recordPath('invoices', 7, 'send')`. */
export function recordPath(resource: WorkspaceRecord, id?: number, part?: string): string {
  return [`/app/${resource}`, id, part].filter((step) => step !== undefined).join('/');
}

/** The address of a list as CSV, with its filters and its order. */
export function exportPath(
  resource: WorkspaceRecord,
  { includeTotal: _, expand: __, ...filters }: RecordFilters,
): string {
  return `${recordPath(resource)}/export${query(filters)}`;
}

/** For lists that show the client of each record: one request returns the names as well, if the reader may see clients. */
export function useWithClients(): { readonly expand: 'client' } | undefined {
  return useHolds('client.read') ? { expand: 'client' } : undefined;
}

/** The largest page of the API: a person who reads on has few waits. */
const FURTHER = 100;

/** A list, page by page. After a change of the filters, the old rows stay on screen until the new ones are loaded. */
export function useRecordList<R extends WorkspaceRecord>(
  resource: R,
  filters: RecordFilters,
  options: { readonly enabled?: boolean; readonly limit?: number } = {},
): RecordListQuery<RecordViews[R]> {
  const { enabled = true, limit = 25 } = options;
  return useInfiniteQuery({
    queryKey: recordKeys.list(resource, { ...filters, limit }),
    queryFn: ({ pageParam, signal }) =>
      apiFetch<RecordPage<RecordViews[R]>>(
        recordPath(resource) +
          query({
            ...filters,
            // The total comes with the first page.
            ...(pageParam ? { cursor: pageParam, limit: FURTHER, includeTotal: undefined } : { limit }),
          }),
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (last) => last.page.nextCursor,
    placeholderData: keepPreviousData,
    enabled,
  });
}

/** All loaded rows of a list. */
export function rowsOf<T>(list: RecordListQuery<T>): readonly T[] {
  return list.data?.pages.flatMap((page) => page.data) ?? [];
}

export function useRecord<R extends WorkspaceRecord>(
  resource: R,
  id: number,
  { enabled = true }: { readonly enabled?: boolean } = {},
) {
  return useQuery({
    queryKey: recordKeys.one(resource, id),
    queryFn: ({ signal }) => apiFetch<RecordDetails[R]>(recordPath(resource, id), { signal }),
    enabled,
  });
}

/** @param version of the record: another one has more entries, and the earlier ones stay until these are loaded */
export function useTimeline(resource: WorkspaceRecord, id: number, version?: number) {
  return useQuery({
    queryKey: [...recordKeys.part(resource, id, 'timeline'), version],
    queryFn: ({ signal }) => apiFetch<TimelineView>(recordPath(resource, id, 'timeline'), { signal }),
    placeholderData: keepPreviousData,
  });
}

export interface RecordChange {
  readonly method?: 'POST' | 'PATCH' | 'DELETE';
  /** The route below the record, like `send`; undefined for the record itself. */
  readonly part?: string;
  /** The version on screen: if the record has changed since, the request is rejected with 412 version_mismatch. */
  readonly version?: number;
  readonly body?: object;
  /** For a POST that changes nothing. */
  readonly isRead?: boolean;
}

/** Sends a change and returns the response. @throws ApiError */
export function sendChange<T>(resource: WorkspaceRecord, id: number | undefined, change: RecordChange): Promise<T> {
  const { method = 'POST', part, version, body, isRead } = change;
  return apiFetch<T>(recordPath(resource, id, part), {
    method,
    ...(body && { body }),
    ...(isRead && { isRead }),
    ...(version !== undefined && { headers: { 'if-match': `"${version}"` } }),
  });
}

/** Reloads everything that a change of one record may affect: balances, links and timelines of other records. */
export function useRefreshRecords(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: recordKeys.all });
}

/** A change of an existing record. `T` is the type of the response, if that is another record. */
export function useChangeRecord<R extends WorkspaceRecord, T = RecordDetails[R]>(resource: R, id: number) {
  const refresh = useRefreshRecords();
  return useAction((change: RecordChange) => sendChange<T>(resource, id, change), refresh);
}

export function useCreateRecord<R extends WorkspaceRecord>(resource: R) {
  const refresh = useRefreshRecords();
  return useAction((body: object) => sendChange<RecordDetails[R]>(resource, undefined, { body }), refresh);
}

/** Deletes a record. It is not reloaded: leave its page in `onSuccess` of `start`. */
export function useDeleteRecord(resource: WorkspaceRecord, id: number) {
  const client = useQueryClient();
  return useAction(
    ({ version, body }: { version: number; body?: object }) =>
      apiSend(recordPath(resource, id), {
        method: 'DELETE',
        headers: { 'if-match': `"${version}"` },
        ...(body && { body }),
      }),
    () =>
      client.invalidateQueries({
        queryKey: recordKeys.all,
        predicate: ({ queryKey }) => !(queryKey[1] === resource && queryKey[3] === id),
      }),
  );
}
