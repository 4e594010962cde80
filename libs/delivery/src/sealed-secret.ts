import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { AppSecrets } from '@billhook/platform/app-secrets';

const PURPOSE = 'webhook-secret';

// AES-GCM: a nonce of 96 bits, which must never repeat under a key, and a tag of 128.
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** How an endpoint keeps a signing secret. `expiresAt` is null for the one that signs for good. */
export interface StoredSecret {
  readonly sealed: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
}

/** Encrypts a signing secret. The text begins with the version of the application secret it was made with. */
export function sealSecret(secrets: AppSecrets, secret: string): string {
  const { version, key } = secrets.current(PURPOSE);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  const sealed = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${version}.${sealed.toString('base64url')}`;
}

/**
 * Decrypts what `sealSecret` made.
 * @throws an Error when its application secret is no longer configured, or the text was changed
 */
export function openSecret(secrets: AppSecrets, sealed: string): string {
  const [version = '', text = ''] = sealed.split('.');
  const key = secrets.find(PURPOSE, version)?.key;
  if (!key) throw new Error(`the application secret of version ${version} is not configured any more`);
  const bytes = Buffer.from(text, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}

/** The secrets that sign at a moment, in their stored order: the newest first, then those whose overlap has not ended. */
export function liveSecrets(stored: readonly StoredSecret[], now: Date): StoredSecret[] {
  return stored.filter(({ expiresAt }) => expiresAt === null || Date.parse(expiresAt) > now.getTime());
}
