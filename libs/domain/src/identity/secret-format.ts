import type { ProblemCode } from '../shared/problems.js';
import type { CompanyKind } from './company.js';

/**
 * The format of secrets: `bhk_` (`bht_` in a sandbox) + 8 base62 (public locator) + 32 base62 (secret, 190 bits) + 6 base62 (CRC-32 of the rest).
 * With a single underscore, a double click selects the whole secret. Scanners find it, and typos are detected without a database query.
 */
export const KEY_PREFIX = 'bhk_';
export const SANDBOX_KEY_PREFIX = 'bht_';
export const PORTAL_LINK_PREFIX = 'bhp_';
export const PASSWORD_RESET_PREFIX = 'bhw_';
export const INVITATION_PREFIX = 'bhi_';
export const ACCESS_TOKEN_PREFIX = 'bho_';
export const REFRESH_TOKEN_PREFIX = 'bhr_';
export const CLIENT_SECRET_PREFIX = 'bhs_';
const LOCATOR_LENGTH = 8;
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const BODY_LENGTH = LOCATOR_LENGTH + SECRET_LENGTH + CHECKSUM_LENGTH;

/** The length of a key, including the prefix. */
export const KEY_LENGTH = KEY_PREFIX.length + BODY_LENGTH;
export const KEY_PATTERN = /^bh[kt]_[0-9A-Za-z]{46}$/;

/** What the keys of a company begin with. */
export const keyPrefixOf = (kind: CompanyKind): string => (kind === 'Sandbox' ? SANDBOX_KEY_PREFIX : KEY_PREFIX);

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});

/** CRC-32 (IEEE 802.3) of ASCII text. Node gained `zlib.crc32` in 22; this package runs in browsers too. */
export function crc32(text: string): number {
  let crc = 0xffffffff;
  for (let i = 0; i < text.length; i++) crc = (CRC_TABLE[(crc ^ text.charCodeAt(i)) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

/** Six base62 digits hold 35 bits: a CRC-32 always fits. */
function checksum(text: string): string {
  let rest = crc32(text);
  let out = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    out = BASE62.charAt(rest % 62) + out;
    rest = Math.floor(rest / 62);
  }
  return out;
}

/**
 * Generates a secret. `prefix` is safe to show in lists: it contains no character of the secret part.
 * @param randomText a cryptographic source of unbiased base62 characters
 */
export function generateSecret(
  randomText: (length: number) => string,
  kind = KEY_PREFIX,
): { secret: string; prefix: string } {
  const prefix = kind + randomText(LOCATOR_LENGTH);
  const unchecked = prefix + randomText(SECRET_LENGTH);
  return { secret: unchecked + checksum(unchecked), prefix };
}

/** Whether the format and the checksum are valid. Does not check whether the secret exists. */
export function hasValidChecksum(secret: string): boolean {
  return checksum(secret.slice(0, -CHECKSUM_LENGTH)) === secret.slice(-CHECKSUM_LENGTH);
}

/** Whether a text is a secret of this kind by its form and checksum. */
export const isWellFormed = (text: string, kind: string): boolean =>
  text.length === kind.length + BODY_LENGTH &&
  text.startsWith(kind) &&
  /^[0-9A-Za-z]+$/.test(text.slice(kind.length)) &&
  hasValidChecksum(text);

const OTHER_SECRETS = /^(whsec_|whsk_|whpk_|bho_|bhr_|bhs_|bhp_|bhi_|bhw_)/;

/**
 * What is wrong with the format of a key. Reads the string alone, without a database query, so it reveals nothing about existing keys.
 * @returns undefined if the format and the checksum are valid
 */
export function diagnoseKey(text: string): ProblemCode | undefined {
  if (/[\s"'`]/.test(text) || text === '') return 'credential_malformed';
  if (OTHER_SECRETS.test(text)) return 'wrong_secret_type';
  if (KEY_PATTERN.test(text)) return hasValidChecksum(text) ? undefined : 'key_mistyped';
  const prefixes = [KEY_PREFIX, SANDBOX_KEY_PREFIX];
  if (text.length === BODY_LENGTH && prefixes.some((prefix) => hasValidChecksum(prefix + text)))
    return 'key_prefix_missing';
  if (prefixes.some((prefix) => text.startsWith(prefix)))
    return text.length < KEY_LENGTH ? 'key_truncated' : 'key_mistyped';
  return 'key_unknown';
}
