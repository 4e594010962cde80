import type { EVENTS, EventType } from '@billhook/domain/shared/event-types';
import type { RecordName } from '@billhook/domain/shared/resources';
import type { z } from 'zod';
import type { ResourceView } from '../resource-views.js';
import type { RECORD_VIEWS } from '../webhooks/event.js';
import { exampleCheckpoint } from './example-checkpoint.js';
import { exampleQuote, exampleSentQuote } from './example-quotes.js';
import { EXAMPLE_BY, exampleCreditNote, examplePayment, invoiceLife } from './example-records.js';
import { PLAIN_EVENTS, PLAIN_NAMES, PLAIN_RECORDS, type PlainName } from './plain-records.js';

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

type RecordViewsOf<Name extends RecordName> = { readonly [Each in Name]: ResourceView<Each> };

const plainRecords = Object.fromEntries(
  PLAIN_NAMES.map((name) => [name, PLAIN_RECORDS[name].record]),
) as RecordViewsOf<PlainName>;

/** The record of each resource in the reference, typed as its view. */
export const EXAMPLE_RECORDS: RecordViewsOf<RecordName> = {
  ...plainRecords,
  quote: exampleSentQuote,
  invoice: invoiceLife.paid,
  credit_note: exampleCreditNote,
  payment: examplePayment,
};

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
  ...PLAIN_EVENTS,
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
