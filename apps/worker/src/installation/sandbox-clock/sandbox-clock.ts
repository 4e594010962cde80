import type { Tx, UnitOfWork } from '@billhook/db/unit-of-work';
import { CompaniesRepository } from '@billhook/identity/companies/companies.repository';
import { setClockOffset } from '@billhook/identity/companies/company.sql';
import { nextGrantExpiry } from '@billhook/identity/oauth/grant-expiry.sql';
import type { SandboxAdvance } from '@billhook/installation/sandbox-clock/sandbox-advance.entity';
import type { SandboxAdvancesRepository } from '@billhook/installation/sandbox-clock/sandbox-advances.repository';
import type { InvoicesRepository } from '@billhook/invoicing/invoices/invoices.repository';
import { markOverdueOfCompany } from '@billhook/invoicing/invoices/mark-overdue-invoices';
import type { Clock } from '@billhook/platform/clock';
import { companyTime } from '@billhook/platform/company-time';
import { moveCompanyTimers, nextCompanyTimer } from '@billhook/webhooks/engine/company-timers';
import type { KeyExpiryWarningJob } from '../../jobs/key-expiry-warning.job.js';

/**
 * An advance stops at each attempt of its deliveries for this long after its request. Then it no longer waits for receivers: one that times
 * out could delay it for days.
 */
const STOPS_FOR_DELIVERIES_MS = 60_000;

interface SandboxClockParts {
  readonly uow: UnitOfWork;
  readonly clock: Clock;
  readonly advances: SandboxAdvancesRepository;
  readonly companies: CompaniesRepository;
  readonly invoices: InvoicesRepository;
  readonly keyExpiry: Pick<KeyExpiryWarningJob, 'warnOf' | 'nextOf'>;
  /** With webhooks switched off, nothing is delivered. */
  readonly delivers: boolean;
}

/** Moved: the clock is at the next due time. Waiting: a record that is due is locked. Ended: nothing is left of the advance here. */
export type AdvanceOutcome = 'Moved' | 'Waiting' | 'Ended';

/** Moves the clocks of sandboxes from one due time to the next. Each step is a transaction, so a killed worker leaves none half done. */
export class SandboxClock {
  constructor(private readonly parts: SandboxClockParts) {}

  /** Whether the advance still waits for receivers. */
  stopsForDeliveries({ createdAt }: Pick<SandboxAdvance, 'createdAt'>): boolean {
    return this.parts.delivers && this.parts.clock.now().getTime() - createdAt.getTime() < STOPS_FOR_DELIVERIES_MS;
  }

  step(id: number): Promise<AdvanceOutcome> {
    const { uow, advances, companies, clock, invoices, keyExpiry } = this.parts;
    return uow.run(async (tx) => {
      const advance = await advances.lock(tx, id);
      if (!advance) return 'Ended';
      const { companyId, toTime } = advance;
      const company = await companies.get(companyId, tx, 'FOR NO KEY UPDATE');
      const machine = clock.now();
      const before = companyTime(machine, company);
      const moment = await this.#nextMoment(tx, advance, before, company.clockOffset);
      const ahead = Math.max(0, moment.getTime() - before.getTime());
      let dueDeliveries = 0;
      if (ahead > 0) {
        await setClockOffset(tx, companyId, company.clockOffset + ahead);
        dueDeliveries = await moveCompanyTimers(tx, companyId, ahead);
      }
      const overdueInvoices = await markOverdueOfCompany(tx, invoices, { now: () => machine }, companyId);
      const keyWarnings = await keyExpiry.warnOf(tx, companyId);
      const reached = new Date(Math.min(before.getTime() + ahead, toTime.getTime()));
      const isLast = moment >= toTime;
      const step = { reached, overdueInvoices, keyWarnings, dueDeliveries };
      await advances.step(tx, id, step, isLast ? clock.now() : null);
      if (isLast) return 'Ended';
      return ahead + overdueInvoices + keyWarnings > 0 ? 'Moved' : 'Waiting';
    });
  }

  /** The first time at which something is due; the end of the advance if that is earlier. */
  async #nextMoment(tx: Tx, advance: SandboxAdvance, now: Date, clockOffset: number): Promise<Date> {
    const { companyId, toTime } = advance;
    const { invoices, keyExpiry } = this.parts;
    const timer = this.stopsForDeliveries(advance) ? await nextCompanyTimer(tx, companyId) : null;
    const moments = [
      await invoices.nextOverdue(tx, companyId),
      await keyExpiry.nextOf(tx, companyId, now),
      await nextGrantExpiry(tx, companyId, now),
      timer && companyTime(timer, { clockOffset }),
      toTime,
    ];
    return moments.filter((at) => at !== null).reduce((first, at) => (at < first ? at : first));
  }
}
