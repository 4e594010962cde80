import type { AppSecrets } from '@billhook/platform/app-secrets';
import { isSecretConfigured, seal, unseal } from '@billhook/platform/seal';

const PURPOSE = 'webhook-secret';

/** A stored signing secret. `expiresAt` is null for the permanent one. */
export interface StoredSecret {
  readonly sealed: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
}

/** Encrypts a signing secret. */
export const sealSecret = (secrets: AppSecrets, secret: string): string => seal(secrets, PURPOSE, secret);

/**
 * Decrypts the result of `sealSecret`.
 * @throws an Error if its application secret is no longer configured, or the text was changed
 */
export const openSecret = (secrets: AppSecrets, sealed: string): string => unseal(secrets, PURPOSE, sealed);

/** Whether `openSecret` can decrypt a text: not if its application secret is no longer configured. */
export const canOpenSecret = (secrets: AppSecrets, sealed: string): boolean =>
  isSecretConfigured(secrets, PURPOSE, sealed);

const HEADERS = 'webhook-headers';

/** Encrypts the custom headers of an endpoint, which may contain a password. Null without headers. */
export function sealHeaders(secrets: AppSecrets, headers: Readonly<Record<string, string>>): string | null {
  return Object.keys(headers).length === 0 ? null : seal(secrets, HEADERS, JSON.stringify(headers));
}

/**
 * Decrypts the result of `sealHeaders`.
 * @throws an Error if its application secret is no longer configured, or the text was changed
 */
export function openHeaders(secrets: AppSecrets, sealed: string | null): Record<string, string> {
  return sealed === null ? {} : (JSON.parse(unseal(secrets, HEADERS, sealed)) as Record<string, string>);
}

/** The secrets that sign at a moment, in their stored order: the newest first, then those whose overlap has not ended. */
export function liveSecrets(stored: readonly StoredSecret[], now: Date): StoredSecret[] {
  return stored.filter(({ expiresAt }) => expiresAt === null || Date.parse(expiresAt) > now.getTime());
}

/** Undefined if they cannot be decrypted, because an application secret is missing. New ones then replace them. */
export function readHeaders(sealed: string | null, secrets: AppSecrets): Record<string, string> | undefined {
  try {
    return openHeaders(secrets, sealed);
  } catch {
    return undefined;
  }
}

/** The names of the custom headers; empty if they cannot be decrypted, because they are then not sent either. */
export function headerNames(sealed: string | null, secrets: AppSecrets): string[] {
  return Object.keys(readHeaders(sealed, secrets) ?? {});
}
