/** ISO 13616: country, check digits, and up to 30 letters and digits, without spaces. */
const FORM = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;

/** Whether a text is an IBAN whose check digits hold (ISO 7064, MOD 97-10). Which lengths a country uses is not looked at. */
export function isIban(text: string): boolean {
  if (!FORM.test(text)) return false;
  const turned = text.slice(4) + text.slice(0, 4);
  const digits = turned.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(digits) % 97n === 1n;
}

/** Whether a text has the form of a BIC (ISO 9362): 8 or 11 characters. */
export function isBic(text: string): boolean {
  return /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(text);
}
