/** How an attempt ended, as far as the schedule cares. */
export interface Ended {
  /** null when no answer came. */
  readonly responseStatus: number | null;
  /** The header `Retry-After`, as it came. */
  readonly retryAfter: string | null;
}

/** When to try again: `inMs` from now, at the cost of a step of the schedule or not. */
export interface Retry {
  readonly inMs: number;
  readonly spendsStep: boolean;
  /** For how long nothing at all is to be sent to the endpoint; null where the receiver did not ask for that. */
  readonly holdMs: number | null;
}

const SECOND = 1000;

// Receivers that fail together must not be called together: each wait is up to a fifth longer or shorter.
const JITTER = 0.2;

const RETRY_AFTER_MAX_MS = 24 * 3600 * SECOND;

// 429 and 503 with Retry-After are the receiver's way to ask for patience; RFC 9110 gives the header a meaning for both.
const ASKS_FOR_PATIENCE = [429, 503];

// A receiver that asks for patience for ever: from this many attempts on, each uses up a step all the same.
const PATIENCE_ATTEMPTS = 100;

/** How long after its creation a delivery is due for the first time, in milliseconds. */
export function firstWaitMs(schedule: readonly number[]): number {
  return (schedule[0] ?? 0) * SECOND;
}

/**
 * What follows a failed attempt of the schedule: a wait, or undefined when the schedule has ended. Pure.
 * @param ended how the attempt ended
 * @param step how many attempts of the schedule had failed before this one
 * @param attemptNumber how many attempts there were in all, this one included
 * @param schedule seconds to wait before each attempt; its length is how many there are
 * @param random from 0 to 1, 1 excluded
 */
export function nextAttempt(
  ended: Ended,
  step: number,
  attemptNumber: number,
  now: Date,
  schedule: readonly number[],
  random: number,
): Retry | undefined {
  const asked = ASKS_FOR_PATIENCE.includes(ended.responseStatus ?? 0) ? retryAfterMs(ended.retryAfter, now) : undefined;
  if (asked !== undefined) {
    const spendsStep = attemptNumber >= PATIENCE_ATTEMPTS;
    if (spendsStep && schedule[step + 1] === undefined) return undefined;
    // Never earlier than asked, so the jitter only adds.
    const inMs = Math.min(Math.round(asked * (1 + JITTER * random)), RETRY_AFTER_MAX_MS);
    return { inMs, spendsStep, holdMs: inMs };
  }
  const seconds = schedule[step + 1];
  if (seconds === undefined) return undefined;
  return { inMs: Math.round(seconds * SECOND * (1 - JITTER + 2 * JITTER * random)), spendsStep: true, holdMs: null };
}

/** The wait that a `Retry-After` asks for, capped at 24 h; undefined when it asks for none, or cannot be read. RFC 9110, 10.2.3. */
function retryAfterMs(header: string | null, now: Date): number | undefined {
  const text = header?.trim() ?? '';
  // Date.parse would take "5" for a month: only what looks like an HTTP date is given to it.
  const wait = /^\d+$/.test(text)
    ? Number(text) * SECOND
    : /^[A-Z][a-z]+, .*GMT$/.test(text)
      ? Date.parse(text) - now.getTime()
      : Number.NaN;
  return wait > 0 ? Math.min(wait, RETRY_AFTER_MAX_MS) : undefined;
}
