import { Email, IdText, text } from '@billhook/contract/shared/common';
import { Locale } from '@billhook/contract/identity/member';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { z } from 'zod';
import { readOptions, type Command } from './command.js';
import { companyOf } from './company-of.js';
import { linkForOwner } from './owner-link.js';

const Options = z.object({
  company: IdText,
  email: Email,
  person: text(120).optional(),
  locale: Locale.default('en'),
});

export const inviteOwner: Command = {
  summary: 'Creates a sign-up link for another owner of a company, for example when no owner can sign in',
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
