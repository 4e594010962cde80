import type { SeriesView } from '@billhook/contract/series';
import { apiFetch } from '@billhook/ui/api-fetch';
import { useQuery } from '@tanstack/react-query';
import { useHolds } from '../session/queries.js';
import type { DocumentKind } from './draft.js';

/** The number series that a document can take its number from; none where the reader may not see them. */
export function useSeries(kind: DocumentKind): readonly SeriesView[] {
  const mayRead = useHolds('invoice.read');
  const series = useQuery({
    queryKey: ['series', 'choice'],
    queryFn: ({ signal }) => apiFetch<{ data: SeriesView[] }>('/app/series', { signal }),
    enabled: mayRead,
  });
  const wanted = kind === 'invoice' ? 'Invoice' : 'Quote';
  return series.data?.data.filter((each) => each.kind === wanted) ?? [];
}
