import { createHmac, randomInt } from 'node:crypto';
import type { AppSecrets } from '@billhook/platform/app-secrets';
import { Secret, TOTP } from 'otpauth';

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

/** The parameters that every authenticator app supports (RFC 6238): SHA-1, 6 digits, 30 seconds. */
const PARAMETERS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** One step before and after, for inexact clocks and codes typed at the last second (RFC 6238, 5.2). */
const WINDOW = 1;
/** 160 bits, as long as the hash (RFC 4226, 4). */
const SECRET_BYTES = 20;

/** A new secret, in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/**
 * The content of the QR code for an authenticator app.
 * @param host of this installation, which distinguishes it from others in the app
 */
export function totpUri(secret: string, email: string, host: string): string {
  return new TOTP({ ...PARAMETERS, issuer: `Billhook (${host})`, label: email, secret }).toString();
}

/**
 * The time step of a code, or undefined when it is not valid now. The caller stores the step and rejects it and earlier ones from then
 * on (RFC 6238, 5.2).
 * @param secret in base32
 */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  // The library compares bytes and throws for digits of other scripts, which take more bytes.
  if (!/^[0-9]{6}$/.test(code)) return undefined;
  const timestamp = now.getTime();
  const totp = new TOTP({ ...PARAMETERS, secret });
  const delta = totp.validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? undefined : totp.counter({ timestamp }) + delta;
}
