import { createHmac } from 'node:crypto';
import type { AppSecrets } from '@billhook/platform/app-secrets';

/**
 * HMAC-SHA-256 of the whole key. A fast hash is right: 190 random bits can not be guessed at any speed. The HMAC's secret keeps
 * somebody who can only write to the database from planting a key of his own.
 */
export interface KeyHash {
  readonly version: string;
  readonly hash: Buffer;
}

const PURPOSE = 'api-key';

/** The hash under which a new key is kept. */
export function hashKey(secrets: AppSecrets, key: string): KeyHash {
  const { version, key: mac } = secrets.current(PURPOSE);
  return { version, hash: createHmac('sha256', mac).update(key).digest() };
}

/** The hashes under every live application secret: a key is found whichever one it was made under. */
export function candidateHashes(secrets: AppSecrets, key: string): Buffer[] {
  return secrets.keys(PURPOSE).map(({ key: mac }) => createHmac('sha256', mac).update(key).digest());
}
