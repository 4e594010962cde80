import type { RECORD_VIEWS } from '../webhooks/event.js';
import type { EVENTS, EventType } from '@billhook/domain/shared/event-types';
import type { z } from 'zod';
import { exampleCheckpoint } from './example-checkpoint.js';
import { EXAMPLE_BY, exampleClient, examplePayment, invoiceLife } from './example-records.js';
import { exampleQuote, exampleSentQuote } from './example-quotes.js';

/** A message as delivered, with exactly these four members. */
export interface ExampleMessage {
  readonly id: string;
  readonly type: EventType;
  readonly createdAt: string;
  readonly data: Readonly<Record<string, unknown>> & { readonly id: number };
}

/** A record after its deletion, with the version increased by one. */
const deleted = <T extends { readonly version: number }>(record: T, updatedAt: string): T => ({
  ...record,
  version: record.version + 1,
  updatedAt,
});

/** The record of each type, typed as the view of its GET. */
type DataOf = { readonly [T in EventType]: z.infer<(typeof RECORD_VIEWS)[(typeof EVENTS)[T]['resource']]> };

const DATA: DataOf = {
  'invoice.created': invoiceLife.draft,
  'invoice.updated': invoiceLife.edited,
  'invoice.deleted': deleted(invoiceLife.edited, '2026-11-21T09:41:37.205Z'),
  'invoice.sent': invoiceLife.sent,
  'invoice.paid': invoiceLife.paid,
  'invoice.partial': invoiceLife.partial,
  'invoice.overdue': invoiceLife.overdue,
  'invoice.rejected': invoiceLife.rejected,
  'client.created': exampleClient,
  'client.updated': {
    ...exampleClient,
    email: 'factures@atelier-lumen.example',
    version: 2,
    updatedAt: '2026-11-12T15:27:09.883Z',
  },
  'client.deleted': deleted(exampleClient, '2026-11-12T15:30:44.061Z'),
  'quote.created': exampleQuote,
  'quote.updated': exampleSentQuote,
  'quote.deleted': deleted(exampleQuote, '2026-11-21T10:12:08.519Z'),
  'payment.created': examplePayment,
  'payment.deleted': {
    ...examplePayment,
    status: 'Deleted',
    deletedAt: '2026-12-05T08:50:17.442Z',
    deletedBy: EXAMPLE_BY.by,
    deletedByActor: EXAMPLE_BY.actor,
    deletionReason: 'Entered twice',
    updatedAt: '2026-12-05T08:50:17.442Z',
    version: 2,
  },
  'checkpoint.signed': exampleCheckpoint,
};

/** The example message of an event type. */
export function exampleMessage(type: EventType): ExampleMessage {
  const data = DATA[type];
  const id = `msg_${type.replace(/[^a-z]/g, '')}4Qm8`;
  return { id, type, createdAt: 'signedAt' in data ? data.signedAt : data.updatedAt, data: { ...data } };
}
