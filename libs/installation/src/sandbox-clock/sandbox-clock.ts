import type { Tx, UnitOfWork } from '@billhook/db/unit-of-work';
import { CompaniesRepository } from '@billhook/identity/companies/companies.repository';
import type { Company } from '@billhook/identity/companies/company.entity';
import type { AdvancedCompany } from '@billhook/identity/keys/expiring-keys.repository';
import { MOST_OVERDUE } from '@billhook/invoicing/invoices/mark-overdue-invoices';
import type { Clock } from '@billhook/platform/clock';
import { companyTime } from '@billhook/platform/company-time';
import {
  companyTimers,
  continueMove,
  MOST_MOVED,
  moveCompanyTimers,
  type CompanyTimers,
  type MovedTimers,
  type TimerMove,
} from '@billhook/webhooks/engine/company-timers';
import type { ClockFollower } from './clock-followers.js';
import type { SandboxAdvance } from './sandbox-advance.entity.js';
import type { AdvanceStep, SandboxAdvancesRepository } from './sandbox-advances.repository.js';

/**
 * An advance stops at each attempt of its deliveries for this long after its request. Then it no longer waits for receivers: one that times
 * out could delay it for days.
 */
const STOPS_FOR_DELIVERIES_MS = 60_000;

/** In a transaction. It also ends with the first `MOST_OVERDUE` invoices, which it locks; the next one marks those that are left. */
const MOST_MOMENTS = 20;

/** What one transaction locks at most. */
export interface StepLimits {
  readonly overdueInvoices: number;
  readonly movedDeliveries: number;
}

const LIMITS: StepLimits = { overdueInvoices: MOST_OVERDUE, movedDeliveries: MOST_MOVED };

const NOTHING_MOVED: MovedTimers = { due: 0, left: null };

interface SandboxClockParts {
  readonly uow: UnitOfWork;
  readonly clock: Clock;
  readonly advances: SandboxAdvancesRepository;
  readonly companies: CompaniesRepository;
  readonly followers: readonly ClockFollower[];
  /** With webhooks switched off, nothing is delivered. */
  readonly delivers: boolean;
  readonly limits?: StepLimits;
}

/**
 * Moved: the clock is at the next due time. Moving: it is, and deliveries are left to move, before which it does not go on. Waiting: a record
 * that is due is locked, or the company is to be deleted. Ended: nothing is left of the advance here.
 */
export type AdvanceOutcome = 'Moved' | 'Moving' | 'Waiting' | 'Ended';

/**
 * Moves the clocks of sandboxes from one due time to the next. Each step is a transaction of the cell, so a killed worker leaves none half done.
 * A step with many waiting deliveries moves the first of them, and transactions after it move the others. What is due on the global side follows
 * each step, and then the card of the company. Both come before the next step as well, in case that the worker was killed.
 */
export class SandboxClock {
  constructor(private readonly parts: SandboxClockParts) {}

  /** Whether the advance still waits for receivers. */
  stopsForDeliveries({ createdAt }: Pick<SandboxAdvance, 'createdAt'>): boolean {
    return this.parts.delivers && this.parts.clock.now().getTime() - createdAt.getTime() < STOPS_FOR_DELIVERIES_MS;
  }

  /** Takes one step, or several if no receiver has to respond in between: then a step costs no commit. */
  async step({ id, companyId }: Pick<SandboxAdvance, 'id' | 'companyId'>): Promise<AdvanceOutcome> {
    const { uow, advances, companies, clock } = this.parts;
    const present = await companies.find(companyId);
    if (present) await this.#complete(present, clock.now());
    // Grants read the time of the card.
    await companies.updateTenant(companyId);
    return uow.run(async (tx) => {
      const advance = await advances.lock(tx, id);
      if (!advance) return 'Ended';
      const company = await companies.get(companyId, tx, 'FOR NO KEY UPDATE');
      const move = moveOf(advance);
      if (move) {
        const moved = await continueMove(tx, move, this.#limits.movedDeliveries);
        await advances.moved(tx, id, moved);
        if (moved.left) return 'Moving';
        // After the last step, nothing but its end is left, which waits for no receiver.
        if (advance.reached < advance.toTime) return 'Moved';
      }
      // Until the request is withdrawn, its records do not change.
      if (company.deletesAt) return 'Waiting';
      return this.#advance(tx, advance, company);
    });
  }

  async #advance(tx: Tx, advance: SandboxAdvance, company: Company): Promise<AdvanceOutcome> {
    const { advances, clock, companies } = this.parts;
    const { companyId, toTime } = advance;
    const limits = this.#limits;
    const machine = clock.now();
    const receivers = await this.#receivers(tx, advance);
    const sum = { overdueInvoices: 0, keyWarnings: 0 };
    let { clockOffset } = company;
    let { reached } = advance;
    let mayContinue = true;
    let isLast = false;
    // Before the card has the time, from which on callers see that the step is done.
    tx.completeWith(`global side of the clock of ${companyId}`, async () => {
      if (sum.keyWarnings > 0) await this.#complete({ id: companyId, clockOffset }, machine);
    });
    for (let moments = 0; mayContinue && moments < MOST_MOMENTS; moments++) {
      const now = companyTime(machine, { clockOffset });
      const timer = receivers.next && companyTime(receivers.next, { clockOffset });
      const moment = await this.#nextMoment(tx, advance, now, timer);
      const ahead = Math.max(0, moment.getTime() - now.getTime());
      clockOffset += ahead;
      if (ahead > 0) await companies.setClockOffset(tx, companyId, clockOffset);
      const advanced = { id: companyId, clockOffset };
      const done = await this.#follow(tx, advanced, machine, limits.overdueInvoices - sum.overdueInvoices);
      sum.overdueInvoices += done.overdueInvoices;
      sum.keyWarnings += done.keyWarnings;
      // Some may be left at this moment, which is therefore not reached.
      const isFull = sum.overdueInvoices >= limits.overdueInvoices;
      const present = companyTime(machine, { clockOffset });
      if (!isFull) reached = present < toTime ? present : toTime;
      isLast = !isFull && moment >= toTime;
      // Warnings are sent before the clock moves on.
      mayContinue = !isFull && !isLast && !receivers.respond && ahead > 0 && sum.keyWarnings === 0;
    }
    const by = clockOffset - company.clockOffset;
    const { due, left } = by > 0 ? await moveCompanyTimers(tx, companyId, by, limits.movedDeliveries) : NOTHING_MOVED;
    const completedAt = isLast && !left ? clock.now() : null;
    await advances.step(tx, advance.id, { ...sum, dueDeliveries: due, reached, completedAt }, left);
    if (left) return 'Moving';
    if (isLast) return 'Ended';
    return by + sum.overdueInvoices + sum.keyWarnings > 0 ? 'Moved' : 'Waiting';
  }

  async #complete({ id, clockOffset }: AdvancedCompany, machine: Date): Promise<void> {
    for (const follower of this.parts.followers) await follower.complete?.({ id, clockOffset }, machine);
  }

  get #limits(): StepLimits {
    return this.parts.limits ?? LIMITS;
  }

  async #receivers(tx: Tx, advance: SandboxAdvance): Promise<CompanyTimers> {
    return this.stopsForDeliveries(advance) ? companyTimers(tx, advance.companyId) : { respond: false, next: null };
  }

  /** The first time at which something is due; the end of the advance if that is earlier. */
  async #nextMoment(tx: Tx, { companyId, toTime }: SandboxAdvance, now: Date, timer: Date | null): Promise<Date> {
    let first = timer && timer < toTime ? timer : toTime;
    for (const follower of this.parts.followers) {
      const at = await follower.next(tx, companyId, now);
      if (at && at < first) first = at;
    }
    return first;
  }

  async #follow(
    tx: Tx,
    company: AdvancedCompany,
    machine: Date,
    most: number,
  ): Promise<Omit<AdvanceStep, 'reached' | 'dueDeliveries'>> {
    const sum = { overdueInvoices: 0, keyWarnings: 0 };
    for (const follower of this.parts.followers) {
      const { overdueInvoices = 0, keyWarnings = 0 } = (await follower.follow?.(tx, company, machine, most)) ?? {};
      sum.overdueInvoices += overdueInvoices;
      sum.keyWarnings += keyWarnings;
    }
    return sum;
  }
}

/** What the last step left to move. */
function moveOf({ companyId, movingBy, movedTo, movingTo }: SandboxAdvance): TimerMove | undefined {
  if (movingBy === null || movedTo === null || movingTo === null) return undefined;
  return { companyId, milliseconds: movingBy, movedTo, movingTo };
}
