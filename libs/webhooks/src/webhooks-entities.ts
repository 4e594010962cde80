import { WebhookAttemptEntity } from './deliveries/webhook-attempt.entity.js';
import { WebhookDeliveryEntity } from './deliveries/webhook-delivery.entity.js';
import { WebhookEndpointStateEntity } from './endpoints/webhook-endpoint-state.entity.js';
import { WebhookEndpointStatsEntity } from './endpoints/webhook-endpoint-stats.entity.js';
import { WebhookEndpointEntity } from './endpoints/webhook-endpoint.entity.js';
import { WebhookWorkerEntity } from './engine/webhook-worker.entity.js';
import { EventEntity, EventSequencerEntity } from './events/event.entity.js';
import { PortalLink } from './portal/portal-link.entity.js';
import { PortalSession } from './portal/portal-session.entity.js';
import { WebhookRunEntity } from './runs/webhook-run.entity.js';

/** The tables of events, endpoints, deliveries and the portal. */
export const WEBHOOKS_ENTITIES = [
  EventEntity,
  EventSequencerEntity,
  PortalLink,
  PortalSession,
  WebhookAttemptEntity,
  WebhookDeliveryEntity,
  WebhookEndpointEntity,
  WebhookEndpointStateEntity,
  WebhookEndpointStatsEntity,
  WebhookRunEntity,
  WebhookWorkerEntity,
];
