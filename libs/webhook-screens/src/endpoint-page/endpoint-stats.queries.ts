import type { WebhookStatsView } from '@billhook/contract/webhooks/endpoint-health';
import { HOUR_MS } from '@billhook/domain/shared/durations';
import { apiFetch, query } from '@billhook/ui/api-fetch';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { STATS_RANGES, type StatsRange } from './endpoint-search.js';

/** The attempts of an endpoint in the last hours or days. */
export function useEndpointStats(endpointId: number, range: StatsRange) {
  const { bucket, hours } = STATS_RANGES[range];
  return useQuery({
    queryKey: ['endpoints', 'one', endpointId, 'stats', range],
    queryFn: ({ signal }) => {
      const since = new Date(Date.now() - (hours - (bucket === 'hour' ? 1 : 24)) * HOUR_MS).toISOString();
      return apiFetch<WebhookStatsView>(
        `/portal/api/webhook-endpoints/${endpointId}/stats${query({ bucket, since })}`,
        { signal },
      );
    },
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
}
