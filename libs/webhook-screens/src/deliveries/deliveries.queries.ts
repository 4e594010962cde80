import type { ListOf } from '@billhook/contract/shared/common';
import type { WebhookDeliveryDetail, WebhookDeliveryView } from '@billhook/contract/webhooks/webhook-delivery';
import { apiFetch, query } from '@billhook/ui/api-fetch';
import { useAction } from '@billhook/ui/use-action';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DeliveryStatus } from './delivery-search.js';

const PATH = '/portal/api/webhook-deliveries';

export interface DeliveryFilter {
  readonly endpointId?: number | undefined;
  readonly status?: DeliveryStatus | undefined;
}

export const deliveryKeys = {
  all: ['deliveries'] as const,
  list: (filter: DeliveryFilter) => ['deliveries', 'list', filter.endpointId ?? 0, filter.status ?? ''] as const,
  one: (id: number) => ['deliveries', 'one', id] as const,
};

/** How often lists poll for new deliveries. */
const FOLLOW_MS = 3_000;

export function useDeliveries(filter: DeliveryFilter, follow: boolean) {
  return useInfiniteQuery({
    queryKey: deliveryKeys.list(filter),
    queryFn: ({ pageParam, signal }) =>
      apiFetch<ListOf<WebhookDeliveryView>>(PATH + query({ ...filter, cursor: pageParam, limit: 25 }), { signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.page.nextCursor,
    refetchInterval: follow && FOLLOW_MS,
  });
}

const isMoving = (status: DeliveryStatus | undefined) => status === 'Waiting' || status === 'Sending';

/** One delivery with its attempts. Polled more often until it is finished. */
export function useDelivery(id: number) {
  return useQuery({
    queryKey: deliveryKeys.one(id),
    queryFn: ({ signal }) => apiFetch<WebhookDeliveryDetail>(`${PATH}/${id}`, { signal }),
    refetchInterval: ({ state }) => (isMoving(state.data?.status) ? 1_000 : 10_000),
  });
}

export function useResend(id: number) {
  const client = useQueryClient();
  return useAction(
    () => apiFetch<WebhookDeliveryView>(`${PATH}/${id}/resend`, { method: 'POST' }),
    () => client.invalidateQueries({ queryKey: deliveryKeys.all }),
  );
}
