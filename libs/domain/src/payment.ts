import { add, compare, parseDecimal, subtract, type Decimal } from './decimal.js';

/** Money that came in, and money that was given back. Both amounts are above zero. */
export const PAYMENT_KINDS = ['Payment', 'Refund'] as const;
export type PaymentKind = (typeof PAYMENT_KINDS)[number];

export const PAYMENT_STATUSES = ['Recorded', 'Deleted'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

const ZERO: Decimal = { units: 0n, scale: 0 };

/**
 * What of a payment is not allocated to any invoice: it stays the client's credit.
 * @returns undefined when the allocations add up to more than the amount
 */
export function unallocated(amount: string, allocations: readonly { readonly amount: string }[]): Decimal | undefined {
  const whole = parseDecimal(amount, 6) ?? ZERO;
  const spent = allocations.reduce((sum, a) => add(sum, parseDecimal(a.amount, 6) ?? ZERO), ZERO);
  const rest = subtract(whole, spent);
  return compare(rest, ZERO) < 0 ? undefined : rest;
}
