import { z } from 'zod';
import { recordListOf } from '../shared/list-query.js';
import { ClientView } from './client.js';
import { CreditNoteView } from './credit-note.js';
import { EXPANDED_MOST, type ExpansionName } from './expand.js';
import { InvoiceView } from './invoice.js';
import { PaymentView } from './payment.js';
import { QuoteView } from './quote.js';

/*
 * The responses of GETs that accept `expand`: the record with the additional member `expanded`, present only on request.
 * Its records are the same as in their own GET, without further expansions.
 */

const client = ClientView.nullable().optional();
const most = `at most ${EXPANDED_MOST}`;

const expandedMember = <T extends z.ZodType>(expanded: T) =>
  expanded.optional().meta({ description: 'The records requested with `expand`; absent without it' });

export const InvoiceExpanded = z
  .object({
    client: client.meta({
      description: 'The current client; `client` of the invoice itself is as it was when the invoice was sent',
    }),
    quote: QuoteView.nullable()
      .optional()
      .meta({ description: 'The quote that it was created from; null if there is none' }),
    payments: z
      .array(PaymentView)
      .optional()
      .meta({
        description: `The payments allocated to it, including refunds and deleted payments, oldest first, ${most}. \`GET /v1/payments?invoiceId=\` returns all`,
      }),
    creditNotes: z
      .array(CreditNoteView)
      .optional()
      .meta({ description: `Oldest first, ${most}. \`GET /v1/credit-notes?invoiceId=\` returns all` }),
  } satisfies Shape)
  .meta({ id: 'InvoiceExpanded' });
export type InvoiceExpanded = z.infer<typeof InvoiceExpanded>;

export const QuoteExpanded = z
  .object({
    client: client.meta({
      description: 'The current client; `client` of the quote itself is as it was when the quote was sent',
    }),
    invoices: z
      .array(InvoiceView)
      .optional()
      .meta({
        description: `The invoices created from it, oldest first, ${most}. \`GET /v1/invoices?quoteId=\` returns all`,
      }),
  } satisfies Shape)
  .meta({ id: 'QuoteExpanded' });
export type QuoteExpanded = z.infer<typeof QuoteExpanded>;

export const PaymentExpanded = z
  .object({
    client: client.meta({ description: 'The current client' }),
    invoices: z
      .array(InvoiceView)
      .optional()
      .meta({ description: `The invoices that it is allocated to, in the order of \`allocations\`, ${most}` }),
  } satisfies Shape)
  .meta({ id: 'PaymentExpanded' });
export type PaymentExpanded = z.infer<typeof PaymentExpanded>;

export const CreditNoteExpanded = z
  .object({
    client: client.meta({
      description:
        'The current client; `client` of the credit note itself is as it was when the credit note was issued',
    }),
    invoice: InvoiceView.nullable().optional().meta({ description: 'The invoice that it credits' }),
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
