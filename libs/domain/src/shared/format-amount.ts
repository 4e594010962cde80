import { formatShortest, parseDecimal } from './decimal.js';

/** The languages of documents and emails. */
export const DOCUMENT_LOCALES = ['en', 'fr'] as const;
export type DocumentLocale = (typeof DOCUMENT_LOCALES)[number];

/** The document language of a record's locale: French for `fr` and its regions, otherwise English. */
export function documentLocale(locale: string | null | undefined): DocumentLocale {
  return /^fr\b/i.test(locale ?? '') ? 'fr' : 'en';
}

/*
 * Formats text without arithmetic, so it is exact at any length and independent of the locales of the runtime.
 * The formats come from CLDR, except for the minus sign (U+2212).
 */

// Non-breaking spaces: CLDR's French uses the narrow one between groups and the wide one before the currency.
const NARROW = '\u202f';
const WIDE = '\u00a0';
const MINUS = '\u2212';

const STYLES = {
  en: { group: ',', point: '.', percent: '%' },
  fr: { group: NARROW, point: ',', percent: `${NARROW}%` },
} as const;

/** Only unambiguous currency signs; other currencies show their code. CLDR's French adds the country to dollars and pounds. */
const SIGNS: Readonly<Record<DocumentLocale, Readonly<Record<string, string>>>> = {
  en: { EUR: '€', GBP: '£', USD: '$', JPY: '¥' },
  fr: { EUR: '€', GBP: '£GB', USD: '$US' },
};

/**
 * A decimal in the notation of a language: `−1,234.50` in English, `−1 234,50` in French. Keeps all decimals.
 * @param decimal in the notation of the API: `-1234.50`
 * @throws RangeError for a text that is not a decimal
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
 * @param amount with the digits of its currency, as the API returns it
 * @throws RangeError for a text that is not a decimal
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

/**
 * A quantity without trailing zeros: `2.5000` as "2.5".
 * @throws RangeError for a text that is not a decimal
 */
export function formatQuantity(quantity: string, locale: DocumentLocale): string {
  return formatNumber(formatShortest(read(quantity)), locale);
}

/**
 * A rate in percent: `5.50` as "5.5%" or "5,5 %".
 * @throws RangeError for a text that is not a decimal
 */
export function formatPercent(rate: string, locale: DocumentLocale): string {
  return `${formatQuantity(rate, locale)}${STYLES[locale].percent}`;
}

/**
 * At least the digits of the currency, without further trailing zeros: `0.008800` EUR as "0.0088", `450` as "450.00".
 * @param digits of the currency
 * @throws RangeError for a text that is not a decimal
 */
export function formatUnitPrice(price: string, digits: number, locale: DocumentLocale): string {
  const [whole = '', fraction = ''] = formatShortest(read(price)).split('.');
  const padded = fraction.padEnd(digits, '0');
  return formatNumber(padded ? `${whole}.${padded}` : whole, locale);
}

/**
 * A unit price with its currency: `0.008800` EUR as "€0.0088", `450` as "€450.00"; in French "0,0088 €".
 * @param digits of the currency
 * @throws RangeError for a text that is not a decimal
 */
export function formatPrice(price: string, currency: string, digits: number, locale: DocumentLocale): string {
  return withCurrency(formatUnitPrice(price, digits, locale), currency, locale);
}

function read(decimal: string) {
  const value = parseDecimal(decimal, 20, 40);
  if (!value) throw new RangeError(`not a decimal: ${decimal}`);
  return value;
}
