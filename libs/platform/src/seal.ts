import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { AppSecrets } from './app-secrets.js';

// AES-GCM: a nonce of 96 bits, which must never repeat under a key, and a tag of 128.
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a text for the database (AES-256-GCM). It begins with the version of the application secret it was made with.
 * @param purpose keeps what is sealed for one thing from being opened as another
 */
export function seal(secrets: AppSecrets, purpose: string, text: string): string {
  const { version, key } = secrets.current(purpose);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${version}.${sealed.toString('base64url')}`;
}

/**
 * Decrypts what `seal` made.
 * @throws an Error when its application secret is no longer configured, or the text was changed
 */
export function unseal(secrets: AppSecrets, purpose: string, sealed: string): string {
  const [version = '', text = ''] = sealed.split('.');
  const key = secrets.find(purpose, version)?.key;
  if (!key) throw new Error(`the application secret of version ${version} is not configured any more`);
  const bytes = Buffer.from(text, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}
