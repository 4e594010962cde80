import { ATTEMPT_ERROR_KINDS } from '@billhook/contract/webhooks/attempt-error-kinds';
import { ATTEMPT_ERROR_TEXTS } from '@billhook/contract/webhooks/attempt-error-texts';
import type { EndpointHealthView } from '@billhook/contract/webhooks/endpoint-health';
import { CERTIFICATION_CASES, CERTIFICATION_EXPECTATIONS } from '@billhook/domain/webhooks/certification-cases';
import { FAILURE_NOTICES, HEALTH_RULES, nextStepOf, PAUSED_NOTICE } from '@billhook/domain/webhooks/endpoint-health';
import { FILTER_COMPARISONS, type FilterComparisons } from '@billhook/domain/webhooks/event-filter';
import { jsonBlock, table } from '../content/html.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Every kind of failed attempt, as a Markdown table. */
export function attemptErrors(): string {
  return table(
    ['`errorKind`', 'What happened', 'What to check'],
    ATTEMPT_ERROR_KINDS.map((kind) => {
      const { happened, check } = ATTEMPT_ERROR_TEXTS[kind];
      return [`\`${kind}\``, happened.en, check.en];
    }),
  );
}

/** The cases of the certification, as a Markdown table. */
export function certificationCases(): string {
  return table(
    ['Case', 'What is sent', 'A correct receiver', 'What proves it'],
    CERTIFICATION_CASES.map(({ name, sends, expects }) => {
      const { receiver, proof } = CERTIFICATION_EXPECTATIONS[expects];
      return [`\`${name}\``, sends.en, receiver.en, proof.en];
    }),
  );
}

/** The treatment of a failing endpoint, step by step, as a Markdown table. */
export function endpointLadder(): string {
  const { degradedAfter, degradedConcurrency, pausedAfterMessages, disabledAfterMs, disabledAfterMessages } =
    HEALTH_RULES;
  const days = disabledAfterMs / DAY;
  const notices = FAILURE_NOTICES.map(({ notice, afterMs }) =>
    notice === 'Failing'
      ? [`${afterMs / HOUR} hours without a success`, 'an email']
      : [`${(disabledAfterMs - afterMs) / HOUR} hours before it would be disabled`, 'an email'],
  );
  return table(
    ['When', 'What happens'],
    [
      [
        `${degradedAfter} failures in a row`,
        `\`Degraded\`: at most ${degradedConcurrency} concurrent requests, and one more with each success`,
      ],
      [
        `${pausedAfterMessages} messages failed, and none was delivered in between`,
        '`Paused`: one message at a time, at increasing intervals, until one is delivered',
      ],
      [
        `paused for ${PAUSED_NOTICE.afterMs / MINUTE} minutes`,
        `an email, at most one in ${PAUSED_NOTICE.notMoreOftenThanMs / HOUR} hours`,
      ],
      ...notices,
      [
        `${days} days without a success, and at least ${disabledAfterMessages} messages that could not be delivered`,
        '`Disabled` (`disabledReason` is `Failing`), and an email. Waiting deliveries are `Cancelled`. Tests do not count. With fewer messages, the endpoint remains enabled until there are as many',
      ],
      ['a success after one of these emails', 'one email that it works again'],
    ],
  );
}

/** The health of a paused endpoint, as an example. */
export function endpointHealth(): string {
  const at = (minutes: number): Date => new Date(Date.parse('2026-11-22T09:30:00.000Z') + minutes * MINUTE);
  const state = {
    health: 'Paused',
    healthSince: at(1),
    failingSince: at(0),
    consecutiveFailures: 31,
    probeAt: at(41),
    heldUntil: null,
    notice: 'Paused',
    noticeAt: at(11),
  } as const;
  const next = nextStepOf(state, { status: 'Enabled' }, at(32), true);
  const shown: EndpointHealthView = {
    state: state.health,
    since: state.healthSince.toISOString(),
    failingSince: state.failingSince.toISOString(),
    consecutiveFailures: state.consecutiveFailures,
    failedMessages: 24,
    lastSuccessAt: at(-2).toISOString(),
    lastFailure: {
      deliveryId: 4711,
      number: 3,
      at: at(31).toISOString(),
      test: false,
      responseStatus: 503,
      error: 'Responded with 503',
      errorKind: 'Status',
    },
    nextAttemptAt: state.probeAt.toISOString(),
    heldUntil: null,
    probeAt: state.probeAt.toISOString(),
    nextStep: next && { ...next, at: next.at.toISOString() },
  };
  return jsonBlock(shown);
}

const COMPARED: Readonly<Record<keyof FilterComparisons, readonly [takes: string, holds: string]>> = {
  eq: ['a value', 'it equals the value'],
  ne: ['a value', 'it differs from the value'],
  gt: ['text, a number', 'it is greater or later'],
  gte: ['text, a number', 'it is equal, greater or later'],
  lt: ['text, a number', 'it is less or earlier'],
  lte: ['text, a number', 'it is equal, less or earlier'],
  in: ['a list of values', 'it equals one of them'],
  notIn: ['a list of values', 'it equals none of them'],
  startsWith: ['text', 'it is text that begins with the value'],
  endsWith: ['text', 'it is text that ends with the value'],
  contains: ['text', 'it is text that contains the value; case-sensitive'],
  exists: ['true, false', 'it exists and is not null; with false, it does not exist or is null'],
};

/** Every comparison of a filter, as a Markdown table. */
export function filterComparisons(): string {
  return table(
    ['Comparison', 'Takes', 'Matches if'],
    FILTER_COMPARISONS.map((name) => [`\`${name}\``, ...COMPARED[name]]),
  );
}
