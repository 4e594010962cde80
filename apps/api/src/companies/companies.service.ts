import { UpdateCompany, type CompanyView } from '@billhook/contract/company';
import { Database } from '@billhook/db/database';
import { updateRow } from '@billhook/db/row';
import type { Runner } from '@billhook/db/statement';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { Company } from '@billhook/records/companies/company.entity';
import { findCompany } from '@billhook/records/companies/find-company';
import { presentCompany } from '@billhook/records/companies/company.presenter';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Principal } from '../access/principal.js';
import { actorOf } from '../audit/actor.js';
import { AuditLog } from '../audit/audit-log.js';
import { changesOf } from '../audit/changes.js';

const CHANGEABLE = UpdateCompany.keyof().options;

@Injectable()
export class CompaniesService {
  constructor(
    private readonly source: DataSource,
    private readonly db: Database,
    private readonly uow: UnitOfWork,
    private readonly audit: AuditLog,
  ) {}

  get(id: number, runner: Runner = this.db, lock: '' | 'FOR UPDATE' = ''): Promise<Company> {
    return findCompany(runner, this.source, id, lock);
  }

  async update(by: Principal, body: UpdateCompany): Promise<CompanyView> {
    return this.uow.run(async (tx) => {
      const before = await this.get(by.company.id, tx, 'FOR UPDATE');
      const after: Company = { ...before, ...body };
      const changed = changesOf(before, after, CHANGEABLE);
      if (Object.keys(changed).length === 0) return presentCompany(before);
      await updateRow(tx, Company, after);
      await this.audit.record(tx, actorOf(by), 'company.updated', null, { changed });
      return presentCompany(after);
    });
  }
}
