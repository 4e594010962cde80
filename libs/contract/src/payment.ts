import { PAYMENT_KINDS, PAYMENT_STATUSES } from '@billhook/domain/payment';
import { z } from 'zod';
import {
  Amount,
  AmountBound,
  CalendarDate,
  Currency,
  ExternalId,
  Id,
  IdText,
  Instant,
  PositiveAmount,
  text,
} from './common.js';
import { Flag, listQuery, recordListOf, search } from './list-query.js';

const Allocations = z.array(z.strictObject({ invoiceId: Id, amount: PositiveAmount })).max(200);

export const CreatePayment = z
  .strictObject({
    kind: z
      .enum(PAYMENT_KINDS)
      .default('Payment')
      .meta({ description: 'Refund: money given back, of invoices that it names or of the credit of the client' }),
    clientId: Id,
    date: CalendarDate,
    amount: PositiveAmount,
    currency: Currency,
    method: text(40).optional().meta({ description: 'How it was paid, like Transfer or Card' }),
    reference: text(140).optional(),
    externalId: ExternalId.optional(),
    allocations: Allocations.default([]).meta({
      description: "What it pays; the rest stays unallocated, as the client's credit",
    }),
  })
  .meta({
    id: 'CreatePayment',
    example: {
      clientId: 1,
      date: '2026-11-21',
      amount: '1080.00',
      currency: 'EUR',
      method: 'Transfer',
      allocations: [{ invoiceId: 1, amount: '1080.00' }],
    },
  });
export type CreatePayment = z.infer<typeof CreatePayment>;

export const AllocatePayment = z
  .strictObject({ allocations: Allocations.min(1) })
  .meta({ id: 'AllocatePayment', example: { allocations: [{ invoiceId: 1, amount: '80.00' }] } });
export type AllocatePayment = z.infer<typeof AllocatePayment>;

export const DeletePayment = z.strictObject({
  reason: text(500).meta({ description: 'Why the payment is taken back; kept with it', example: 'Entered twice' }),
});
export type DeletePayment = z.infer<typeof DeletePayment>;

export const ListPayments = listQuery(
  {
    clientId: IdText.optional(),
    invoiceId: IdText.optional().meta({ description: 'An invoice that it pays' }),
    status: z.enum(PAYMENT_STATUSES).optional(),
    kind: z.enum(PAYMENT_KINDS).optional(),
    currency: Currency.optional(),
    method: text(40).optional(),
    reference: text(140).optional(),
    dateFrom: CalendarDate.optional(),
    dateTo: CalendarDate.optional(),
    amountFrom: AmountBound.optional(),
    amountTo: AmountBound.optional(),
    unallocated: Flag.optional().meta({ description: 'Whether it stands and some of it pays no invoice yet' }),
    q: search("the reference or the client's name"),
  },
  ['id', 'date', 'amount', 'updatedAt', 'createdAt'],
);
export type ListPayments = z.infer<typeof ListPayments>;

export const PaymentView = z
  .object({
    id: Id,
    status: z.enum(PAYMENT_STATUSES),
    kind: z.enum(PAYMENT_KINDS),
    clientId: Id,
    externalId: z.string().nullable(),
    date: CalendarDate,
    amount: Amount,
    currency: z.string(),
    method: z.string().nullable(),
    reference: z.string().nullable(),
    allocations: z.array(z.object({ invoiceId: Id, amount: Amount })),
    unallocated: Amount,
    deletedAt: Instant.nullable(),
    deletedBy: z.string().nullable(),
    deletionReason: z.string().nullable(),
    version: z.int(),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'Payment' });
export type PaymentView = z.infer<typeof PaymentView>;

export const PaymentList = recordListOf(PaymentView, 'PaymentList');
