import { DECLINE_CODES, REJECTION_CODES } from '@billhook/domain/invoicing/answer-codes';
import { z } from 'zod';
import { LogoView } from '../identity/company.js';
import { Amount, CalendarDateView, Instant, oneLine, text } from '../shared/common.js';
import { AddressView, LegalIdView } from '../shared/party.js';
import { PeriodView } from '../shared/period.js';
import { CREDIT_REASON_CODES } from './credit-reason.js';
import { LineView } from './document-line.js';
import { documentView } from './document.js';
import { InvoiceView } from './invoice.js';
import { PRINTED_NAMES } from './printed-document.js';
import { referenceView } from './reference-schemas.js';

/*
 * What the client of a document sees and answers with only its link. Apart from the references, all members are listed here,
 * and no other member of the record is exposed.
 */

export const PUBLIC_KINDS = ['Invoice', 'Quote', 'CreditNote'] as const;

/** The statuses that concern the client. Invoiced is not among them: the invoice of a quote shows it. */
export const PUBLIC_STATUSES = [
  // Settled: nothing is left to pay, because the invoice was credited or written off.
  ...(['Sent', 'Partial', 'Overdue', 'Paid', 'Settled', 'Rejected', 'Void'] as const),
  ...(['Accepted', 'Declined', 'Expired', 'Superseded'] as const),
  'Issued',
] as const;
export type PublicStatus = (typeof PUBLIC_STATUSES)[number];

const PublicSeller = z
  .object({
    name: z.string(),
    address: AddressView.nullable(),
    legalId: LegalIdView.nullable(),
    vatNumber: z.string().nullable(),
    taxNumber: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    website: z.string().nullable(),
    legalNotice: z.string().nullable(),
    logo: LogoView.nullish(),
    accentColor: z.string().nullish(),
  })
  .meta({ id: 'PublicSeller' });

const PublicClient = z
  .object({
    name: z.string(),
    tradingName: z.string().nullable(),
    billingAddress: AddressView,
    legalId: LegalIdView.nullable(),
    vatNumber: z.string().nullable(),
  })
  .meta({ id: 'PublicClient' });

const PublicLine = LineView.omit({ id: true, customFields: true }).meta({ id: 'PublicLine' });
export type PublicLine = z.infer<typeof PublicLine>;

/** How the page was opened; only the client link accepts answers. */
export const OPENED_WITH = ['AnsweringLink', 'ViewingLink', 'Preview'] as const;
export type OpenedWith = (typeof OPENED_WITH)[number];

/** Why answers are not accepted: the status, the kind of document, or the kind of link. */
export const CLOSED_BY = [...PUBLIC_STATUSES, 'OtherKind', 'ViewingLink', 'Preview'] as const;
const AnswerState = z
  .object({ open: z.boolean(), closedBy: z.enum(CLOSED_BY).nullable() })
  .meta({ id: 'PublicAnswerState' });
export type AnswerState = z.infer<typeof AnswerState>;

export const PublicDocumentView = z
  .object({
    kind: z.enum(PUBLIC_KINDS),
    sandbox: z.boolean().meta({ description: 'Whether the document belongs to a sandbox, so it is not real' }),
    openedWith: z.enum(OPENED_WITH).meta({
      description:
        'AnsweringLink: the client, who can answer. ViewingLink: `publicUrl`, which only shows the document. Preview: a member of the company',
    }),
    number: z.string(),
    status: z.enum(PUBLIC_STATUSES),
    revision: z.int().nullable().meta({ description: 'For quotes' }),
    title: z.string().nullable(),
    seller: PublicSeller,
    client: PublicClient,
    issueDate: CalendarDateView,
    dueDate: CalendarDateView.nullable(),
    expiryDate: CalendarDateView.nullable().meta({
      description: 'For quotes: the last day on which it can be accepted',
    }),
    supplyDate: CalendarDateView.nullable(),
    servicePeriod: PeriodView.nullable(),
    currency: documentView.currency,
    pricesIncludeTax: documentView.pricesIncludeTax,
    lines: z.array(PublicLine),
    allowances: documentView.allowances,
    charges: documentView.charges,
    totals: documentView.totals,
    taxBreakdown: documentView.taxBreakdown,
    amountPaid: Amount.nullable().meta({ description: 'For invoices, like the next two members' }),
    amountCredited: Amount.nullable(),
    balance: Amount.nullable(),
    paidAt: Instant.nullable(),
    payments: z
      .array(z.object({ date: CalendarDateView, amount: Amount }))
      .meta({ description: 'For invoices: the payments, the oldest first; empty if only their sum is shown' }),
    clientUrl: z.string().nullish().meta({
      description: 'The page with all documents of the client, if the company links to it',
    }),
    payUrl: z.string().nullable().meta({ description: 'Where the outstanding amount can be paid' }),
    ...referenceView,
    notes: documentView.notes,
    terms: documentView.terms,
    payment: z
      .object({
        code: z.string().nullable().meta({ description: 'A UNTDID 4461 code, like 30 for a credit transfer' }),
        iban: z.string().nullable(),
        bic: z.string().nullable(),
        reference: z.string(),
      })
      .nullable()
      .meta({ description: 'How to pay; null if nothing is outstanding' }),
    credits: z
      .object({
        invoiceNumber: z.string(),
        reason: z.object({ code: z.enum(CREDIT_REASON_CODES), text: z.string().nullable() }),
      })
      .nullable()
      .meta({ description: 'For credit notes: the credited invoice and the reason' }),
    acceptance: z.object({ by: z.string(), at: Instant, poNumber: z.string().nullable() }).nullable(),
    decline: z.object({ code: z.enum(DECLINE_CODES), at: Instant }).nullable(),
    rejection: InvoiceView.shape.rejection.unwrap().pick({ code: true, at: true }).nullable(),
    locale: z.string().nullable().meta({ description: 'The language of the client, if known' }),
    answers: z.object({ accept: AnswerState, decline: AnswerState, reject: AnswerState }),
  })
  .meta({ id: 'PublicDocument' });
export type PublicDocumentView = z.infer<typeof PublicDocumentView>;

type PublicName = (typeof PRINTED_NAMES)[number] & keyof PublicDocumentView;
/** The members of all documents that the client sees unchanged. */
export const PUBLIC_NAMES = PRINTED_NAMES.filter((name): name is PublicName => name in PublicDocumentView.shape);

export const AcceptDocument = z
  .strictObject({
    by: oneLine(120).meta({ description: 'The name of the person who accepts', example: 'Jeanne Lumen' }),
    poNumber: oneLine(100).optional().meta({ description: 'Your purchase order, which is copied to the invoices' }),
  })
  .meta({ id: 'AcceptDocument', example: { by: 'Jeanne Lumen', poNumber: 'PO-7781' } });
export type AcceptDocument = z.infer<typeof AcceptDocument>;

export const DeclineDocument = z
  .strictObject({ code: z.enum(DECLINE_CODES), text: text(1000).optional() })
  .meta({ id: 'DeclineDocument', example: { code: 'Changes', text: 'Without the second workshop, please.' } });
export type DeclineDocument = z.infer<typeof DeclineDocument>;

export const RejectDocument = z
  .strictObject({ code: z.enum(REJECTION_CODES), text: text(1000).optional() })
  .meta({ id: 'RejectDocument', example: { code: 'WrongAmount', text: 'The second day was not agreed.' } });
export type RejectDocument = z.infer<typeof RejectDocument>;
