import { createPublicKey, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import type { SignatureScheme } from '@billhook/domain/webhooks/endpoint';
import { bytesOfPublicKey, ED25519_BYTES as SEED_BYTES, privateKeyOfSeed } from '@billhook/platform/ed25519';

const SECRET_PREFIX = 'whsec_';
const PRIVATE_PREFIX = 'whsk_';
const PUBLIC_PREFIX = 'whpk_';

// Standard Webhooks 1.0.0 allows 24 to 64 bytes; HMAC-SHA-256 can use 32.
const SECRET_BYTES = 32;

/**
 * A new signing secret, unique to its endpoint: `whsec_` and the base64 of 32 random bytes, or `whsk_` and the base64 of the seed and the
 * public key of an Ed25519 pair (64 bytes).
 */
export function newSigningSecret(scheme: SignatureScheme = 'v1'): string {
  if (scheme === 'v1') return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-SEED_BYTES);
  return PRIVATE_PREFIX + Buffer.concat([seed, bytesOfPublicKey(publicKey)]).toString('base64');
}

/** The scheme of a signing secret, from its prefix. */
export function schemeOf(secret: string): SignatureScheme {
  return secret.startsWith(PRIVATE_PREFIX) ? 'v1a' : 'v1';
}

/**
 * The key inside a `v1` secret: its decoded bytes, never the text itself.
 * @throws an Error for a text without a key
 */
export function signingKey(secret: string): Buffer {
  if (secret.startsWith(PUBLIC_PREFIX)) throw new Error('a public key cannot sign');
  const key = Buffer.from(secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret, 'base64');
  if (key.length === 0) throw new Error('the signing secret is empty');
  return key;
}

/**
 * The key inside a `v1a` secret: `whsk_` and the base64 of a seed, with or without its public key.
 * @throws an Error for a text without such a key
 */
export function privateKeyOf(secret: string): KeyObject {
  const bytes = Buffer.from(secret.slice(PRIVATE_PREFIX.length), 'base64');
  if (schemeOf(secret) !== 'v1a' || (bytes.length !== SEED_BYTES && bytes.length !== 2 * SEED_BYTES)) {
    throw new Error('the signing secret is not an Ed25519 key');
  }
  const key = privateKeyOfSeed(bytes.subarray(0, SEED_BYTES));
  // A mismatched pair would create signatures that cannot be verified.
  if (bytes.length > SEED_BYTES && !bytes.subarray(SEED_BYTES).equals(bytesOfPublicKey(createPublicKey(key)))) {
    throw new Error('the signing secret does not match its public key');
  }
  return key;
}

/**
 * The public key with which the receiver of a `v1a` endpoint verifies: `whpk_` and the base64 of 32 bytes.
 * @param secret `whsk_…`
 * @throws an Error for a text without such a key
 */
export function publicKeyOf(secret: string): string {
  return PUBLIC_PREFIX + bytesOfPublicKey(createPublicKey(privateKeyOf(secret))).toString('base64');
}
