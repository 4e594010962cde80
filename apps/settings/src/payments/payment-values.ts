import type { ClientView } from '@billhook/contract/client';
import type { CreatePayment } from '@billhook/contract/payment';
import { currencyDigits, isCurrency } from '@billhook/domain/currency';
import { formatDecimal } from '@billhook/domain/decimal';
import type { PaymentKind } from '@billhook/domain/payment';
import { textOrNull } from '../forms/form-values.js';
import { allocationsOf, amountIn, type Shares } from './allocation.js';

/** What the form of a payment begins with. */
export interface PaymentStart {
  readonly kind: PaymentKind;
  readonly clientId: number | undefined;
  /** The invoice that it was begun at: it gets the amount, and one comes back to it. */
  readonly invoiceId: number | undefined;
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
  return {
    kind,
    clientId,
    date,
    amount: formatDecimal(exact, currencyDigits(currency)),
    currency,
    ...(method && { method: methodOf(method) }),
    ...(reference && { reference }),
    ...(externalId && { externalId }),
    allocations: allocationsOf(shares, currency),
  };
}
