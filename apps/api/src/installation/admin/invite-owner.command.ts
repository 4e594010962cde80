import { Locale } from '@billhook/contract/identity/member';
import { Email, IdText, text } from '@billhook/contract/shared/common';
import { UnitOfWork, type Tx } from '@billhook/db/unit-of-work';
import type { INestApplicationContext } from '@nestjs/common';
import { z } from 'zod';
import { nameUntilEntered } from '../../identity/invitations/invitation.rules.js';
import { OwnerInvitationsService } from '../../identity/invitations/owner-invitations.service.js';
import { readOptions, type Command, companyOf } from './command.js';

const Options = z.object({
  company: IdText,
  email: Email,
  person: text(120).optional(),
  locale: Locale.default('en'),
});

export const inviteOwner: Command = {
  summary: 'Creates an invitation link for another owner of a company, for example when no owner can sign in',
  usage: '--company ID --email ADDRESS [--person NAME] [--locale en|fr]',
  run(app, args) {
    const { company, ...owner } = readOptions(Options, args);
    return app.get(UnitOfWork).run(async (tx) => {
      const { name } = await companyOf(app, tx, company);
      const link = await linkForOwner(app, tx, company, { ...owner, person: owner.person });
      return `Invited an owner of company ${company} (${name}).\n${link}`;
    });
  },
};

/** The owner that the operator invites. */
export interface InvitedOwner {
  readonly email: string;
  readonly person: string | undefined;
  readonly locale: Locale;
}

/** @returns the link for the operator to pass on; the owner sets name and password there */
export async function linkForOwner(
  app: INestApplicationContext,
  tx: Tx,
  companyId: number,
  { email, person, locale }: InvitedOwner,
): Promise<string> {
  const name = person ?? nameUntilEntered(email);
  const { url, expiresAt } = await app.get(OwnerInvitationsService).invite(tx, companyId, { email, name, locale });
  return `Give this link to ${email}. It works once, until ${expiresAt.toISOString()}, and is not stored:\n\n  ${url}\n`;
}
