import { INVOICE_STATUSES, INVOICE_ACTIONS, type InvoiceAction } from '@billhook/domain/invoice';
import { z } from 'zod';
import { Amount, CalendarDate, Currency, ExternalId, Id, IdText, Instant, listOf, pageQuery, text } from './common.js';
import { ClientView } from './client.js';
import { CompanyView } from './company.js';
import { documentBody, documentView, exampleLine } from './document.js';

const dates = {
  issueDate: CalendarDate.optional().meta({ description: 'Default: today in the time zone of the company' }),
  dueDate: CalendarDate.optional().meta({ description: "Default: by the client's payment terms" }),
  supplyDate: CalendarDate.optional(),
};

export const CreateInvoice = z.strictObject({ ...documentBody, ...dates }).meta({
  id: 'CreateInvoice',
  example: { clientId: 1, currency: 'EUR', lines: [exampleLine], expectedTotal: '1080.00' },
});
export type CreateInvoice = z.infer<typeof CreateInvoice>;

/** Replaces what it names; lines, allowances and charges are replaced as a whole. */
export const UpdateInvoice = z
  .strictObject({
    clientId: documentBody.clientId.optional(),
    externalId: ExternalId.nullish(),
    currency: documentBody.currency.optional(),
    pricesIncludeTax: z.boolean().optional(),
    lines: documentBody.lines.optional(),
    allowances: documentBody.allowances.unwrap().optional(),
    charges: documentBody.charges.unwrap().optional(),
    roundingIncrement: documentBody.roundingIncrement.nullable(),
    purchaseOrder: documentBody.purchaseOrder.nullable(),
    buyerReference: documentBody.buyerReference.nullable(),
    notes: documentBody.notes.unwrap().optional(),
    terms: documentBody.terms.nullable(),
    paymentMeans: documentBody.paymentMeans.nullable(),
    locale: documentBody.locale.nullable(),
    customFields: documentBody.customFields,
    expectedTotal: documentBody.expectedTotal,
    issueDate: CalendarDate.optional(),
    dueDate: CalendarDate.nullish(),
    supplyDate: CalendarDate.nullish(),
  })
  .meta({ id: 'UpdateInvoice', example: { purchaseOrder: 'PO-7781' } });
export type UpdateInvoice = z.infer<typeof UpdateInvoice>;

export const SendInvoice = z
  .strictObject({
    channel: z.enum(['None']).default('None').meta({ description: 'None: you hand the document over yourself' }),
  })
  .meta({ id: 'SendInvoice', example: { channel: 'None' } });
export type SendInvoice = z.infer<typeof SendInvoice>;

export const REJECTION_CODES = ['WrongAmount', 'WrongClient', 'NotOrdered', 'Duplicate', 'Other'] as const;
export const RejectInvoice = z
  .strictObject({ code: z.enum(REJECTION_CODES), text: text(1000).optional() })
  .meta({ id: 'RejectInvoice', example: { code: 'WrongAmount', text: 'The second day was not agreed.' } });
export type RejectInvoice = z.infer<typeof RejectInvoice>;

export const ReopenInvoice = z
  .strictObject({ reason: text(1000).optional() })
  .meta({ id: 'ReopenInvoice', example: { reason: 'Settled by phone.' } });
export type ReopenInvoice = z.infer<typeof ReopenInvoice>;

export const ListInvoices = z.strictObject({
  ...pageQuery,
  status: z.enum(INVOICE_STATUSES).optional(),
  clientId: IdText.optional(),
  externalId: ExternalId.optional(),
  currency: Currency.optional(),
  number: text(35).optional(),
});
export type ListInvoices = z.infer<typeof ListInvoices>;

const requestable = Object.entries(INVOICE_ACTIONS)
  .filter(([, row]) => row.onRequest)
  .map(([name]) => name) as [InvoiceAction, ...InvoiceAction[]];

export const InvoiceView = z
  .object({
    id: Id,
    number: z
      .string()
      .nullable()
      .meta({ description: 'Without gaps, given when the invoice is sent', example: 'INV-2026-00001' }),
    type: z.literal('Invoice'),
    status: z.enum(INVOICE_STATUSES),
    clientId: Id,
    externalId: z.string().nullable(),
    issueDate: CalendarDate,
    dueDate: CalendarDate.nullable(),
    supplyDate: CalendarDate.nullable(),
    ...documentView,
    amountPaid: Amount,
    amountCredited: Amount,
    balance: Amount,
    seller: CompanyView.nullable().meta({ description: 'As it was when the invoice was sent; null in a draft' }),
    client: ClientView.nullable().meta({ description: 'As it was when the invoice was sent; null in a draft' }),
    rejection: z
      .object({ code: z.enum(REJECTION_CODES), text: z.string().nullable(), by: z.string(), at: Instant })
      .nullable(),
    lastTransition: z
      .object({
        from: z.enum(INVOICE_STATUSES).nullable(),
        to: z.enum(INVOICE_STATUSES),
        at: Instant,
        by: z.string(),
        reason: z.string().nullable(),
      })
      .nullable(),
    availableActions: z.array(
      z.object({ action: z.enum(requestable), allowed: z.boolean(), reason: z.string().nullable() }),
    ),
    quoteId: Id.nullable(),
    issuedAt: Instant.nullable(),
    sentAt: Instant.nullable(),
    paidAt: Instant.nullable(),
    overdueSince: Instant.nullable(),
    rejectedAt: Instant.nullable(),
    version: z.int(),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'Invoice' });
export type InvoiceView = z.infer<typeof InvoiceView>;

export const InvoiceList = listOf(InvoiceView, 'InvoiceList');
