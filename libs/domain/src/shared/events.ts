/** The event catalogue, fixed by the published interface (section 6). `resource` names the record whose GET answers the same `data`. */
export type EventResource = 'invoice' | 'client' | 'quote' | 'payment';

export interface EventRow {
  readonly resource: EventResource;
  readonly summary: string;
}

export const EVENTS = {
  'invoice.created': { resource: 'invoice', summary: 'An invoice is created.' },
  'invoice.updated': { resource: 'invoice', summary: 'An invoice is updated.' },
  'invoice.deleted': { resource: 'invoice', summary: 'An invoice is deleted.' },
  'invoice.sent': { resource: 'invoice', summary: 'An invoice is sent to the client.' },
  'invoice.paid': { resource: 'invoice', summary: 'An invoice is fully paid.' },
  'invoice.partial': { resource: 'invoice', summary: 'An invoice is partially paid.' },
  'invoice.overdue': { resource: 'invoice', summary: 'An invoice becomes overdue.' },
  'invoice.rejected': { resource: 'invoice', summary: 'An invoice is rejected.' },
  'client.created': { resource: 'client', summary: 'A client is created.' },
  'client.updated': { resource: 'client', summary: 'A client is updated.' },
  'client.deleted': { resource: 'client', summary: 'A client is deleted.' },
  'quote.created': { resource: 'quote', summary: 'A quote is created.' },
  'quote.updated': { resource: 'quote', summary: 'A quote is updated.' },
  'quote.deleted': { resource: 'quote', summary: 'A quote is deleted.' },
  'payment.created': { resource: 'payment', summary: 'A payment is recorded.' },
  'payment.deleted': { resource: 'payment', summary: 'A payment is deleted.' },
} as const satisfies Record<string, EventRow>;

export type EventType = keyof typeof EVENTS;

/** For how long the messages of events are kept, unless the operator says otherwise. */
export const MESSAGES_KEPT_DAYS = 30;

export const EVENT_TYPES = Object.keys(EVENTS) as readonly EventType[];
