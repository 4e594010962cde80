import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

/** The bytes of a seed, and of a public key. */
export const ED25519_BYTES = 32;

// The prefix of a 32-byte seed in RFC 8410 (PKCS #8), and of a public key (SPKI).
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI_HEAD = Buffer.from('302a300506032b6570032100', 'hex');

/** The private key of a seed of 32 bytes. */
export const privateKeyOfSeed = (seed: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' });

/** The public key of 32 bytes. */
export const publicKeyOfBytes = (bytes: Buffer): KeyObject =>
  createPublicKey({ key: Buffer.concat([SPKI_HEAD, bytes]), format: 'der', type: 'spki' });

/** The 32 bytes of a public key. */
export const bytesOfPublicKey = (key: KeyObject): Buffer =>
  key.export({ format: 'der', type: 'spki' }).subarray(-ED25519_BYTES);
