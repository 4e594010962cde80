import type { AppSecrets } from '@billhook/platform/app-secrets';
import { seal, unseal } from '@billhook/platform/seal';
import { z } from 'zod';

const PURPOSE = 'notice';

const Sealed = z.object({
  text: z.string(),
  html: z.string(),
  until: z.iso.datetime().transform((text) => new Date(text)),
});

/** The bodies of a notice with its link. */
export interface SecretBodies {
  readonly text: string;
  readonly html: string;
  /** When the link expires; the notice is not sent after that. */
  readonly until: Date;
}

/** Encrypts the bodies until they are sent. */
export function sealBodies(secrets: AppSecrets, bodies: SecretBodies): string {
  return seal(secrets, PURPOSE, JSON.stringify(bodies));
}

/** @throws an Error when the application secret they were sealed with is no longer configured */
export function openBodies(secrets: AppSecrets, sealed: string): SecretBodies {
  return Sealed.parse(JSON.parse(unseal(secrets, PURPOSE, sealed)));
}
