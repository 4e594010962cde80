import { z } from 'zod';
import { ClientView } from './client.js';
import { CreditNoteView } from './credit-note.js';
import { EXPANDED_MOST, type ExpansionName } from './expand.js';
import { InvoiceView } from './invoice.js';
import { recordListOf } from '../shared/list-query.js';
import { PaymentView } from './payment.js';
import { QuoteView } from './quote.js';

/*
 * The answers of the GETs that take `expand`. The record itself is what every other answer and every event shows; beside its members stands
 * `expanded`, and that only when it was asked for. What is in it is what the GET of that record answers, not expanded once more.
 */

const client = ClientView.nullable().optional();
const most = `at most ${EXPANDED_MOST}`;

const expandedMember = <T extends z.ZodType>(expanded: T) =>
  expanded.optional().meta({ description: 'What `expand` asked for; absent when it asked for nothing' });

export const InvoiceExpanded = z
  .object({
    client: client.meta({ description: 'As it is now; `client` of the invoice itself is as it was when it was sent' }),
    quote: QuoteView.nullable().optional().meta({ description: 'That it was made of; null where there is none' }),
    payments: z
      .array(PaymentView)
      .optional()
      .meta({
        description: `What is allocated to it, refunds and what was taken back too, oldest first; ${most}: all are in \`GET /v1/payments?invoiceId=\``,
      }),
    creditNotes: z
      .array(CreditNoteView)
      .optional()
      .meta({ description: `Oldest first; ${most}: all are in \`GET /v1/credit-notes?invoiceId=\`` }),
  } satisfies Shape)
  .meta({ id: 'InvoiceExpanded' });
export type InvoiceExpanded = z.infer<typeof InvoiceExpanded>;

export const QuoteExpanded = z
  .object({
    client: client.meta({ description: 'As it is now; `client` of the quote itself is as it was when it was sent' }),
    invoices: z
      .array(InvoiceView)
      .optional()
      .meta({
        description: `That were made of it, oldest first; ${most}: all are in \`GET /v1/invoices?quoteId=\``,
      }),
  } satisfies Shape)
  .meta({ id: 'QuoteExpanded' });
export type QuoteExpanded = z.infer<typeof QuoteExpanded>;

export const PaymentExpanded = z
  .object({
    client,
    invoices: z
      .array(InvoiceView)
      .optional()
      .meta({ description: `That it is allocated to, in the order of \`allocations\`; ${most}` }),
  } satisfies Shape)
  .meta({ id: 'PaymentExpanded' });
export type PaymentExpanded = z.infer<typeof PaymentExpanded>;

export const CreditNoteExpanded = z
  .object({
    client: client.meta({
      description: 'As it is now; `client` of the credit note itself is as it was when it was issued',
    }),
    invoice: InvoiceView.nullable().optional().meta({ description: 'That it credits' }),
  } satisfies Shape)
  .meta({ id: 'CreditNoteExpanded' });
export type CreditNoteExpanded = z.infer<typeof CreditNoteExpanded>;

type Shape = { readonly [Name in ExpansionName]?: z.ZodType };

export const ExpandableInvoice = InvoiceView.extend({ expanded: expandedMember(InvoiceExpanded) }).meta({
  id: 'ExpandableInvoice',
});
export type ExpandableInvoice = z.infer<typeof ExpandableInvoice>;
export const InvoiceList = recordListOf(ExpandableInvoice, 'InvoiceList');

export const ExpandableQuote = QuoteView.extend({ expanded: expandedMember(QuoteExpanded) }).meta({
  id: 'ExpandableQuote',
});
export type ExpandableQuote = z.infer<typeof ExpandableQuote>;
export const QuoteList = recordListOf(ExpandableQuote, 'QuoteList');

export const ExpandablePayment = PaymentView.extend({ expanded: expandedMember(PaymentExpanded) }).meta({
  id: 'ExpandablePayment',
});
export type ExpandablePayment = z.infer<typeof ExpandablePayment>;
export const PaymentList = recordListOf(ExpandablePayment, 'PaymentList');

export const ExpandableCreditNote = CreditNoteView.extend({ expanded: expandedMember(CreditNoteExpanded) }).meta({
  id: 'ExpandableCreditNote',
});
export type ExpandableCreditNote = z.infer<typeof ExpandableCreditNote>;
export const CreditNoteList = recordListOf(ExpandableCreditNote, 'CreditNoteList');
