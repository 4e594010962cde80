import { add, compare, decimalOrThrow, subtract, ZERO, type Decimal } from '../shared/decimal.js';

/** Payment: money received. Refund: money returned. Both amounts are positive. */
export const PAYMENT_KINDS = ['Payment', 'Refund'] as const;
export type PaymentKind = (typeof PAYMENT_KINDS)[number];

export const PAYMENT_STATUSES = ['Recorded', 'Deleted'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/**
 * The unallocated part of a payment: credit of the client.
 * @throws RangeError for a text that is not a decimal
 * @returns undefined if the allocations exceed the amount
 */
export function unallocated(amount: string, allocations: readonly { readonly amount: string }[]): Decimal | undefined {
  const spent = allocations.reduce((sum, allocation) => add(sum, decimalOrThrow(allocation.amount)), ZERO);
  const rest = subtract(decimalOrThrow(amount), spent);
  return compare(rest, ZERO) < 0 ? undefined : rest;
}
