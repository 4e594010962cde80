import type { WebhookStatsList, WebhookStatsView } from '@billhook/contract/webhooks/endpoint-health';
import { apiFetch } from '@billhook/ui/api-fetch';
import { useQuery } from '@tanstack/react-query';

/** The attempts of the last 24 hours by endpoint, of all endpoints in one request. */
export function useRecentActivity() {
  return useQuery({
    queryKey: ['endpoint-activity'],
    queryFn: async ({ signal }): Promise<ReadonlyMap<number, WebhookStatsView>> => {
      const { data } = await apiFetch<WebhookStatsList>('/portal/api/webhook-endpoints/stats', { signal });
      return new Map(data.map((stats) => [stats.endpointId, stats]));
    },
    refetchInterval: 10_000,
  });
}
