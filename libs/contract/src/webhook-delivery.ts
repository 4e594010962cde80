import { z } from 'zod';
import { Id, IdText, Instant, listOf, pageQuery } from './common.js';
import { EventTypeName } from './event.js';

/** Waiting: due at nextAttemptAt. Sending: an attempt is under way. Failed: the schedule has ended. Cancelled: nothing more is sent. */
export const DELIVERY_STATUSES = ['Waiting', 'Sending', 'Delivered', 'Failed', 'Cancelled'] as const;
export const ATTEMPT_OUTCOMES = ['Succeeded', 'Failed', 'Interrupted'] as const;
/** Probe: sent alone, to see whether a paused endpoint answers again. */
export const ATTEMPT_TRIGGERS = ['Schedule', 'Manual', 'Probe'] as const;

export const AttemptView = z
  .object({
    number: z.int(),
    outcome: z.enum(ATTEMPT_OUTCOMES).nullable().meta({ description: 'null while it is under way' }),
    trigger: z.enum(ATTEMPT_TRIGGERS),
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
