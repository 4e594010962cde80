import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

// 22 characters of 62 carry 130 bits, as much as a UUID.
const LENGTH = 22;

// Bytes from 248 on are thrown away: 248 is the last multiple of 62, so every character is equally likely.
const LIMIT = 256 - (256 % ALPHABET.length);

/**
 * A new random id that tells what it names, such as `req_3vN5cY…`.
 * @param prefix letters without the underscore
 */
export function newId(prefix: string): string {
  return `${prefix}_${randomText(LENGTH)}`;
}

/** Random letters and digits, fit for secrets: 5.95 bits a character. */
export function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length - text.length + 8)) {
      if (byte < LIMIT && text.length < length) text += ALPHABET.charAt(byte % ALPHABET.length);
    }
  }
  return text;
}
