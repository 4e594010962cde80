import type { WebhookDeliveryView } from '@billhook/contract/webhooks/webhook-delivery';

export type DeliveryStatus = WebhookDeliveryView['status'];

/** Most urgent first. A status that the contract drops or renames does not compile here. */
export const DELIVERY_STATUSES = [
  'Failed',
  'Waiting',
  'Sending',
  'Delivered',
  'Cancelled',
] as const satisfies readonly DeliveryStatus[];

/** Filters and the open delivery are in the address, which makes a view shareable. */
export interface DeliverySearch {
  endpoint?: number;
  status?: DeliveryStatus;
  delivery?: number;
}

function idOf(value: unknown): number | undefined {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

export function deliverySearch(search: Record<string, unknown>): DeliverySearch {
  const endpoint = idOf(search['endpoint']);
  const delivery = idOf(search['delivery']);
  const status = DELIVERY_STATUSES.find((known) => known === search['status']);
  return { ...(endpoint && { endpoint }), ...(status && { status }), ...(delivery && { delivery }) };
}
