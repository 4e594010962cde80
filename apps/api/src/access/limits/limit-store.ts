import type { Rate } from '@billhook/domain/shared/gcra';

/**
 * Microseconds of an epoch of leases. A lease lapses at the end of the epoch after its own, between one and two epochs after it was
 * taken; its holder must not use it for longer than one.
 */
export const EPOCH_US = 2_000_000;

/** What a process returns to and requests of one bucket. */
export interface Ask {
  readonly name: string;
  readonly rate: Rate;
  /** Cells that requests wait for. */
  readonly want: number;
  /** Cells requested in advance: at most a sixteenth of what is left is granted. */
  readonly extra: number;
  /** Cells of the lease that ends with this; 0 without one. */
  readonly leased: number;
  /** How many of them were used; the others go back. */
  readonly spent: number;
  /** The epoch in which the lease was taken. */
  readonly epoch: number;
}

/** A bucket after an ask. Times are microseconds of the store's clock. */
export interface Settled {
  /** The new lease: at least `want` cells, or all that are left. */
  readonly granted: number;
  readonly epoch: number;
  readonly now: number;
  /** The theoretical arrival time of the cells that were used. */
  readonly tat: number;
  /** Cells held by all processes, including this grant. */
  readonly held: number;
}

/**
 * The shared buckets: the GCRA state of used cells, and the count of cells that processes hold in leases. Both together never exceed the
 * quota. The lease of a process that crashed counts as used once it lapses.
 *
 * Each store keeps (tat, epoch, young, old): `young` are the cells of leases of that epoch, `old` those of the epoch before.
 */
export abstract class LimitStore {
  /** The name in logs. */
  abstract readonly kind: string;

  /** Connects. @throws when the store does not respond; it may do so later */
  abstract open(): Promise<void>;

  /** Returns leases and takes new ones in one round trip. @returns the buckets in the order of the asks, whose names all differ */
  abstract settle(asks: readonly Ask[]): Promise<Settled[]>;

  /** Deletes the buckets that are full again. @param window seconds of the longest limit */
  abstract tidy(window: number): Promise<void>;

  abstract close(): Promise<void>;
}
