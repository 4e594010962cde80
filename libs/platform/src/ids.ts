import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

// 22 base62 characters have 130 bits, as many as a UUID.
const LENGTH = 22;

// Bytes from 248 are discarded: 248 is the last multiple of 62, so every character is equally likely.
const LIMIT = 256 - (256 % ALPHABET.length);

/**
 * A random id with the prefix of its kind, such as `req_3vN5cY…`.
 * @param prefix letters without the underscore
 */
export function newId(prefix: string): string {
  return `${prefix}_${randomText(LENGTH)}`;
}

// 8 base62 characters count milliseconds for 6,900 years; 14 have 83 random bits, so ids of the same millisecond differ.
const TIME_LENGTH = 8;

const TIMED = new RegExp(`^[a-z]+_([0-9A-Za-z]{${TIME_LENGTH}})[0-9A-Za-z]{${LENGTH - TIME_LENGTH}}$`);

/**
 * An id that begins with its time, so it sorts by time and shows its age even after its object was deleted.
 * @param prefix letters without the underscore
 */
export function newTimedId(prefix: string, at: Date): string {
  return timedIdStart(prefix, at) + randomText(LENGTH - TIME_LENGTH);
}

/** What the ids of a millisecond begin with. All later ids sort after it, and all earlier ones before it. */
export function timedIdStart(prefix: string, at: Date): string {
  let time = '';
  for (let left = at.getTime(); time.length < TIME_LENGTH; left = Math.floor(left / ALPHABET.length)) {
    time = ALPHABET.charAt(left % ALPHABET.length) + time;
  }
  return `${prefix}_${time}`;
}

/** The time of an id of `newTimedId`; undefined for other texts. */
export function timeOfId(id: string): Date | undefined {
  const time = TIMED.exec(id)?.[1];
  if (time === undefined) return undefined;
  return new Date([...time].reduce((ms, character) => ms * ALPHABET.length + ALPHABET.indexOf(character), 0));
}

/** Random letters and digits, suitable for secrets: 5.95 bits per character. */
export function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length - text.length + 8)) {
      if (byte < LIMIT && text.length < length) text += ALPHABET.charAt(byte % ALPHABET.length);
    }
  }
  return text;
}
