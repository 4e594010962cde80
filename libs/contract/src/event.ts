import { EVENTS, EVENT_TYPES, type EventResource, type EventType } from '@billhook/domain/events';
import { z } from 'zod';
import { Instant, listOf, pageQuery } from './common.js';
import { ClientView } from './client.js';
import { InvoiceView } from './invoice.js';
import { PaymentView } from './payment.js';
import { QuoteView } from './quote.js';

export const EventTypeName = z.enum(EVENT_TYPES as [EventType, ...EventType[]]).meta({ id: 'EventType' });

/** The record that an event carries: the same schema that answers its GET. */
export const RECORD_VIEWS = {
  invoice: InvoiceView,
  client: ClientView,
  quote: QuoteView,
  payment: PaymentView,
} as const satisfies Record<EventResource, z.ZodType>;

/** The schema of `data` for a type of event. */
export function dataSchema(type: EventType): z.ZodType {
  return RECORD_VIEWS[EVENTS[type].resource];
}

/** The message, exactly these four members: what is delivered, and what GET /v1/events answers. */
export const EventView = z
  .object({
    id: z.string().meta({
      description: 'The same over all attempts and endpoints: use it to recognise a repeat',
      example: 'msg_2n8QbYtH1xPq',
    }),
    type: EventTypeName,
    createdAt: Instant,
    data: z.looseObject({}).meta({ description: 'The record, as its GET answered at that moment' }),
  })
  .meta({ id: 'Event' });
export type EventView = z.infer<typeof EventView>;

export const EventList = listOf(EventView, 'EventList');

export const ListEvents = z.strictObject({
  ...pageQuery,
  type: EventTypeName.optional().meta({ description: 'Those of one type' }),
});
export type ListEvents = z.infer<typeof ListEvents>;
