import type { ListOf } from '@billhook/contract/shared/page';
import type { WebhookDeliveryView } from '@billhook/contract/webhooks/delivery';
import type { TestWebhookEndpoint } from '@billhook/contract/webhooks/endpoint-test';
import type { EventView } from '@billhook/contract/webhooks/event';
import type { EventTypeView } from '@billhook/contract/webhooks/event-type';
import { apiFetch, query } from '@billhook/ui/api-fetch';
import { useAction } from '@billhook/ui/use-action';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { deliveryKeys } from '../deliveries/deliveries.queries.js';

const API = '/portal/api';

/** How many events are offered for a test. */
const OFFERED_EVENTS = 10;

/** An event type with its schemas and its example, which do not change while the page is open. */
export function useEventType(type: string) {
  return useQuery({
    queryKey: ['event-types', type],
    queryFn: ({ signal }) => apiFetch<EventTypeView>(`${API}/event-types/${encodeURIComponent(type)}`, { signal }),
    staleTime: Infinity,
  });
}

/** The newest events of a type. */
export function useRecentEvents(type: string, enabled: boolean) {
  return useQuery({
    queryKey: ['events', type],
    queryFn: ({ signal }) =>
      apiFetch<ListOf<EventView>>(`${API}/events${query({ type, limit: OFFERED_EVENTS })}`, { signal }),
    enabled,
  });
}

/** Sends a test event to any endpoint. Returns its delivery. */
export function useSendTestEvent() {
  const client = useQueryClient();
  return useAction(
    (endpointId: number, body: TestWebhookEndpoint) =>
      apiFetch<WebhookDeliveryView>(`${API}/webhook-endpoints/${endpointId}/test`, { method: 'POST', body }),
    () => client.invalidateQueries({ queryKey: deliveryKeys.all }),
  );
}
