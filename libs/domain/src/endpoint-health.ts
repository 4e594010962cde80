/*
 * How an endpoint fares, as a ladder: healthy -> degraded -> paused -> disabled. Every number of it stands here, and every step up or
 * down is a pure function of a state and what happened.
 */

export const ENDPOINT_HEALTHS = ['Healthy', 'Degraded', 'Paused'] as const;
export type EndpointHealth = (typeof ENDPOINT_HEALTHS)[number];

const SECOND = 1000;
const HOUR = 3_600 * SECOND;

export const HEALTH_RULES = {
  /** Failures in a row after which fewer requests are in flight at once. */
  degradedAfter: 5,
  /** Failures in a row after which nothing is sent but a probe. */
  pausedAfter: 10,
  /** Requests in flight at once when an endpoint becomes degraded; each success allows one more. */
  degradedConcurrency: 2,
  /** Between the probes of a paused endpoint: the first wait doubles up to the longest. */
  probeFirstMs: 10 * SECOND,
  probeLongestMs: 600 * SECOND,
  /** Switched off after so long without a success, if at least so many messages failed meanwhile. */
  disabledAfterMs: 120 * HOUR,
  disabledAfterMessages: 10,
} as const;

export interface EndpointState {
  readonly health: EndpointHealth;
  readonly healthSince: Date;
  /** The first failure since the last success. */
  readonly failingSince: Date | null;
  readonly consecutiveFailures: number;
  /** Messages that failed at least once since then. */
  readonly failedMessages: number;
  /** Requests that may be in flight while it is not healthy. */
  readonly concurrency: number;
  /** When a paused endpoint is tried next. */
  readonly probeAt: Date | null;
}

/** What came of one attempt. `first`: whether it was the message's first failure by the schedule. */
export interface AttemptResult {
  readonly succeeded: boolean;
  readonly first: boolean;
}

/** What each rung allows in flight: a healthy endpoint has its own limit. */
export function placesOf(state: EndpointState, maxInFlight: number): number {
  if (state.health === 'Healthy') return maxInFlight;
  return state.health === 'Paused' ? 1 : Math.min(state.concurrency, maxInFlight);
}

/** A healthy endpoint without failures: a success changes nothing about it. */
export function isAtRest(state: EndpointState): boolean {
  return state.health === 'Healthy' && state.failingSince === null;
}

/** The state after an attempt. Pure. */
export function afterAttempt(
  state: EndpointState,
  { succeeded, first }: AttemptResult,
  maxInFlight: number,
  now: Date,
): EndpointState {
  return succeeded ? afterSuccess(state, maxInFlight, now) : afterFailure(state, first, now);
}

function afterSuccess(state: EndpointState, maxInFlight: number, now: Date): EndpointState {
  const forgiven = { ...state, failingSince: null, consecutiveFailures: 0, failedMessages: 0, probeAt: null };
  if (state.health === 'Healthy') return forgiven;
  const concurrency = state.health === 'Paused' ? HEALTH_RULES.degradedConcurrency : state.concurrency + 1;
  const health = concurrency >= maxInFlight ? 'Healthy' : 'Degraded';
  return moved({ ...forgiven, concurrency }, state, health, now);
}

function afterFailure(state: EndpointState, first: boolean, now: Date): EndpointState {
  const consecutiveFailures = state.consecutiveFailures + 1;
  const counted = {
    ...state,
    consecutiveFailures,
    failingSince: state.failingSince ?? now,
    failedMessages: state.failedMessages + (first ? 1 : 0),
  };
  if (consecutiveFailures >= HEALTH_RULES.pausedAfter) {
    const probeAt = new Date(now.getTime() + probeWaitMs(consecutiveFailures - HEALTH_RULES.pausedAfter));
    return moved({ ...counted, concurrency: 1, probeAt }, state, 'Paused', now);
  }
  if (consecutiveFailures < HEALTH_RULES.degradedAfter || state.health === 'Paused') return counted;
  return moved({ ...counted, concurrency: HEALTH_RULES.degradedConcurrency }, state, 'Degraded', now);
}

function moved(next: EndpointState, before: EndpointState, health: EndpointHealth, now: Date): EndpointState {
  return { ...next, health, healthSince: health === before.health ? before.healthSince : now };
}

/** @param failed how many probes have failed in a row */
function probeWaitMs(failed: number): number {
  return Math.min(HEALTH_RULES.probeFirstMs * 2 ** Math.min(failed, 20), HEALTH_RULES.probeLongestMs);
}

/** When an endpoint that goes on failing is switched off; null while it does not fail. */
export function disablesAt(state: Pick<EndpointState, 'failingSince'>): Date | null {
  return state.failingSince && new Date(state.failingSince.getTime() + HEALTH_RULES.disabledAfterMs);
}

/** What its owners are told while an endpoint fails: each once, the first that its time has come for last. */
export const FAILURE_NOTICES = [
  { notice: 'Failing', afterMs: 6 * HOUR },
  { notice: 'DisablesIn48Hours', afterMs: HEALTH_RULES.disabledAfterMs - 48 * HOUR },
  { notice: 'DisablesIn24Hours', afterMs: HEALTH_RULES.disabledAfterMs - 24 * HOUR },
] as const;
