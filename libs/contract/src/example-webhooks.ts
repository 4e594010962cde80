import type { z } from 'zod';
import type { EventView } from './event.js';
import { exampleMessage } from './example-events.js';
import { EXAMPLE_IDS } from './example-ids.js';
import type { WebhookDeliveryDetail, WebhookDeliveryView } from './webhook-delivery.js';
import type { CreatedWebhookEndpoint, WebhookEndpointView, WebhookSecretView } from './webhook-endpoint.js';

/** The event that the example delivery brings. */
export const exampleEvent: EventView = {
  ...exampleMessage('invoice.paid'),
  id: EXAMPLE_IDS.event,
};

/** 24 bytes in base64, which sign nothing. */
const SECRET = 'whsec_ZXhhbXBsZS1zZWNyZXQtb2Ytbm9ib2R5';
const OLD_SECRET = 'whsec_YW4tb2xkLXNlY3JldC1vZi1ub2JvZHkh';

const MADE = '2026-11-02T09:00:04.201Z';

export const exampleEndpoint: WebhookEndpointView = {
  id: EXAMPLE_IDS.endpoint,
  url: 'https://example.com/webhooks/billhook',
  description: 'The ERP',
  eventTypes: ['invoice.paid', 'payment.created'],
  status: 'Enabled',
  deliveries: { delivered: 12, failed: 1, waiting: 0 },
  version: 1,
  createdAt: MADE,
  updatedAt: MADE,
};

export const exampleCreatedEndpoint: z.infer<typeof CreatedWebhookEndpoint> = {
  ...exampleEndpoint,
  deliveries: { delivered: 0, failed: 0, waiting: 0 },
  secret: SECRET,
};

export const exampleEditedEndpoint: WebhookEndpointView = {
  ...exampleEndpoint,
  eventTypes: ['invoice.paid', 'invoice.overdue', 'payment.created'],
  version: 2,
  updatedAt: '2026-12-05T10:20:30.114Z',
};

export const exampleSecret: WebhookSecretView = { secret: SECRET, previous: [] };

export const exampleRotatedSecret: WebhookSecretView = {
  secret: SECRET,
  previous: [{ secret: OLD_SECRET, expiresAt: '2026-12-06T10:20:30.114Z' }],
};

export const exampleDelivery: WebhookDeliveryView = {
  id: EXAMPLE_IDS.failedDelivery,
  endpointId: exampleEndpoint.id,
  eventId: exampleEvent.id,
  eventType: exampleEvent.type,
  status: 'Failed',
  attemptCount: 1,
  nextAttemptAt: null,
  lastResponseStatus: 503,
  lastError: 'The endpoint answered 503.',
  createdAt: '2026-12-04T14:03:55.274Z',
};

export const exampleDeliveryDetail: WebhookDeliveryDetail = {
  ...exampleDelivery,
  attempts: [
    {
      number: 1,
      outcome: 'Failed',
      trigger: 'Schedule',
      startedAt: '2026-12-04T14:03:55.301Z',
      durationMs: 212,
      responseStatus: 503,
      responseBody: 'down for maintenance',
      error: 'The endpoint answered 503.',
    },
  ],
  body: JSON.stringify(exampleEvent),
};

/** What waits to be sent. */
const waiting = {
  status: 'Waiting',
  attemptCount: 0,
  lastResponseStatus: null,
  lastError: null,
} satisfies Partial<WebhookDeliveryView>;

export const exampleResend: WebhookDeliveryView = {
  ...exampleDelivery,
  status: 'Waiting',
  nextAttemptAt: '2026-12-04T15:10:00.000Z',
};

export const exampleTestDelivery: WebhookDeliveryView = {
  ...exampleDelivery,
  ...waiting,
  id: EXAMPLE_IDS.failedDelivery + 1,
  eventId: 'msg_test7Hk2',
  nextAttemptAt: '2026-12-04T15:10:00.000Z',
};
