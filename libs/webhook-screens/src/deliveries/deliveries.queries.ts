import type { ListOf } from '@billhook/contract/shared/page';
import type { WebhookDeliveryDetail, WebhookDeliveryView } from '@billhook/contract/webhooks/delivery';
import type { TestWebhookEndpoint } from '@billhook/contract/webhooks/endpoint-test';
import { apiFetch, query } from '@billhook/ui/api-fetch';
import { useAction } from '@billhook/ui/use-action';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DeliveryStatusFilter } from './delivery-search.js';

const PATH = '/portal/api/webhook-deliveries';

const PAGE = 25;

/** The parameters of the list. */
export type DeliveryQuery = Readonly<Record<string, string | number | undefined>>;

export const deliveryKeys = {
  all: ['deliveries'] as const,
  list: (params: DeliveryQuery) => ['deliveries', 'list', params] as const,
  newest: (params: DeliveryQuery) => ['deliveries', 'newest', params] as const,
  one: (id: number) => ['deliveries', 'one', id] as const,
};

const readPage = (params: DeliveryQuery, signal: AbortSignal, cursor?: string) =>
  apiFetch<ListOf<WebhookDeliveryView>>(PATH + query({ ...params, cursor, limit: PAGE }), { signal });

export function useDeliveries(params: DeliveryQuery) {
  return useInfiniteQuery({
    queryKey: deliveryKeys.list(params),
    queryFn: ({ pageParam, signal }) => readPage(params, signal, pageParam),
    initialPageParam: '',
    getNextPageParam: (last) => last.page.nextCursor,
  });
}

/** How often the newest deliveries are read: one appears within a second of its event. */
const FOLLOW_MS = 1_000;

/** The first page, read again every second. A hidden tab reads nothing. */
export function useNewestDeliveries(params: DeliveryQuery, follow: boolean) {
  return useQuery({
    queryKey: deliveryKeys.newest(params),
    queryFn: ({ signal }) => readPage(params, signal),
    enabled: follow,
    refetchInterval: FOLLOW_MS,
    // A later poll follows in a second.
    retry: false,
  });
}

const isMoving = (status: DeliveryStatusFilter | undefined) => status === 'Waiting' || status === 'Sending';

/** One delivery with its attempts. Polled more often until it is finished. */
export function useDelivery(id: number) {
  return useQuery({
    queryKey: deliveryKeys.one(id),
    queryFn: ({ signal }) => apiFetch<WebhookDeliveryDetail>(`${PATH}/${id}`, { signal }),
    refetchInterval: ({ state }) => (isMoving(state.data?.status) ? 1_000 : 10_000),
  });
}

export type DeliveryAction = 'resend' | 'cancel';

export const sendDeliveryAction = (id: number, action: DeliveryAction) =>
  apiFetch<WebhookDeliveryView>(`${PATH}/${id}/${action}`, { method: 'POST' });

export function useDeliveryAction(id: number, action: DeliveryAction) {
  const client = useQueryClient();
  return useAction(
    () => sendDeliveryAction(id, action),
    () => client.invalidateQueries({ queryKey: deliveryKeys.all }),
  );
}

/** Sends the present state of the record of a delivery to its endpoint, as a new message. Returns its delivery. */
export function useSendRecord({ endpointId, resource, resourceId }: WebhookDeliveryView) {
  const client = useQueryClient();
  return useAction(
    () =>
      apiFetch<WebhookDeliveryView>(`/portal/api/webhook-endpoints/${endpointId}/send-record`, {
        ...{ method: 'POST', body: { resource, id: resourceId } },
      }),
    () => client.invalidateQueries({ queryKey: deliveryKeys.all }),
  );
}

/** A test has no record, a checkpoint never changes, and nothing can be sent to a deleted endpoint. */
export const canSendRecord = ({ test, resource, endpointDeletedAt }: WebhookDeliveryView): boolean =>
  !test && resource !== 'checkpoint' && endpointDeletedAt === null;

/** Sends a test message to an endpoint. Returns its delivery. */
export function useSendTest(id: number) {
  const client = useQueryClient();
  return useAction(
    (body?: TestWebhookEndpoint) =>
      apiFetch<WebhookDeliveryView>(`/portal/api/webhook-endpoints/${id}/test`, {
        method: 'POST',
        ...(body && { body }),
      }),
    () => client.invalidateQueries({ queryKey: deliveryKeys.all }),
  );
}

/** Whether an action can change a delivery in this state. */
export const canDo: Readonly<Record<DeliveryAction, (delivery: WebhookDeliveryView) => boolean>> = {
  resend: ({ endpointDeletedAt }) => endpointDeletedAt === null,
  cancel: ({ status }) => status === 'Waiting',
};
