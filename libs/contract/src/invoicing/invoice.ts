import { REJECTION_CODES } from '@billhook/domain/invoicing/answer-codes';
import {
  INVOICE_STATUSES,
  REQUESTABLE_INVOICE_ACTIONS,
  SETTLED_BY,
  type InvoiceAction,
} from '@billhook/domain/invoicing/invoice';
import { z } from 'zod';
import { SellerSnapshot } from '../identity/company.js';
import { ActorText, ActorView } from '../shared/actor.js';
import { batchOf, batchResultOf, batchUpdateItemOf, batchUpdateResultOf } from '../shared/batch.js';
import {
  Amount,
  AmountBound,
  CalendarDate,
  CalendarDateView,
  Currency,
  Id,
  IdText,
  Instant,
  text,
} from '../shared/common.js';
import { described } from '../shared/described.js';
import { EXAMPLE_IDS } from '../shared/example-ids.js';
import { Flag, customFieldQuery, listQuery, repeatable, search } from '../shared/list-query.js';
import { Period, PeriodView } from '../shared/period.js';
import { FieldErrorView } from '../shared/problem.js';
import { patchOf, storedMembers } from '../shared/stored-members.js';
import { ClientSnapshot } from './client.js';
import { CREDIT_REASON_CODES } from './credit-reason.js';
import { documentDeliveryView, sendBody } from './document-delivery.js';
import { exampleLine, LineView } from './document-line.js';
import { availableAction, documentBody, documentPatch, documentView } from './document.js';
import { expandParameter } from './expand.js';
import { referenceQuery, searchedIn } from './reference-schemas.js';

const INVOICE = {
  type: 'The kind of the document, which is always `Invoice`',
  status:
    'Derived from what happened, in this order: Void, Draft, Rejected, then Paid or WrittenOff if nothing is outstanding, Overdue, Partial, Sent',
  clientId: 'The id of the client',
  issueDate: 'The date of the invoice, in the time zone of the company',
  dueDate: 'The last day to pay before the invoice is overdue; null without payment terms',
  supplyDate: 'The date of supply, if it differs from the issue date',
  servicePeriod: 'When it was supplied, if it took more than a day',
  amountPaid: 'The payments allocated to it, less refunds and what credit notes released',
  amountCredited: 'The payable amounts of its credit notes',
  balance: 'The outstanding amount: `totals.due` less what is paid, credited and written off',
  rejection: 'The rejection by the client; null unless it is rejected',
  lastTransition: 'The last change of the status; null for a draft that never had another one',
  availableActions: 'The actions that a request can ask for, each with whether the invoice allows it now',
  creditNoteIds: 'The ids of its credit notes',
  quoteId: 'The id of the quote that it was created from',
  issuedAt: 'When it was issued; null for a draft',
  sentAt: 'When it was first sent; null for a draft',
  paidAt: 'When its status became `Paid`; null in any other status',
  overdueSince: 'When it became overdue; null if it is not past its due date',
  rejectedAt: 'When the client rejected it; null unless it is rejected',
  voidedAt: 'When it was voided; null unless it is void',
};

/** The members of an invoice that are columns in addition to the columns of every document. */
const invoiceMembers = described(INVOICE, {
  dueDate: CalendarDate.meta({
    description:
      'Without one, the date by the payment terms of the client, else of the company, which then follows the issue date and the client until the invoice is sent',
  }).optional(),
  supplyDate: CalendarDate.optional().meta({ description: 'The date of supply, if it differs from the issue date' }),
  servicePeriod: Period.optional(),
});
export const STORED_INVOICE = storedMembers(invoiceMembers);

export const CreateInvoice = z
  .strictObject({
    ...documentBody,
    issueDate: CalendarDate.optional().meta({ description: 'Default: today, in the time zone of the company' }),
    ...invoiceMembers,
  })
  .meta({
    id: 'CreateInvoice',
    example: { clientId: EXAMPLE_IDS.client, currency: 'EUR', lines: [exampleLine], expectedTotal: '1080.00' },
  });
export type CreateInvoice = z.infer<typeof CreateInvoice>;

/** After issue, accepts only the annotations. */
export const UpdateInvoice = z
  .strictObject({
    ...documentPatch,
    issueDate: CalendarDate.optional(),
    ...described(INVOICE, patchOf(invoiceMembers)),
  })
  .meta({ id: 'UpdateInvoice', example: { purchaseOrder: 'PO-7781' } });
export type UpdateInvoice = z.infer<typeof UpdateInvoice>;

export const SendInvoice = z
  .strictObject(sendBody)
  .meta({ id: 'SendInvoice', example: { channel: 'Email', to: ['compta@atelier-lumen.example'] } });
export type SendInvoice = z.infer<typeof SendInvoice>;

export const RejectInvoice = z
  .strictObject({
    code: z.enum(REJECTION_CODES).meta({ description: 'Why the client rejects it' }),
    text: text(1000).optional().meta({ description: 'The explanation of the client' }),
  })
  .meta({ id: 'RejectInvoice', example: { code: 'WrongAmount', text: 'The second day was not agreed.' } });
export type RejectInvoice = z.infer<typeof RejectInvoice>;

export const ReopenInvoice = z
  .strictObject({ reason: text(1000).optional().meta({ description: 'The reason, stored in the timeline' }) })
  .meta({ id: 'ReopenInvoice', example: { reason: 'Settled by phone.' } });
export type ReopenInvoice = z.infer<typeof ReopenInvoice>;

export const PostponeInvoice = z
  .strictObject({
    dueDate: CalendarDate.meta({ description: 'The new due date, after the current one' }),
    reason: text(1000).meta({ description: 'The reason, stored in the timeline' }),
  })
  .meta({ id: 'PostponeInvoice', example: { dueDate: '2027-01-31', reason: 'Payment plan agreed by phone.' } });
export type PostponeInvoice = z.infer<typeof PostponeInvoice>;

export const WriteOffInvoice = z
  .strictObject({
    reason: text(1000).meta({ description: 'The reason, stored with the invoice and in its timeline' }),
    date: CalendarDate.optional().meta({ description: 'The accounting date. Default: today' }),
  })
  .meta({ id: 'WriteOffInvoice', example: { reason: 'The client is insolvent.' } });
export type WriteOffInvoice = z.infer<typeof WriteOffInvoice>;

/** Voiding creates a credit note for the rest of the invoice. */
export const VoidInvoice = z
  .strictObject({
    code: z.enum(CREDIT_REASON_CODES).default('Cancellation').meta({ description: 'The reason of the credit note' }),
    text: text(1000).optional().meta({ description: 'The reason as text, as printed on the credit note' }),
    issueDate: CalendarDate.optional().meta({ description: 'The issue date of the credit note. Default: today' }),
  })
  .meta({ id: 'VoidInvoice', example: { code: 'Error', text: 'Wrong client; issued again.' } });
export type VoidInvoice = z.infer<typeof VoidInvoice>;

/** The common query parameters of invoices and quotes. */
export const documentQuery = {
  clientId: IdText.optional().meta({ description: 'Only of this client' }),
  number: text(35).optional().meta({ description: 'The complete number, as printed' }),
  currency: Currency.optional().meta({ description: 'Only in this currency' }),
  issueDateFrom: CalendarDate.optional().meta({ description: 'Issued on or after this day' }),
  issueDateTo: CalendarDate.optional().meta({ description: 'Issued on or before this day' }),
  grossFrom: AmountBound.optional().meta({ description: 'With a gross total of at least this amount' }),
  grossTo: AmountBound.optional().meta({ description: 'With a gross total of at most this amount' }),
};

const expand = expandParameter(['client', 'quote', 'payments', 'creditNotes']);

export const GetInvoice = z.strictObject({ expand });
export type GetInvoice = z.infer<typeof GetInvoice>;

export const ListInvoices = listQuery(
  {
    ...documentQuery,
    ...customFieldQuery,
    status: repeatable(z.enum(INVOICE_STATUSES)).meta({ description: 'One or several: `status=Sent&status=Overdue`' }),
    settledBy: z.enum(SETTLED_BY).optional().meta({ description: 'Only `Paid` invoices, by how they were settled' }),
    dueDateFrom: CalendarDate.optional().meta({ description: 'Due on or after this day' }),
    dueDateTo: CalendarDate.optional().meta({ description: 'Due on or before this day' }),
    overdue: Flag.optional().meta({ description: 'Whether the status is `Overdue`' }),
    hasBalance: Flag.optional().meta({ description: 'Whether it is issued and has an outstanding amount' }),
    ...referenceQuery,
    quoteId: IdText.optional().meta({ description: 'Only invoices of this quote' }),
    q: search(searchedIn('the number', "the client's present or printed name")),
    expand,
  },
  ['id', 'issueDate', 'dueDate', 'number', 'updatedAt', 'createdAt', 'gross'],
);
export type ListInvoices = z.infer<typeof ListInvoices>;

const requestable = REQUESTABLE_INVOICE_ACTIONS as [InvoiceAction, ...InvoiceAction[]];

export const InvoiceView = z
  .object(
    described(INVOICE, {
      id: Id,
      number: z
        .string()
        .nullable()
        .meta({ description: 'Without gaps, assigned when the invoice is sent', example: 'INV-2026-00001' }),
      type: z.literal('Invoice'),
      status: z.enum(INVOICE_STATUSES),
      settledBy: z
        .enum(SETTLED_BY)
        .nullable()
        .meta({ description: 'How it was settled; null unless it is `Paid`, and for an invoice with a total of 0.00' }),
      clientId: Id,
      externalId: z.string().nullable(),
      issueDate: CalendarDateView,
      dueDate: CalendarDateView.nullable(),
      dueDateByTerms: z.boolean().nullable().meta({
        description:
          'Of a draft: whether `dueDate` is by the payment terms, and follows the issue date and the client. Null after issue',
      }),
      supplyDate: CalendarDateView.nullable(),
      servicePeriod: PeriodView.nullable(),
      ...documentView,
      amountPaid: Amount,
      amountCredited: Amount,
      amountWrittenOff: Amount.meta({
        description: 'The amount that was written off; zero unless the status is `WrittenOff`',
      }),
      balance: Amount,
      seller: SellerSnapshot.nullable().meta({ description: 'As it was when the invoice was sent; null for a draft' }),
      client: ClientSnapshot.nullable().meta({ description: 'As it was when the invoice was sent; null for a draft' }),
      rejection: z
        .object({
          code: z.enum(REJECTION_CODES).meta({ description: 'Why the client rejected it' }),
          text: z.string().nullable().meta({ description: 'The explanation of the client; null without one' }),
          by: ActorText,
          actor: ActorView.meta({ description: 'Who rejected it' }),
          at: Instant.meta({ description: 'When it was rejected' }),
        })
        .nullable(),
      writeOff: z
        .object({
          date: CalendarDateView.meta({ description: 'The accounting date, in the time zone of the company' }),
          reason: z.string().meta({ description: 'Why it was written off' }),
          by: ActorText,
          actor: ActorView.meta({ description: 'Who wrote it off' }),
          at: Instant.meta({ description: 'When it was written off' }),
        })
        .nullable()
        .meta({ description: 'Null unless the status is `WrittenOff`' }),
      paymentReference: z.string().nullable().meta({
        description:
          'What the client states with the payment (BT-83): `paymentMeans.remittance`, else the number, or the structured reference where a text of a Belgian company asks for it. Null for a draft without one',
        example: '+++090/9337/55493+++',
      }),
      lastTransition: z
        .object({
          from: z.enum(INVOICE_STATUSES).nullable().meta({ description: 'The status before; null if it had none' }),
          to: z.enum(INVOICE_STATUSES).meta({ description: 'The status after' }),
          at: Instant.meta({ description: 'When the status changed' }),
          by: ActorText,
          actor: ActorView.meta({ description: 'Who changed it' }),
          reason: z.string().nullable().meta({ description: 'The reason that the request gave; null without one' }),
        })
        .nullable(),
      availableActions: z.array(availableAction(requestable)),
      creditNoteIds: z.array(Id),
      quoteId: Id.nullable(),
      ...documentDeliveryView,
      issuedAt: Instant.nullable(),
      sentAt: Instant.nullable(),
      paidAt: Instant.nullable(),
      overdueSince: Instant.nullable(),
      rejectedAt: Instant.nullable(),
      voidedAt: Instant.nullable(),
      version: z.int(),
      createdAt: Instant,
      updatedAt: Instant,
    }),
  )
  .meta({ id: 'Invoice' });
export type InvoiceView = z.infer<typeof InvoiceView>;

const Sendable = z.boolean().meta({ description: 'Whether it can be sent: `faults` is empty' });
const Errors = z.array(FieldErrorView).meta({ description: 'The errors that would keep it from being sent' });
const Warnings = z.array(FieldErrorView).meta({ description: 'Likely mistakes, which do not keep it from being sent' });

/** The totals of an invoice, and the errors that keep it from being sent. Writes nothing. */
export const InvoicePreviewView = z
  .object({
    currency: documentView.currency,
    issueDate: InvoiceView.shape.issueDate,
    dueDate: InvoiceView.shape.dueDate,
    lines: z
      .array(z.object({ net: LineView.shape.net, tax: LineView.shape.tax, gross: LineView.shape.gross }))
      .meta({ description: 'The amounts of the lines, in the order of the request' }),
    totals: documentView.totals,
    taxBreakdown: documentView.taxBreakdown,
    sendable: Sendable,
    faults: Errors,
    warnings: Warnings,
  })
  .meta({ id: 'InvoicePreview' });
export type InvoicePreviewView = z.infer<typeof InvoicePreviewView>;

export const ValidationView = z
  .object({ sendable: Sendable, faults: Errors, warnings: Warnings })
  .meta({ id: 'Validation' });
export type ValidationView = z.infer<typeof ValidationView>;

export const InvoiceBatch = batchOf('CreateInvoice', {
  mode: 'atomic',
  items: [
    { clientId: EXAMPLE_IDS.client, externalId: 'job-881', currency: 'EUR', lines: [exampleLine] },
    { clientId: EXAMPLE_IDS.client, externalId: 'job-882', currency: 'EUR', lines: [exampleLine] },
  ],
});
export type InvoiceBatch = z.infer<typeof InvoiceBatch>;
export const InvoiceBatchResult = batchResultOf(InvoiceView, 'InvoiceBatchResult');

const exampleChanges = { id: EXAMPLE_IDS.plannedInvoice, changes: { purchaseOrder: 'PO-7781' } };
export const InvoiceBatchUpdateItem = batchUpdateItemOf(UpdateInvoice, 'InvoiceBatchUpdateItem', {
  ...exampleChanges,
  version: 1,
});
export const InvoiceBatchUpdate = batchOf(
  'InvoiceBatchUpdateItem',
  { mode: 'atomic', items: [exampleChanges] },
  'InvoiceBatchUpdate',
);
export const InvoiceBatchUpdateResult = batchUpdateResultOf(InvoiceView, 'InvoiceBatchUpdateResult');
export const InvoiceBatchDelete = batchOf(
  'BatchDeleteItem',
  { mode: 'atomic', items: [{ id: EXAMPLE_IDS.needlessInvoice, version: 1 }] },
  'InvoiceBatchDelete',
);
