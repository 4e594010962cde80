import type { AppSecrets } from '@billhook/platform/app-secrets';
import { createHmac, randomInt } from 'node:crypto';

export const RECOVERY_CODES = 10;

/** Crockford's base32, in which no two characters look alike. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
/** 60 bits are enough: attempts are throttled, and the key of the stored HMAC is not in the database. */
const LENGTH = 12;
const PURPOSE = 'recovery-code';

/** A new set, as displayed: `7q3k-0vxm-2h9d`. */
export function newRecoveryCodes(): string[] {
  const code = () => Array.from({ length: LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
  const codes = new Set<string>();
  while (codes.size < RECOVERY_CODES) codes.add(code().replace(/(.{4})(?=.)/g, '$1-'));
  return [...codes];
}

/** Accepts how people type a code: capitals, O for 0, I and L for 1, no dashes. */
const normalized = (code: string): string =>
  code.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1');

/** The hashes of a code under every live application secret, the current one first. */
export function hashesOf(secrets: AppSecrets, code: string): Buffer[] {
  return secrets.keys(PURPOSE).map(({ key }) => createHmac('sha256', key).update(normalized(code)).digest());
}

/** The hash that is stored for a new code. */
export function hashOf(secrets: AppSecrets, code: string): Buffer {
  return createHmac('sha256', secrets.current(PURPOSE).key).update(normalized(code)).digest();
}
