import { formatShortest, parseDecimal } from './decimal.js';

/** The languages in which documents and mails are written. */
export const DOCUMENT_LOCALES = ['en', 'fr'] as const;
export type DocumentLocale = (typeof DOCUMENT_LOCALES)[number];

/** The language for a locale that a record carries: French for `fr` and its regions, English for all else. */
export function documentLocale(locale: string | null | undefined): DocumentLocale {
  return /^fr\b/i.test(locale ?? '') ? 'fr' : 'en';
}

/*
 * Text in, text out: digits are moved, never computed, so all is exact at any length, and nothing depends on the locales that the
 * runtime knows. The forms are those of CLDR, but for the minus, which is a real one.
 */

// Spaces at which no line is broken: CLDR's French groups by the narrow one and sets the currency off by the wide one.
const NARROW = '\u202f';
const WIDE = '\u00a0';
const MINUS = '\u2212';

const STYLES = {
  en: { group: ',', point: '.', percent: '%' },
  fr: { group: NARROW, point: ',', percent: `${NARROW}%` },
} as const;

/** Only signs that mean one currency to the reader; all others show their code. CLDR's French tells whose dollar and pound it is. */
const SIGNS: Readonly<Record<DocumentLocale, Readonly<Record<string, string>>>> = {
  en: { EUR: '€', GBP: '£', USD: '$', JPY: '¥' },
  fr: { EUR: '€', GBP: '£GB', USD: '$US' },
};

/**
 * A decimal as people write it: `−1,234.50` in English, `−1 234,50` in French. All decimals that are given are shown.
 * @param decimal as amounts travel: `-1234.50`
 * @throws RangeError for a text that is no decimal
 */
export function formatNumber(decimal: string, locale: DocumentLocale): string {
  read(decimal);
  const [whole = '', fraction] = decimal.replace('-', MINUS).split('.');
  const { group, point } = STYLES[locale];
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group);
  return fraction === undefined ? grouped : `${grouped}${point}${fraction}`;
}

/**
 * An amount with its currency: `€1,234.50`, `CHF 1,234.50`; in French `1 234,50 €`, `1 234,50 CHF`.
 * @param amount with the digits of its currency, as the API answers it
 * @throws RangeError for a text that is no decimal
 */
export function formatAmount(amount: string, currency: string, locale: DocumentLocale): string {
  return withCurrency(formatNumber(amount, locale), currency, locale);
}

function withCurrency(number: string, currency: string, locale: DocumentLocale): string {
  const sign = SIGNS[locale][currency];
  if (locale === 'fr') return `${number}${WIDE}${sign ?? currency}`;
  const [minus, digits] = number.startsWith(MINUS) ? [MINUS, number.slice(1)] : ['', number];
  return `${minus}${sign ?? `${currency}${WIDE}`}${digits}`;
}

/** A quantity, without the zeros at its end: `2.5000` as "2.5". @throws RangeError for a text that is no decimal */
export function formatQuantity(quantity: string, locale: DocumentLocale): string {
  return formatNumber(formatShortest(read(quantity)), locale);
}

/** A rate in per cent: `5.50` as "5.5%" or "5,5 %". @throws RangeError for a text that is no decimal */
export function formatPercent(rate: string, locale: DocumentLocale): string {
  return `${formatQuantity(rate, locale)}${STYLES[locale].percent}`;
}

/**
 * The digits of the currency at least, and all others that matter: `0.008800` EUR as "0.0088", `450` as "450.00".
 * @param digits of the currency
 * @throws RangeError for a text that is no decimal
 */
export function formatUnitPrice(price: string, digits: number, locale: DocumentLocale): string {
  const [whole = '', fraction = ''] = formatShortest(read(price)).split('.');
  const padded = fraction.padEnd(digits, '0');
  return formatNumber(padded ? `${whole}.${padded}` : whole, locale);
}

/**
 * A unit price with its currency: `0.008800` EUR as "€0.0088", `450` as "€450.00"; in French "0,0088 €".
 * @param digits of the currency
 * @throws RangeError for a text that is no decimal
 */
export function formatPrice(price: string, currency: string, digits: number, locale: DocumentLocale): string {
  return withCurrency(formatUnitPrice(price, digits, locale), currency, locale);
}

function read(decimal: string) {
  const value = parseDecimal(decimal, 20, 40);
  if (!value) throw new RangeError(`not a decimal: ${decimal}`);
  return value;
}
