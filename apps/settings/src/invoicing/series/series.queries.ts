import type { CreateSeries, SeriesAuditView, SeriesView, UpdateSeries } from '@billhook/contract/invoicing/series';
import type { SeriesKind } from '@billhook/domain/invoicing/series';
import { apiFetch } from '@billhook/ui/api-fetch';
import { useAction } from '@billhook/ui/use-action';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useHolds } from '../../shared/session/signed-in.js';

// Below the key of the records: sending a document assigns a number and reloads its series.
const seriesKeys = {
  all: ['records', 'series'] as const,
  list: ['records', 'series', 'list'] as const,
  audit: (id: number) => ['records', 'series', 'audit', id] as const,
};

/** The number series of the company, by kind and code. */
export function useSeries(enabled = true) {
  return useQuery({
    queryKey: seriesKeys.list,
    queryFn: ({ signal }) => apiFetch<{ data: SeriesView[] }>('/app/series', { signal }),
    enabled,
  });
}

/** The series for documents of a kind; empty if the reader may not see them. */
export function useSeriesOf(kind: SeriesKind): readonly SeriesView[] {
  const series = useSeries(useHolds('invoice.read'));
  return series.data?.data.filter((each) => each.kind === kind) ?? [];
}

/** All numbers of a series, compared with the documents. Expensive for a long series, so it is cached for a minute. */
export function useSeriesAudit(id: number) {
  return useQuery({
    queryKey: seriesKeys.audit(id),
    queryFn: ({ signal }) => apiFetch<SeriesAuditView>(`/app/series/${id}/audit`, { signal }),
    staleTime: 60_000,
  });
}

export type SeriesChange =
  | { readonly kind: 'create'; readonly body: CreateSeries }
  | { readonly kind: 'update'; readonly id: number; readonly version: number; readonly body: UpdateSeries };

export function useSaveSeries() {
  const client = useQueryClient();
  return useAction(
    (change: SeriesChange) =>
      change.kind === 'create'
        ? apiFetch<SeriesView>('/app/series', { method: 'POST', body: change.body })
        : apiFetch<SeriesView>(`/app/series/${change.id}`, {
            method: 'PATCH',
            headers: { 'if-match': `"${change.version}"` },
            body: change.body,
          }),
    () => client.invalidateQueries({ queryKey: seriesKeys.all }),
  );
}
