import { INVITATION_DAYS } from '@billhook/domain/identity/invitation';
import { INVITATION_PREFIX, generateSecret } from '@billhook/domain/identity/secret-format';
import { DAY_MS } from '@billhook/domain/shared/durations';
import { randomText } from '@billhook/platform/ids';
import { hashToken } from '../sessions/hash-token.js';

/** A new link, the part of it that is stored, and how long it works. */
export interface InvitationLink {
  readonly url: string;
  readonly tokenHash: Buffer;
  readonly sentAt: Date;
  readonly expiresAt: Date;
}

/** The token comes after the #, which browsers do not send: it reaches no server and no log. */
export function createInvitationLink(publicUrl: string, now: Date): InvitationLink {
  const { secret } = generateSecret(randomText, INVITATION_PREFIX);
  return {
    url: `${publicUrl}/settings/invitation#${secret}`,
    tokenHash: hashToken(secret),
    sentAt: now,
    expiresAt: new Date(now.getTime() + INVITATION_DAYS * DAY_MS),
  };
}

/** The name of an invited person whom the operator did not name, until they enter it. */
export const nameUntilEntered = (email: string): string => email.split('@', 1)[0] ?? email;

/** How the audit log names an invitation. */
export const invitationTarget = (id: number): string => `invitation ${id}`;
