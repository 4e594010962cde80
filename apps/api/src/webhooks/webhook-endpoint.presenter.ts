import type { WebhookEndpointView } from '@billhook/contract/webhook-endpoint';
import type { EndpointRow } from './webhook-endpoints.repository.js';

/** The one place where an endpoint is shaped for the wire. Its secrets have answers of their own. */
export function presentEndpoint(endpoint: EndpointRow): WebhookEndpointView {
  return {
    id: endpoint.id,
    url: endpoint.url,
    description: endpoint.description,
    eventTypes: endpoint.eventTypes,
    status: endpoint.status,
    deliveries: { delivered: endpoint.delivered, failed: endpoint.failed, waiting: endpoint.waiting },
    version: endpoint.version,
    createdAt: endpoint.createdAt.toISOString(),
    updatedAt: endpoint.updatedAt.toISOString(),
  };
}
