import { UpdateCompany, type CompanyView } from '@billhook/contract/identity/company';
import type { ReadRunner } from '@billhook/db/statement';
import { UnitOfWork, type Tx } from '@billhook/db/unit-of-work';
import { dateInZone } from '@billhook/domain/shared/calendar';
import type { Clock } from '@billhook/platform/clock';
import type { Company } from '@billhook/identity/companies/company.entity';
import { CompaniesRepository, type CompanyLock } from '@billhook/identity/companies/companies.repository';
import { presentCompany } from '@billhook/identity/companies/company.presenter';
import { Inject, Injectable } from '@nestjs/common';
import type { SignedInMember } from '../../request/principal.js';
import { requireStepUp } from '../../access/step-up.rules.js';
import { actorOf } from '../audit/actor-of.js';
import { AuditLog } from '@billhook/identity/audit/audit-log';
import { changesOf } from '@billhook/identity/audit/changes-of';
import { CLOCK } from '@billhook/platform/tokens';
import { checkLockDate, opensPeriod } from './lock-date.rules.js';

const CHANGEABLE = UpdateCompany.keyof().options;

@Injectable()
export class CompaniesService {
  constructor(
    private readonly companies: CompaniesRepository,
    private readonly uow: UnitOfWork,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  get(id: number, runner?: ReadRunner, lock?: CompanyLock): Promise<Company> {
    return this.companies.get(id, runner, lock);
  }

  /** Locks the company, so that its lock date cannot change before the commit. */
  lockForShare(tx: Tx, id: number): Promise<Company> {
    return this.get(id, tx, 'FOR KEY SHARE');
  }

  /** @throws Problem 422 for a lock date in the future; 403 step_up_required when it opens a closed period */
  async update(by: SignedInMember, body: UpdateCompany): Promise<CompanyView> {
    return this.uow.run(async (tx) => {
      const before = await this.get(by.company.id, tx, 'FOR UPDATE');
      const after: Company = { ...before, ...body };
      const now = this.clock.now();
      if (body.lockedUntil !== undefined) checkLockDate(after, dateInZone(now, after.timeZone));
      if (opensPeriod(before.lockedUntil, after.lockedUntil)) requireStepUp(by, now);
      const changed = changesOf(before, after, CHANGEABLE);
      if (Object.keys(changed).length === 0) return presentCompany(before);
      await this.companies.update(tx, after);
      await this.audit.record(tx, actorOf(by), 'company.updated', null, { changed });
      return presentCompany(after);
    });
  }
}
