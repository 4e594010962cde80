import { isCountry } from '../codes/countries.js';
import { VAT_NUMBER_FORMS } from './vat-number-forms.js';

/** Prefixes that people often enter by mistake, with the correct ones. */
const MISTAKEN: Readonly<Record<string, string>> = { GR: 'EL', UK: 'GB', CH: 'CHE' };

/** Countries whose prefix differs from their ISO 3166-1 code. */
const COUNTRIES_OF: Readonly<Record<string, readonly string[]>> = {
  EL: ['GR'],
  XI: ['GB'],
  CHE: ['CH', 'LI'],
  FR: ['FR', 'MC'],
  GB: ['GB', 'IM'],
};

const SEPARATORS = '[\\s.\\-\\u2010-\\u2013/]';
const SEPARATOR = new RegExp(SEPARATORS, 'g');

/** The format of all VAT numbers, in any notation. */
export const VAT_NUMBER_PATTERN = new RegExp(
  `^(?:${SEPARATORS}*[A-Za-z]){2}(?:${SEPARATORS}*[0-9A-Za-z+*]){2,18}${SEPARATORS}*$`,
);

/** The stored form: capital letters, without spaces, dots, hyphens and slashes. */
export function normalVatNumber(text: string): string {
  return text.toUpperCase().replace(SEPARATOR, '');
}

/** `CHE` for a Swiss number, otherwise the first two letters. */
export function vatPrefix(vatNumber: string): string {
  return vatNumber.startsWith('CHE') ? 'CHE' : vatNumber.slice(0, 2);
}

/** What is wrong with a normalized VAT number and how to correct it, or undefined. Does not check whether it is registered. */
export function vatNumberError(vatNumber: string): string | undefined {
  const prefix = vatPrefix(vatNumber);
  const [meant, form] = [MISTAKEN[prefix], VAT_NUMBER_FORMS[prefix]];
  const body = vatNumber.slice(prefix.length);
  if (meant) return `must begin with ${meant} instead of ${prefix}, like ${meant}${body}`;
  if (!form) return unknownError(prefix, vatNumber);
  if (!form.pattern.test(body)) return `must have ${form.takes} after ${prefix}, like ${prefix}${form.example}`;
  if (form.specimensFail || form.holds(body)) return undefined;
  return 'has a wrong check digit: compare it with the original';
}

/** Accepts any format for countries without a row. */
function unknownError(prefix: string, vatNumber: string): string | undefined {
  if (!isCountry(prefix))
    return 'must begin with the prefix of its country, like DE136695976, EL094014201 or CHE123456788';
  return /^[A-Z]{2}[0-9A-Z]{2,18}$/.test(vatNumber)
    ? undefined
    : 'must have 2 to 18 letters and digits after the country prefix';
}

/** Whether the check digits are valid, for numbers that are accepted even if they are not. */
export function holdsCheckDigit(vatNumber: string): boolean {
  const prefix = vatPrefix(vatNumber);
  return VAT_NUMBER_FORMS[prefix]?.holds(vatNumber.slice(prefix.length)) ?? true;
}

/** Whether the number belongs to the country (ISO 3166-1). */
export function isVatNumberOf(vatNumber: string, country: string): boolean {
  const prefix = vatPrefix(vatNumber);
  return (COUNTRIES_OF[prefix] ?? [prefix]).includes(country);
}
