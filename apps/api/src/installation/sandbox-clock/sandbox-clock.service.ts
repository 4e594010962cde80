import type { AdvanceClock, SandboxAdvanceView, SandboxClockView } from '@billhook/contract/installation/sandbox-clock';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { invalidBody, Problem } from '@billhook/domain/shared/problems';
import { MOST_YEARS_AHEAD } from '@billhook/domain/shared/sandbox-clock';
import { AuditLog } from '@billhook/identity/audit/audit-log';
import { CompaniesRepository } from '@billhook/identity/companies/companies.repository';
import type { SandboxAdvance } from '@billhook/installation/sandbox-clock/sandbox-advance.entity';
import { SandboxAdvancesRepository } from '@billhook/installation/sandbox-clock/sandbox-advances.repository';
import { CLOCK, type Clock } from '@billhook/platform/clock';
import { companyTime } from '@billhook/platform/company-time';
import { Inject, Injectable } from '@nestjs/common';
import { actorOf } from '../../identity/audit/actor-of.rules.js';
import type { Principal } from '../../request/principal.js';

/** The clock of a sandbox. The worker advances it. */
@Injectable()
export class SandboxClockService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly advances: SandboxAdvancesRepository,
    private readonly companies: CompaniesRepository,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws Problem 403 sandbox_required */
  async get(by: Principal): Promise<SandboxClockView> {
    requireSandbox(by);
    // Before the time, which is therefore never earlier than what the advance has reached.
    const advance = await this.advances.latest(by.company.id);
    const company = await this.companies.get(by.company.id);
    const now = this.clock.now();
    // The time of the credential: a step counts once credentials have its time.
    const time = companyTime(now, by.company);
    const isCurrent = company.clockOffset === by.company.clockOffset;
    return {
      now: time.toISOString(),
      realTime: now.toISOString(),
      advance: advance ? presentAdvance(isCurrent ? advance : asOf(time, advance)) : null,
    };
  }

  /** @throws Problem 403 sandbox_required; 422 for a time in the past, or too far ahead; 409 clock_advancing */
  advance(by: Principal, { advanceTo }: AdvanceClock): Promise<SandboxAdvanceView> {
    requireSandbox(by);
    return this.uow.run(async (tx) => {
      const company = await this.companies.get(by.company.id, tx, 'FOR NO KEY UPDATE');
      const createdAt = this.clock.now();
      const companyId = company.id;
      const fromTime = companyTime(createdAt, company);
      const toTime = new Date(advanceTo);
      const row = { companyId, fromTime, toTime, requestedBy: by.label, createdAt };
      // First, because a second request at the same time is otherwise in the past.
      const advance = await this.advances.insert(tx, row);
      if (toTime <= fromTime)
        throw invalidBody('/advanceTo', 'in_past', `must be after the time of the sandbox, ${fromTime.toISOString()}`);
      const last = new Date(createdAt);
      last.setUTCFullYear(last.getUTCFullYear() + MOST_YEARS_AHEAD);
      if (toTime > last)
        throw invalidBody('/advanceTo', 'too_far', `must be at most ${MOST_YEARS_AHEAD} years ahead of the real time`);
      const accepted = presentAdvance(advance);
      const changed = { time: { from: accepted.from, to: accepted.to } };
      await this.audit.record(tx, actorOf(by), 'sandbox.clock_advanced', null, { changed });
      return accepted;
    });
  }
}

function requireSandbox({ company }: Principal): void {
  if (company.kind !== 'Sandbox') throw new Problem('sandbox_required');
}

/** An advance as it was at a time before its last step. */
function asOf(time: Date, row: SandboxAdvance): SandboxAdvance {
  const reached = new Date(Math.max(row.fromTime.getTime(), Math.min(row.reached.getTime(), time.getTime())));
  return row.status === 'Completed' ? { ...row, reached, status: 'Running', completedAt: null } : { ...row, reached };
}

const presentAdvance = (row: SandboxAdvance): SandboxAdvanceView => ({
  ...{ id: row.id, status: row.status, requestedBy: row.requestedBy },
  ...{ from: row.fromTime.toISOString(), to: row.toTime.toISOString(), reached: row.reached.toISOString() },
  done: {
    ...{ overdueInvoices: row.overdueInvoices, keyWarnings: row.keyWarnings },
    dueDeliveries: row.dueDeliveries,
  },
  createdAt: row.createdAt.toISOString(),
  completedAt: row.completedAt?.toISOString() ?? null,
});
