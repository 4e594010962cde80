import type { ClientView } from '@billhook/contract/invoicing/client';
import type { CreatePayment, PaymentView } from '@billhook/contract/invoicing/payment';
import { currencyDigits, isCurrency } from '@billhook/domain/invoicing/codes/currency';
import type { PaymentKind } from '@billhook/domain/invoicing/payment';
import { compare, decimalOrThrow, formatDecimal, ZERO } from '@billhook/domain/shared/decimal';
import { textOrNull } from '../../shared/forms/form-values.js';
import { allocationsOf, amountIn, type Shares } from './allocation.rules.js';

/** The initial values of the payment form. */
export interface PaymentStart {
  readonly kind: PaymentKind;
  readonly clientId: number | undefined;
  /** The invoice on whose page it was started: it gets the amount, and its page opens afterwards. */
  readonly invoiceId: number | undefined;
  /** The payment on whose page a refund was started. */
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

/** The most likely currency of a payment or a refund of the client. */
export function currencyOf(client: ClientView, kind: PaymentKind, otherwise: string): string {
  const member = kind === 'Payment' ? 'due' : 'credit';
  const owed = client.balances.find((balance) => /[1-9]/.test(balance[member]));
  return owed?.currency ?? client.currency ?? otherwise;
}

/**
 * The part of a payment that can be refunded without an invoice: its unallocated rest, as far as the client still has that credit.
 * @returns an amount with the digits of its currency; `''` if there is none
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
 * @param values with client and amount, which the form has checked
 * @param methodOf returns the name of a typed method in the API
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
