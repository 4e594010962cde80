import { IdText } from '@billhook/contract/shared/common';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { PLANS } from '@billhook/domain/identity/company';
import { systemActor } from '@billhook/identity/audit/actor';
import { AuditLog } from '@billhook/identity/audit/audit-log';
import { changesOf } from '@billhook/identity/audit/changes-of';
import { CompaniesRepository } from '@billhook/identity/companies/companies.repository';
import type { Company } from '@billhook/identity/companies/company.entity';
import { z } from 'zod';
import { readOptions, type Command, companyOf } from './command.js';

const Options = z.object({ company: IdText, plan: z.enum(PLANS) });

export const setPlan: Command = {
  summary: 'Moves a company to another plan. API keys work on a paid plan only',
  usage: '--company ID --plan Free|Pro',
  run(app, args) {
    const { company: id, plan } = readOptions(Options, args);
    return app.get(UnitOfWork).run(async (tx) => {
      const before = await companyOf(app, tx, id, 'FOR UPDATE');
      const after: Company = { ...before, plan };
      const changed = changesOf(before, after, ['plan']);
      if (Object.keys(changed).length > 0) {
        await app.get(CompaniesRepository).update(tx, after);
        await app.get(AuditLog).record(tx, systemActor(id), 'company.updated', null, { changed });
      }
      return `Company ${id} (${after.name}) is now on the ${plan} plan.\n`;
    });
  },
};
