/** The result of an attempt, as the schedule needs it. */
export interface Ended {
  /** null without a response. */
  readonly responseStatus: number | null;
  /** The header `Retry-After`, as received. */
  readonly retryAfter: string | null;
}

/** When to retry: `inMs` from now, using a step of the schedule or not. */
export interface Retry {
  readonly inMs: number;
  readonly spendsStep: boolean;
  /** How long to send nothing to the endpoint; null if the receiver did not ask for that. */
  readonly holdMs: number | null;
}

const SECOND = 1000;

// Receivers that fail together must not be called together: each wait varies by up to a fifth.
const JITTER = 0.2;

const RETRY_AFTER_MAX_MS = 24 * 3600 * SECOND;

// 429 and 503 with Retry-After ask for a wait; RFC 9110 defines the header for both.
const ASKS_FOR_PATIENCE = [429, 503];

// From this number of attempts on, each Retry-After uses a step, or a receiver could delay a message forever.
const PATIENCE_ATTEMPTS = 100;

/** How long after its creation a delivery is first due, in milliseconds. */
export function firstWaitMs(schedule: readonly number[]): number {
  return (schedule[0] ?? 0) * SECOND;
}

/**
 * What follows a failed attempt of the schedule: a wait, or undefined when the schedule has ended. Pure.
 * @param ended the result of the attempt
 * @param step the number of failed attempts of the schedule before this one
 * @param attemptNumber the number of all attempts, including this one
 * @param schedule seconds to wait before each attempt; one per attempt
 * @param random from 0 (included) to 1 (excluded)
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
    // Never earlier than requested: the jitter only adds.
    const inMs = Math.min(Math.round(asked * (1 + JITTER * random)), RETRY_AFTER_MAX_MS);
    return { inMs, spendsStep, holdMs: inMs };
  }
  const seconds = schedule[step + 1];
  if (seconds === undefined) return undefined;
  return { inMs: Math.round(seconds * SECOND * (1 - JITTER + 2 * JITTER * random)), spendsStep: true, holdMs: null };
}

/** The wait of a `Retry-After`, at most 24 h; undefined if it is missing or unreadable. RFC 9110, 10.2.3. */
function retryAfterMs(header: string | null, now: Date): number | undefined {
  const text = header?.trim() ?? '';
  // Date.parse would read "5" as a month, so it only gets text that looks like an HTTP date.
  const wait = /^\d+$/.test(text)
    ? Number(text) * SECOND
    : /^[A-Z][a-z]+, .*GMT$/.test(text)
      ? Date.parse(text) - now.getTime()
      : Number.NaN;
  return wait > 0 ? Math.min(wait, RETRY_AFTER_MAX_MS) : undefined;
}
