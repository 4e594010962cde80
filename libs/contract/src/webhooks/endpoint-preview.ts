import { z } from 'zod';
import { Id, Instant } from '../shared/common.js';
import { Moment } from '../shared/list-query.js';
import { selectedEventTypes } from './endpoint.js';
import { EventFilterBody } from './event-filter.js';
import { EventTypeName } from './event.js';

/** How far a preview reads: the newest events of the company, and the examples in its response. */
export const PREVIEW_LIMITS = { events: 10_000, examples: 5, days: 30 } as const;

export const PreviewWebhookEndpoint = z
  .strictObject({
    eventTypes: selectedEventTypes,
    filter: EventFilterBody.nullish(),
    since: Moment.optional().meta({
      description: `The start of the period, within the retention period of messages. Default: ${PREVIEW_LIMITS.days} days ago`,
    }),
  })
  .meta({
    id: 'PreviewWebhookEndpoint',
    example: { eventTypes: ['invoice.paid'], filter: { field: 'currency', in: ['EUR', 'CHF'] } },
  });
export type PreviewWebhookEndpoint = z.infer<typeof PreviewWebhookEndpoint>;

export const WebhookPreviewView = z
  .object({
    since: Instant.meta({ description: 'The start of the period' }),
    total: z.int().meta({ description: 'The number of messages' }),
    atLeast: z.boolean().meta({
      description: 'Whether the period has more events than were read, so that there may be more messages',
    }),
    eventTypes: z
      .array(z.object({ type: EventTypeName, count: z.int() }))
      .meta({ description: 'The same by event type, in the order of the request, including zeros' }),
    examples: z.array(z.object({ id: z.string(), type: EventTypeName, resourceId: Id, createdAt: Instant })).meta({
      description: `The newest of these events, at most ${PREVIEW_LIMITS.examples}. \`GET /v1/events/{id}\` returns the message`,
    }),
  })
  .meta({ id: 'WebhookPreview' });
export type WebhookPreviewView = z.infer<typeof WebhookPreviewView>;
