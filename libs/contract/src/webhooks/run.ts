import { EVENT_TYPES } from '@billhook/domain/shared/event-types';
import { FILTER_COUNTS } from '@billhook/domain/webhooks/event-filter';
import { RUN_KINDS, RUN_STATUSES } from '@billhook/domain/webhooks/run';
import { z } from 'zod';
import { list } from '../shared/bounded.js';
import { Id, Instant } from '../shared/common.js';
import { Moment } from '../shared/list-query.js';
import { listOf, pageQuery } from '../shared/page.js';
import { EventTypeName } from './event.js';

/** The messages of a run. An omitted member does not restrict them. */
export const RunSelection = z.strictObject({
  eventTypes: list(EventTypeName)
    .max(EVENT_TYPES.length)
    .min(1, 'must contain at least one event type')
    .refine((types) => new Set(types).size === types.length, 'must not contain an event type twice')
    .meta({ uniqueItems: true })
    .optional()
    .meta({ description: 'Only of these event types' }),
  resourceId: Id.optional().meta({ description: 'Only of this record' }),
});
export type RunSelection = z.infer<typeof RunSelection>;

export const StartWebhookRun = z
  .strictObject({
    since: Moment.meta({
      description: 'From this time on, at most as far back as messages are stored, which is 30 days by default',
    }),
    until: Moment.optional().meta({ description: 'Up to this time. Default and maximum: now' }),
    ...RunSelection.shape,
  })
  .meta({ id: 'StartWebhookRun', example: { since: '2026-12-04T00:00:00.000Z', eventTypes: ['invoice.paid'] } });
export type StartWebhookRun = z.infer<typeof StartWebhookRun>;

export const WebhookRunView = z
  .object({
    id: Id.meta({ description: 'The id of the run' }),
    endpointId: Id.meta({ description: 'The id of the endpoint' }),
    kind: z.enum(RUN_KINDS).meta({
      description:
        'RecoverFailed: sends failed and cancelled deliveries again. ReplayMissing: sends the events without a delivery',
    }),
    status: z.enum(RUN_STATUSES).meta({ description: 'Completed: all of its messages are in flight or delivered' }),
    since: Instant.meta({ description: 'The start of the period of its messages' }),
    until: Instant.meta({ description: 'The end of the period of its messages' }),
    eventTypes: z
      .array(EventTypeName)
      .nullable()
      .meta({ description: 'Null for all types that the endpoint receives' }),
    resourceId: Id.nullable().meta({ description: 'The id of the only record that it covers; null for all records' }),
    total: z
      .int()
      .nullable()
      .meta({
        description: `The number of messages to send when the run was started. Null if there are too many to count with the filter of the endpoint (more than ${FILTER_COUNTS.events} events, or 16 MiB of them); it is then known when the run has completed`,
      }),
    done: z.int().meta({ description: 'How many of them are in flight or delivered' }),
    createdAt: Instant.meta({ description: 'When it was started' }),
    updatedAt: Instant.meta({ description: 'When it last changed' }),
    finishedAt: Instant.nullable().meta({ description: 'When it was completed or cancelled; null before that' }),
  })
  .meta({ id: 'WebhookRun' });
export type WebhookRunView = z.infer<typeof WebhookRunView>;

export const ListWebhookRuns = z.strictObject({ ...pageQuery });
export type ListWebhookRuns = z.infer<typeof ListWebhookRuns>;
export const WebhookRunList = listOf(WebhookRunView, 'WebhookRunList');
