import type { FoundRecord, FoundRecords } from '@billhook/contract/invoicing/found-record';
import type { SearchResult } from '@billhook/docs-search/search-index';
import { apiFetch, query } from '@billhook/ui/api-fetch';
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { recordKeys } from '../shared/workspace/records.js';

/** Shorter texts find no record and no page of the documentation. */
export const SHORTEST = 2;

/** Records of all kinds, or those that changed last. A newer search cancels an older one. */
export function useFoundRecords(text: string): UseQueryResult<readonly FoundRecord[]> {
  return useQuery({
    queryKey: [...recordKeys.all, 'found', text],
    queryFn: async ({ signal }) => (await apiFetch<FoundRecords>(`/app/search${query({ q: text })}`, { signal })).data,
    enabled: text.length === 0 || text.length >= SHORTEST,
    placeholderData: keepPreviousData,
  });
}

const INDEX = '/docs/search-index.json';
const DOCS_SHOWN = 4;

type FindDocs = (text: string) => SearchResult[];
let engine: Promise<FindDocs> | undefined;

async function loadEngine(): Promise<FindDocs> {
  const [{ find, loadIndex }, response] = await Promise.all([
    import('@billhook/docs-search/search-index'),
    fetch(INDEX),
  ]);
  if (!response.ok) throw new Error(`${INDEX}: ${response.status}`);
  const index = loadIndex(await response.text());
  return (text) => find(index, text, DOCS_SHOWN);
}

/** Pages of the documentation. The first search loads the index. */
export function useFoundDocs(text: string): UseQueryResult<readonly SearchResult[]> {
  return useQuery({
    queryKey: ['docs', text],
    queryFn: async () => {
      engine ??= loadEngine();
      try {
        return (await engine)(text);
      } catch (error) {
        engine = undefined;
        throw error;
      }
    },
    enabled: text.length >= SHORTEST,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });
}
