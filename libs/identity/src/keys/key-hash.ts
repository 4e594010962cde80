import { createHmac } from 'node:crypto';
import type { AppSecrets, DerivedKey } from '@billhook/platform/app-secrets';

/**
 * HMAC-SHA-256 of the whole key. A fast hash is right: 190 random bits cannot be guessed at any speed. The HMAC's secret keeps
 * somebody who can only write to the database from planting a key of his own.
 */
export interface KeyHash {
  readonly version: string;
  readonly hash: Buffer;
}

const PURPOSE = 'api-key';

const hashUnder = ({ version, key: mac }: DerivedKey, key: string): KeyHash => ({
  version,
  hash: createHmac('sha256', mac).update(key).digest(),
});

/** The hash under which a new key is kept. */
export function hashKey(secrets: AppSecrets, key: string): KeyHash {
  return hashUnder(secrets.current(PURPOSE), key);
}

/** The hashes under every live application secret, the current one first: a key is found whichever one it was made under. */
export function candidateHashes(secrets: AppSecrets, key: string): [KeyHash, ...KeyHash[]] {
  const [, ...others] = secrets.keys(PURPOSE);
  return [hashKey(secrets, key), ...others.map((other) => hashUnder(other, key))];
}
