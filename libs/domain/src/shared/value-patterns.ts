import { MAX_INTEGER_DIGITS } from './decimal.js';

/*
 * The formats of values as regular expressions, used by the checks and the OpenAPI document.
 * Clients in other languages read them as well: hence [0-9] instead of \d, and no lookaround.
 */

export type Sign = 'any' | 'nonnegative' | 'positive';

const WHOLE = `(?:0|[1-9][0-9]{0,${MAX_INTEGER_DIGITS - 1}})`;

/** A decimal with at most `scale` fraction digits. "-0" is zero, so it is not negative; it is stored as "0". */
export function decimalPattern(scale: number, sign: Sign): RegExp {
  const fraction = `(?:\\.[0-9]{1,${scale}})?`;
  const zero = `-0(?:\\.0{1,${scale}})?`;
  const bySign: Readonly<Record<Sign, string>> = {
    any: `-?${WHOLE}${fraction}`,
    nonnegative: `(?:${WHOLE}${fraction}|${zero})`,
    positive: `(?:[1-9][0-9]{0,${MAX_INTEGER_DIGITS - 1}}${fraction}|0\\.(?:${belowOne(scale)}))`,
  };
  return new RegExp(`^${bySign[sign]}$`);
}

/** Fractions of `scale` digits greater than zero, by the number of leading zeros. */
const belowOne = (scale: number): string =>
  Array.from({ length: scale }, (_, zeros) => `${'0'.repeat(zeros)}[1-9][0-9]{0,${scale - zeros - 1}}`).join('|');

const LEAP_DAY = '(?:(?:19|2[0-9])(?:0[48]|[2468][048]|[13579][26])|2[048]00)-02-29';
const DAY_OF_ANY_YEAR =
  '(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))';
const DATE = `(?:${LEAP_DAY}|(?:19|2[0-9])[0-9]{2}-${DAY_OF_ANY_YEAR})`;
const TIME = '(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:\\.[0-9]{1,9})?)?';

/** A day of the Gregorian calendar from 1900-01-01 to 2999-12-31. */
export const DATE_PATTERN = new RegExp(`^${DATE}$`);

/** A UTC instant of the same years. Seconds are optional, with at most nine fraction digits. */
export const INSTANT_PATTERN = new RegExp(`^${DATE}T${TIME}Z$`);

const TAIL = '%[89ABab][0-9A-Fa-f]';

/** A percent-encoded character of UTF-8, with one to four bytes. */
export const UTF8_ESCAPE = `(?:${[
  '%[0-7][0-9A-Fa-f]',
  `%(?:[Cc][2-9A-Fa-f]|[Dd][0-9A-Fa-f])${TAIL}`,
  `%[Ee](?:0%[ABab][0-9A-Fa-f]|[1-9A-Ca-cEFef]${TAIL}|[Dd]%[89][0-9A-Fa-f])${TAIL}`,
  `%[Ff](?:0%[9ABab][0-9A-Fa-f]|[1-3]${TAIL}|4%8[0-9A-Fa-f])${TAIL}${TAIL}`,
].join('|')})`;

/** `req_`, 22 letters and digits, and the place of a request that an assistant's message caused. */
export const REQUEST_ID_PATTERN = /^req_[0-9A-Za-z]{22}(?:\.[1-9][0-9]{0,5})?$/;

/** What a client may send as its own id of a request: characters that are safe in a header and in a log line. */
export const CLIENT_REQUEST_ID_PATTERN = /^[!-~]{1,255}$/;

/** An id as text. Ids are below 2^53, and those of a later cell have up to 16 digits. */
export const ID_TEXT = '[1-9][0-9]{0,15}';

const ID = new RegExp(`^${ID_TEXT}$`);

/** `key-6`, `application-3`: the credential of a request in a filter. Both have ids of global tables, which count from 1. */
export const REQUEST_CREDENTIAL_PATTERN = /^(?:key|application)-[1-9]\d{0,14}$/;

/** The id that a text names; undefined if it is none. */
export const idOf = (text: string): number | undefined =>
  ID.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined;
