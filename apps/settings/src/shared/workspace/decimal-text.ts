import { isCurrency } from '@billhook/domain/invoicing/codes/currency';
import { amountInFull } from '@billhook/domain/invoicing/totals/amount';
import { parseDecimal } from '@billhook/domain/shared/decimal';
import { formatNumber, type DocumentLocale } from '@billhook/domain/shared/format-amount';
import { readNumber } from '@billhook/domain/shared/read-number';

/* The text of a number field, and its value in the form of the API. */

const MOST_DIGITS = 40;
const isDecimal = (text: string): boolean => parseDecimal(text, MOST_DIGITS, MOST_DIGITS) !== undefined;

/** The typed number in the form of the API: "1,234.5" is "1234.5". Text that is not a number is unchanged, and is an error. */
export function decimalOf(typed: string, locale: DocumentLocale, currency?: string): string {
  return readNumber(typed, locale, currency && isCurrency(currency) ? currency : undefined) ?? typed.trim();
}

/** Whether the value of a field is neither blank nor a number. */
export const isUnreadable = (value: string): boolean => value !== '' && !isDecimal(value);

/** A decimal with the digits of its currency, if that loses nothing: "12" in EUR is "12.00". Other text is unchanged. */
export function amountOf(decimal: string, currency: string): string {
  if (decimal === '' || !isCurrency(currency)) return decimal;
  return amountInFull(decimal, currency) ?? decimal;
}

/**
 * The text of a field that shows a value.
 * @param edited whether the person is in the field: without group signs, which would move while typing
 */
export function shownDecimal(value: string, locale: DocumentLocale, edited: boolean): string {
  if (value === '' || !isDecimal(value)) return value;
  if (!edited) return formatNumber(value, locale);
  return locale === 'fr' ? value.replace('.', ',') : value;
}
