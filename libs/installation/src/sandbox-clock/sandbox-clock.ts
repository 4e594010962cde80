import type { Tx, UnitOfWork } from '@billhook/db/unit-of-work';
import { CompaniesRepository } from '@billhook/identity/companies/companies.repository';
import { setClockOffset } from '@billhook/identity/companies/company.sql';
import type { Clock } from '@billhook/platform/clock';
import { companyTime } from '@billhook/platform/company-time';
import { moveCompanyTimers, nextCompanyTimer } from '@billhook/webhooks/engine/company-timers';
import type { ClockFollower } from './clock-followers.js';
import type { SandboxAdvance } from './sandbox-advance.entity.js';
import type { AdvanceStep, SandboxAdvancesRepository } from './sandbox-advances.repository.js';

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
  readonly followers: readonly ClockFollower[];
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
    const { uow, advances, companies, clock } = this.parts;
    return uow.run(async (tx) => {
      const advance = await advances.lock(tx, id);
      if (!advance) return 'Ended';
      const { companyId, toTime } = advance;
      const company = await companies.get(companyId, tx, 'FOR NO KEY UPDATE');
      const machine = clock.now();
      const before = companyTime(machine, company);
      const moment = await this.#nextMoment(tx, advance, before, company.clockOffset);
      const ahead = Math.max(0, moment.getTime() - before.getTime());
      if (ahead > 0) await setClockOffset(tx, companyId, company.clockOffset + ahead);
      const dueDeliveries = ahead > 0 ? await moveCompanyTimers(tx, companyId, ahead) : 0;
      const done = await this.#follow(tx, companyId, machine);
      const reached = new Date(Math.min(before.getTime() + ahead, toTime.getTime()));
      const isLast = moment >= toTime;
      await advances.step(tx, id, { ...done, dueDeliveries, reached }, isLast ? clock.now() : null);
      if (isLast) return 'Ended';
      return ahead + done.overdueInvoices + done.keyWarnings > 0 ? 'Moved' : 'Waiting';
    });
  }

  /** The first time at which something is due; the end of the advance if that is earlier. */
  async #nextMoment(tx: Tx, advance: SandboxAdvance, now: Date, clockOffset: number): Promise<Date> {
    const { companyId, toTime } = advance;
    let first = toTime;
    const earlier = (at: Date | null): void => {
      if (at && at < first) first = at;
    };
    for (const follower of this.parts.followers) earlier(await follower.next(tx, companyId, now));
    const timer = this.stopsForDeliveries(advance) ? await nextCompanyTimer(tx, companyId) : null;
    earlier(timer && companyTime(timer, { clockOffset }));
    return first;
  }

  async #follow(tx: Tx, companyId: number, machine: Date): Promise<Omit<AdvanceStep, 'reached' | 'dueDeliveries'>> {
    const sum = { overdueInvoices: 0, keyWarnings: 0 };
    for (const follower of this.parts.followers) {
      const { overdueInvoices = 0, keyWarnings = 0 } = (await follower.follow?.(tx, companyId, machine)) ?? {};
      sum.overdueInvoices += overdueInvoices;
      sum.keyWarnings += keyWarnings;
    }
    return sum;
  }
}
