import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import type { SignatureScheme } from './webhook-endpoint.entity.js';

const SECRET_PREFIX = 'whsec_';
const PRIVATE_PREFIX = 'whsk_';
const PUBLIC_PREFIX = 'whpk_';

// Standard Webhooks 1.0.0 takes 24 to 64 bytes; 32 are what HMAC-SHA-256 can use.
const SECRET_BYTES = 32;

const SEED_BYTES = 32;

// What RFC 8410 puts before the 32 bytes of a seed (PKCS #8); of a public key (SPKI) it is the last 32 bytes anyway.
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

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

/** The scheme that a signing secret signs with; its prefix tells. */
export function schemeOf(secret: string): SignatureScheme {
  return secret.startsWith(PRIVATE_PREFIX) ? 'v1a' : 'v1';
}

/**
 * The key inside a secret of `v1`: its decoded bytes, never the text itself.
 * @throws an Error for a text that holds no key
 */
export function signingKey(secret: string): Buffer {
  if (secret.startsWith(PUBLIC_PREFIX)) throw new Error('a public key cannot sign');
  const key = Buffer.from(secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret, 'base64');
  if (key.length === 0) throw new Error('the signing secret is empty');
  return key;
}

/**
 * The key inside a secret of `v1a`: `whsk_` and the base64 of a seed, with or without its public key behind it.
 * @throws an Error for a text that holds no such key
 */
export function privateKeyOf(secret: string): KeyObject {
  const bytes = Buffer.from(secret.slice(PRIVATE_PREFIX.length), 'base64');
  if (schemeOf(secret) !== 'v1a' || (bytes.length !== SEED_BYTES && bytes.length !== 2 * SEED_BYTES)) {
    throw new Error('the signing secret is not an Ed25519 key');
  }
  const der = Buffer.concat([PKCS8_HEAD, bytes.subarray(0, SEED_BYTES)]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  // A pair that does not belong together would sign what nobody can verify.
  if (bytes.length > SEED_BYTES && !bytes.subarray(SEED_BYTES).equals(bytesOfPublicKey(createPublicKey(key)))) {
    throw new Error('the signing secret does not match its public key');
  }
  return key;
}

/**
 * What the receiver of an endpoint with `v1a` verifies with: `whpk_` and the base64 of 32 bytes.
 * @param secret `whsk_…`
 * @throws an Error for a text that holds no such key
 */
export function publicKeyOf(secret: string): string {
  return PUBLIC_PREFIX + bytesOfPublicKey(createPublicKey(privateKeyOf(secret))).toString('base64');
}

function bytesOfPublicKey(key: KeyObject): Buffer {
  return key.export({ format: 'der', type: 'spki' }).subarray(-SEED_BYTES);
}
