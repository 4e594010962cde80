/** ISO 13616: country, check digits, and up to 30 letters and digits, without spaces. */
export const IBAN_PATTERN = /^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/;

/** ISO 9362: 8 or 11 characters. */
export const BIC_PATTERN = /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;

const NO_BREAK = '\u00a0';

/** Whether a text is an IBAN whose check digits hold. Which lengths a country uses is not looked at. */
export function isIban(text: string): boolean {
  return IBAN_PATTERN.test(text) && checkDigitsHold(text);
}

/** Whether a text has the form of a BIC (ISO 9362): 8 or 11 characters. */
export function isBic(text: string): boolean {
  return BIC_PATTERN.test(text);
}

/** Whether a text is a creditor reference (ISO 11649) whose check digits hold. */
export function isCreditorReference(text: string): boolean {
  return /^RF\d{2}[0-9A-Z]{1,21}$/.test(text) && checkDigitsHold(text);
}

/** An IBAN, BIC or reference as a machine reads it: without spaces, in capitals. */
export function compactCode(text: string): string {
  return text.replace(/\s/g, '').toUpperCase();
}

/** In fours, as banks print it; no line is broken between them. */
export function formatIban(iban: string): string {
  return compactCode(iban).replace(/.{4}(?=.)/g, `$&${NO_BREAK}`);
}

/** ISO 7064, MOD 97-10: the first four characters go to the end, letters count from 10. */
function checkDigitsHold(text: string): boolean {
  const digits = (text.slice(4) + text.slice(0, 4)).replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(digits) % 97n === 1n;
}
