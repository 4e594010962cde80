import { currencyDigits, isCurrency } from '@billhook/domain/invoicing/codes/currency';

/** Zero in the form of the API: with the digits of the currency. */
export const zeroAmount = (currency: string): string =>
  (0).toFixed(isCurrency(currency) ? currencyDigits(currency) : 2);
