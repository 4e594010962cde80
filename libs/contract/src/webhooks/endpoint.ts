import { GRANT_ACCESS } from '@billhook/domain/identity/grant';
import { EVENT_TYPES } from '@billhook/domain/shared/event-types';
import { customHeaderErrors, HEADER_PATTERNS, MAX_CUSTOM_HEADERS } from '@billhook/domain/webhooks/custom-headers';
import {
  DISABLED_REASONS,
  ENDPOINT_STATUSES,
  ORDERINGS,
  PAYLOADS,
  SIGNATURE_SCHEMES,
} from '@billhook/domain/webhooks/endpoint';
import { BOUND_MEMBERS } from '@billhook/domain/webhooks/endpoint-ownership';
import { z } from 'zod';
import { list, record } from '../shared/bounded.js';
import { ExternalId, Id, Instant, oneLine, opaqueLine } from '../shared/common.js';
import { described } from '../shared/described.js';
import { listOf, pageQuery } from '../shared/page.js';
import { EndpointHealthView } from './endpoint-health.js';
import { EventFilterBody, EventFilterView } from './event-filter.js';
import { EventTypeName } from './event.js';

const LONGEST_SCHEDULE_S = 7 * 86_400;

/** The event types in a body. */
export const selectedEventTypes = list(EventTypeName)
  .max(EVENT_TYPES.length)
  .min(1, 'must contain at least one event type')
  .refine((types) => new Set(types).size === types.length, 'must not contain an event type twice')
  .meta({ uniqueItems: true });

const HOST_NAME = '(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z]{2,63}';
const OCTET = '(?:25[0-5]|2[0-4][0-9]|1?[0-9]{1,2})';
const GROUP = '[0-9A-Fa-f]{1,4}';
/** Eight groups, or `::` for at least one of them after 0 to 7 others. */
const IPV6 = [
  `(?:${GROUP}:){7}${GROUP}`,
  ...[1, 2, 3, 4, 5].map((before) => `(?:${GROUP}:){${before}}(?::${GROUP}){1,${7 - before}}`),
  `(?:${GROUP}:){6}:${GROUP}`,
  `(?:${GROUP}:){1,7}:`,
  `::(?:${GROUP}(?::${GROUP}){0,6})?`,
].join('|');
const PORT = '(?:[1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])';
/** The egress guard checks the address. */
const URL_PATTERN = new RegExp(
  `^https?://(?:${HOST_NAME}|${OCTET}(?:\\.${OCTET}){3}|\\[(?:${IPV6})\\])(?::${PORT})?(?:[/?][!-"$-~]*)?$`,
);

const url = opaqueLine(2000).meta({
  pattern: URL_PATTERN.source,
  description:
    'A public https URL without user name and fragment. http only if the installation allows it. Write a non-ASCII host name in its `xn--` form',
  example: 'https://example.com/webhooks/billhook',
});

const payload = z.enum(PAYLOADS).meta({
  description:
    'The form of the messages. Full: the four members of a message. Changes: also `changes` (the previous values of changed members) and `resourceVersion`. Thin: `data` contains only the id and URL of the record',
});

const signatureScheme = z.enum(SIGNATURE_SCHEMES).meta({
  description:
    'The signature scheme of Standard Webhooks. v1: HMAC-SHA-256 with a shared secret. v1a: Ed25519; you get only the public key',
});

const headers = record(
  z.string().meta({ pattern: HEADER_PATTERNS.name.source }),
  z.string().meta({ pattern: HEADER_PATTERNS.value.source }),
  MAX_CUSTOM_HEADERS,
)
  .superRefine((given, context) => {
    for (const { name, message } of customHeaderErrors(given)) {
      const path = name === null ? [] : [name];
      context.addIssue({ code: 'custom', path, message, params: { code: 'header_refused' } });
    }
  })
  .meta({
    description: `Custom headers, sent with each message, at most ${MAX_CUSTOM_HEADERS}. Their values are encrypted and never shown again`,
    example: { 'X-Tenant': 'acme' },
  });

const ordering = z.enum(ORDERINGS).meta({
  description:
    'BestEffort: each message is sent as soon as possible. PerRecord: a message waits until all earlier messages about the same record are delivered or have failed',
});

const schedule = list(z.int().min(0).max(LONGEST_SCHEDULE_S))
  .min(1)
  .max(30)
  .refine((waits) => waits.slice(1).every((seconds) => seconds > 0), 'must be above 0, except for the first wait')
  .refine(
    (waits) => waits.reduce((sum, seconds) => sum + seconds, 0) <= LONGEST_SCHEDULE_S,
    `must add up to at most 7 days (${LONGEST_SCHEDULE_S} seconds)`,
  )
  .meta({
    description:
      'The seconds to wait before each attempt: 1 to 30 numbers, at most 7 days together; null for the schedule of the installation',
    example: [0, 60, 3_600],
  });

const limits = z
  .strictObject({
    perSecond: z.int().min(1).max(1000).nullish().meta({ description: 'The messages per second; null for no limit' }),
    inFlight: z.int().min(1).max(100).optional().meta({ description: 'The requests in flight at the same time' }),
  })
  .meta({
    description: 'Messages per second (null for no limit), and the number of requests in flight at the same time',
  });

const ENDPOINT = {
  url: 'Where messages are sent',
  description: 'A text of your choice, which lists show',
  eventTypes: 'The event types that it receives',
  filter: 'Which of these events it receives; null for all',
  limits: 'The limits for the messages that it receives',
  status: 'Disabled: no messages are sent, and no deliveries are created',
  disabledAt: 'When it was disabled; null while it is enabled',
  health: 'Whether it accepts its messages, and what happens next',
  schedule: 'The seconds to wait before each attempt; null for the schedule of the installation',
};

/** The settings in create and update bodies of an endpoint. */
const settings = described(ENDPOINT, {
  description: oneLine(200).nullish(),
  payload: payload.optional(),
  headers: headers.optional(),
  filter: EventFilterBody.nullish(),
  ordering: ordering.optional(),
  schedule: schedule.nullish(),
  limits: limits.optional(),
});

export const CreateWebhookEndpoint = z
  .strictObject(
    described(ENDPOINT, {
      url,
      eventTypes: selectedEventTypes,
      externalId: ExternalId.optional(),
      signatureScheme: signatureScheme.optional(),
      ...settings,
    }),
  )
  .meta({
    id: 'CreateWebhookEndpoint',
    example: { url: 'https://example.com/webhooks/billhook', eventTypes: ['invoice.paid', 'payment.created'] },
  });
export type CreateWebhookEndpoint = z.infer<typeof CreateWebhookEndpoint>;

/** Replaces all settings: omitted members get the defaults of a new endpoint. */
export const PutWebhookEndpoint = z
  .strictObject(
    described(ENDPOINT, {
      url,
      eventTypes: selectedEventTypes,
      signatureScheme: signatureScheme.optional(),
      ...settings,
    }),
  )
  .meta({
    id: 'PutWebhookEndpoint',
    example: {
      url: 'https://example.com/webhooks/billhook',
      eventTypes: ['invoice.sent', 'invoice.paid'],
      description: 'The ERP',
      payload: 'Changes',
      headers: { 'X-Tenant': 'acme' },
      filter: { field: 'currency', in: ['EUR', 'CHF'] },
      ordering: 'PerRecord',
      limits: { perSecond: 20 },
    },
  });
export type PutWebhookEndpoint = z.infer<typeof PutWebhookEndpoint>;

export const UpdateWebhookEndpoint = z
  .strictObject(
    described(ENDPOINT, {
      url: url.optional(),
      eventTypes: selectedEventTypes.optional(),
      status: z.enum(ENDPOINT_STATUSES).optional(),
      externalId: ExternalId.nullish(),
      signatureScheme: signatureScheme
        .optional()
        .meta({ description: 'Only the current one: rotate-secret changes it' }),
      ...settings,
    }),
  )
  .meta({
    id: 'UpdateWebhookEndpoint',
    example: { eventTypes: ['invoice.paid', 'invoice.overdue', 'payment.created'] },
  });
export type UpdateWebhookEndpoint = z.infer<typeof UpdateWebhookEndpoint>;

/** An application, and the access that a member gave it. */
const endpointApplication = z.object({
  id: Id.meta({ description: 'The id of the application' }),
  clientId: z.string().meta({ description: 'The client ID of the application' }),
  name: z.string().meta({ description: 'The name of the application' }),
  grantId: Id.meta({ description: 'The id of the access that a member gave it' }),
  access: z.enum(GRANT_ACCESS).meta({
    description:
      'The access that a member gave the application. suspended: deliveries wait until the access works again. expired, revoked: nothing is delivered',
  }),
});

export const WebhookEndpointView = z
  .object(
    described(ENDPOINT, {
      id: Id,
      externalId: z.string().nullable(),
      url: z.string(),
      description: z.string().nullable(),
      eventTypes: z.array(EventTypeName),
      filter: EventFilterView.nullable(),
      payload,
      ordering,
      signatureScheme: z
        .enum(SIGNATURE_SCHEMES)
        .meta({ description: 'The scheme of the newest secret: see rotate-secret' }),
      headers: z.array(z.object({ name: z.string().meta({ description: 'The name of the header' }) })).meta({
        description: 'The names of the custom headers, without their values',
        example: [{ name: 'X-Tenant' }],
      }),
      schedule: z.array(z.int()).nullable(),
      limits: z.object({
        perSecond: z.int().nullable().meta({ description: 'Messages per second; null for no limit' }),
        inFlight: z.int().meta({ description: 'Requests in flight at the same time' }),
      }),
      status: z.enum(ENDPOINT_STATUSES),
      disabledReason: z.enum(DISABLED_REASONS).nullable().meta({
        description:
          'Manual: by a request. Gone: it responded with 410. Failing: nothing was delivered for days. AccessRevoked, AccessExpired: the access of `application`, or of one in `applicationChanges`, has ended',
      }),
      disabledAt: Instant.nullable(),
      application: endpointApplication
        .nullable()
        .meta({ description: 'The application that created the endpoint; null if a member or a key did' }),
      applicationChanges: z
        .array(
          z.object({
            member: z.enum(BOUND_MEMBERS).meta({ description: 'The member of the endpoint' }),
            application: endpointApplication.meta({ description: 'The application that set it' }),
          }),
        )
        .meta({
          description:
            'The members that an application set on an endpoint that it does not own. The endpoint works only as long as the access of each of them does; setting the member yourself ends that',
        }),
      health: EndpointHealthView,
      deliveries: z
        .object({
          delivered: z.int().meta({ description: 'Messages that it accepted' }),
          failed: z.int().meta({ description: 'Messages whose retries all failed' }),
          waiting: z.int().meta({ description: 'Messages that wait for an attempt or are in flight' }),
        })
        .meta({
          description:
            'Messages that were delivered or failed within the last 24 hours; `waiting` counts all that wait or are in flight. Each is counted up to 10,000, including tests and excluding cancelled messages',
        }),
      version: z.int(),
      createdAt: Instant,
      updatedAt: Instant,
    }),
  )
  .meta({ id: 'WebhookEndpoint' });
export type WebhookEndpointView = z.infer<typeof WebhookEndpointView>;

const SECRET = 'The signing secret, or the public key for v1a. GET …/secret returns it again';

export const CreatedWebhookEndpoint = WebhookEndpointView.extend({
  secret: z.string().meta({ description: SECRET, example: 'whsec_…' }),
}).meta({ id: 'CreatedWebhookEndpoint' });
export type CreatedWebhookEndpoint = z.infer<typeof CreatedWebhookEndpoint>;

export const WrittenWebhookEndpoint = WebhookEndpointView.extend({
  secret: z
    .string()
    .nullable()
    .meta({ description: `${SECRET}. Null if the endpoint already existed` }),
}).meta({ id: 'WrittenWebhookEndpoint' });
export type WrittenWebhookEndpoint = z.infer<typeof WrittenWebhookEndpoint>;

export const EnabledWebhookEndpoint = WebhookEndpointView.extend({
  missed: z
    .object({
      since: Instant.meta({ description: 'When the endpoint was disabled' }),
      failed: z.int().meta({ description: 'Messages that have failed or were cancelled since: see recover' }),
      missing: z.int().nullable().meta({
        description:
          'Events without a delivery: see replay-missing. Null if there are too many to count with the filter, or the caller may not read the records that the filter reads',
      }),
    })
    .nullable()
    .meta({ description: 'What it missed while it was disabled; null if it was not disabled' }),
}).meta({ id: 'EnabledWebhookEndpoint' });
export type EnabledWebhookEndpoint = z.infer<typeof EnabledWebhookEndpoint>;

export const ListWebhookEndpoints = z.strictObject({ ...pageQuery });
export type ListWebhookEndpoints = z.infer<typeof ListWebhookEndpoints>;
export const WebhookEndpointList = listOf(WebhookEndpointView, 'WebhookEndpointList');
