import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import { currencyDigits } from '@billhook/domain/invoicing/codes/currency';
import { allows } from '@billhook/domain/invoicing/invoice';
import type { PaymentKind } from '@billhook/domain/invoicing/payment';
import {
  add,
  compare,
  decimalOrThrow,
  formatDecimal,
  parseDecimal,
  subtract,
  ZERO,
  type Decimal,
} from '@billhook/domain/shared/decimal';

/** The typed amount for each invoice, by its id: an exact decimal, or empty. */
export type Shares = Readonly<Record<number, string>>;

/** The maximum that a payment can pay of an invoice, or a refund can return of it. */
export interface AllocationLimit {
  readonly invoice: { readonly id: number };
  readonly limit: string;
}

/** The same with the invoice. */
export interface Payable extends AllocationLimit {
  readonly invoice: InvoiceView;
}

/** An amount of a currency, exactly; undefined if it is not a number, is negative or has too many decimals. */
export function amountIn(currency: string, text: string): Decimal | undefined {
  const value = parseDecimal(text, currencyDigits(currency));
  return value && value.units >= 0n ? value : undefined;
}

const format = (currency: string, value: Decimal): string => formatDecimal(value, currencyDigits(currency));

/** The invoices of a list that can be paid or refunded, oldest due date first, each with its limit. */
export function payables(kind: PaymentKind, currency: string, invoices: readonly InvoiceView[]): Payable[] {
  return invoices
    .filter((invoice) => invoice.currency === currency && allows(kind === 'Payment' ? 'pay' : 'unpay', invoice.status))
    .map((invoice) => ({ invoice, limit: kind === 'Payment' ? invoice.balance : invoice.amountPaid }))
    .filter(({ limit }) => compare(amountIn(currency, limit) ?? ZERO, ZERO) > 0)
    .toSorted((a, b) => dueOf(a).localeCompare(dueOf(b)) || a.invoice.id - b.invoice.id);
}

const dueOf = ({ invoice }: Payable): string => invoice.dueDate ?? invoice.issueDate;

/** The sum of all shares, with the digits of the currency. */
export function allocated(shares: Shares, currency: string): string {
  const amounts = Object.values(shares).map((text) => amountIn(currency, text) ?? ZERO);
  return format(currency, amounts.reduce(add, ZERO));
}

/** The rest of an amount without the shares; negative if they exceed it. */
export function restOf(amount: string, shares: Shares, currency: string): string {
  const whole = amountIn(currency, amount) ?? ZERO;
  return format(currency, subtract(whole, amountIn(currency, allocated(shares, currency)) ?? ZERO));
}

/** The shares with the largest possible amount for one invoice. */
export function filled(shares: Shares, { invoice, limit }: AllocationLimit, amount: string, currency: string): Shares {
  const { [invoice.id]: _, ...others } = shares;
  const [left, most] = [decimalOrThrow(restOf(amount, others, currency)), amountIn(currency, limit) ?? ZERO];
  const share = compare(left, most) < 0 ? left : most;
  return compare(share, ZERO) > 0 ? { ...others, [invoice.id]: format(currency, share) } : others;
}

/** The amount distributed over all invoices in their order. */
export function filledAll(invoices: readonly AllocationLimit[], amount: string, currency: string): Shares {
  return invoices.reduce<Shares>((shares, payable) => filled(shares, payable, amount, currency), {});
}

/** Whether a share is invalid: not a number, or above the limit of the invoice. */
export function shareError(text: string, limit: string, currency: string): 'number' | 'over' | undefined {
  if (text === '') return undefined;
  const share = amountIn(currency, text);
  if (!share) return 'number';
  return compare(share, amountIn(currency, limit) ?? ZERO) > 0 ? 'over' : undefined;
}

/** The shares in the format of the API: exact digits, without empty ones. */
export function allocationsOf(shares: Shares, currency: string): { invoiceId: number; amount: string }[] {
  return Object.entries(shares).flatMap(([id, text]) => {
    const share = amountIn(currency, text);
    return share && share.units > 0n ? [{ invoiceId: Number(id), amount: format(currency, share) }] : [];
  });
}

/** The errors of the API at allocations (`/allocations/1/amount`), by the id of the invoice. */
export function errorsByInvoice(
  fieldErrors: Readonly<Record<string, string>>,
  sent: readonly { invoiceId: number }[],
): Readonly<Record<number, string>> {
  return Object.fromEntries(
    Object.entries(fieldErrors).flatMap(([path, message]) => {
      const invoice = sent[Number(/^allocations\.(\d+)/.exec(path)?.[1] ?? -1)];
      return invoice ? [[invoice.invoiceId, message]] : [];
    }),
  );
}
