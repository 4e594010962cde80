import type { ClientView } from '@billhook/contract/invoicing/client';
import type { CreatePayment, PaymentView } from '@billhook/contract/invoicing/payment';
import { currencyDigits, isCurrency } from '@billhook/domain/invoicing/currency';
import { compare, decimalOrThrow, formatDecimal, ZERO } from '@billhook/domain/shared/decimal';
import type { PaymentKind } from '@billhook/domain/invoicing/payment';
import { textOrNull } from '../../shared/forms/form-values.js';
import { allocationsOf, amountIn, type Shares } from './allocation.rules.js';

/** What the form of a payment begins with. */
export interface PaymentStart {
  readonly kind: PaymentKind;
  readonly clientId: number | undefined;
  /** The invoice that it was begun at: it gets the amount, and one comes back to it. */
  readonly invoiceId: number | undefined;
  /** The payment that a refund was begun at. */
  readonly paymentId?: number;
  readonly date: string;
  readonly amount: string;
  readonly currency: string;
}

export interface PaymentValues {
  kind: PaymentKind;
  clientId: number | undefined;
  date: string;
  amount: string;
  currency: string;
  method: string;
  reference: string;
  externalId: string;
}

/** The currency that a client most likely pays in, or is paid back in. */
export function currencyOf(client: ClientView, kind: PaymentKind, otherwise: string): string {
  const member = kind === 'Payment' ? 'due' : 'credit';
  const owed = client.balances.find((balance) => /[1-9]/.test(balance[member]));
  return owed?.currency ?? client.currency ?? otherwise;
}

/**
 * What of a payment can be given back without asking an invoice for it: what it left as credit, as far as the client still has that.
 * @returns an amount with the digits of its currency; `''` where there is none
 */
export function refundable(payment: PaymentView, client: ClientView): string {
  const { currency, unallocated, status } = payment;
  const credit = client.balances.find((balance) => balance.currency === currency)?.credit;
  if (credit === undefined || status === 'Deleted') return '';
  const least = compare(decimalOrThrow(unallocated), decimalOrThrow(credit)) < 0 ? unallocated : credit;
  return compare(decimalOrThrow(least), ZERO) > 0 ? least : '';
}

/**
 * The body of a payment.
 * @param values whose client and amount are there: the form has checked them
 * @param methodOf the name under which the API keeps what was typed as a method
 */
export function paymentBody(
  values: PaymentValues,
  shares: Shares,
  methodOf: (text: string) => string,
): CreatePayment | undefined {
  const { kind, clientId, date, currency, amount } = values;
  const exact = amountIn(currency, amount);
  if (clientId === undefined || !exact || !isCurrency(currency)) return undefined;
  const [method, reference, externalId] = [values.method, values.reference, values.externalId].map(textOrNull);
  // A member of the contract that is missing here does not compile.
  const body: { [Name in keyof Required<CreatePayment>]: CreatePayment[Name] } = {
    ...{ kind, clientId, date, currency },
    amount: formatDecimal(exact, currencyDigits(currency)),
    method: method ? methodOf(method) : undefined,
    reference: reference ?? undefined,
    externalId: externalId ?? undefined,
    allocations: allocationsOf(shares, currency),
  };
  return body;
}
