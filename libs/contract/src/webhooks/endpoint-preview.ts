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
    eventTypes: selectedEventTypes.meta({ description: 'The event types that the endpoint would receive' }),
    filter: EventFilterBody.nullish().meta({ description: 'Which of these events it would receive; null for all' }),
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
      .array(
        z.object({
          type: EventTypeName.meta({ description: 'The event type' }),
          count: z.int().meta({ description: 'The number of messages' }),
        }),
      )
      .meta({ description: 'The same by event type, in the order of the request, including zeros' }),
    examples: z
      .array(
        z.object({
          id: z.string().meta({ description: 'The id of the event', example: 'msg_2n8QbYtH1xPq' }),
          type: EventTypeName.meta({ description: 'The event type' }),
          resourceId: Id.meta({ description: 'The id of the record' }),
          createdAt: Instant.meta({ description: 'When it happened' }),
        }),
      )
      .meta({
        description: `The newest of these events, at most ${PREVIEW_LIMITS.examples}. \`GET /v1/events/{id}\` returns the message`,
      }),
  })
  .meta({ id: 'WebhookPreview' });
export type WebhookPreviewView = z.infer<typeof WebhookPreviewView>;
