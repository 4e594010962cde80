import type { AttemptResult } from '@billhook/domain/webhooks/endpoint-health';
import { NOT_SIGNED, type AttemptResponse } from '../attempts/attempt-sender.js';
import type { ClaimedDelivery } from './claim-deliveries.js';
import type { AttemptRecord } from './delivery-states.repository.js';
import { nextAttempt, type Retry } from './retry-schedule.rules.js';

/** How an attempt ended, and its consequences. */
export interface FinishedAttempt {
  readonly record: AttemptRecord;
  readonly endpointId: number;
  readonly url: string;
  readonly maxInFlight: number;
  /** Whether the endpoint had failures when the attempt began. */
  readonly troubled: boolean;
  /** Whether more may be due once it is stored: the next message in order, or held messages of the endpoint. */
  readonly opens: boolean;
  /** Whether a failure would be the first of the message by the schedule. */
  readonly first: boolean;
  /** The effect on the health of the endpoint; null for none: a dead worker, our own error, a failed test. */
  readonly healthOutcome: AttemptResult['outcome'] | null;
  /** How long the receiver asked to wait; null if it did not. */
  readonly holdMs: number | null;
  /** Whether the receiver responded 410. */
  readonly gone: boolean;
}

/** The result if the text of the event is no longer kept. */
export const TEXT_GONE: AttemptResponse = {
  ...NOT_SIGNED,
  error: 'The text of the event is no longer stored; nothing was sent',
  errorKind: 'Other',
};

const NOT_SIGNED_WAIT_MS = 60_000;

/**
 * The consequences of a result. Pure.
 * @param schedule seconds to wait before each attempt, for endpoints without a schedule
 * @param random from 0 (included) to 1 (excluded)
 */
export function finishedAttempt(
  delivery: ClaimedDelivery,
  answer: AttemptResponse,
  schedule: readonly number[],
  now: Date,
  random: number,
): FinishedAttempt {
  const { deliveryId, number, startedAt, endpointId, url, step, trigger, maxInFlight, troubled, ordered, test } =
    delivery;
  const gone = answer.responseStatus === 410;
  const failed = answer.error !== null;
  // A message that was never sent does not affect the health of the receiver.
  const ours = answer === NOT_SIGNED || answer === TEXT_GONE;
  const retry = failed && !gone ? retryOf(delivery, answer, schedule, now, random) : undefined;
  const record: AttemptRecord = {
    ...answer,
    deliveryId,
    number,
    startedAt,
    outcome: failed ? 'Failed' : 'Succeeded',
    retryInMs: retry?.inMs ?? null,
    spendsStep: retry?.spendsStep ?? true,
  };
  return {
    record,
    endpointId,
    url,
    maxInFlight,
    troubled,
    opens: troubled || ordered,
    first: step === 0 && trigger === 'Schedule',
    healthOutcome: failed ? (gone || ours || test ? null : record.spendsStep ? 'Failed' : 'Deferred') : 'Succeeded',
    holdMs: retry?.holdMs ?? null,
    gone,
  };
}

function retryOf(
  delivery: ClaimedDelivery,
  answer: AttemptResponse,
  schedule: readonly number[],
  now: Date,
  random: number,
): Retry | undefined {
  if (answer === TEXT_GONE) return undefined;
  // The operator must correct it: it uses no step of a schedule.
  if (answer === NOT_SIGNED) return { inMs: NOT_SIGNED_WAIT_MS, spendsStep: false, holdMs: null };
  const { responseStatus, responseHeaders } = answer;
  const asked = responseHeaders?.['retry-after'];
  const ended = { responseStatus, retryAfter: typeof asked === 'string' ? asked : null };
  const own = delivery.schedule.length > 0 ? delivery.schedule : schedule;
  return nextAttempt(ended, delivery.step, delivery.number, now, own, random);
}
