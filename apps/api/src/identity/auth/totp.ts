import { Secret, TOTP } from 'otpauth';

/** As every app expects them (RFC 6238, and the key URI that Google Authenticator began): SHA-1, six digits, half a minute. */
const PARAMETERS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** One step before and one after, for clocks that are off and codes that are typed at the last second (RFC 6238, 5.2). */
const WINDOW = 1;
/** 160 bits, as long as the hash (RFC 4226, 4). */
const SECRET_BYTES = 20;

/** A new secret, in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/**
 * What an app is told by a QR code.
 * @param host where this installation is, so that two of them can be told apart in the app
 */
export function totpUri(secret: string, email: string, host: string): string {
  return new TOTP({ ...PARAMETERS, issuer: `Billhook (${host})`, label: email, secret }).toString();
}

/**
 * The step of time that a code is of, or undefined if it is none of the current ones. The caller stores the step of an accepted code and accepts
 * none of that step or before again (RFC 6238, 5.2).
 * @param secret in base32
 */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  // The library compares bytes, and throws where other digits than ours make more of them.
  if (!/^[0-9]{6}$/.test(code)) return undefined;
  const timestamp = now.getTime();
  const totp = new TOTP({ ...PARAMETERS, secret });
  const delta = totp.validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? undefined : totp.counter({ timestamp }) + delta;
}
