import { createPublicKey, sign, verify } from 'node:crypto';
import type { AppSecrets } from '@billhook/platform/app-secrets';
import { bytesOfPublicKey, ED25519_BYTES, privateKeyOfSeed, publicKeyOfBytes } from '@billhook/platform/ed25519';

/** What a signature covers. */
export interface SignedFacts {
  readonly companyId: number;
  readonly sequence: number;
  /** SHA-256 in hexadecimal. */
  readonly hash: string;
  /** RFC 3339, in UTC with milliseconds. */
  readonly signedAt: string;
}

export interface CheckpointSignature {
  readonly publicKey: string;
  readonly signature: string;
}

/** The text that is signed. */
export const signedText = ({ companyId, sequence, hash, signedAt }: SignedFacts): Buffer =>
  Buffer.from(['checkpoint', companyId, sequence, hash, signedAt].join('.'));

/** Signs a head with the key that is derived from the first application secret. */
export function signCheckpoint(secrets: AppSecrets, facts: SignedFacts): CheckpointSignature {
  const key = privateKeyOfSeed(secrets.current('checkpoint').key);
  return {
    publicKey: bytesOfPublicKey(createPublicKey(key)).toString('base64'),
    signature: sign(null, signedText(facts), key).toString('base64'),
  };
}

/** The public keys of all application secrets, the current one first. */
export const checkpointKeys = (secrets: AppSecrets): string[] =>
  secrets
    .keys('checkpoint')
    .map(({ key }) => bytesOfPublicKey(createPublicKey(privateKeyOfSeed(key))).toString('base64'));

/** Whether the signature of a head matches its public key. The caller decides whether to trust the key. */
export function isSignatureValid(facts: SignedFacts, { publicKey, signature }: CheckpointSignature): boolean {
  const bytes = Buffer.from(publicKey, 'base64');
  if (bytes.length !== ED25519_BYTES) return false;
  return verify(null, signedText(facts), publicKeyOfBytes(bytes), Buffer.from(signature, 'base64'));
}
