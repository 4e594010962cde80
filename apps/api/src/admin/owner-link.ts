import type { Locale } from '@billhook/contract/identity/member';
import type { Tx } from '@billhook/db/unit-of-work';
import type { INestApplicationContext } from '@nestjs/common';
import { OwnerInvitationsService } from '../identity/invitations/owner-invitations.service.js';

/** The owner that the operator invites. */
export interface Owner {
  readonly email: string;
  readonly person: string | undefined;
  readonly locale: Locale;
}

/** @returns the link for the operator to pass on; the owner sets name and password there */
export async function linkForOwner(
  app: INestApplicationContext,
  tx: Tx,
  companyId: number,
  { email, person, locale }: Owner,
): Promise<string> {
  // Until they enter their name.
  const name = person ?? email.split('@', 1)[0] ?? email;
  const { url, expiresAt } = await app.get(OwnerInvitationsService).invite(tx, companyId, { email, name, locale });
  return `Give this link to ${email}. It works once, until ${expiresAt.toISOString()}, and is not stored:\n\n  ${url}\n`;
}
