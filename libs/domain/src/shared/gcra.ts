/**
 * How much a limit lets through: `quota` cells at once, and one more each `emission` microseconds. A cell is a request.
 * Times are whole microseconds of any clock that does not go back, so that sums stay exact (below 2^53 until the year 2255).
 */
export interface Rate {
  readonly quota: number;
  /** Microseconds after which one cell has come back. */
  readonly emission: number;
}

/** What GCRA says of one take. */
export interface GcraAnswer {
  readonly allowed: boolean;
  /** The state to keep: the theoretical arrival time, at which the quota is whole again. A refusal leaves it. */
  readonly tat: number;
  /** Cells that could be taken now, after this take. */
  readonly remaining: number;
  /** Seconds, rounded up, until the quota is whole again. */
  readonly wholeIn: number;
  /** Seconds, rounded up, until this take would be allowed: 0 when it is, Infinity when it is more than the quota. */
  readonly waitFor: number;
}

/**
 * The rate of `quota` cells in `window` seconds. The emission is rounded up: never more than was promised to the server.
 * @param quota 1 to 60,000,000
 */
export function rateOf(quota: number, window: number): Rate {
  return { quota, emission: Math.ceil((window * 1_000_000) / quota) };
}

/** Microseconds as whole seconds, rounded up: who waits that long has waited long enough. */
export function wholeSeconds(microseconds: number): number {
  return Math.ceil(microseconds / 1_000_000);
}

/**
 * The generic cell rate algorithm (ITU-T I.371, virtual scheduling) with the quota as its burst.
 * @param tat the state; 0 where there is none yet
 * @param now microseconds, of the clock of the state
 * @param cells how many to take: 0 only looks
 */
export function gcra(tat: number, { quota, emission }: Rate, now: number, cells: number): GcraAnswer {
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
