import type { AppSecrets } from '@billhook/platform/app-secrets';
import { seal, unseal } from '@billhook/platform/seal';

const PURPOSE = 'webhook-secret';

/** How an endpoint keeps a signing secret. `expiresAt` is null for the one that signs for good. */
export interface StoredSecret {
  readonly sealed: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
}

/** Encrypts a signing secret. */
export const sealSecret = (secrets: AppSecrets, secret: string): string => seal(secrets, PURPOSE, secret);

/**
 * Decrypts what `sealSecret` made.
 * @throws an Error when its application secret is no longer configured, or the text was changed
 */
export const openSecret = (secrets: AppSecrets, sealed: string): string => unseal(secrets, PURPOSE, sealed);

/** The secrets that sign at a moment, in their stored order: the newest first, then those whose overlap has not ended. */
export function liveSecrets(stored: readonly StoredSecret[], now: Date): StoredSecret[] {
  return stored.filter(({ expiresAt }) => expiresAt === null || Date.parse(expiresAt) > now.getTime());
}
