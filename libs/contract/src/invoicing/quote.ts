import { DECLINE_CODES } from '@billhook/domain/invoicing/answer-codes';
import { QUOTE_STATUSES, REQUESTABLE_QUOTE_ACTIONS, type QuoteAction } from '@billhook/domain/invoicing/quote';
import { RATE_SCALE } from '@billhook/domain/invoicing/totals/totals-input';
import { decimalPattern } from '@billhook/domain/shared/value-patterns';
import { z } from 'zod';
import { SellerSnapshot } from '../identity/company.js';
import { list } from '../shared/bounded.js';
import {
  Amount,
  CalendarDate,
  CalendarDateView,
  ExternalId,
  Id,
  Instant,
  PositiveAmount,
  Rate,
  oneLine,
  text,
} from '../shared/common.js';
import { described } from '../shared/described.js';
import { EXAMPLE_IDS } from '../shared/example-ids.js';
import { customFieldQuery, listQuery, repeatable, search } from '../shared/list-query.js';
import { patchOf, storedMembers } from '../shared/stored-members.js';
import { ClientSnapshot } from './client.js';
import { documentDeliveryView, sendBody } from './document-delivery.js';
import { exampleLine } from './document-line.js';
import { availableAction, documentBody, documentPatch, documentView } from './document.js';
import { expandParameter } from './expand.js';
import { documentQuery } from './invoice.js';
import { referenceQuery, searchedIn } from './reference-schemas.js';

const QUOTE = {
  status:
    'Derived from what happened, in this order: Draft, Superseded by a revision, Invoiced completely, Accepted, Declined, Expired, Sent',
  previousRevisionId: 'The id of the quote that it revises',
  nextRevisionId: 'The id of its revision, which is a draft until it is sent',
  clientId: 'The id of the client',
  title: 'The title under which the quote is printed',
  issueDate: 'The date of the quote, in the time zone of the company',
  expiryDate: 'The last day on which it can be accepted; null for none',
  acceptance: 'Who accepted it; null unless it was accepted',
  decline: 'Why it was declined; null unless it was declined',
  invoiceIds: 'The ids of the invoices that were created from it',
  remaining: 'The part of the gross total that is not invoiced',
  availableActions: 'The actions that a request can ask for, each with whether the quote allows it now',
  sentAt: 'When it was first sent; null for a draft',
  acceptedAt: 'When it was accepted; null unless it was accepted',
  declinedAt: 'When it was declined; null unless it was declined',
};

/** The members of a quote that are columns in addition to the columns of every document. */
const quoteMembers = described(QUOTE, {
  title: oneLine(200).optional(),
  expiryDate: CalendarDate.meta({ description: 'The last day on which it can be accepted' })
    .nullable()
    .optional()
    .meta({
      description:
        'The last day on which it can be accepted. Default: by the validity that the company gives its quotes. Null for none',
    }),
});
export const STORED_QUOTE = storedMembers(quoteMembers);

export const CreateQuote = z
  .strictObject({
    ...documentBody,
    issueDate: CalendarDate.optional().meta({ description: 'Default: today, in the time zone of the company' }),
    ...quoteMembers,
  })
  .meta({
    id: 'CreateQuote',
    example: {
      clientId: EXAMPLE_IDS.client,
      currency: 'EUR',
      title: 'Spring campaign',
      lines: [exampleLine],
      expiryDate: '2027-12-31',
    },
  });
export type CreateQuote = z.infer<typeof CreateQuote>;

export const UpdateQuote = z
  .strictObject({ ...documentPatch, issueDate: CalendarDate.optional(), ...described(QUOTE, patchOf(quoteMembers)) })
  .meta({ id: 'UpdateQuote', example: { title: 'Spring campaign, second draft' } });
export type UpdateQuote = z.infer<typeof UpdateQuote>;

export const SendQuote = z.strictObject(sendBody).meta({ id: 'SendQuote', example: { channel: 'Link' } });
export type SendQuote = z.infer<typeof SendQuote>;

export const AcceptQuote = z
  .strictObject({
    by: oneLine(120).meta({
      description: 'The name of the person who accepts it for the client',
      example: 'Jeanne Lumen',
    }),
    poNumber: oneLine(100)
      .optional()
      .meta({ description: 'The purchase order of the client, which is copied to the invoices' }),
    allowExpired: z.boolean().default(false).meta({ description: 'Accept the quote even if it has expired' }),
  })
  .meta({ id: 'AcceptQuote', example: { by: 'Jeanne Lumen', poNumber: 'PO-7781' } });
export type AcceptQuote = z.infer<typeof AcceptQuote>;

export const DeclineQuote = z
  .strictObject({
    code: z.enum(DECLINE_CODES).meta({ description: 'Why the client declines it' }),
    text: text(1000).optional().meta({ description: 'The explanation of the client' }),
  })
  .meta({ id: 'DeclineQuote', example: { code: 'Changes', text: 'Without the second workshop, please.' } });
export type DeclineQuote = z.infer<typeof DeclineQuote>;

const invoiceDates = {
  issueDate: CalendarDate.optional(),
  dueDate: CalendarDate.optional(),
  externalId: ExternalId.optional(),
};

/** The service checks it, because a small share can result in zero as well. */
const PositiveRate = Rate.meta({ pattern: decimalPattern(RATE_SCALE, 'positive').source });

const modeOf = <const Mode extends string>(mode: Mode, description: string) => z.literal(mode).meta({ description });

/** The five ways to invoice a quote. Amounts include VAT. */
export const ConvertQuote = z
  .discriminatedUnion('mode', [
    z.strictObject({ mode: modeOf('Whole', 'The whole quote'), ...invoiceDates }),
    z.strictObject({ mode: modeOf('Percent', 'A percentage of the quote'), percent: PositiveRate, ...invoiceDates }),
    z.strictObject({
      mode: modeOf('Lines', 'Some lines of the quote'),
      lineIds: list(Id).min(1).max(1000).meta({ description: 'The ids of the lines to invoice' }),
      ...invoiceDates,
    }),
    z.strictObject({ mode: modeOf('Amount', 'An amount'), amount: PositiveAmount, ...invoiceDates }),
    z.strictObject({ mode: modeOf('Remaining', 'The part that is not invoiced'), ...invoiceDates }),
  ])
  .meta({ id: 'ConvertQuote', example: { mode: 'Percent', percent: '30' } });
export type ConvertQuote = z.infer<typeof ConvertQuote>;

const expand = expandParameter(['client', 'invoices']);

export const GetQuote = z.strictObject({ expand });
export type GetQuote = z.infer<typeof GetQuote>;

export const ListQuotes = listQuery(
  {
    ...documentQuery,
    ...customFieldQuery,
    status: repeatable(z.enum(QUOTE_STATUSES)).meta({ description: 'One or several: `status=Sent&status=Expired`' }),
    expiryDateFrom: CalendarDate.optional().meta({ description: 'Valid until this day or later' }),
    expiryDateTo: CalendarDate.optional().meta({ description: 'Valid until this day or earlier' }),
    ...referenceQuery,
    q: search(searchedIn('the number', 'the title', "the client's present or printed name")),
    expand,
  },
  ['id', 'issueDate', 'expiryDate', 'number', 'updatedAt', 'createdAt', 'gross'],
);
export type ListQuotes = z.infer<typeof ListQuotes>;

const requestable = REQUESTABLE_QUOTE_ACTIONS as [QuoteAction, ...QuoteAction[]];

export const QuoteView = z
  .object(
    described(QUOTE, {
      id: Id,
      number: z.string().nullable().meta({ description: 'Assigned when the quote is sent', example: 'QUO-2026-00001' }),
      status: z.enum(QUOTE_STATUSES),
      revision: z.int().meta({ description: 'The revisions of a quote share its number' }),
      previousRevisionId: Id.nullable(),
      nextRevisionId: Id.nullable().meta({ description: 'The id of its revision, which is a draft until it is sent' }),
      clientId: Id,
      externalId: z.string().nullable(),
      title: z.string().nullable(),
      issueDate: CalendarDateView,
      expiryDate: CalendarDateView.nullable(),
      ...documentView,
      seller: SellerSnapshot.nullable().meta({ description: 'As it was when the quote was sent; null for a draft' }),
      client: ClientSnapshot.nullable().meta({ description: 'As it was when the quote was sent; null for a draft' }),
      acceptance: z
        .object({
          by: z.string().meta({ description: 'The name of the person who accepted it' }),
          at: Instant.meta({ description: 'When it was accepted' }),
          poNumber: z.string().nullable().meta({ description: 'The purchase order of the client; null without one' }),
        })
        .nullable(),
      decline: z
        .object({
          code: z.enum(DECLINE_CODES).meta({ description: 'Why the client declined it' }),
          text: z.string().nullable().meta({ description: 'The explanation of the client; null without one' }),
          at: Instant.meta({ description: 'When it was declined' }),
        })
        .nullable(),
      invoiceIds: z.array(Id),
      invoicedTotal: Amount.meta({ description: 'With VAT, without void invoices' }),
      remaining: Amount,
      availableActions: z.array(availableAction(requestable)),
      ...documentDeliveryView,
      sentAt: Instant.nullable(),
      acceptedAt: Instant.nullable(),
      declinedAt: Instant.nullable(),
      version: z.int(),
      createdAt: Instant,
      updatedAt: Instant,
    }),
  )
  .meta({ id: 'Quote' });
export type QuoteView = z.infer<typeof QuoteView>;
