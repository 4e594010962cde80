import type { DocumentLocale } from './format-amount.js';

/*
 * Numbers as people type them, read by the language of the screen. Nothing is computed: digits are only moved, so none is lost.
 */

/** Spaces and apostrophes that separate groups of digits in some countries. */
const GROUP_MARKS = /[\s'’ʼ]/g;
const MINUS_SIGNS = /^[−–‒]/;
const OTHER_DIGITS = /[٠-٩۰-۹]/g;
/** The decimal sign and the group sign of Arabic. */
const ARABIC_POINT = '٫';
const ARABIC_GROUP = '٬';

/** Groups of three digits; in India, of two before the last one. */
const GROUPED = /^\d{1,3}([ ,.])(?:\d{2,3}\1)*\d{3}$/;

/** In the form of NFKC, which converts full-width characters, with ASCII digits. */
const normal = (text: string): string =>
  text.normalize('NFKC').replace(OTHER_DIGITS, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf));

/** Longer than any number with its sign. Without it, the patterns would take a time that grows with the square of the length. */
const LONGEST = 200;

const signs = new Map<string, readonly string[]>();

/** The code and the signs of a currency, the longest first. Other signs are errors: 12 dollars are not 12 euros. */
function signsOf(currency: string): readonly string[] {
  const known = signs.get(currency);
  if (known) return known;
  const named = ['en', 'fr'].flatMap((locale) =>
    (['symbol', 'narrowSymbol'] as const).flatMap((currencyDisplay) =>
      new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay })
        .formatToParts(0)
        .flatMap(({ type, value }) => (type === 'currency' ? normal(value) : [])),
    ),
  );
  const found = [...new Set([currency, ...named])].toSorted((a, b) => b.length - a.length);
  signs.set(currency, found);
  return found;
}

/** Without the sign of the currency before or after the number, which may be between the minus and the digits. */
function withoutSign(text: string, currency: string | undefined): string {
  if (!currency) return text;
  const [minus, rest] = text.startsWith('-') ? ['-', text.slice(1).trimStart()] : ['', text];
  const lower = rest.toLowerCase();
  for (const sign of signsOf(currency)) {
    const same = sign.toLowerCase();
    if (lower.startsWith(same)) return `${minus}${rest.slice(sign.length).trimStart()}`;
    if (lower.endsWith(same)) return `${minus}${rest.slice(0, -sign.length).trimEnd()}`;
  }
  return text;
}

/**
 * The position of the decimal sign, or -1. The last of two different signs is one. A single comma in English is one unless exactly three
 * digits follow.
 * @returns undefined if it could be either
 */
function pointAt(text: string, locale: DocumentLocale): number | undefined {
  const [comma, point] = [text.lastIndexOf(','), text.lastIndexOf('.')];
  if (comma >= 0 && point >= 0) return Math.max(comma, point);
  const at = Math.max(comma, point);
  if (at < 0) return at;
  if (text.indexOf(text.charAt(at)) !== at) return -1;
  if (locale === 'fr' || text.charAt(at) === '.' || text.includes(' ') || text.length - at - 1 !== 3) return at;
  const whole = text.slice(0, at).replace('-', '');
  if (/^0*$/.test(whole)) return at;
  return whole.length <= 3 ? -1 : undefined;
}

/**
 * Reads a number: in English `1,234` is 1234 and `1,5` is 1.5; in French `1 234,5` and `1.234,5` are 1234.5.
 * @param currency a code of ISO 4217, for an amount: its sign may stand before or after the number
 * @returns the decimal in the form of the API, `-1234.50`; '' for a blank text; undefined for text that is not a number, or could be two
 */
export function readNumber(typed: string, locale: DocumentLocale, currency?: string): string | undefined {
  const trimmed = typed.trim();
  if (trimmed.length > LONGEST) return undefined;
  const signed = normal(trimmed).trim().replace(MINUS_SIGNS, '-');
  if (signed === '') return '';
  const bare = withoutSign(signed, currency).replace(/^-\s+/, '-').replace(GROUP_MARKS, ' ');
  const arabic = bare.includes(ARABIC_POINT);
  const text = bare.replaceAll(ARABIC_GROUP, ',').replace(ARABIC_POINT, '.');
  if (!/^-?[\d ,.]*\d[\d ,.]*$/.test(text)) return undefined;
  const at = arabic ? text.indexOf('.') : pointAt(text, locale);
  if (at === undefined) return undefined;
  const [minus, unsigned] = text.startsWith('-') ? ['-', text.slice(1)] : ['', text];
  const start = minus.length;
  const whole = at < 0 ? unsigned : unsigned.slice(0, at - start);
  const fraction = at < 0 ? '' : unsigned.slice(at - start + 1);
  if (!/^\d*$/.test(fraction) || !(/^\d*$/.test(whole) || GROUPED.test(whole))) return undefined;
  const digits = whole.replace(/\D/g, '').replace(/^0+(?=\d)/, '') || '0';
  return `${minus}${digits}${fraction && `.${fraction}`}`;
}
