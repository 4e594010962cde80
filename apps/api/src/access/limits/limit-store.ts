import type { Rate } from '@billhook/domain/shared/gcra';

/**
 * Microseconds of an epoch of the leases. A lease lapses with the end of the epoch after its own, so between one and two of these after
 * it was taken; who holds it must not use it for longer than one.
 */
export const EPOCH_US = 2_000_000;

/** What a process brings back and wants of one bucket. */
export interface Ask {
  readonly name: string;
  readonly rate: Rate;
  /** Cells that requests wait for. */
  readonly want: number;
  /** Cells wanted besides, to have them in hand; of these there is at most a sixteenth of what is left. */
  readonly extra: number;
  /** Cells of the lease that ends herewith: 0 where there was none. */
  readonly leased: number;
  /** As many of them were used; the others go back. */
  readonly spent: number;
  /** The epoch that the lease was taken in. */
  readonly epoch: number;
}

/** A bucket after an ask. Times are microseconds of the store's clock. */
export interface Settled {
  /** The new lease: `want` cells or more, or else all that is left. */
  readonly granted: number;
  readonly epoch: number;
  readonly now: number;
  /** The theoretical arrival time of the cells that were used. */
  readonly tat: number;
  /** Cells in the hands of all processes, this grant included. */
  readonly held: number;
}

/**
 * The buckets that all processes share. A bucket is the GCRA state of the cells that were used, and beside it the count of those that
 * processes hold in leases: used and held together are never more than the quota, hence neither is what has been let through, whenever a
 * process spends its lease. What a process that died held counts as used once it has lapsed.
 *
 * Each store keeps (tat, epoch, young, old): `young` are the cells of leases of that epoch, `old` those of the epoch before.
 */
export abstract class LimitStore {
  /** As the log names it. */
  abstract readonly kind: string;

  /** Connects. @throws when the store does not answer; it may come later */
  abstract open(): Promise<void>;

  /** Takes leases back and gives new ones, in one round trip. @returns the buckets in the order of the asks, whose names all differ */
  abstract settle(asks: readonly Ask[]): Promise<Settled[]>;

  /** Forgets the buckets that are whole again. @param window seconds of the longest limit */
  abstract tidy(window: number): Promise<void>;

  abstract close(): Promise<void>;
}
