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

// 8 characters of 62 count milliseconds for 6,900 years; 14 carry 83 random bits, so no two of one millisecond are the same.
const TIME_LENGTH = 8;

const TIMED = new RegExp(`^[a-z]+_([0-9A-Za-z]{${TIME_LENGTH}})[0-9A-Za-z]{${LENGTH - TIME_LENGTH}}$`);

/**
 * A new id that begins with its time, so that it sorts by it and tells its age also when nothing is kept of what it named.
 * @param prefix letters without the underscore
 */
export function newTimedId(prefix: string, at: Date): string {
  let time = '';
  for (let left = at.getTime(); time.length < TIME_LENGTH; left = Math.floor(left / ALPHABET.length)) {
    time = ALPHABET.charAt(left % ALPHABET.length) + time;
  }
  return `${prefix}_${time}${randomText(LENGTH - TIME_LENGTH)}`;
}

/** The time of an id of `newTimedId`; undefined for a text that is none. */
export function timeOfId(id: string): Date | undefined {
  const time = TIMED.exec(id)?.[1];
  if (time === undefined) return undefined;
  return new Date([...time].reduce((ms, character) => ms * ALPHABET.length + ALPHABET.indexOf(character), 0));
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
