/** A bucket to store, unless another process stored it in the meantime. */
export interface Swap {
  readonly name: string;
  /** The text that the caller expects to be stored; undefined when none is. */
  readonly known: string | undefined;
  readonly next: string;
  /** Milliseconds after which the bucket counts as not stored. */
  readonly expiresIn: number;
}

export interface Swapped {
  /** Microseconds of the store's clock. */
  readonly now: number;
  /** The texts that are stored now, in the order of the swaps: `next`, or what another process stored. */
  readonly stored: readonly string[];
}

/** Shared texts with an expiry. The rule of the limits is not here but in `rate-limit-lease.ts` of the domain. */
export abstract class RateLimitStore {
  /** The name in logs. */
  abstract readonly kind: string;

  /** Connects. @throws when the store does not respond; it may do so later */
  abstract open(): Promise<void>;

  /**
   * Replaces each text that is as known, or is not stored, or has expired. One round trip, one atomic step for each text.
   * @param swaps their names all differ; with none, only the clock is read
   */
  abstract swap(swaps: readonly Swap[]): Promise<Swapped>;

  /** Deletes what has expired. */
  abstract tidy(): Promise<void>;

  abstract close(): Promise<void>;
}
