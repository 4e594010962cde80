import type { Locale } from '@billhook/contract/identity/member';
import type { Tx } from '@billhook/db/unit-of-work';
import type { INestApplicationContext } from '@nestjs/common';
import { OwnerInvitations } from '../identity/invitations/owner-invitations.js';

/** Whom the operator makes an owner. */
export interface Owner {
  readonly email: string;
  readonly person: string | undefined;
  readonly locale: Locale;
}

/** @returns what the operator hands on to the owner, who sets name and password behind it */
export async function linkForOwner(
  app: INestApplicationContext,
  tx: Tx,
  companyId: number,
  { email, person, locale }: Owner,
): Promise<string> {
  // Only until they say what they are called.
  const name = person ?? email.split('@', 1)[0] ?? email;
  const { url, expiresAt } = await app.get(OwnerInvitations).invite(tx, companyId, { email, name, locale });
  return `Give this link to ${email}. It works once, until ${expiresAt.toISOString()}, and is not stored:\n\n  ${url}\n`;
}
