import { add, compare, decimalOrThrow, subtract, ZERO, type Decimal } from '../shared/decimal.js';

/** Money that came in, and money that was given back. Both amounts are above zero. */
export const PAYMENT_KINDS = ['Payment', 'Refund'] as const;
export type PaymentKind = (typeof PAYMENT_KINDS)[number];

export const PAYMENT_STATUSES = ['Recorded', 'Deleted'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/**
 * What of a payment is not allocated to any invoice: it stays the client's credit.
 * @throws RangeError for what is no decimal
 * @returns undefined when the allocations add up to more than the amount
 */
export function unallocated(amount: string, allocations: readonly { readonly amount: string }[]): Decimal | undefined {
  const spent = allocations.reduce((sum, allocation) => add(sum, decimalOrThrow(allocation.amount)), ZERO);
  const rest = subtract(decimalOrThrow(amount), spent);
  return compare(rest, ZERO) < 0 ? undefined : rest;
}
