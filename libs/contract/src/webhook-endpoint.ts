import { z } from 'zod';
import { Id, Instant, listOf, pageQuery, text } from './common.js';
import { EventTypeName } from './event.js';

export const ENDPOINT_STATUSES = ['Enabled', 'Disabled'] as const;
/** Manual: a person did it. Gone: it answered 410. Failing: it failed for five days. */
export const DISABLED_REASONS = ['Manual', 'Gone', 'Failing'] as const;
/** Full: the four members of a message. Changes: those, with `changes` and `resourceVersion`. Thin: only which record it is about. */
export const PAYLOADS = ['Full', 'Changes', 'Thin'] as const;
/** Of Standard Webhooks: v1 is HMAC-SHA-256, v1a is Ed25519. */
export const SIGNATURE_SCHEMES = ['v1', 'v1a'] as const;
/** PerRecord: what tells of a record waits until all that was told of it before is delivered, or given up. */
export const ORDERINGS = ['BestEffort', 'PerRecord'] as const;

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
