import { createHmac } from 'node:crypto';
import type { AppSecrets, DerivedKey } from '@billhook/platform/app-secrets';

/**
 * HMAC-SHA-256 of the whole key. A fast hash is right for 190 random bits. The HMAC's secret prevents someone who can only write to
 * the database from planting a key.
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

/** The hash that is stored for a new key. */
export function hashKey(secrets: AppSecrets, key: string): KeyHash {
  return hashUnder(secrets.current(PURPOSE), key);
}

/** The hashes under every configured application secret, the current one first. */
export function candidateHashes(secrets: AppSecrets, key: string): [KeyHash, ...KeyHash[]] {
  const [, ...others] = secrets.keys(PURPOSE);
  return [hashKey(secrets, key), ...others.map((other) => hashUnder(other, key))];
}
