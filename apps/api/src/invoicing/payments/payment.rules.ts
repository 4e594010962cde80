import type { CreatePayment } from '@billhook/contract/invoicing/payment';
import { currencyDigits } from '@billhook/domain/invoicing/codes/currency';
import { allows, balance } from '@billhook/domain/invoicing/invoice';
import { unallocated, type PaymentKind } from '@billhook/domain/invoicing/payment';
import { amountDigitsError, amountInFull } from '@billhook/domain/invoicing/totals/amount';
import { compare, decimalOrThrow, formatDecimal } from '@billhook/domain/shared/decimal';
import { invalidBody, Problem, type FieldError, type ProblemCode } from '@billhook/domain/shared/problems';
import type { InvoiceRow } from '@billhook/invoicing/invoices/invoice.entity';

/** The allocations to check, and their caller. */
export type Allocating = Pick<CreatePayment, 'clientId' | 'currency' | 'allocations'> & { readonly kind: PaymentKind };

/**
 * The body with amounts in all digits of its currency.
 * @throws Problem 422 for an amount with more digits than the currency has
 */
export function inFull<T extends Pick<CreatePayment, 'currency' | 'allocations'> & { readonly amount?: string }>(
  body: T,
): T {
  const { currency } = body;
  const errors: FieldError[] = [];
  const full = (pointer: string, amount: string): string => {
    const written = amountInFull(amount, currency);
    if (written !== undefined) return written;
    errors.push(amountDigitsError(pointer, currency));
    return amount;
  };
  const whole = body.amount === undefined ? {} : { amount: full('/amount', body.amount) };
  const allocations = body.allocations.map(({ invoiceId, amount }, n) => ({
    invoiceId,
    amount: full(`/allocations/${n}/amount`, amount),
  }));
  if (errors.length > 0) throw new Problem('invalid_body', undefined, { errors });
  return { ...body, ...whole, allocations };
}

/**
 * The part of an amount that is not allocated, with the digits of its currency.
 * @throws Problem 409 over_allocated
 */
export function restOf(amount: string, currency: string, allocations: CreatePayment['allocations']): string {
  const rest = unallocated(amount, allocations);
  if (rest) return formatDecimal(rest, currencyDigits(currency));
  throw new Problem('over_allocated', 'The sum of the allocations exceeds the amount of the payment.', {
    errors: [{ pointer: '/allocations', code: 'over_allocated', message: 'must not add up to more than amount' }],
  });
}

/** The largest amount that an invoice accepts from a payment and returns to a refund. */
const LIMITS = {
  Payment: {
    action: 'pay',
    status: 'not_payable',
    limit: (invoice: InvoiceRow) => balance(invoice),
    over: 'over_allocated',
    words: 'more than the outstanding amount',
  },
  Refund: {
    action: 'unpay',
    status: 'not_payable',
    limit: (invoice: InvoiceRow) => decimalOrThrow(invoice.amountPaid),
    over: 'over_refunded',
    words: 'more than the amount paid',
  },
} as const;

/**
 * Checks the allocations to each invoice. The caller holds the locks of the invoices.
 * @throws Problem 422 client_mismatch, currency_mismatch, invalid_body; 409 not_payable, over_allocated, over_refunded
 */
export function checkAllocations(body: Allocating, invoices: readonly InvoiceRow[]): void {
  const { action, status, limit, over, words } = LIMITS[body.kind];
  const seen = new Set<number>();
  for (const [n, { invoiceId, amount }] of body.allocations.entries()) {
    const pointer = `/allocations/${n}`;
    const reject = (
      code: ProblemCode,
      member: string,
      message: string,
      extensions?: Record<string, unknown>,
    ): never => {
      throw new Problem(code, `${pointer}/${member} ${message}.`, {
        errors: [{ pointer: `${pointer}/${member}`, code, message }],
        extensions,
      });
    };
    if (seen.has(invoiceId)) reject('invalid_body', 'invoiceId', 'is a duplicate');
    seen.add(invoiceId);
    const invoice = invoices.find((candidate) => candidate.id === invoiceId);
    if (!invoice) throw new Problem('not_found');
    if (invoice.clientId !== body.clientId) reject('client_mismatch', 'invoiceId', 'belongs to another client');
    if (invoice.currency !== body.currency) reject('currency_mismatch', 'invoiceId', `is in ${invoice.currency}`);
    if (!allows(action, invoice.status)) {
      reject(status, 'invoiceId', `is ${invoice.status}`, { currentStatus: invoice.status });
    }
    const most = limit(invoice);
    if (compare(decimalOrThrow(amount), most) > 0) {
      reject(over, 'amount', `is ${words}, ${formatDecimal(most, currencyDigits(invoice.currency))}`);
    }
  }
}

/**
 * Checks that no refund has used what a payment paid of each invoice: a refund that names the invoice reduces it.
 * @throws Problem 409 credit_spent
 */
export function checkNotRefunded(payment: Pick<CreatePayment, 'allocations'>, invoices: readonly InvoiceRow[]): void {
  for (const { id, number, amountPaid } of invoices) {
    const held = payment.allocations.find(({ invoiceId }) => invoiceId === id)?.amount ?? '0';
    if (compare(decimalOrThrow(held), decimalOrThrow(amountPaid)) <= 0) continue;
    throw new Problem(
      'credit_spent',
      `A part of what it paid of invoice ${number} was refunded. Delete the refund first.`,
    );
  }
}

/** @throws Problem 409 invoice_written_off: the written-off amount is what this payment left outstanding */
export function checkNotWrittenOff(invoices: readonly InvoiceRow[]): void {
  const written = invoices.find(({ status }) => status === 'WrittenOff');
  if (!written) return;
  throw new Problem('invoice_written_off', `The invoice ${written.number} is written off. Reopen it first.`);
}

/**
 * @param first the dates of the first payments that the refund can return
 * @throws Problem 422 for a refund before one of them
 */
export function checkRefundDate(date: string, first: readonly string[]): void {
  const latest = first.toSorted().at(-1);
  if (latest === undefined || date >= latest) return;
  const message = `must not be before ${latest}, the date of the first payment that it returns`;
  throw invalidBody('/date', 'date_before_payment', message);
}

/** @throws Problem 422 for a date in the future */
export function checkDate(date: string, today: string): void {
  if (date <= today) return;
  throw invalidBody('/date', 'date_in_future', `must not be after today, ${today}`);
}
