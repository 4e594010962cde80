import { gcra, wholeSeconds, type GcraAnswer } from '@billhook/domain/shared/gcra';
import { EPOCH_US, type Ask, type Settled } from './limit-store.js';
import type { Policy } from './policies.js';

const LEASE_SHARE = 100;

/** How long a lease may take to come back that is returned at once. */
const RETURN_US = 10_000;

/** What is left of a lease goes back once it is so old: in good time before it ends. */
const RETURN_AFTER_US = EPOCH_US / 2;

/** What this process knows of one bucket, and the lease that it spends from. Times are microseconds of the process's own clock. */
export class Bucket {
  /** Requests that wait for a cell. */
  waiting = 0;
  /** Set while the store is asked: one question for all who wait. */
  refilling: Promise<void> | undefined;

  /** GCRA's state as far as it is known here: the answer of the store, and what was spent since. */
  private tat = 0;
  private cells = 0;
  private leased = 0;
  private epoch = 0;
  private usableUntil = 0;
  private refusedUntil = 0;
  /** What the last lease was used for, which is what the next one may be. */
  private lastSpent = 0;

  constructor(
    readonly name: string,
    readonly policy: Policy,
  ) {}

  hasCell(now: number): boolean {
    return this.cells > 0 && now < this.usableUntil;
  }

  /** Whether it holds what others could use. */
  get holds(): boolean {
    return this.cells > 0 && this.refilling === undefined;
  }

  /** Whether the store has said that it has none for a while. */
  isRefused(now: number): boolean {
    return this.refusedUntil > now;
  }

  /** Whether it took the last there was: then the store should know at once what is used of it, to tell how long the others have to wait. */
  tookLast(now: number): boolean {
    return this.leased > 0 && this.isRefused(now);
  }

  /** Takes a cell of the lease; there is one. */
  spend(now: number): void {
    this.cells -= 1;
    this.spendAlone(now);
  }

  /** Takes a cell by the process's own count. */
  spendAlone(now: number): void {
    this.tat = gcra(this.tat, this.policy.rate, now, 1).tat;
  }

  /** How it stands by what is known here. */
  look(now: number): GcraAnswer {
    return gcra(this.tat, this.policy.rate, now, 0);
  }

  /** Seconds until there may be a cell, 0 when there is one. */
  waitFor(now: number): number {
    const told = wholeSeconds(Math.max(0, this.refusedUntil - now));
    return Math.max(told, gcra(this.tat, this.policy.rate, now, 1).waitFor);
  }

  /** Whether what it holds should go back. What was used needs no word: it counts as such by itself when the lease lapses. */
  isDue(now: number): boolean {
    return this.holds && now >= this.usableUntil - EPOCH_US + RETURN_AFTER_US;
  }

  /** Whether nothing would be lost by forgetting it. */
  isIdle(now: number): boolean {
    if (this.waiting > 0 || this.refilling !== undefined) return false;
    return this.usableUntil <= now && this.tat <= now && this.refusedUntil <= now;
  }

  /**
   * Ends the lease and asks for what is waited for. Who used much of the last lease gets twice as much to have in hand, up to a hundredth of
   * the quota: so a caller in a hurry costs few round trips, and one who comes now and then keeps nothing from others.
   */
  ask(): Ask {
    const { name, policy, leased, epoch, waiting } = this;
    const spent = leased - this.cells;
    if (leased > 0) this.lastSpent = spent;
    this.cells = 0;
    this.leased = 0;
    const most = Math.floor(policy.rate.quota / LEASE_SHARE);
    const extra = waiting > 0 ? Math.min(2 * this.lastSpent, most) : 0;
    return { name, rate: policy.rate, want: waiting, extra, leased, spent, epoch };
  }

  /** @param askedAt when the question left: the lease began no earlier */
  settle({ granted, epoch, now: theirs, tat, held }: Settled, askedAt: number, now: number): void {
    const { quota, emission } = this.policy.rate;
    const used = tat - theirs;
    this.cells = granted;
    this.leased = granted;
    this.epoch = epoch;
    this.usableUntil = askedAt + EPOCH_US;
    // What others hold may all be used; what is one's own is not yet.
    this.tat = now + used + (held - granted) * emission;
    // What has to come back until there is a cell for somebody else. Where others hold it all, it does so only as their leases lapse.
    const excess = used + (held + 1 - quota) * emission;
    const lapse = excess > used + granted * emission ? 2 * EPOCH_US : 0;
    this.refusedUntil = excess > 0 ? now + excess + lapse + (granted > 0 ? RETURN_US : 0) : 0;
  }
}
