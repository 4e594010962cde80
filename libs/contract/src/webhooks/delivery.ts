import { EVENT_RESOURCES, EVENT_TYPES, type EventResource } from '@billhook/domain/shared/event-types';
import { PAYLOADS } from '@billhook/domain/webhooks/endpoint';
import { z } from 'zod';
import { PermissionName } from '../identity/permission.js';
import { exactText, Id, IdText, Instant } from '../shared/common.js';
import { Flag, Moment } from '../shared/list-query.js';
import { namesIn } from '../shared/name-list.js';
import { listOf, pageQuery } from '../shared/page.js';
import { ATTEMPT_ERROR_KINDS } from './attempt-error-kinds.js';
import { EventTypeName } from './event.js';

/**
 * Waiting: due at nextAttemptAt, or, if null, after the earlier deliveries of its record. Sending: an attempt is in flight.
 * Failed: all retries failed. Cancelled: no further attempts.
 */
export const DELIVERY_STATUSES = ['Waiting', 'Sending', 'Delivered', 'Failed', 'Cancelled'] as const;
export const ATTEMPT_OUTCOMES = ['Succeeded', 'Failed', 'Interrupted'] as const;
/** Probe: sent alone, to check whether a paused endpoint works again. */
export const ATTEMPT_TRIGGERS = ['Schedule', 'Manual', 'Probe'] as const;
/** The status of the last response; `none` without one. */
export const STATUS_CLASSES = ['2xx', '3xx', '4xx', '5xx', 'none'] as const;

const RESOURCES = EVENT_RESOURCES as [EventResource, ...EventResource[]];

const milliseconds = z.int().nullable();

const headers = z.record(z.string(), z.union([z.string(), z.array(z.string())])).nullable();

export const AttemptView = z
  .object({
    number: z.int().meta({ description: 'The position of the attempt in the delivery, from 1' }),
    outcome: z.enum(ATTEMPT_OUTCOMES).nullable().meta({ description: 'Null while the attempt is in progress' }),
    trigger: z.enum(ATTEMPT_TRIGGERS).meta({
      description:
        'Schedule: sent by the retry schedule. Manual: a resend was requested. Probe: sent to check whether a paused endpoint works again',
    }),
    startedAt: Instant.meta({ description: 'When the attempt started' }),
    durationMs: milliseconds.meta({ description: 'The duration in milliseconds; null while it is in progress' }),
    timings: z
      .object({
        dnsMs: milliseconds.meta({ description: 'The look-up of the host name, in milliseconds' }),
        connectMs: milliseconds.meta({ description: 'The connection, in milliseconds' }),
        tlsMs: milliseconds.meta({ description: 'The TLS handshake, in milliseconds; null for http' }),
        firstByteMs: milliseconds.meta({
          description:
            'From the start of the attempt to the first byte of the response, in milliseconds; null if none arrived',
        }),
        totalMs: milliseconds.meta({ description: 'The whole attempt, in milliseconds' }),
      })
      .meta({ description: 'DNS, connection and TLS are null if an open connection was reused' }),
    request: z
      .object({
        url: z.string().meta({ description: 'The URL that it was sent to' }),
        headers: headers.meta({
          description:
            'As sent, without the values of custom headers; null if none are stored. Without `webhook-signature` and `content-length` if the caller may not read the record',
        }),
        payload: z.enum(PAYLOADS).meta({ description: 'The payload of the body: see `bodies`' }),
        signatureBase: z.string().nullable().meta({
          description:
            'The signed text is this, `id.timestamp.`, followed by the body; null if nothing was sent, or the caller may not read the record',
          example: 'msg_2n8QbYtH1xPq.1764946800.',
        }),
      })
      .meta({ description: 'The request as it was sent, without its body: see `bodies`' }),
    response: z
      .object({
        status: z.int().meta({ description: 'The HTTP status' }),
        headers: headers.meta({ description: 'The headers; null if none are stored' }),
        body: z.string().nullable().meta({
          description:
            'The first 64 KiB, as text; null if the caller may not read the record, because the response may repeat it',
        }),
        truncated: z.boolean().meta({ description: 'Whether the body was longer than the stored part' }),
      })
      .nullable()
      .meta({ description: 'Null if there was none' }),
    remoteAddress: z.string().nullable().meta({ description: 'The IP address of the receiver' }),
    responseStatus: z.int().nullable().meta({ description: 'The same as `response.status`; null without a response' }),
    responseBody: z.string().nullable().meta({ description: 'The same as `response.body`; null without a response' }),
    error: z.string().nullable().meta({ description: 'Why it failed, in a sentence; null unless it failed' }),
    errorKind: z
      .enum(ATTEMPT_ERROR_KINDS)
      .nullable()
      .meta({ description: 'The same, for programs. New kinds may be added' }),
  })
  .meta({ id: 'WebhookAttempt' });
export type AttemptView = z.infer<typeof AttemptView>;

export const WebhookDeliveryView = z
  .object({
    id: Id.meta({ description: 'The id of the delivery' }),
    endpointId: Id.meta({ description: 'The id of the endpoint' }),
    endpointUrl: z.string().meta({ description: 'The URL of the endpoint, even after its deletion' }),
    endpointDeletedAt: Instant.nullable().meta({ description: 'Nothing can be sent to a deleted endpoint' }),
    eventId: z
      .string()
      .meta({ description: 'The id of the event: the header `webhook-id`', example: 'msg_2n8QbYtH1xPq' }),
    eventType: EventTypeName.meta({ description: 'The type of the event' }),
    resource: z.enum(RESOURCES).meta({ description: 'The resource of the record of the event' }),
    resourceId: Id.meta({ description: 'The id of the record of the event' }),
    sequence: z.int().nullable().meta({
      description: 'Its position among the messages to the endpoint; null for a test and for a record sent on request',
    }),
    test: z.boolean().meta({ description: 'Whether it is a test message, which appears in no list of events' }),
    manual: z.boolean().meta({
      description:
        'Whether it is the present state of a record that was sent on request, which appears in no list of events',
    }),
    status: z.enum(DELIVERY_STATUSES).meta({
      description:
        'Waiting: for its time or for earlier deliveries. Sending: an attempt is in flight. Failed: all retries failed. Cancelled: no further attempts',
    }),
    attemptCount: z.int().meta({ description: 'How many attempts were made' }),
    nextAttemptAt: Instant.nullable().meta({
      description:
        'Not before a pause of the endpoint or its Retry-After ends. Null if nothing is due, and while a Waiting delivery waits for earlier deliveries of its record (`PerRecord`)',
    }),
    lastResponseStatus: z.int().nullable().meta({
      description: 'The HTTP status of the last response; null if the last attempt got none',
    }),
    lastError: z.string().nullable().meta({
      description: 'Why the last attempt failed, in a sentence; null after a success and before the first attempt',
    }),
    lastErrorKind: z
      .enum(ATTEMPT_ERROR_KINDS)
      .nullable()
      .meta({ description: 'The same, for programs; null after a success. New kinds may be added' }),
    createdAt: Instant.meta({ description: 'When the delivery was created' }),
    finishedAt: Instant.nullable().meta({ description: 'When it was delivered, failed or was cancelled' }),
  })
  .meta({ id: 'WebhookDelivery' });
export type WebhookDeliveryView = z.infer<typeof WebhookDeliveryView>;

const sentText = (payload: string) =>
  z
    .string()
    .optional()
    .meta({ description: `The text in the payload ${payload}; absent if no attempt sent it` });

export const WebhookDeliveryDetail = WebhookDeliveryView.extend({
  attempts: z.array(AttemptView).meta({ description: 'Each attempt is stored for 30 days' }),
  body: z.string().nullable().meta({
    description:
      'The exact text of the last attempt, or of the first one to come; null if it is no longer stored, or the caller may not read the record',
  }),
  missingPermission: PermissionName.nullable().meta({
    description: 'The permission that is needed to see the request and the response; null if nothing is hidden',
    example: null,
  }),
  bodies: z
    .object({ Full: sentText('Full'), Changes: sentText('Changes'), Thin: sentText('Thin') })
    .meta({ description: 'The exact text in each payload that an attempt sent' }),
}).meta({ id: 'WebhookDeliveryDetail' });
export type WebhookDeliveryDetail = z.infer<typeof WebhookDeliveryDetail>;

const listed = <T extends readonly [string, ...string[]]>(known: T) =>
  z.preprocess((given) => namesIn(given, known), z.array(z.enum(known)).optional());

const filters = {
  eventId: exactText(100)
    .optional()
    .meta({ description: 'Only of this event: the `webhook-id` of its messages', example: 'msg_2n8QbYtH1xPq' }),
  eventType: EventTypeName.optional().meta({ description: 'Only of this event type' }),
  eventTypes: z
    .preprocess((given) => namesIn(given, EVENT_TYPES), z.array(EventTypeName).optional())
    .meta({ description: 'Only of these event types, separated by commas: `eventTypes=invoice.paid,invoice.sent`' }),
  status: z.enum(DELIVERY_STATUSES).optional().meta({ description: 'Only with this status' }),
  statuses: listed(DELIVERY_STATUSES).meta({
    description: 'Only with these statuses, separated by commas: `statuses=Failed,Cancelled`',
  }),
  resource: z.enum(RESOURCES).optional().meta({ description: 'Only for records of this resource' }),
  resourceId: IdText.optional().meta({ description: 'Only for records with this id' }),
  responseStatus: z
    .string()
    .regex(/^[1-5]\d\d$/, 'must be an HTTP status, like 503')
    .transform(Number)
    .optional()
    .meta({ description: 'Only if the last attempt got this status', minimum: 100, maximum: 599 }),
  statusClass: z.enum(STATUS_CLASSES).optional().meta({
    description: 'Only if the last attempt got such a status; none: it got no response',
  }),
  errorKind: z
    .enum(ATTEMPT_ERROR_KINDS)
    .optional()
    .meta({ description: 'Only if the last attempt failed with this kind of error' }),
  since: Moment.optional().meta({ description: 'Only those created at or after this time' }),
  until: Moment.optional().meta({ description: 'Only those created before this time' }),
  test: Flag.optional().meta({
    description: 'true for only test messages and records sent on request, false for neither',
  }),
};

const isInOrder = ({ since, until }: { since?: string | undefined; until?: string | undefined }): boolean =>
  since === undefined || until === undefined || since <= until;
const REVERSED = { path: ['since'], error: 'must not be after until' };

/** The query of one endpoint. */
export const ListEndpointDeliveries = z.strictObject({ ...pageQuery, ...filters }).refine(isInOrder, REVERSED);
export type ListEndpointDeliveries = z.infer<typeof ListEndpointDeliveries>;

export const ListWebhookDeliveries = z
  .strictObject({
    ...pageQuery,
    endpointId: IdText.optional().meta({ description: 'Only to this endpoint' }),
    ...filters,
  })
  .refine(isInOrder, REVERSED);
export type ListWebhookDeliveries = z.infer<typeof ListWebhookDeliveries>;
export const WebhookDeliveryList = listOf(WebhookDeliveryView, 'WebhookDeliveryList');
