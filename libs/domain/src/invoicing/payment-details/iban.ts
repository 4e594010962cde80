import { COUNTRY_PATTERN } from '../codes/countries.js';

/**
 * The characters of the IBANs of each country. Source: IBAN registry of SWIFT (ISO 13616), release 100. Overseas territories and crown
 * dependencies use the IBANs of their state: GP has FR, JE has GB.
 */
const LENGTHS: Readonly<Record<string, number>> = {
  ...all(15, 'NO'),
  ...all(16, 'BE'),
  ...all(18, 'DK FI FK FO GL NL SD'),
  ...all(19, 'MK SI'),
  ...all(20, 'AT BA EE KZ LT LU MN XK'),
  ...all(21, 'CH HR LI LV'),
  ...all(22, 'BG BH CR DE GB GE IE ME RS VA'),
  ...all(23, 'AE GI IL IQ OM SO TL'),
  ...all(24, 'AD CZ ES MD PK RO SA SE SK TN VG'),
  ...all(25, 'LY PT ST'),
  ...all(26, 'IS TR'),
  ...all(27, 'BI DJ FR GR IT MC MR SM'),
  ...all(28, 'AL AZ BY CY DO GT HN HU LB NI PL SV'),
  ...all(29, 'BR EG PS QA UA'),
  ...all(30, 'JO KW MU YE'),
  ...all(31, 'MT SC'),
  ...all(32, 'LC'),
  ...all(33, 'RU'),
};

/** Countries, check digits from 02 to 98 (ISO 7064), and the rest in the length of the country, without spaces. */
export const IBAN_PATTERN = new RegExp(`^(?:${[...new Set(Object.values(LENGTHS))].map(ofLength).join('|')})$`);

/** ISO 9362:2022: 8 or 11 characters with the country of the bank in the middle. */
export const BIC_PATTERN = new RegExp(`^[A-Z0-9]{4}${COUNTRY_PATTERN.source.slice(1, -1)}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$`);

const NO_BREAK = '\u00a0';

function all(length: number, countries: string): Record<string, number> {
  return Object.fromEntries(countries.split(' ').map((country) => [country, length]));
}

function ofLength(length: number): string {
  const countries = Object.keys(LENGTHS).filter((country) => LENGTHS[country] === length);
  return `(?:${countries.join('|')})(?:0[2-9]|[1-8][0-9]|9[0-8])[A-Z0-9]{${length - 4}}`;
}

/** What is wrong with an IBAN in machine form and how to correct it, or undefined. Does not check whether the account exists. */
export function ibanError(iban: string): string | undefined {
  const country = iban.slice(0, 2);
  const length = LENGTHS[country];
  if (!/^[A-Z]{2}[0-9]{2}[A-Z0-9]*$/.test(iban))
    return 'must be an IBAN without spaces, which begins with a country and two digits';
  if (length === undefined) return `must begin with a country that has IBANs, and ${country} has none`;
  if (iban.length !== length)
    return `must be complete: an IBAN of ${country} has ${length} characters, this one has ${iban.length}`;
  return IBAN_PATTERN.test(iban) && checkDigitsHold(iban)
    ? undefined
    : 'must have valid check digits: compare it with the original';
}

/** Whether the text is an IBAN in machine form, with the length of its country and valid check digits. */
export function isIban(text: string): boolean {
  return ibanError(text) === undefined;
}

/** What is wrong with a BIC in machine form and how to correct it, or undefined. */
export function bicError(bic: string): string | undefined {
  if (BIC_PATTERN.test(bic)) return undefined;
  return /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(bic)
    ? `must have the country of the bank as characters 5 and 6, and ${bic.slice(4, 6)} is not an ISO 3166-1 code`
    : 'must be a BIC of 8 or 11 capital letters and digits';
}

/** Whether the text is a BIC (ISO 9362) in machine form. */
export function isBic(text: string): boolean {
  return BIC_PATTERN.test(text);
}

/** Whether the text is a creditor reference (ISO 11649) with valid check digits. */
export function isCreditorReference(text: string): boolean {
  return /^RF\d{2}[0-9A-Z]{1,21}$/.test(text) && checkDigitsHold(text);
}

/** An IBAN, BIC or reference in machine form: without spaces, in capital letters. */
export function compactCode(text: string): string {
  return text.replace(/\s/g, '').toUpperCase();
}

/** Groups of four characters as banks print them, with non-breaking spaces. */
export function formatIban(iban: string): string {
  return compactCode(iban).replace(/.{4}(?=.)/g, `$&${NO_BREAK}`);
}

/** ISO 7064, MOD 97-10: moves the first four characters to the end; A counts as 10. */
function checkDigitsHold(text: string): boolean {
  const digits = (text.slice(4) + text.slice(0, 4)).replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(digits) % 97n === 1n;
}
