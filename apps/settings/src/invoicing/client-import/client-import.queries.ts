import type { CreateImport, ImportView } from '@billhook/contract/installation/import';
import type { ListOf } from '@billhook/contract/shared/page';
import { apiBlob, apiFetch } from '@billhook/ui/api-fetch';
import { useAction } from '@billhook/ui/use-action';
import { useQuery, useQueryClient } from '@tanstack/react-query';

const PATH = '/app/imports';
const keyOf = (id: number) => ['imports', id] as const;
const LATEST = ['imports', 'latest'] as const;

/** While it runs. */
const PROGRESS_MS = 1_000;

/** The latest import, to show one that runs after a reload. */
export function useLatestImport() {
  return useQuery({
    queryKey: LATEST,
    queryFn: ({ signal }) => apiFetch<ListOf<ImportView>>(`${PATH}?limit=1`, { signal }),
  });
}

export function useImport(id: number) {
  return useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => apiFetch<ImportView>(`${PATH}/${id}`, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'Running' ? PROGRESS_MS : false),
  });
}

export const useStartImport = () =>
  useAction((body: CreateImport) => apiFetch<ImportView>(PATH, { method: 'POST', body }));

export function useCancelImport(id: number) {
  const client = useQueryClient();
  return useAction(
    () => apiFetch<ImportView>(`${PATH}/${id}/cancel`, { method: 'POST' }),
    (cancelled) => client.setQueryData(keyOf(id), cancelled),
  );
}

export const readResults = async (id: number): Promise<string> =>
  (await apiBlob(`${PATH}/${id}/results`, { headers: { accept: 'application/x-ndjson' } })).text();
