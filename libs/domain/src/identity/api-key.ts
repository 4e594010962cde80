import type { ProblemCode } from '../shared/problems.js';

/**
 * The format of our secrets: `bhk_` + 8 base62 (public locator) + 32 base62 (secret, 190 bits) + 6 base62 (CRC-32 of all before it).
 * One underscore: a double click selects the whole, a secret scanner finds it, and a typo is told before any look-up.
 */
export const KEY_PREFIX = 'bhk_';
export const PORTAL_LINK_PREFIX = 'bhp_';
export const PASSWORD_RESET_PREFIX = 'bhw_';
export const INVITATION_PREFIX = 'bhi_';
const LOCATOR_LENGTH = 8;
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const BODY_LENGTH = LOCATOR_LENGTH + SECRET_LENGTH + CHECKSUM_LENGTH;

/** Length of a whole key, prefix included. */
export const KEY_LENGTH = KEY_PREFIX.length + BODY_LENGTH;
export const KEY_PATTERN = /^bhk_[0-9A-Za-z]{46}$/;

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
 * A new secret of our format. `prefix` is what lists may show: not one character of the secret part.
 * @param randomText a cryptographic source of unbiased base62 characters
 */
export function mintSecret(
  randomText: (length: number) => string,
  kind = KEY_PREFIX,
): { secret: string; prefix: string } {
  const prefix = kind + randomText(LOCATOR_LENGTH);
  const unchecked = prefix + randomText(SECRET_LENGTH);
  return { secret: unchecked + checksum(unchecked), prefix };
}

/** True when form and checksum hold. Says nothing about whether such a secret was ever made. */
export function hasValidChecksum(secret: string): boolean {
  return checksum(secret.slice(0, -CHECKSUM_LENGTH)) === secret.slice(-CHECKSUM_LENGTH);
}

const OTHER_SECRETS = /^(whsec_|whsk_|whpk_|bho_|bhr_|bhs_|bhp_|bhi_|bhw_)/;

/**
 * What is wrong with a string that was sent as a key, told from the string alone: no look-up, hence no oracle.
 * @returns undefined when the form and the checksum hold
 */
export function diagnoseKey(text: string): ProblemCode | undefined {
  if (/[\s"'`]/.test(text) || text === '') return 'credential_malformed';
  if (OTHER_SECRETS.test(text)) return 'wrong_secret_type';
  if (KEY_PATTERN.test(text)) return hasValidChecksum(text) ? undefined : 'key_mistyped';
  if (text.length === BODY_LENGTH && hasValidChecksum(KEY_PREFIX + text)) return 'key_prefix_missing';
  if (text.startsWith(KEY_PREFIX)) return text.length < KEY_LENGTH ? 'key_truncated' : 'key_mistyped';
  return 'key_unknown';
}

/** The choices of expiry, fixed by the published interface. A year is a calendar year: 29 February ends on 28 February. */
export const KEY_EXPIRIES = ['90d', '1y', 'none'] as const;
export type KeyExpiry = (typeof KEY_EXPIRIES)[number];

const DAY_MS = 86_400_000;

/** When a key made now dies, or null when it lives until revoked. */
export function keyExpiresAt(expiry: KeyExpiry, now: Date): Date | null {
  switch (expiry) {
    case '90d':
      return new Date(now.getTime() + 90 * DAY_MS);
    case '1y': {
      const end = new Date(now);
      end.setUTCFullYear(end.getUTCFullYear() + 1);
      if (end.getUTCMonth() !== now.getUTCMonth()) end.setUTCDate(0);
      return end;
    }
    case 'none':
      return null;
  }
}

export const KEY_STATUSES = ['active', 'expiring', 'expired', 'revoked', 'suspended'] as const;
export type KeyStatus = (typeof KEY_STATUSES)[number];

export interface KeyFacts {
  readonly revokedAt: Date | null;
  /** When it dies because its successor took over; null while that was never used, and where the key expires first. */
  readonly retiresAt: Date | null;
  readonly expiresAt: Date | null;
  readonly creatorActive: boolean;
  readonly paidPlan: boolean;
}

/** How long a key may live on after its successor was first used, in seconds: 0 to 7 days. */
export const LONGEST_GRACE_SECONDS = 7 * 86_400;

/** Days before the end at which a key counts as expiring. */
export const EXPIRING_DAYS = 14;

/** The status is derived at every look, so no job can be late. No way leads out of revoked or expired: they are asked first. */
export function keyStatus(key: KeyFacts, now: Date): KeyStatus {
  if (key.revokedAt || (key.retiresAt && key.retiresAt <= now)) return 'revoked';
  if (key.expiresAt && key.expiresAt <= now) return 'expired';
  if (!key.creatorActive || !key.paidPlan) return 'suspended';
  const end = keyEnd(key);
  if (end && end.getTime() - now.getTime() <= EXPIRING_DAYS * DAY_MS) return 'expiring';
  return 'active';
}

/** When a key ends by itself, by its expiry or because its successor took over; null when it lives until it is revoked. */
export function keyEnd({ expiresAt, retiresAt }: Pick<KeyFacts, 'expiresAt' | 'retiresAt'>): Date | null {
  if (expiresAt && retiresAt) return expiresAt < retiresAt ? expiresAt : retiresAt;
  return expiresAt ?? retiresAt;
}
