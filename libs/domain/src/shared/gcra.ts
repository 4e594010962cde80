/**
 * A rate limit: up to `quota` cells (requests) in a burst, and one more every `emission` microseconds.
 * Times are whole microseconds of a monotonic clock, so sums stay exact (below 2^53 until the year 2255).
 */
export interface Rate {
  readonly quota: number;
  /** Microseconds until one cell is available again. */
  readonly emission: number;
}

/** The result of taking cells. */
export interface GcraVerdict {
  readonly allowed: boolean;
  /** The new state: the theoretical arrival time, at which the full quota is available. A rejection does not change it. */
  readonly tat: number;
  /** The cells that are available after this request. */
  readonly remaining: number;
  /** Seconds, rounded up, until the full quota is available. */
  readonly wholeIn: number;
  /** Seconds, rounded up, until this request would be allowed: 0 if it is, Infinity if it exceeds the quota. */
  readonly waitFor: number;
}

/**
 * The rate of `quota` cells in `window` seconds. Rounds the emission interval up, so the limit is never exceeded.
 * @param quota 1 to 60,000,000
 */
export function rateOf(quota: number, window: number): Rate {
  return { quota, emission: Math.ceil((window * 1_000_000) / quota) };
}

/** Microseconds as whole seconds, rounded up so that the wait is always long enough. */
export function wholeSeconds(microseconds: number): number {
  return Math.ceil(microseconds / 1_000_000);
}

/**
 * The generic cell rate algorithm (ITU-T I.371, virtual scheduling) with the quota as its burst.
 * @param tat the state; 0 initially
 * @param now in microseconds, of the same clock as the state
 * @param cells the number of cells to take; 0 only reads the state
 */
export function gcra(tat: number, { quota, emission }: Rate, now: number, cells: number): GcraVerdict {
  const capacity = quota * emission;
  const before = Math.max(tat, now);
  const after = before + cells * emission;
  const allowed = after - now <= capacity;
  const kept = allowed ? after : before;
  return {
    allowed,
    tat: kept,
    remaining: Math.max(0, Math.floor((capacity - (kept - now)) / emission)),
    wholeIn: wholeSeconds(kept - now),
    waitFor: allowed ? 0 : cells > quota ? Infinity : wholeSeconds(after - now - capacity),
  };
}
