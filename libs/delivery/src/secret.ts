import { randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

// Standard Webhooks 1.0.0 takes 24 to 64 bytes; 32 are what HMAC-SHA-256 can use.
const BYTES = 32;

/** A new signing secret, unique to its endpoint: `whsec_` and the base64 of 32 random bytes. */
export function newSigningSecret(): string {
  return PREFIX + randomBytes(BYTES).toString('base64');
}

/**
 * The key inside a signing secret: its decoded bytes, never the text itself.
 * @throws an Error for a text that holds no key
 */
export function signingKey(secret: string): Buffer {
  const key = Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret, 'base64');
  if (key.length === 0) throw new Error('the signing secret is empty');
  return key;
}
