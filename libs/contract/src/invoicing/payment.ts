import { PAYMENT_KINDS, PAYMENT_STATUSES } from '@billhook/domain/invoicing/payment';
import { z } from 'zod';
import { ActorText, ActorView } from '../shared/actor.js';
import { list } from '../shared/bounded.js';
import {
  Amount,
  AmountBound,
  CalendarDate,
  CalendarDateView,
  Currency,
  ExternalId,
  Id,
  IdText,
  Instant,
  PositiveAmount,
  oneLine,
  text,
} from '../shared/common.js';
import { described } from '../shared/described.js';
import { EXAMPLE_IDS } from '../shared/example-ids.js';
import { Flag, listQuery, search } from '../shared/list-query.js';
import { storedMembers } from '../shared/stored-members.js';
import { expandParameter } from './expand.js';

const ALLOCATION = { invoiceId: 'The id of the invoice', amount: 'The part of the payment that pays it' };

const PAYMENT = {
  status: 'Deleted: it no longer counts',
  kind: 'Payment: money received. Refund: money returned to the client. Amounts are positive in both',
  clientId: 'The id of the client',
  date: 'The day on which the money arrived or was returned, in the time zone of the company',
  amount: 'The whole amount, including the unallocated part',
  currency: 'The ISO 4217 code of the amounts',
  method: 'The payment method, like Transfer or Card',
  reference: 'What identifies the payment, such as the text of the bank statement',
  allocations: 'The invoices that it pays, or that it refunds',
  unallocated: 'The part that is allocated to no invoice, which is credit of the client',
  deletedAt: 'When it was deleted; null unless it was deleted',
  deletedBy: 'Who deleted it, as a text; null unless it was deleted',
  deletedByActor: 'Who deleted it; null unless it was deleted',
  deletionReason: 'Why it was deleted; null unless it was deleted',
};

const Allocations = list(
  z.strictObject({
    invoiceId: Id.meta({ description: 'Id of the invoice', example: EXAMPLE_IDS.sentInvoice }),
    amount: PositiveAmount,
  }),
).max(200);

/** The members of a payment that are columns of the same names. */
const paymentMembers = described(PAYMENT, {
  kind: z
    .enum(PAYMENT_KINDS)
    .default('Payment')
    .meta({ description: 'Refund: money returned to the client, from invoices or from the credit of the client' }),
  clientId: Id.meta({ description: 'Id of the client', example: EXAMPLE_IDS.client }),
  date: CalendarDate,
  amount: PositiveAmount,
  currency: Currency,
  method: oneLine(40).optional().meta({ description: 'The payment method, like Transfer or Card' }),
  reference: oneLine(140).optional(),
  externalId: ExternalId.optional(),
});
export const STORED_PAYMENT = storedMembers(paymentMembers);

export const CreatePayment = z
  .strictObject({
    ...paymentMembers,
    allocations: Allocations.default([]).meta({
      description: 'The invoices that it pays; the unallocated rest becomes credit of the client',
    }),
  })
  .meta({
    id: 'CreatePayment',
    example: {
      clientId: EXAMPLE_IDS.client,
      date: '2026-11-21',
      amount: '1080.00',
      currency: 'EUR',
      method: 'Transfer',
      allocations: [{ invoiceId: EXAMPLE_IDS.sentInvoice, amount: '1080.00' }],
    },
  });
export type CreatePayment = z.infer<typeof CreatePayment>;

export const AllocatePayment = z
  .strictObject({ allocations: Allocations.min(1).meta({ description: 'The invoices that it pays as well' }) })
  .meta({
    id: 'AllocatePayment',
    example: { allocations: [{ invoiceId: EXAMPLE_IDS.overdueInvoice, amount: '80.00' }] },
  });
export type AllocatePayment = z.infer<typeof AllocatePayment>;

export const DeletePayment = z.strictObject({
  reason: text(500).meta({
    description: 'The reason for the deletion, stored with the payment',
    example: 'Entered twice',
  }),
});
export type DeletePayment = z.infer<typeof DeletePayment>;

const expand = expandParameter(['client', 'invoices']);

export const GetPayment = z.strictObject({ expand });
export type GetPayment = z.infer<typeof GetPayment>;

export const ListPayments = listQuery(
  {
    clientId: IdText.optional().meta({ description: 'Only of this client' }),
    invoiceId: IdText.optional().meta({ description: 'Only payments allocated to this invoice' }),
    status: z.enum(PAYMENT_STATUSES).optional().meta({ description: 'Only with this status' }),
    kind: z.enum(PAYMENT_KINDS).optional().meta({ description: 'Only payments, or only refunds' }),
    currency: Currency.optional().meta({ description: 'Only in this currency' }),
    method: text(40).optional().meta({ description: 'The complete method, as recorded' }),
    reference: text(140).optional().meta({ description: 'The complete reference, as recorded' }),
    dateFrom: CalendarDate.optional().meta({ description: 'Paid on or after this day' }),
    dateTo: CalendarDate.optional().meta({ description: 'Paid on or before this day' }),
    amountFrom: AmountBound.optional().meta({ description: 'Of at least this amount' }),
    amountTo: AmountBound.optional().meta({ description: 'Of at most this amount' }),
    unallocated: Flag.optional().meta({ description: 'Whether it is not deleted and has an unallocated rest' }),
    q: search("the reference or the client's name"),
    expand,
  },
  ['id', 'date', 'amount', 'updatedAt', 'createdAt'],
);
export type ListPayments = z.infer<typeof ListPayments>;

export const PaymentView = z
  .object(
    described(PAYMENT, {
      id: Id,
      status: z.enum(PAYMENT_STATUSES),
      kind: z.enum(PAYMENT_KINDS),
      clientId: Id,
      externalId: z.string().nullable(),
      date: CalendarDateView,
      amount: Amount,
      currency: z.string(),
      method: z.string().nullable(),
      reference: z.string().nullable(),
      allocations: z.array(z.object(described(ALLOCATION, { invoiceId: Id, amount: Amount }))),
      unallocated: Amount,
      deletedAt: Instant.nullable(),
      deletedBy: ActorText.nullable(),
      deletedByActor: ActorView.nullable(),
      deletionReason: z.string().nullable(),
      version: z.int(),
      createdAt: Instant,
      updatedAt: Instant,
    }),
  )
  .meta({ id: 'Payment' });
export type PaymentView = z.infer<typeof PaymentView>;
