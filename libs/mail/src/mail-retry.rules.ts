const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The waits after failed attempts, 24 h 11 min in total: greylisting ends within the hour, a server is repaired within the day. */
const WAITS_MS = [MINUTE, 10 * MINUTE, HOUR, 5 * HOUR, 18 * HOUR] as const;

/** The first attempt and five retries. */
export const MAX_ATTEMPTS = WAITS_MS.length + 1;

// Emails that failed together must not be retried together.
const JITTER = 0.1;

/**
 * Milliseconds to wait after a failed attempt, or undefined when it was the last one. Pure.
 * @param attempts the number of attempts so far, at least 1
 * @param random from 0 to 1, 1 excluded
 */
export function waitAfter(attempts: number, random: number): number | undefined {
  const wait = WAITS_MS[attempts - 1];
  return wait === undefined ? undefined : Math.round(wait * (1 - JITTER + 2 * JITTER * random));
}
