import { EVENT_TYPES, type EventResource } from '@billhook/domain/shared/events';
import { z } from 'zod';
import { ATTEMPT_ERROR_KINDS } from './attempt-error-kinds.js';
import { exactText, Id, IdText, Instant, listOf, pageQuery } from '../shared/common.js';
import { EventTypeName, RECORD_VIEWS } from './event.js';
import { Flag, Moment } from '../shared/list-query.js';
import { namesIn } from '../shared/name-list.js';
import { PermissionName } from '../identity/permission.js';
import { PAYLOADS } from './webhook-endpoint.js';

/** Waiting: due at nextAttemptAt, or, where that is null, when those before it of its record have ended. Sending: an attempt is under way. Failed: the schedule has ended. Cancelled: nothing more is sent. */
export const DELIVERY_STATUSES = ['Waiting', 'Sending', 'Delivered', 'Failed', 'Cancelled'] as const;
export const ATTEMPT_OUTCOMES = ['Succeeded', 'Failed', 'Interrupted'] as const;
/** Probe: sent alone, to see whether a paused endpoint answers again. */
export const ATTEMPT_TRIGGERS = ['Schedule', 'Manual', 'Probe'] as const;
/** Of the last answer; `none`: there was none. */
export const STATUS_CLASSES = ['2xx', '3xx', '4xx', '5xx', 'none'] as const;

const RESOURCES = Object.keys(RECORD_VIEWS) as [EventResource, ...EventResource[]];

const milliseconds = z.int().nullable();

const headers = z.record(z.string(), z.union([z.string(), z.array(z.string())])).nullable();

export const AttemptView = z
  .object({
    number: z.int(),
    outcome: z.enum(ATTEMPT_OUTCOMES).nullable().meta({ description: 'null while it is under way' }),
    trigger: z.enum(ATTEMPT_TRIGGERS).meta({
      description:
        'Schedule: its time had come. Manual: somebody asked for it. Probe: sent alone, to see whether a paused endpoint is back',
    }),
    startedAt: Instant,
    durationMs: milliseconds,
    timings: z
      .object({
        dnsMs: milliseconds,
        connectMs: milliseconds,
        tlsMs: milliseconds,
        firstByteMs: milliseconds.meta({
          description: 'From the start of the attempt to the first byte of the answer',
        }),
        totalMs: milliseconds,
      })
      .meta({ description: 'Name look-up, connection and TLS are null on a connection that was open already' }),
    request: z.object({
      url: z.string(),
      headers: headers.meta({
        description:
          'As they were sent, without the values of your own; null where none are kept. Without `webhook-signature` and `content-length` where the caller may not read the record',
      }),
      payload: z.enum(PAYLOADS).meta({ description: 'The form of the body: see `bodies`' }),
      signatureBase: z.string().nullable().meta({
        description:
          'What was signed is this, `id.timestamp.`, and right behind it the body; null where nothing was sent, or the caller may not read the record',
        example: 'msg_2n8QbYtH1xPq.1764946800.',
      }),
    }),
    response: z
      .object({
        status: z.int(),
        headers,
        body: z.string().nullable().meta({
          description: 'Its first 64 KiB, as text; null where the caller may not read the record, which it may repeat',
        }),
        truncated: z.boolean().meta({ description: 'Whether there was more of the body than is kept' }),
      })
      .nullable()
      .meta({ description: 'null where there was none' }),
    remoteAddress: z.string().nullable().meta({ description: 'The address that was called' }),
    responseStatus: z.int().nullable(),
    responseBody: z.string().nullable(),
    error: z.string().nullable(),
    errorKind: z.enum(ATTEMPT_ERROR_KINDS).nullable().meta({ description: 'The same for programs; kinds may grow' }),
  })
  .meta({ id: 'WebhookAttempt' });
export type AttemptView = z.infer<typeof AttemptView>;

export const WebhookDeliveryView = z
  .object({
    id: Id,
    endpointId: Id,
    endpointUrl: z.string().meta({ description: 'The URL that the endpoint has, or had when it was deleted' }),
    endpointDeletedAt: Instant.nullable().meta({ description: 'Nothing can be sent to a deleted endpoint' }),
    eventId: z.string(),
    eventType: EventTypeName,
    resource: z.enum(RESOURCES),
    resourceId: Id.meta({ description: 'Of the record that it tells of' }),
    sequence: z.int().nullable().meta({ description: 'Its place among the messages to the endpoint; null for a test' }),
    test: z.boolean().meta({ description: 'Whether it is a test message, which stands in no event list' }),
    status: z.enum(DELIVERY_STATUSES),
    attemptCount: z.int(),
    nextAttemptAt: Instant.nullable().meta({
      description:
        'While its endpoint is paused or has asked for patience, not before that ends. null where nothing more is due, and of one that is Waiting where it waits for those before it of its record (`PerRecord`)',
    }),
    lastResponseStatus: z.int().nullable(),
    lastError: z.string().nullable(),
    createdAt: Instant,
    finishedAt: Instant.nullable().meta({ description: 'When it was delivered, given up or cancelled' }),
  })
  .meta({ id: 'WebhookDelivery' });
export type WebhookDeliveryView = z.infer<typeof WebhookDeliveryView>;

export const WebhookDeliveryDetail = WebhookDeliveryView.extend({
  attempts: z.array(AttemptView).meta({ description: 'Each is kept for 30 days' }),
  body: z.string().nullable().meta({
    description:
      'The exact text of the last attempt, or else of the first to come; null when it is older than messages are kept, or the caller may not read the record',
  }),
  missingPermission: PermissionName.nullable().meta({
    description: 'The permission that shows what was sent and answered; null where all of it is shown',
    example: null,
  }),
  bodies: z
    .object({ Full: z.string().optional(), Changes: z.string().optional(), Thin: z.string().optional() })
    .meta({ description: 'The exact text in each form that an attempt sent' }),
}).meta({ id: 'WebhookDeliveryDetail' });
export type WebhookDeliveryDetail = z.infer<typeof WebhookDeliveryDetail>;

const listed = <T extends readonly [string, ...string[]]>(known: T) =>
  z.preprocess((given) => namesIn(given, known), z.array(z.enum(known)).optional());

const filters = {
  eventId: exactText(100)
    .optional()
    .meta({ description: 'Those of one event: the `webhook-id` of its messages', example: 'msg_2n8QbYtH1xPq' }),
  eventType: EventTypeName.optional().meta({ description: 'Those of one type of event' }),
  eventTypes: z
    .preprocess((given) => namesIn(given, EVENT_TYPES), z.array(EventTypeName).optional())
    .meta({ description: 'Those of any of these types: `eventTypes=invoice.paid,invoice.sent`' }),
  status: z.enum(DELIVERY_STATUSES).optional().meta({ description: 'Those with one status' }),
  statuses: listed(DELIVERY_STATUSES).meta({ description: 'Those with any of these: `statuses=Failed,Cancelled`' }),
  resource: z.enum(RESOURCES).optional().meta({ description: 'Those that tell of records of a kind' }),
  resourceId: IdText.optional().meta({ description: 'Those that tell of the records with this id' }),
  responseStatus: z
    .string()
    .regex(/^[1-5]\d\d$/, 'takes a status of HTTP, like 503')
    .transform(Number)
    .optional()
    .meta({ description: 'Those whose last attempt was answered so', minimum: 100, maximum: 599 }),
  statusClass: z.enum(STATUS_CLASSES).optional().meta({
    description: 'Those whose last attempt was answered by such a status; none: was not answered',
  }),
  since: Moment.optional().meta({ description: 'Those that were made then or later' }),
  until: Moment.optional().meta({ description: 'Those that were made before' }),
  test: Flag.optional().meta({ description: 'Only test messages, or none' }),
};

const isInOrder = ({ since, until }: { since?: string | undefined; until?: string | undefined }): boolean =>
  since === undefined || until === undefined || since <= until;
const REVERSED = { path: ['since'], error: 'must not lie after until' };

/** Of one endpoint. */
export const ListEndpointDeliveries = z.strictObject({ ...pageQuery, ...filters }).refine(isInOrder, REVERSED);
export type ListEndpointDeliveries = z.infer<typeof ListEndpointDeliveries>;

export const ListWebhookDeliveries = z
  .strictObject({
    ...pageQuery,
    endpointId: IdText.optional().meta({ description: 'Those to one endpoint' }),
    ...filters,
  })
  .refine(isInOrder, REVERSED);
export type ListWebhookDeliveries = z.infer<typeof ListWebhookDeliveries>;
export const WebhookDeliveryList = listOf(WebhookDeliveryView, 'WebhookDeliveryList');
