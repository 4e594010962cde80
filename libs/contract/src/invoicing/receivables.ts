import { AGING_BUCKET_NAMES, UNALLOCATED_CREDIT } from '@billhook/domain/invoicing/aging';
import { z } from 'zod';
import { Amount, CalendarDate, CalendarDateView, Currency, Id, IdText } from '../shared/common.js';
import { described } from '../shared/described.js';
import { listOf, pageQuery } from '../shared/page.js';

const RECEIVABLE_BUCKETS = [...AGING_BUCKET_NAMES, UNALLOCATED_CREDIT] as const;

const at = CalendarDate.optional().meta({
  description: 'The day of the report, not after today. Default: today, in the time zone of the company',
});

export const ReceivablesQuery = z.strictObject({ at });
export type ReceivablesQuery = z.infer<typeof ReceivablesQuery>;

export const ListReceivables = z.strictObject({
  ...pageQuery,
  at,
  currency: Currency.optional().meta({ description: 'Only in this currency' }),
  bucket: z
    .enum(RECEIVABLE_BUCKETS)
    .optional()
    .meta({ description: 'Only the documents behind the sum of this age, or behind the unallocated credit' }),
  clientId: IdText.optional().meta({ description: 'Only of this client' }),
});
export type ListReceivables = z.infer<typeof ListReceivables>;

const documents = z.int().meta({ description: 'How many documents are behind the amount' });

const AgedSum = z
  .object({
    bucket: z.enum(AGING_BUCKET_NAMES).meta({
      description:
        'How many days the due date was past on that day. NotDue: not past, or no due date. Over90: 91 days and more',
    }),
    amount: Amount.meta({ description: 'The outstanding amount of this age' }),
    documents,
  })
  .meta({ id: 'AgedSum' });

const CurrencyReceivables = z
  .object({
    currency: z.string().meta({ description: 'The ISO 4217 code of the amounts' }),
    outstanding: Amount.meta({ description: 'The outstanding amount of all invoices on that day' }),
    overdue: Amount.meta({ description: 'The part of it whose due date was past' }),
    buckets: z.array(AgedSum).meta({ description: 'The outstanding amount by age: every bucket, the youngest first' }),
    credit: z
      .object({
        amount: Amount.meta({
          description:
            'What clients had paid, or what was credited, beyond their invoices, less refunds. Negative if more was refunded by its date',
        }),
        documents,
      })
      .meta({ description: 'Unallocated credit of clients, which is not part of `outstanding`' }),
    total: Amount.meta({ description: '`outstanding` less the amount of `credit`' }),
  })
  .meta({ id: 'CurrencyReceivables' });

export const ReceivablesView = z
  .object({
    at: CalendarDateView.meta({ description: 'The day of the report: the figures are as of its end' }),
    currencies: z.array(CurrencyReceivables).meta({
      description: 'Each currency with an amount, by its code. Amounts in different currencies are never added up',
    }),
  })
  .meta({ id: 'Receivables' });
export type ReceivablesView = z.infer<typeof ReceivablesView>;

const RECEIVABLE = {
  resource:
    'invoice: its outstanding amount, or the excess of its payments and credit notes. payment: the unallocated part of a payment, or of a refund',
  id: 'The id of the invoice or payment',
  number: 'The number of the invoice; null for a payment',
  clientId: 'The id of the client',
  clientName: 'The name of the client now',
  currency: 'The ISO 4217 code of the amount',
  date: 'The issue date of the invoice, or the date of the payment',
  dueDate: 'The due date of the invoice on that day',
  daysOverdue: 'How many days the due date was past on that day; 0 if it was not',
  amount: 'The outstanding amount on that day or, in the bucket Credit, the credit. Negative for a refund',
  bucket: 'The sum that contains the amount',
};

export const ReceivableDocument = z
  .object(
    described(RECEIVABLE, {
      resource: z.enum(['invoice', 'payment']),
      id: Id,
      number: z.string().nullable(),
      clientId: Id,
      clientName: z.string(),
      currency: z.string(),
      date: CalendarDateView,
      dueDate: CalendarDateView.nullable(),
      daysOverdue: z.int(),
      amount: Amount,
      bucket: z.enum(RECEIVABLE_BUCKETS),
    }),
  )
  .meta({ id: 'ReceivableDocument' });
export type ReceivableDocument = z.infer<typeof ReceivableDocument>;

export const ReceivableDocumentList = listOf(ReceivableDocument, 'ReceivableDocumentList');
