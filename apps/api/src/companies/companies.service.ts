import { isDeepStrictEqual } from 'node:util';
import type { CompanyView, UpdateCompany } from '@billhook/contract/company';
import { Database } from '@billhook/db/database';
import { selectColumns, updateRow } from '@billhook/db/row';
import type { Runner } from '@billhook/db/statement';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { Company } from '@billhook/records/companies/company.entity';
import { presentCompany } from '@billhook/records/companies/company.presenter';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Principal } from '../access/principal.js';
import { actorOf } from '../audit/actor.js';
import { AuditLog } from '../audit/audit-log.js';

@Injectable()
export class CompaniesService {
  private readonly columns: string;

  constructor(
    source: DataSource,
    private readonly db: Database,
    private readonly uow: UnitOfWork,
    private readonly audit: AuditLog,
  ) {
    this.columns = selectColumns(source, Company, 'c');
  }

  async get(id: number, runner: Runner = this.db, suffix: '' | 'FOR UPDATE' = ''): Promise<Company> {
    const [company] = await runner.query<Company>({
      name: `company_get_${suffix ? 'lock' : 'read'}`,
      text: `SELECT ${this.columns} FROM companies c WHERE c.id = $1 ${suffix}`,
      values: [id],
    });
    if (!company) throw new Error(`company ${id} is gone`);
    return company;
  }

  async update(by: Principal, body: UpdateCompany): Promise<CompanyView> {
    return this.uow.run(async (tx) => {
      const before = await this.get(by.company.id, tx, 'FOR UPDATE');
      const after: Company = { ...before, ...body };
      const changed = Object.keys(after).filter(
        (name) => !isDeepStrictEqual(Reflect.get(before, name), Reflect.get(after, name)),
      );
      if (changed.length === 0) return presentCompany(before);
      await updateRow(tx, Company, after);
      await this.audit.record(tx, actorOf(by), 'company.updated', null, { changed });
      return presentCompany(after);
    });
  }
}
