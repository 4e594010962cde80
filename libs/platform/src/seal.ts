import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { AppSecrets } from './app-secrets.js';

// AES-GCM: a 96-bit nonce, which must never repeat under a key, and a 128-bit tag.
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The kinds of encrypted data. `reseal.ts` of libs/webhooks re-encrypts each after a change of the application secret. */
export const SEAL_PURPOSES = [
  'webhook-secret',
  'webhook-headers',
  'second-factor',
  'notice',
  'idempotent-answer',
  'answering-link',
  'client-link',
] as const;
export type SealPurpose = (typeof SEAL_PURPOSES)[number];

/**
 * Encrypts a text for the database (AES-256-GCM). The result begins with the version of its application secret.
 * @param purpose prevents decryption for another purpose
 */
export function seal(secrets: AppSecrets, purpose: SealPurpose, text: string): string {
  const { version, key } = secrets.current(purpose);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${version}.${sealed.toString('base64url')}`;
}

/**
 * Decrypts a text of `seal`.
 * @throws an Error if its application secret is no longer configured, or the text was changed
 */
export function unseal(secrets: AppSecrets, purpose: SealPurpose, sealed: string): string {
  const [version = '', text = ''] = sealed.split('.');
  const key = secrets.find(purpose, version)?.key;
  if (!key) throw new Error(`the application secret of version ${version} is no longer configured`);
  const bytes = Buffer.from(text, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}

/** Whether the application secret of a sealed text is configured. */
export function isSecretConfigured(secrets: AppSecrets, purpose: SealPurpose, sealed: string): boolean {
  return secrets.find(purpose, sealed.split('.')[0] ?? '') !== undefined;
}

/**
 * Encrypts a sealed text again with the current application secret. Returns a text that already uses it unchanged.
 * @throws as `unseal`
 */
export function reseal(secrets: AppSecrets, purpose: SealPurpose, sealed: string): string {
  if (sealed.startsWith(`${secrets.current(purpose).version}.`)) return sealed;
  return seal(secrets, purpose, unseal(secrets, purpose, sealed));
}
