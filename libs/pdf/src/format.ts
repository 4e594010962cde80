import { formatShortest, parseDecimal } from '@billhook/domain/decimal';
import type { PdfLocale, Period, SchemeValue } from './pdf-source.js';
import { TEXTS } from './texts.js';

/*
 * Text in, text out: no number is ever made of an amount, and nothing depends on the locales that the runtime knows. The
 * forms are those of CLDR for en and fr, but for the minus, which is a real one.
 */

const NO_BREAK = '\u00a0';
const NARROW_NO_BREAK = '\u202f';
export const MINUS = '\u2212';

const STYLES = {
  en: { group: ',', point: '.', percent: '%' },
  fr: { group: NARROW_NO_BREAK, point: ',', percent: `${NARROW_NO_BREAK}%` },
} as const;

/** Only signs that mean one currency to the reader; all others are written as their code. */
const SIGNS: Record<PdfLocale, Readonly<Record<string, string>>> = {
  en: { EUR: '€', GBP: '£', USD: '$', JPY: '¥' },
  fr: { EUR: '€', GBP: '£GB', USD: '$US' },
};

/** `-1234.50` as "−1,234.50" or "−1 234,50": all its digits, grouped by three. Another text than a decimal is itself. */
export function formatNumber(decimal: string, locale: PdfLocale): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal);
  if (!match) return decimal;
  const [, sign = '', whole = '', fraction = ''] = match;
  const { group, point } = STYLES[locale];
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group);
  return `${sign && MINUS}${grouped}${fraction && point}${fraction}`;
}

/** "€1,234.50", "CHF 1,234.50" or "1 234,50 €". */
export function formatMoney(amount: string, currency: string, locale: PdfLocale): string {
  const number = formatNumber(amount, locale);
  const sign = SIGNS[locale][currency] ?? currency;
  if (locale === 'fr') return `${number}${NO_BREAK}${sign}`;
  const [minus, digits] = number.startsWith(MINUS) ? [MINUS, number.slice(1)] : ['', number];
  return `${minus}${sign}${sign === currency ? NO_BREAK : ''}${digits}`;
}

/** Without the zeros at the end: `2.5000` as "2.5". */
export function formatQuantity(quantity: string, locale: PdfLocale): string {
  return formatNumber(shortest(quantity), locale);
}

/** `5.50` as "5.5%" or "5,5 %". */
export function formatPercent(rate: string, locale: PdfLocale): string {
  return `${formatNumber(shortest(rate), locale)}${STYLES[locale].percent}`;
}

/** The digits of the currency at least, and all others that matter: `0.008800` EUR as "0.0088", `450` as "450.00". */
export function formatUnitPrice(price: string, digits: number, locale: PdfLocale): string {
  const [whole = '', fraction = ''] = shortest(price).split('.');
  const padded = fraction.padEnd(digits, '0');
  return formatNumber(padded ? `${whole}.${padded}` : whole, locale);
}

/** The other sign: `5.00` as "-5.00"; zero has none. */
export function negated(amount: string): string {
  if (!/[1-9]/.test(amount)) return amount;
  return amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
}

/** Whether a decimal is zero, however it is written. */
export function isZeroText(amount: string): boolean {
  return !/[1-9]/.test(amount);
}

/** "21 November 2026", "1er décembre 2026". Another text than a date is itself. */
export function formatDate(date: string, locale: PdfLocale): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date);
  const month = TEXTS[locale].months[Number(match?.[2]) - 1];
  if (!match || !month) return date;
  const day = Number(match[3]);
  return [day === 1 && locale === 'fr' ? '1er' : day, month, match[1]].join(NO_BREAK);
}

/** "1 – 31 October 2026": what both days share is said once. */
export function formatPeriod({ start, end }: Period, locale: PdfLocale): string {
  const [first, last] = [formatDate(start, locale), formatDate(end, locale)];
  if (start === end) return last;
  // Year or month and year: as many parts as are cut off are the same in both.
  const shared = [7, 4].findIndex((length) => start.slice(0, length) === end.slice(0, length));
  const parts = first.split(NO_BREAK);
  return `${(shared === -1 ? parts : parts.slice(0, shared + 1)).join(NO_BREAK)} – ${last}`;
}

/** In fours, as banks print it. */
export function formatIban(iban: string): string {
  return iban
    .replace(/\s/g, '')
    .toUpperCase()
    .replace(/.{4}(?=.)/g, `$&${NO_BREAK}`);
}

/** The registers of ISO 6523 whose numbers have a name that their readers know. */
const REGISTERS: Readonly<Record<string, string>> = {
  '0002': 'SIREN',
  '0009': 'SIRET',
  '0060': 'D-U-N-S',
  '0088': 'GLN',
  '0106': 'KvK',
  '0183': 'UID',
  '0184': 'CVR',
  '0190': 'OIN',
  '0204': 'Leitweg-ID',
  '0208': 'BCE/KBO',
};

/** "SIREN 303 265 045", or with the general word where the register has no known name. */
export function formatLegalId({ scheme, value }: SchemeValue, locale: PdfLocale): string {
  return `${legalIdName(scheme, locale)}${NO_BREAK}${legalIdValue({ scheme, value })}`;
}

export function legalIdName(scheme: string, locale: PdfLocale): string {
  return REGISTERS[scheme] ?? TEXTS[locale].legalId;
}

/** SIREN and SIRET are read in threes (and the last five of a SIRET together). */
export function legalIdValue({ scheme, value }: SchemeValue): string {
  if (scheme !== '0002' && scheme !== '0009') return value;
  const parts = /^(\d{3})(\d{3})(\d{3})(\d{5})?$/.exec(value)?.slice(1);
  return parts ? parts.filter(Boolean).join(NO_BREAK) : value;
}

function shortest(decimal: string): string {
  const value = parseDecimal(decimal, 24, 24);
  return value ? formatShortest(value) : decimal;
}
