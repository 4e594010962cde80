import { EVENTS, EVENT_TYPES, type EventResource, type EventType } from '@billhook/domain/shared/event-types';
import { z } from 'zod';
import { PermissionName } from '../identity/permission.js';
import { CheckpointView } from '../invoicing/checkpoint.js';
import { ClientView } from '../invoicing/client.js';
import { InvoiceView } from '../invoicing/invoice.js';
import { PaymentView } from '../invoicing/payment.js';
import { QuoteView } from '../invoicing/quote.js';
import { Instant } from '../shared/common.js';
import { namesIn } from '../shared/name-list.js';
import { CURSOR_PATTERN, listOf, pageQuery } from '../shared/page.js';

export const EventTypeName = z.enum(EVENT_TYPES as [EventType, ...EventType[]]).meta({ id: 'EventType' });

/** The record of an event, with the same schema as its GET. */
export const RECORD_VIEWS = {
  invoice: InvoiceView,
  client: ClientView,
  quote: QuoteView,
  payment: PaymentView,
  checkpoint: CheckpointView,
} as const satisfies Record<EventResource, z.ZodObject>;

/** The schema of `data` of an event type. */
export function dataSchema(type: EventType): z.ZodObject {
  return RECORD_VIEWS[EVENTS[type].resource];
}

/** The delivered message, with exactly these four members. */
export const EventMessage = z.object({
  id: z.string().meta({
    description: 'The same for all attempts and endpoints: use it to recognise a repeat',
    example: 'msg_2n8QbYtH1xPq',
  }),
  type: EventTypeName.meta({ description: 'What happened, and to which resource' }),
  createdAt: Instant.meta({ description: 'When it happened' }),
  data: z.looseObject({}).meta({ description: 'The record as its GET returned it at that moment' }),
});
export type EventMessage = z.infer<typeof EventMessage>;

/** An event in GET /v1/events: the message, without the record if the caller cannot read it. */
export const EventView = EventMessage.extend({
  data: EventMessage.shape.data.nullable().meta({
    description: 'The record as its GET returned it at that moment; null if the caller may not read such records',
  }),
  missingPermission: PermissionName.optional().meta({
    description: 'Only if `data` is null: the permission that is needed to see it',
    example: 'invoice.read',
  }),
}).meta({ id: 'Event' });
export type EventView = z.infer<typeof EventView>;

export const EventList = listOf(EventView, 'EventList');

/** The maximum number of events per page, for readers that catch up after being offline. */
export const EVENTS_A_PAGE = 500;

const LIMIT = `must be a whole number from 1 to ${EVENTS_A_PAGE}`;

/** The id of an event, as in `webhook-id`. */
export const EVENT_ID_PATTERN = /^msg_[0-9A-Za-z]+$/;

/** `after` with this value starts at the oldest stored message. */
export const BEGINNING = 'beginning';

const AFTER_PATTERN = `^(?:${[BEGINNING, ...[EVENT_ID_PATTERN, CURSOR_PATTERN].map(({ source }) => source.slice(1, -1))].join('|')})$`;

const types = z
  .preprocess((given) => namesIn(given, EVENT_TYPES), z.array(EventTypeName).optional())
  .meta({ description: 'Only of these types, separated by commas: `types=invoice.paid,invoice.sent`' });

export const ListEvents = z
  .strictObject({
    ...pageQuery,
    limit: z
      .string()
      .regex(/^\d+$/, LIMIT)
      .transform(Number)
      .pipe(z.number().min(1, LIMIT).max(EVENTS_A_PAGE, LIMIT))
      .default(25)
      .meta({ description: `Events per page, 1 to ${EVENTS_A_PAGE}`, minimum: 1, maximum: EVENTS_A_PAGE, default: 25 }),
    type: EventTypeName.optional().meta({ description: 'Only of this type' }),
    types,
    after: z
      .string()
      .optional()
      .meta({
        pattern: AFTER_PATTERN,
        description: `Returns the events after this one, oldest first, in the order in which endpoints receive them. Send the \`nextCursor\` of the previous response, the \`id\` of an event (the \`webhook-id\` of the last message that you received), or \`${BEGINNING}\` for the oldest event that is still stored. \`nextCursor\` is then never null: if there are no further events, send it again later. Cannot be combined with \`cursor\`.`,
      }),
  })
  .refine(({ after, cursor }) => after === undefined || cursor === undefined, {
    path: ['after'],
    error: 'cannot be combined with cursor: send the nextCursor as after',
  });
export type ListEvents = z.infer<typeof ListEvents>;

export const StreamEvents = z.strictObject({
  types,
  after: z
    .string()
    .optional()
    .meta({
      pattern: AFTER_PATTERN,
      description: `Where the stream starts: after the event with this \`id\`, at a \`nextCursor\` of \`GET /v1/events?after=…\`, or at \`${BEGINNING}\` for the oldest message that is still stored. Default: events from now on. The header \`Last-Event-ID\` takes precedence; clients that reconnect send it automatically.`,
    }),
});
export type StreamEvents = z.infer<typeof StreamEvents>;
