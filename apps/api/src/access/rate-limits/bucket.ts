import { gcra, wholeSeconds, type GcraVerdict } from '@billhook/domain/shared/gcra';
import { EPOCH_US } from '@billhook/domain/shared/rate-limit-lease';
import type { Policy } from './rate-limit-policies.rules.js';
import type { Ask, Settled } from './shared-buckets.js';

const LEASE_SHARE = 100;

/** How long an immediately returned lease may take to come back. */
const RETURN_US = 10_000;

/** The age at which the rest of a lease is returned, well before it lapses. */
const RETURN_AFTER_US = EPOCH_US / 2;

/** The state of one bucket in this process, and its lease. Times are microseconds of the process's clock. */
export class Bucket {
  /** Requests that wait for a cell. */
  waiting = 0;
  /** Set during a request to the store, which serves all that wait. */
  refilling: Promise<void> | undefined;

  /** GCRA's state: the last response of the store, plus what was spent since. */
  private tat = 0;
  private cells = 0;
  private leased = 0;
  private epoch = 0;
  /** The text of the bucket in the store, as last seen. */
  private known: string | undefined;
  private usableUntil = 0;
  private rejectedUntil = 0;
  /** How much of the last lease was used, which is the size of the next. */
  private lastSpent = 0;

  constructor(
    readonly name: string,
    readonly policy: Policy,
  ) {}

  hasCell(now: number): boolean {
    return this.cells > 0 && now < this.usableUntil;
  }

  /** Whether it holds cells that other processes could use. */
  get holds(): boolean {
    return this.cells > 0 && this.refilling === undefined;
  }

  /** Whether the store has no cells for a while. */
  isRejected(now: number): boolean {
    return this.rejectedUntil > now;
  }

  /** Whether it took the last cells: the store then needs the used count immediately, to compute how long others wait. */
  tookLast(now: number): boolean {
    return this.leased > 0 && this.isRejected(now);
  }

  /** Takes a cell of the lease, which has one. */
  spend(now: number): void {
    this.cells -= 1;
    this.spendAlone(now);
  }

  /** Takes a cell by this process's count. */
  spendAlone(now: number): void {
    this.tat = gcra(this.tat, this.policy.rate, now, 1).tat;
  }

  /** The state as far as this process knows it. */
  look(now: number): GcraVerdict {
    return gcra(this.tat, this.policy.rate, now, 0);
  }

  /** Seconds until a cell may be available, 0 when one is. */
  waitFor(now: number): number {
    const wait = wholeSeconds(Math.max(0, this.rejectedUntil - now));
    return Math.max(wait, gcra(this.tat, this.policy.rate, now, 1).waitFor);
  }

  /** Whether its cells should be returned. Used cells need no report: they count as used when the lease lapses. */
  isDue(now: number): boolean {
    return this.holds && now >= this.usableUntil - EPOCH_US + RETURN_AFTER_US;
  }

  /** Whether it can be forgotten without loss. */
  isIdle(now: number): boolean {
    if (this.waiting > 0 || this.refilling !== undefined) return false;
    return this.usableUntil <= now && this.tat <= now && this.rejectedUntil <= now;
  }

  /**
   * Ends the lease and requests the awaited cells. A caller that used much of the last lease gets twice as many, up to a hundredth of the
   * quota: a busy caller costs few round trips, an occasional one holds nothing.
   */
  ask(): Ask {
    const { name, policy, leased, epoch, waiting, known } = this;
    const spent = leased - this.cells;
    if (leased > 0) this.lastSpent = spent;
    this.cells = 0;
    this.leased = 0;
    const most = Math.floor(policy.rate.quota / LEASE_SHARE);
    const extra = waiting > 0 ? Math.min(2 * this.lastSpent, most) : 0;
    return { name, rate: policy.rate, want: waiting, extra, leased, spent, epoch, known };
  }

  settle({ granted, epoch, now: theirs, tat, held, known, since }: Settled, now: number): void {
    const { quota, emission } = this.policy.rate;
    const used = tat - theirs;
    this.cells = granted;
    this.leased = granted;
    this.epoch = epoch;
    this.known = known;
    this.usableUntil = since + EPOCH_US;
    // The cells of other processes may all be used; this process's cells are not used yet.
    this.tat = now + used + (held - granted) * emission;
    // Until a cell is free for another caller. When other processes hold all of them, that is when their leases lapse.
    const excess = used + (held + 1 - quota) * emission;
    const lapse = excess > used + granted * emission ? 2 * EPOCH_US : 0;
    this.rejectedUntil = excess > 0 ? now + excess + lapse + (granted > 0 ? RETURN_US : 0) : 0;
  }
}
