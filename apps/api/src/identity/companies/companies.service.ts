import { UpdateCompany, type CompanyView } from '@billhook/contract/identity/company';
import { Database } from '@billhook/db/database';
import { updateRow } from '@billhook/db/row';
import type { ReadRunner } from '@billhook/db/statement';
import { UnitOfWork, type Tx } from '@billhook/db/unit-of-work';
import { dateInZone } from '@billhook/domain/shared/calendar';
import type { Clock } from '@billhook/platform/clock';
import { Company } from '@billhook/identity/companies/company.entity';
import { findCompany, type CompanyLock } from '@billhook/identity/companies/find-company';
import { presentCompany } from '@billhook/identity/companies/company.presenter';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { MemberPrincipal, Principal } from '../../request/principal.js';
import { requireStepUp } from '../../access/step-up.js';
import { actorOf } from '../audit/actor.js';
import { AuditLog } from '../audit/audit-log.js';
import { changesOf } from '../audit/changes.js';
import { CLOCK } from '@billhook/platform/tokens';
import { checkLockDate, opensPeriod } from './lock-date.rules.js';

const CHANGEABLE = UpdateCompany.keyof().options;

@Injectable()
export class CompaniesService {
  constructor(
    private readonly source: DataSource,
    private readonly db: Database,
    private readonly uow: UnitOfWork,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  get(id: number, runner: ReadRunner = this.db, lock: CompanyLock = ''): Promise<Company> {
    return findCompany(runner, this.source, id, lock);
  }

  /** The company as it stays until the transaction ends: no lock date comes between the check of a date and its commit. */
  keep(tx: Tx, id: number): Promise<Company> {
    return this.get(id, tx, 'FOR KEY SHARE');
  }

  /** @throws Problem 422 for a lock date in the future; 403 step_up_required where it opens a closed period */
  async update(by: MemberPrincipal & Principal, body: UpdateCompany): Promise<CompanyView> {
    return this.uow.run(async (tx) => {
      const before = await this.get(by.company.id, tx, 'FOR UPDATE');
      const after: Company = { ...before, ...body };
      const now = this.clock.now();
      if (body.lockedUntil !== undefined) checkLockDate(after, dateInZone(now, after.timeZone));
      if (opensPeriod(before.lockedUntil, after.lockedUntil)) requireStepUp(by, now);
      const changed = changesOf(before, after, CHANGEABLE);
      if (Object.keys(changed).length === 0) return presentCompany(before);
      await updateRow(tx, Company, after);
      await this.audit.record(tx, actorOf(by), 'company.updated', null, { changed });
      return presentCompany(after);
    });
  }
}
