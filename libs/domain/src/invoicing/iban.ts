/** ISO 13616: country, check digits, and up to 30 letters and digits, without spaces. */
export const IBAN_PATTERN = /^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/;

/** ISO 9362: 8 or 11 characters. */
export const BIC_PATTERN = /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;

const NO_BREAK = '\u00a0';

/** Whether the text is an IBAN with valid check digits. Does not check the length for the country. */
export function isIban(text: string): boolean {
  return IBAN_PATTERN.test(text) && checkDigitsHold(text);
}

/** Whether the text has the form of a BIC (ISO 9362): 8 or 11 characters. */
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
