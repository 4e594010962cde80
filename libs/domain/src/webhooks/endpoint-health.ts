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
  /**
   * Messages that failed since the last success after which nothing is sent but a probe. Not failures: the repeats of a few messages that
   * a receiver will not take come due together, and must not stop all the others.
   */
  pausedAfterMessages: 10,
  /** Requests in flight at once when an endpoint becomes degraded; each success allows one more. */
  degradedConcurrency: 2,
  /** Until the next probe of a paused endpoint: as long as it has been paused, within these bounds. So each wait is twice the one before. */
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
  /** When the next probe is sent to a paused endpoint. */
  readonly probeAt: Date | null;
}

/** What came of one attempt. Deferred: the receiver asked to be left alone for a while. */
export interface AttemptResult {
  readonly outcome: 'Succeeded' | 'Failed' | 'Deferred';
  /** Whether it was the message's first failure by the schedule. */
  readonly first: boolean;
}

/** The state after an attempt. Pure. */
export function afterAttempt(
  state: EndpointState,
  { outcome, first }: AttemptResult,
  maxInFlight: number,
  now: Date,
): EndpointState {
  if (outcome === 'Succeeded') return afterSuccess(state, maxInFlight, now);
  if (outcome === 'Deferred') return afterDeferral(state, now);
  return afterFailure(state, first, now);
}

function afterSuccess(state: EndpointState, maxInFlight: number, now: Date): EndpointState {
  const forgiven = { ...state, failingSince: null, consecutiveFailures: 0, failedMessages: 0, probeAt: null };
  if (state.health === 'Healthy') return forgiven;
  const concurrency = state.health === 'Paused' ? HEALTH_RULES.degradedConcurrency : state.concurrency + 1;
  const health = concurrency >= maxInFlight ? 'Healthy' : 'Degraded';
  return moved({ ...forgiven, concurrency }, state, health, now);
}

/**
 * No failure, but no success either: who puts everything off for five days is switched off like any other. And who asked for patience is
 * not to get everything at once when the time is over.
 */
function afterDeferral(state: EndpointState, now: Date): EndpointState {
  const deferred = { ...state, failingSince: state.failingSince ?? now };
  if (state.health === 'Paused') return deferred;
  return moved({ ...deferred, concurrency: HEALTH_RULES.degradedConcurrency }, state, 'Degraded', now);
}

function afterFailure(state: EndpointState, first: boolean, now: Date): EndpointState {
  const consecutiveFailures = state.consecutiveFailures + 1;
  const counted = {
    ...state,
    consecutiveFailures,
    failingSince: state.failingSince ?? now,
    failedMessages: state.failedMessages + (first ? 1 : 0),
  };
  if (state.health === 'Paused' || counted.failedMessages >= HEALTH_RULES.pausedAfterMessages) {
    const paused = moved({ ...counted, concurrency: 1 }, state, 'Paused', now);
    return { ...paused, probeAt: new Date(now.getTime() + probeWaitMs(paused.healthSince, now)) };
  }
  if (consecutiveFailures < HEALTH_RULES.degradedAfter) return counted;
  return moved({ ...counted, concurrency: HEALTH_RULES.degradedConcurrency }, state, 'Degraded', now);
}

function moved(next: EndpointState, before: EndpointState, health: EndpointHealth, now: Date): EndpointState {
  return { ...next, health, healthSince: health === before.health ? before.healthSince : now };
}

function probeWaitMs(pausedSince: Date, now: Date): number {
  const paused = now.getTime() - pausedSince.getTime();
  return Math.min(Math.max(paused, HEALTH_RULES.probeFirstMs), HEALTH_RULES.probeLongestMs);
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

/** Of a paused endpoint nobody is told at once: a receiver that is restarted answers again by itself. Then not more than once a day. */
export const PAUSED_NOTICE = { afterMs: HEALTH_RULES.probeLongestMs, notMoreOftenThanMs: 24 * HOUR } as const;

/** Why an endpoint is told of while it fails, from the least to the last warning. */
export const FAILURE_STAGES = ['Paused', ...FAILURE_NOTICES.map(({ notice }) => notice)] as const;
export type FailureStage = (typeof FAILURE_STAGES)[number];

/** Everything that owners are told: those, that it is switched off (`Disabled` after days of failure, `Gone` by 410), that it works again. */
export type EndpointNotice = FailureStage | 'Disabled' | 'Gone' | 'Recovered';

/** What the next step of an endpoint follows from. */
export interface LadderState extends Pick<
  EndpointState,
  'health' | 'healthSince' | 'failingSince' | 'consecutiveFailures' | 'probeAt'
> {
  /** Until when the receiver asked to be left alone. */
  readonly heldUntil: Date | null;
  /** The last thing that its owners were told. */
  readonly notice: EndpointNotice | null;
  readonly noticeAt: Date | null;
}

const rankOf = (notice: EndpointNotice | null): number =>
  FAILURE_STAGES.findIndex((stage: EndpointNotice) => stage === notice);

/** How far its owners were told of the failure that is under way; -1 where nothing was. */
function toldRank({ notice, noticeAt, failingSince }: LadderState): number {
  return noticeAt && failingSince && noticeAt >= failingSince ? rankOf(notice) : -1;
}

/** When somebody is to be told that the endpoint is paused; null where they were told of this failure, or it is not paused. */
function pausedNoticeAt(state: LadderState): Date | null {
  if (state.health !== 'Paused' || toldRank(state) >= 0) return null;
  const due = state.healthSince.getTime() + PAUSED_NOTICE.afterMs;
  const again = state.noticeAt ? state.noticeAt.getTime() + PAUSED_NOTICE.notMoreOftenThanMs : due;
  return new Date(Math.max(due, again));
}

/** What is told of an endpoint that is on, now: null for nothing. Of what was missed only the last is made up for. Pure. */
export function dueNotice(state: LadderState, now: Date): FailureStage | 'Recovered' | null {
  const { failingSince, notice } = state;
  if (!failingSince) return rankOf(notice) >= 0 ? 'Recovered' : null;
  const failingMs = now.getTime() - failingSince.getTime();
  // Then it is switched off, or has had too little to deliver for that: a warning would name a moment that has passed.
  if (failingMs >= HEALTH_RULES.disabledAfterMs) return null;
  const due = FAILURE_NOTICES.findLast(({ afterMs }) => failingMs >= afterMs);
  if (due) return rankOf(due.notice) > toldRank(state) ? due.notice : null;
  const pausedAt = pausedNoticeAt(state);
  return pausedAt && pausedAt <= now ? 'Paused' : null;
}

/** Whether the time has come to switch a failing endpoint off. The other half of the rule is `HEALTH_RULES.disabledAfterMessages`. */
export function isDisablingDue(state: Pick<EndpointState, 'failingSince'>, now: Date): boolean {
  const at = disablesAt(state);
  return at !== null && at <= now;
}

/** What happens next to an endpoint by itself, when, and by which rule. */
export interface NextStep {
  readonly step: 'Resume' | 'Probe' | 'Notice' | 'Disable';
  /** Never past: the present where its time has come. */
  readonly at: Date;
  /** In words. */
  readonly rule: string;
}

const DAYS_OF_FAILURE = HEALTH_RULES.disabledAfterMs / (24 * HOUR);
const ENOUGH_MESSAGES = `at least ${HEALTH_RULES.disabledAfterMessages} messages have failed`;
const DISABLING_RULE = `After ${DAYS_OF_FAILURE} days without a success, the endpoint is disabled if ${ENOUGH_MESSAGES}.`;
const DISABLING_WAITS = `The endpoint has had no success for ${DAYS_OF_FAILURE} days. It is disabled as soon as ${ENOUGH_MESSAGES}.`;

/**
 * All that lies ahead of an endpoint if it goes on as it does, soonest first: empty for one that is switched off, or does not fail. Pure.
 * @param endpoint its status is a person's, or that of the ladder's last step
 */
export function stepsAhead(
  state: LadderState,
  endpoint: { readonly status: 'Enabled' | 'Disabled' },
  now: Date,
): NextStep[] {
  if (endpoint.status === 'Disabled') return [];
  const steps: NextStep[] = [];
  const add = (step: NextStep['step'], at: Date | null, rule: string): void => {
    if (at) steps.push({ step, at, rule });
  };
  const ahead = (at: Date | null): Date | null => (at && at > now ? at : null);
  const fromNow = (at: Date | null): Date | null => at && (ahead(at) ?? now);
  add('Resume', ahead(state.heldUntil), 'The receiver requested this wait with Retry-After.');
  if (state.health === 'Paused') {
    add(
      'Probe',
      fromNow(state.probeAt),
      `After ${HEALTH_RULES.pausedAfterMessages} failed messages since the last success, one message is sent at a time to check whether the endpoint works again. Each failure doubles the wait, up to 10 minutes.`,
    );
  }
  const { failingSince } = state;
  if (failingSince) {
    add(
      'Notice',
      ahead(pausedNoticeAt(state)),
      'Owners are notified by email when an endpoint stays paused for 10 minutes, at most once a day.',
    );
    for (const { notice, afterMs } of FAILURE_NOTICES) {
      const at = ahead(new Date(failingSince.getTime() + afterMs));
      if (rankOf(notice) > toldRank(state)) add('Notice', at, NOTICE_RULES[notice]);
    }
    const isWaiting = isDisablingDue(state, now);
    add('Disable', fromNow(disablesAt(state)), isWaiting ? DISABLING_WAITS : DISABLING_RULE);
  }
  return steps.sort((a, b) => a.at.getTime() - b.at.getTime());
}

const NOTICE_RULES: Readonly<Record<(typeof FAILURE_NOTICES)[number]['notice'], string>> = {
  Failing: 'Owners are notified by email after 6 hours of failures.',
  DisablesIn48Hours: `Owners are notified by email 48 hours before the endpoint is disabled, if ${ENOUGH_MESSAGES}.`,
  DisablesIn24Hours: `Owners are notified by email 24 hours before the endpoint is disabled, if ${ENOUGH_MESSAGES}.`,
};

/** The first of `stepsAhead`; null where nothing happens by itself. */
export function nextStepOf(
  state: LadderState,
  endpoint: { readonly status: 'Enabled' | 'Disabled' },
  now: Date,
): NextStep | null {
  return stepsAhead(state, endpoint, now)[0] ?? null;
}
