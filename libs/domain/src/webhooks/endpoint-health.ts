/*
 * The ladder of endpoint health: healthy -> degraded -> paused -> disabled. Defines all its numbers; each step is a pure function of the
 * state and the result of an attempt.
 */

import type { LocalizedText } from '../shared/localized-text.js';

export const ENDPOINT_HEALTHS = ['Healthy', 'Degraded', 'Paused'] as const;
export type EndpointHealth = (typeof ENDPOINT_HEALTHS)[number];

const SECOND = 1000;
const HOUR = 3_600 * SECOND;

export const HEALTH_RULES = {
  /** Consecutive failures after which fewer requests are in flight together. */
  degradedAfter: 5,
  /**
   * Failed messages since the last success after which only probes are sent. Counts messages, not failures: retries of a few messages
   * that a receiver rejects come due together and must not stop all others.
   */
  pausedAfterMessages: 10,
  /** Requests in flight when an endpoint becomes degraded; each success allows one more. */
  degradedConcurrency: 2,
  /** The wait before the next probe equals the time since the pause, within these bounds, so it doubles each time. */
  probeFirstMs: 10 * SECOND,
  probeLongestMs: 600 * SECOND,
  /** An endpoint is disabled after this time without a success if at least this many messages failed. */
  disabledAfterMs: 120 * HOUR,
  disabledAfterMessages: 10,
} as const;

export interface EndpointState {
  readonly health: EndpointHealth;
  readonly healthSince: Date;
  /** The first failure since the last success. */
  readonly failingSince: Date | null;
  readonly consecutiveFailures: number;
  /** The messages that failed at least once since then. */
  readonly failedMessages: number;
  /** The requests that may be in flight while it is not healthy. */
  readonly concurrency: number;
  /** When a paused endpoint gets its next probe. */
  readonly probeAt: Date | null;
}

/** The outcome of an attempt. Deferred: the receiver sent `Retry-After`. */
export interface AttemptResult {
  readonly outcome: 'Succeeded' | 'Failed' | 'Deferred';
  /** Whether it was the first scheduled attempt of the message to fail. */
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
 * A deferral is neither a failure nor a success: five days of deferrals disable an endpoint as well. After one, the endpoint starts with
 * fewer requests in flight.
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

/** When a failing endpoint is disabled; null if it is not failing. */
export function disablesAt(state: Pick<EndpointState, 'failingSince'>): Date | null {
  return state.failingSince && new Date(state.failingSince.getTime() + HEALTH_RULES.disabledAfterMs);
}

/** The notices to the owners of a failing endpoint, each sent once. If several are due, the last one is sent. */
export const FAILURE_NOTICES = [
  { notice: 'Failing', afterMs: 6 * HOUR },
  { notice: 'DisablesIn48Hours', afterMs: HEALTH_RULES.disabledAfterMs - 48 * HOUR },
  { notice: 'DisablesIn24Hours', afterMs: HEALTH_RULES.disabledAfterMs - 24 * HOUR },
] as const;

/** The notice of a pause waits, because a restarted receiver recovers without help. Sent at most once a day. */
export const PAUSED_NOTICE = { afterMs: HEALTH_RULES.probeLongestMs, notMoreOftenThanMs: 24 * HOUR } as const;

/** The stages of a failure, from the first to the last warning. */
export const FAILURE_STAGES = ['Paused', ...FAILURE_NOTICES.map(({ notice }) => notice)] as const;
export type FailureStage = (typeof FAILURE_STAGES)[number];

/** All notices to owners and members who manage webhooks: the stages, disabled (`Disabled` after days of failures, `Gone` by 410) and recovered. */
export type EndpointNotice = FailureStage | 'Disabled' | 'Gone' | 'Recovered';

/** The state that determines the next step of an endpoint. */
export interface LadderState extends Pick<
  EndpointState,
  'health' | 'healthSince' | 'failingSince' | 'consecutiveFailures' | 'probeAt'
> {
  /** The end of a `Retry-After` of the receiver. */
  readonly heldUntil: Date | null;
  /** The last notice sent to the owners. */
  readonly notice: EndpointNotice | null;
  readonly noticeAt: Date | null;
}

const rankOf = (notice: EndpointNotice | null): number =>
  FAILURE_STAGES.findIndex((stage: EndpointNotice) => stage === notice);

/** The index of the last notice of the current failure; -1 without one. */
function toldRank({ notice, noticeAt, failingSince }: LadderState): number {
  return noticeAt && failingSince && noticeAt >= failingSince ? rankOf(notice) : -1;
}

/** When the notice of a pause is due; null if it was sent for this failure, or the endpoint is not paused. */
function pausedNoticeAt(state: LadderState): Date | null {
  if (state.health !== 'Paused' || toldRank(state) >= 0) return null;
  const due = state.healthSince.getTime() + PAUSED_NOTICE.afterMs;
  const again = state.noticeAt ? state.noticeAt.getTime() + PAUSED_NOTICE.notMoreOftenThanMs : due;
  return new Date(Math.max(due, again));
}

/** The notice that is due for an enabled endpoint, or null. If several notices were missed, only the last one is sent. Pure. */
export function dueNotice(state: LadderState, now: Date): FailureStage | 'Recovered' | null {
  const { failingSince, notice } = state;
  if (!failingSince) return rankOf(notice) >= 0 ? 'Recovered' : null;
  const failingMs = now.getTime() - failingSince.getTime();
  // The endpoint is disabled now, or had too few messages for that: a warning would name a time in the past.
  if (failingMs >= HEALTH_RULES.disabledAfterMs) return null;
  const due = FAILURE_NOTICES.findLast(({ afterMs }) => failingMs >= afterMs);
  if (due) return rankOf(due.notice) > toldRank(state) ? due.notice : null;
  const pausedAt = pausedNoticeAt(state);
  return pausedAt && pausedAt <= now ? 'Paused' : null;
}

/** Whether the time to disable a failing endpoint has come. `HEALTH_RULES.disabledAfterMessages` is the other condition. */
export function isDisablingDue(state: Pick<EndpointState, 'failingSince'>, now: Date): boolean {
  const at = disablesAt(state);
  return at !== null && at <= now;
}

/** The next automatic step of an endpoint: what, when and by which rule. */
export interface NextStep {
  readonly step: 'Resume' | 'Probe' | 'Notice' | 'Disable';
  /** Never in the past: now if it is due. */
  readonly at: Date;
  /** The rule as a sentence. */
  readonly rule: string;
  readonly ruleName: LadderRule;
}

const DAYS_OF_FAILURE = HEALTH_RULES.disabledAfterMs / (24 * HOUR);
const ENOUGH_MESSAGES = {
  en: `at least ${HEALTH_RULES.disabledAfterMessages} messages have failed`,
  fr: `au moins ${HEALTH_RULES.disabledAfterMessages} messages ont échoué`,
};

/** The rules of the ladder as sentences. */
export const LADDER_RULES = {
  RetryAfter: {
    en: 'The receiver requested this wait with Retry-After.',
    fr: 'Le récepteur a demandé cette attente par Retry-After.',
  },
  Probe: {
    en: `After ${HEALTH_RULES.pausedAfterMessages} failed messages since the last success, one message is sent at a time to check whether the endpoint works again. Each failure doubles the wait, up to 10 minutes.`,
    fr: `Après ${HEALTH_RULES.pausedAfterMessages} messages échoués depuis le dernier succès, un seul message est envoyé à la fois pour vérifier si la destination fonctionne à nouveau. Chaque échec double l’attente, jusqu’à 10 minutes.`,
  },
  PausedNotice: {
    en: 'Owners and members who manage webhooks are notified by email when an endpoint stays paused for 10 minutes, at most once a day.',
    fr: 'Les propriétaires et les membres qui gèrent les webhooks sont avertis par e-mail quand une destination reste en pause 10 minutes, au plus une fois par jour.',
  },
  Failing: {
    en: 'Owners and members who manage webhooks are notified by email after 6 hours of failures.',
    fr: 'Les propriétaires et les membres qui gèrent les webhooks sont avertis par e-mail après 6 heures d’échecs.',
  },
  DisablesIn48Hours: {
    en: `Owners and members who manage webhooks are notified by email 48 hours before the endpoint is disabled, if ${ENOUGH_MESSAGES.en}.`,
    fr: `Les propriétaires et les membres qui gèrent les webhooks sont avertis par e-mail 48 heures avant la désactivation, si ${ENOUGH_MESSAGES.fr}.`,
  },
  DisablesIn24Hours: {
    en: `Owners and members who manage webhooks are notified by email 24 hours before the endpoint is disabled, if ${ENOUGH_MESSAGES.en}.`,
    fr: `Les propriétaires et les membres qui gèrent les webhooks sont avertis par e-mail 24 heures avant la désactivation, si ${ENOUGH_MESSAGES.fr}.`,
  },
  Disable: {
    en: `After ${DAYS_OF_FAILURE} days without a success, the endpoint is disabled if ${ENOUGH_MESSAGES.en}.`,
    fr: `Après ${DAYS_OF_FAILURE} jours sans succès, la destination est désactivée si ${ENOUGH_MESSAGES.fr}.`,
  },
  DisableWaits: {
    en: `The endpoint has had no success for ${DAYS_OF_FAILURE} days. It is disabled as soon as ${ENOUGH_MESSAGES.en}.`,
    fr: `La destination n’a eu aucun succès depuis ${DAYS_OF_FAILURE} jours. Elle est désactivée dès que ${ENOUGH_MESSAGES.fr}.`,
  },
} as const satisfies Readonly<Record<string, LocalizedText>>;

export type LadderRule = keyof typeof LADDER_RULES;

/**
 * All automatic steps if the endpoint continues to fail, the next one first. Empty for one that is disabled or not failing. Pure.
 * @param endpoint with the status that a person or the last step of the ladder set
 */
export function stepsAhead(
  state: LadderState,
  endpoint: { readonly status: 'Enabled' | 'Disabled' },
  now: Date,
): NextStep[] {
  if (endpoint.status === 'Disabled') return [];
  const steps: NextStep[] = [];
  const add = (step: NextStep['step'], at: Date | null, ruleName: LadderRule): void => {
    if (at) steps.push({ step, at, rule: LADDER_RULES[ruleName].en, ruleName });
  };
  const ahead = (at: Date | null): Date | null => (at && at > now ? at : null);
  const fromNow = (at: Date | null): Date | null => at && (ahead(at) ?? now);
  add('Resume', ahead(state.heldUntil), 'RetryAfter');
  if (state.health === 'Paused') add('Probe', fromNow(state.probeAt), 'Probe');
  const { failingSince } = state;
  if (failingSince) {
    add('Notice', ahead(pausedNoticeAt(state)), 'PausedNotice');
    for (const { notice, afterMs } of FAILURE_NOTICES) {
      const at = ahead(new Date(failingSince.getTime() + afterMs));
      if (rankOf(notice) > toldRank(state)) add('Notice', at, notice);
    }
    add('Disable', fromNow(disablesAt(state)), isDisablingDue(state, now) ? 'DisableWaits' : 'Disable');
  }
  return steps.sort((a, b) => a.at.getTime() - b.at.getTime());
}

/**
 * The first of `stepsAhead` that happens, or null.
 * @param sendsEmail whether the installation sends email: without it, there are no notices
 */
export function nextStepOf(
  state: LadderState,
  endpoint: { readonly status: 'Enabled' | 'Disabled' },
  now: Date,
  sendsEmail: boolean,
): NextStep | null {
  return stepsAhead(state, endpoint, now).find(({ step }) => sendsEmail || step !== 'Notice') ?? null;
}
