import { UpdateCompany } from '@billhook/contract/identity/company';
import { Locale } from '@billhook/contract/identity/member';
import { Address, Email, text } from '@billhook/contract/shared/common';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { PLANS } from '@billhook/domain/identity/company';
import { CLOCK, type Clock } from '@billhook/platform/clock';
import { z } from 'zod';
import { insertBareCompany } from '../set-up/set-up.service.js';
import { readOptions, type Command } from './command.js';
import { linkForOwner } from './invite-owner.command.js';

const { timeZone, currency } = UpdateCompany.shape;

const Options = z.object({
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
  run(app, args) {
    const { name, plan, country, currency, ...options } = readOptions(Options, args);
    const createdAt = app.get<Clock>(CLOCK).now();
    return app.get(UnitOfWork).run(async (tx) => {
      const id = await insertBareCompany(tx, {
        name,
        plan,
        currency,
        createdAt,
        country,
        locale: options.locale,
        timeZone: options['time-zone'],
      });
      const link = await linkForOwner(app, tx, id, { ...options, person: options.person });
      return `Created company ${id} (${name}) on the ${plan} plan.\n${link}`;
    });
  },
};
