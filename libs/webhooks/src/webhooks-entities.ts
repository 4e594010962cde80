import { WebhookAttempt } from './deliveries/attempt.entity.js';
import { WebhookDelivery } from './deliveries/delivery.entity.js';
import { WebhookEndpointState } from './endpoints/endpoint-state.entity.js';
import { WebhookEndpointStats } from './endpoints/endpoint-stats.entity.js';
import { WebhookEndpoint } from './endpoints/endpoint.entity.js';
import { KnownGrant } from './endpoints/known-grant.entity.js';
import { WebhookWorker } from './engine/worker.entity.js';
import { EventCounter, EventSequencer, StoredEvent } from './events/event.entity.js';
import { PortalLink, PortalSession } from './portal/portal-link.entity.js';
import { WebhookRun } from './runs/run.entity.js';

/** The tables of events, endpoints, deliveries and the portal. */
export const WEBHOOKS_ENTITIES = [
  StoredEvent,
  EventCounter,
  EventSequencer,
  KnownGrant,
  PortalLink,
  PortalSession,
  WebhookAttempt,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEndpointState,
  WebhookEndpointStats,
  WebhookRun,
  WebhookWorker,
];
