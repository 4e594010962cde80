import type { HomeView } from '@billhook/contract/installation/home';
import { apiFetch } from '@billhook/ui/api-fetch';
import { useQuery } from '@tanstack/react-query';
import { recordKeys } from '../../shared/workspace/records.js';

/** What waits changes without a request of this page. */
const REFRESH_MS = 60_000;

/** The keys begin with that of the records, so a change of any of them reloads the page. */
const key = (part: string) => [...recordKeys.all, 'home', part] as const;

/** What waits for the member. */
export function useHomeTasks() {
  return useQuery({
    queryKey: key('tasks'),
    queryFn: ({ signal }) => apiFetch<HomeView>('/app/home', { signal }),
    refetchInterval: REFRESH_MS,
  });
}
