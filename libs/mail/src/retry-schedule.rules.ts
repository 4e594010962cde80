const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** What is waited after each failed attempt, 24 h 11 min in all: a grey list opens within the hour, a server is mended within the day. */
const WAITS_MS = [MINUTE, 10 * MINUTE, HOUR, 5 * HOUR, 18 * HOUR] as const;

/** The first one and its five repeats. */
export const MAX_ATTEMPTS = WAITS_MS.length + 1;

// So that what failed together does not come back together.
const JITTER = 0.1;

/**
 * Milliseconds to wait after a failed attempt, or undefined when it was the last one. Pure.
 * @param attempts how many have been made, at least 1
 * @param random from 0 to 1, 1 excluded
 */
export function waitAfter(attempts: number, random: number): number | undefined {
  const wait = WAITS_MS[attempts - 1];
  return wait === undefined ? undefined : Math.round(wait * (1 - JITTER + 2 * JITTER * random));
}
