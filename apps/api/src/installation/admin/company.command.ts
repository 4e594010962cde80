import { UpdateCompany } from '@billhook/contract/identity/company';
import { Locale } from '@billhook/contract/identity/member';
import { IdText, text } from '@billhook/contract/shared/common';
import { Email, Address } from '@billhook/contract/shared/party';
import { Database } from '@billhook/db/database';
import { UnitOfWork, type Tx } from '@billhook/db/unit-of-work';
import { PLANS } from '@billhook/domain/identity/company';
import { systemActor } from '@billhook/identity/audit/actor';
import { AuditLog } from '@billhook/identity/audit/audit-log';
import { changesOf } from '@billhook/identity/audit/changes-of';
import { CompaniesRepository } from '@billhook/identity/companies/companies.repository';
import type { Company } from '@billhook/identity/companies/company.entity';
import { inCellOf, lockTenant } from '@billhook/identity/companies/tenants.repository';
import { CLOCK, type Clock } from '@billhook/platform/clock';
import type { INestApplicationContext } from '@nestjs/common';
import { z } from 'zod';
import { nameUntilEntered } from '../../identity/invitations/invitation.rules.js';
import { OwnerInvitationsService } from '../../identity/invitations/owner-invitations.service.js';
import { CompanyCreationsService } from '../company-creations/company-creations.service.js';
import { bareCompany, SetUpService } from '../set-up/set-up.service.js';
import { readOptions, type Command, companyOf } from './command.js';

const OwnerOptions = z.object({
  company: IdText,
  email: Email,
  person: text(120).optional(),
  locale: Locale.default('en'),
});

export const inviteOwner: Command = {
  summary: 'Creates an invitation link for another owner of a company, for example when no owner can sign in',
  usage: '--company ID --email ADDRESS [--person NAME] [--locale en|fr]',
  run(app, args) {
    const { company, ...owner } = readOptions(OwnerOptions, args);
    return app.get(UnitOfWork).run(async (tx) => {
      const card = await lockTenant(tx, company, 'FOR KEY SHARE');
      if (!card) throw new Error(`There is no company ${company}.`);
      const link = await linkForOwner(app, tx, company, { ...owner, person: owner.person });
      return `Invited an owner of company ${company} (${card.name}).\n${link}`;
    });
  },
};

/** The owner that the operator invites. */
interface InvitedOwner {
  readonly email: string;
  readonly person: string | undefined;
  readonly locale: Locale;
}

/** @returns the link for the operator to pass on; the owner sets name and password there */
async function linkForOwner(
  app: INestApplicationContext,
  tx: Tx,
  companyId: number,
  { email, person, locale }: InvitedOwner,
): Promise<string> {
  const name = person ?? nameUntilEntered(email);
  const { url, expiresAt } = await app.get(OwnerInvitationsService).invite(tx, companyId, { email, name, locale });
  return `Give this link to ${email}. It works once, until ${expiresAt.toISOString()}, and is not stored:\n\n  ${url}\n`;
}

const { timeZone, currency } = UpdateCompany.shape;

const CompanyOptions = z.object({
  name: text(200),
  email: Email,
  person: text(120).optional(),
  plan: z.enum(PLANS).default('Pro'),
  country: Address.shape.country.optional(),
  'time-zone': timeZone.unwrap().default('UTC'),
  currency: currency.unwrap().default('EUR'),
  locale: Locale.default('en'),
});

export const createCompany: Command = {
  summary: 'Creates a company and an invitation link for its first owner',
  usage:
    '--name NAME --email ADDRESS [--person NAME] [--plan Free|Pro] [--country FR] [--time-zone Europe/Paris] [--currency EUR] [--locale en|fr]',
  async run(app, args) {
    const { name, plan, country, currency, ...options } = readOptions(CompanyOptions, args);
    const createdAt = app.get<Clock>(CLOCK).now();
    const details = { name, plan, currency, createdAt, country };
    const created = await app.get(CompanyCreationsService).create({
      describe: () => bareCompany({ ...details, locale: options.locale, timeZone: options['time-zone'] }),
      global: (tx, id) => linkForOwner(app, tx, id, { ...options, person: options.person }),
    });
    return `Created company ${created.id} (${name}) on the ${plan} plan.\n${created.global}`;
  },
};

const PlanOptions = z.object({ company: IdText, plan: z.enum(PLANS) });

export const setPlan: Command = {
  summary: 'Moves a company to another plan. API keys work on a paid plan only',
  usage: '--company ID --plan Free|Pro',
  run(app, args) {
    const { company: id, plan } = readOptions(PlanOptions, args);
    const change = async (tx: Tx) => {
      const before = await companyOf(app, tx, id, 'FOR UPDATE');
      if (before.kind === 'Sandbox')
        throw new Error(`Company ${id} is a sandbox, which has the plan of company ${before.sandboxOf}.`);
      const after: Company = { ...before, plan };
      const changed = changesOf(before, after, ['plan']);
      if (Object.keys(changed).length > 0) {
        await app.get(CompaniesRepository).update(tx, after);
        await app.get(AuditLog).record(tx, systemActor(id), 'company.updated', null, { changed });
      }
      return `Company ${id} (${after.name}) is now on the ${plan} plan.\n`;
    };
    return inCellOf(app.get(Database), id, () => app.get(UnitOfWork).run(change));
  },
};

export const setUpLink: Command = {
  summary: 'Prints a link that creates the first company of the installation and the account of its owner',
  usage: '',
  async run(app, args) {
    readOptions(z.object({}), args);
    const link = await app.get(SetUpService).link();
    if (!link)
      throw new Error(
        'This installation has a company. Use invite-owner for another owner of it, or create-company for another company.',
      );
    return `Open this link until ${link.expiresAt.toISOString()}:\n\n  ${link.url}\n`;
  },
};
