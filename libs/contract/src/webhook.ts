import { z } from 'zod';
import { Id, IdText, Instant, listOf, pageQuery, text } from './common.js';
import { EventTypeName } from './event.js';

export const ENDPOINT_STATUSES = ['Enabled', 'Disabled'] as const;
/** Waiting: due at nextAttemptAt. Sending: an attempt is under way. Failed: the schedule has ended. Cancelled: nothing more is sent. */
export const DELIVERY_STATUSES = ['Waiting', 'Sending', 'Delivered', 'Failed', 'Cancelled'] as const;
export const ATTEMPT_OUTCOMES = ['Succeeded', 'Failed', 'Interrupted'] as const;

const eventTypes = z
  .array(EventTypeName)
  .min(1, 'takes at least one event type')
  .refine((types) => new Set(types).size === types.length, 'names an event type twice');

export const CreateWebhookEndpoint = z
  .strictObject({
    url: text(2000).meta({ description: 'A public https address', example: 'https://example.com/webhooks/billhook' }),
    eventTypes,
    description: text(200).optional(),
  })
  .meta({
    id: 'CreateWebhookEndpoint',
    example: { url: 'https://example.com/webhooks/billhook', eventTypes: ['invoice.paid', 'payment.created'] },
  });
export type CreateWebhookEndpoint = z.infer<typeof CreateWebhookEndpoint>;

export const UpdateWebhookEndpoint = z
  .strictObject({
    url: text(2000).optional(),
    eventTypes: eventTypes.optional(),
    description: text(200).nullish(),
    status: z.enum(ENDPOINT_STATUSES).optional(),
  })
  .meta({
    id: 'UpdateWebhookEndpoint',
    example: { eventTypes: ['invoice.paid', 'invoice.overdue', 'payment.created'] },
  });
export type UpdateWebhookEndpoint = z.infer<typeof UpdateWebhookEndpoint>;

export const WebhookEndpointView = z
  .object({
    id: Id,
    url: z.string(),
    description: z.string().nullable(),
    eventTypes: z.array(EventTypeName),
    status: z.enum(ENDPOINT_STATUSES),
    deliveries: z
      .object({ delivered: z.int(), failed: z.int(), waiting: z.int() })
      .meta({ description: 'Counts of the last 24 hours; waiting counts all' }),
    version: z.int(),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'WebhookEndpoint' });
export type WebhookEndpointView = z.infer<typeof WebhookEndpointView>;

export const CreatedWebhookEndpoint = WebhookEndpointView.extend({
  secret: z.string().meta({ description: 'The signing secret; GET …/secret shows it again', example: 'whsec_…' }),
}).meta({ id: 'CreatedWebhookEndpoint' });

export const WebhookSecretView = z
  .object({ secret: z.string(), previous: z.array(z.object({ secret: z.string(), expiresAt: Instant })) })
  .meta({ id: 'WebhookSecret' });
export type WebhookSecretView = z.infer<typeof WebhookSecretView>;

export const RotateWebhookSecret = z
  .strictObject({
    overlapHours: z
      .int()
      .min(0)
      .max(168)
      .default(24)
      .meta({ description: 'Hours in which the old secret signs too, up to 7 days' }),
  })
  .meta({ id: 'RotateWebhookSecret', example: { overlapHours: 24 } });
export type RotateWebhookSecret = z.infer<typeof RotateWebhookSecret>;

export const TestWebhookEndpoint = z
  .strictObject({
    eventType: EventTypeName.optional().meta({ description: 'Default: the first that the endpoint receives' }),
  })
  .meta({ id: 'TestWebhookEndpoint', example: { eventType: 'invoice.paid' } });
export type TestWebhookEndpoint = z.infer<typeof TestWebhookEndpoint>;

export const ListWebhookEndpoints = z.strictObject({ ...pageQuery });
export type ListWebhookEndpoints = z.infer<typeof ListWebhookEndpoints>;
export const WebhookEndpointList = listOf(WebhookEndpointView, 'WebhookEndpointList');

export const AttemptView = z
  .object({
    number: z.int(),
    outcome: z.enum(ATTEMPT_OUTCOMES).nullable().meta({ description: 'null while it is under way' }),
    trigger: z.enum(['Schedule', 'Manual']),
    startedAt: Instant,
    durationMs: z.int().nullable(),
    responseStatus: z.int().nullable(),
    responseBody: z.string().nullable(),
    error: z.string().nullable(),
  })
  .meta({ id: 'WebhookAttempt' });
export type AttemptView = z.infer<typeof AttemptView>;

export const WebhookDeliveryView = z
  .object({
    id: Id,
    endpointId: Id,
    eventId: z.string(),
    eventType: EventTypeName,
    status: z.enum(DELIVERY_STATUSES),
    attemptCount: z.int(),
    nextAttemptAt: Instant.nullable(),
    lastResponseStatus: z.int().nullable(),
    lastError: z.string().nullable(),
    createdAt: Instant,
  })
  .meta({ id: 'WebhookDelivery' });
export type WebhookDeliveryView = z.infer<typeof WebhookDeliveryView>;

export const WebhookDeliveryDetail = WebhookDeliveryView.extend({
  attempts: z.array(AttemptView),
  body: z.string().meta({ description: 'The exact bytes that are sent' }),
}).meta({ id: 'WebhookDeliveryDetail' });
export type WebhookDeliveryDetail = z.infer<typeof WebhookDeliveryDetail>;

export const ListWebhookDeliveries = z.strictObject({
  ...pageQuery,
  endpointId: IdText.optional().meta({ description: 'Those to one endpoint' }),
  eventType: EventTypeName.optional().meta({ description: 'Those of one type of event' }),
  status: z.enum(DELIVERY_STATUSES).optional().meta({ description: 'Those with one status' }),
});
export type ListWebhookDeliveries = z.infer<typeof ListWebhookDeliveries>;
export const WebhookDeliveryList = listOf(WebhookDeliveryView, 'WebhookDeliveryList');

export const PortalLinkView = z.object({ url: z.string(), expiresAt: Instant }).meta({ id: 'PortalLink' });
export type PortalLinkView = z.infer<typeof PortalLinkView>;

export const PortalSessionView = z
  .object({ company: z.object({ id: Id, name: z.string() }), expiresAt: Instant, allowHttp: z.boolean() })
  .meta({ id: 'PortalSession' });
export type PortalSessionView = z.infer<typeof PortalSessionView>;
