import { currencyDigits } from '@billhook/domain/currency';
import { formatShortest, parseDecimal } from '@billhook/domain/decimal';
import { documentLocale, formatAmount, formatNumber, type DocumentLocale } from '@billhook/domain/format-amount';
import { addressLines, type PostalAddress } from '@billhook/domain/address-lines';
import { unitName } from '@billhook/domain/unit-names';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

const NO_BREAK = '\u00a0';
const MINUS = '\u2212';

const shortest = (decimal: string): string => {
  const value = parseDecimal(decimal, 24, 24);
  return value ? formatShortest(value) : decimal;
};
const typographic = (number: string): string => number.replace('-', MINUS);

/** At least the digits of the currency, and all others that matter. */
function withDigits(price: string, digits: number): string {
  const [whole = '', fraction = ''] = shortest(price).split('.');
  const padded = fraction.padEnd(digits, '0');
  return padded ? `${whole}.${padded}` : whole;
}

function createFormat(locale: DocumentLocale) {
  const day = new Intl.DateTimeFormat(locale === 'fr' ? 'fr' : 'en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  const moment = new Intl.DateTimeFormat(locale === 'fr' ? 'fr' : 'en-GB', { dateStyle: 'long' });
  const countries = new Intl.DisplayNames(locale, { type: 'region' });
  const number = (decimal: string) => typographic(formatNumber(decimal, locale));
  const date = (calendarDate: string) => day.format(new Date(`${calendarDate}T00:00:00Z`));
  return {
    number,
    /** With its currency: "€1,080.00", "1 080,00 €". */
    money: (amount: string, currency: string) => typographic(formatAmount(amount, currency, locale)),
    /** "2 days", "1,5 heure" */
    quantity: (quantity: string, unit: string) =>
      `${number(shortest(quantity))}${NO_BREAK}${unitName(quantity, unit, locale)}`,
    percent: (rate: string) => `${number(shortest(rate))}${locale === 'fr' ? `${NO_BREAK}%` : '%'}`,
    unitPrice: (price: string, currency: string) => number(withDigits(price, currencyDigits(currency))),
    /** A calendar date; the same day wherever it is read. */
    date,
    /** The day of an instant, where the reader is. */
    dayOf: (instant: string) => moment.format(new Date(instant)),
    period: ({ start, end }: { readonly start: string; readonly end: string }) =>
      start === end ? date(start) : day.formatRange(new Date(`${start}T00:00:00Z`), new Date(`${end}T00:00:00Z`)),
    /** @param home the country that is not named, because the letter never leaves it */
    address: (address: PostalAddress, home: string | undefined) =>
      addressLines(address, address.country === home ? undefined : countries.of(address.country)),
    /** In fours, as banks print it. */
    iban: (iban: string) => compactIban(iban).replace(/.{4}(?=.)/g, `$&${NO_BREAK}`),
  };
}

export type DocumentFormat = ReturnType<typeof createFormat>;

/** As it is typed into a bank's form. */
export function compactIban(iban: string): string {
  return iban.replace(/\s/g, '').toUpperCase();
}

/** The other sign: `5.00` as "-5.00"; zero has none. */
export function negated(amount: string): string {
  if (isZero(amount)) return amount;
  return amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
}

export function isZero(amount: string): boolean {
  return !/[1-9]/.test(amount);
}

/** What a document is written with, in the language on screen. */
export function useDocumentFormat(): DocumentFormat {
  const { i18n } = useTranslation();
  return useMemo(() => createFormat(documentLocale(i18n.language)), [i18n.language]);
}
