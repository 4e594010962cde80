import { formatDecimal, parseDecimal } from '../../shared/decimal.js';
import type { FieldError } from '../../shared/problems.js';
import { currencyDigits } from '../codes/currency.js';
import type { AdjustmentInput, TotalsInput } from './totals-input.js';

/**
 * An amount with all digits of its currency: `5` and `5.0` in EUR become "5.00".
 * @returns undefined for more digits than the currency has, and for a text that is not a decimal
 */
export function amountInFull(amount: string, currency: string): string | undefined {
  const digits = currencyDigits(currency);
  const value = parseDecimal(amount, digits);
  return value && formatDecimal(value, digits);
}

/** The error of an amount with more digits than its currency has. */
export const amountDigitsError = (pointer: string, currency: string): FieldError => ({
  pointer,
  code: 'wrong_decimals',
  message: `must have at most ${currencyDigits(currency)} decimals in ${currency}`,
});

/**
 * The document with all digits in all amounts.
 * @param document without errors of `checkTaxRules`
 */
export function documentInFull<T extends TotalsInput>(document: T): T {
  const { currency, allowances, charges, roundingIncrement } = document;
  const full = (amount: string): string => amountInFull(amount, currency) ?? amount;
  const adjusted = <A extends AdjustmentInput>(adjustment: A): A =>
    adjustment.amount === undefined ? adjustment : { ...adjustment, amount: full(adjustment.amount) };
  const lines = document.lines.map((line) => ({
    ...line,
    ...(line.discount && { discount: adjusted(line.discount) }),
    ...(line.allowances && { allowances: line.allowances.map(adjusted) }),
    ...(line.charges && { charges: line.charges.map(adjusted) }),
  }));
  return {
    ...document,
    lines,
    ...(allowances && { allowances: allowances.map(adjusted) }),
    ...(charges && { charges: charges.map(adjusted) }),
    ...(roundingIncrement !== undefined && { roundingIncrement: full(roundingIncrement) }),
  };
}
