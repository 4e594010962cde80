import { z } from 'zod';
import { SellerSnapshot } from '../identity/company.js';
import { Amount, CalendarDate, CalendarDateView, ExternalId, Id, IdText, Instant, text } from '../shared/common.js';
import { described } from '../shared/described.js';
import { EXAMPLE_IDS } from '../shared/example-ids.js';
import { listQuery, search } from '../shared/list-query.js';
import { ClientSnapshot } from './client.js';
import { CREDIT_REASON_CODES } from './credit-reason.js';
import { documentDeliveryView, documentDeliveryBody } from './document-delivery.js';
import { exampleLine } from './document-line.js';
import { annotations, documentBody, documentView, ownNotes } from './document.js';
import { expandParameter } from './expand.js';
import { documentQuery } from './invoice.js';

const REASON = { code: 'Why it was issued', text: 'The reason as text, as printed' };

const Reason = z.strictObject(described(REASON, { code: z.enum(CREDIT_REASON_CODES), text: text(1000).optional() }));

const CREDIT_NOTE = {
  status: 'Always `Issued`: a credit note is final',
  invoiceId: 'The id of the invoice that it credits',
  invoiceNumber: 'The number of that invoice',
  clientId: 'The id of the client',
  reason: 'Why it was issued',
  issueDate: 'The date of the credit note, in the time zone of the company',
  allocation: 'What the credited amount did: it reduced the invoice, or became credit of the client',
  seller: 'The company, as it was when the credit note was issued',
  client: 'The client, as it was when the credit note was issued',
};

export const CreateCreditNote = z
  .strictObject(
    described(CREDIT_NOTE, {
      invoiceId: Id.meta({ description: 'Id of the invoice', example: EXAMPLE_IDS.paidInvoice }),
      externalId: ExternalId.optional(),
      reason: Reason,
      lines: documentBody.lines.min(1).optional().meta({
        description: 'The lines to credit, with positive amounts. Default: the whole uncredited rest of the invoice',
      }),
      issueDate: CalendarDate.optional().meta({ description: 'Default: today, in the time zone of the company' }),
      series: documentBody.series,
      notes: ownNotes,
      customFields: documentBody.customFields,
      privateNotes: documentBody.privateNotes,
      expectedTotal: documentBody.expectedTotal,
      ...documentDeliveryBody,
    }),
  )
  .meta({
    id: 'CreateCreditNote',
    example: {
      invoiceId: EXAMPLE_IDS.paidInvoice,
      reason: { code: 'Return', text: 'One day was not worked.' },
      lines: [{ ...exampleLine, quantity: '1' }],
    },
  });
export type CreateCreditNote = z.infer<typeof CreateCreditNote>;

/** A credit note is final: only members that are not printed can be changed. */
export const UpdateCreditNote = z
  .strictObject(annotations)
  .meta({ id: 'UpdateCreditNote', example: { privateNotes: 'Posted as 4711.' } });
export type UpdateCreditNote = z.infer<typeof UpdateCreditNote>;

const expand = expandParameter(['client', 'invoice']);

export const GetCreditNote = z.strictObject({ expand });
export type GetCreditNote = z.infer<typeof GetCreditNote>;

export const ListCreditNotes = listQuery(
  {
    ...documentQuery,
    invoiceId: IdText.optional().meta({ description: 'Only credit notes for this invoice' }),
    q: search("the number or the client's present or printed name"),
    expand,
  },
  ['id', 'issueDate', 'number', 'updatedAt', 'gross'],
);
export type ListCreditNotes = z.infer<typeof ListCreditNotes>;

export const CreditNoteView = z
  .object(
    described(CREDIT_NOTE, {
      id: Id,
      number: z
        .string()
        .meta({ description: 'Without gaps, from the series of credit notes', example: 'CN-2026-00001' }),
      status: z.literal('Issued'),
      invoiceId: Id,
      invoiceNumber: z.string(),
      clientId: Id,
      externalId: z.string().nullable(),
      reason: z.object(described(REASON, { code: z.enum(CREDIT_REASON_CODES), text: z.string().nullable() })),
      issueDate: CalendarDateView,
      ...documentView,
      allocation: z
        .object({
          invoice: Amount.meta({ description: 'The part that reduced the outstanding amount of the invoice' }),
          released: Amount.meta({ description: 'The part that was already paid and became credit of the client' }),
        })
        .meta({ id: 'CreditAllocation' }),
      seller: SellerSnapshot,
      client: ClientSnapshot,
      ...documentDeliveryView,
      version: z.int(),
      createdAt: Instant,
      updatedAt: Instant,
    }),
  )
  .meta({ id: 'CreditNote' });
export type CreditNoteView = z.infer<typeof CreditNoteView>;
