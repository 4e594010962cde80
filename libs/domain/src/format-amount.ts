import { parseDecimal } from './decimal.js';

/** The languages in which documents and mails are written. */
export const DOCUMENT_LOCALES = ['en', 'fr'] as const;
export type DocumentLocale = (typeof DOCUMENT_LOCALES)[number];

/** The language for a locale that a record carries: French for `fr` and its regions, English for all else. */
export function documentLocale(locale: string | null | undefined): DocumentLocale {
  return /^fr\b/i.test(locale ?? '') ? 'fr' : 'en';
}

// Spaces at which no line is broken: CLDR's French groups by the narrow one and sets the currency off by the wide one.
const NARROW = '\u202f';
const WIDE = '\u00a0';

/** Only signs that mean one currency to everyone; all others show their code. CLDR's French tells whose dollar it is. */
const SIGNS: Readonly<Record<DocumentLocale, Readonly<Record<string, string>>>> = {
  en: { EUR: '€', GBP: '£', USD: '$' },
  fr: { EUR: '€', GBP: '£', USD: '$US' },
};

/**
 * A decimal as people write it: `-1,234.50` in English, `-1 234,50` in French. Digits are moved, never computed, so it is exact at
 * any length and the same on every machine. All decimals that are given are shown.
 * @param decimal as amounts travel: `-1234.50`
 * @throws RangeError for a text that is no decimal
 */
export function formatNumber(decimal: string, locale: DocumentLocale): string {
  if (!parseDecimal(decimal, 20, 40)) throw new RangeError(`not a decimal: ${decimal}`);
  const [whole = '', fraction] = decimal.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, locale === 'fr' ? NARROW : ',');
  return fraction === undefined ? grouped : `${grouped}${locale === 'fr' ? ',' : '.'}${fraction}`;
}

/**
 * An amount with its currency: `€1,234.50`, `CHF 1,234.50`; in French `1 234,50 €`, `1 234,50 CHF`.
 * @param amount with the digits of its currency, as the API answers it
 * @throws RangeError for a text that is no decimal
 */
export function formatAmount(amount: string, currency: string, locale: DocumentLocale): string {
  const number = formatNumber(amount, locale);
  const sign = SIGNS[locale][currency];
  if (locale === 'fr') return `${number}${WIDE}${sign ?? currency}`;
  const [minus, digits] = number.startsWith('-') ? ['-', number.slice(1)] : ['', number];
  return `${minus}${sign ?? `${currency}${WIDE}`}${digits}`;
}
