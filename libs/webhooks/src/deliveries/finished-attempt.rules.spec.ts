import { describe, expect, it } from '@jest/globals';
import { NOT_SIGNED, type AttemptResponse } from '../attempts/attempt-sender.js';
import type { ClaimedDelivery } from './claim-deliveries.js';
import { finishedAttempt, TEXT_GONE, type FinishedAttempt } from './finished-attempt.rules.js';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const MINUTE_MS = 60_000;

const delivery: ClaimedDelivery = {
  ...{
    deliveryId: 1,
    number: 1,
    startedAt: NOW,
    trigger: 'Schedule',
    step: 0,
    sequence: 1,
    endpointId: 7,
    companyId: 3,
  },
  ...{ url: 'https://example.com/', secrets: [], headers: null, payload: 'Full', schedule: [], maxInFlight: 10 },
  ...{
    ordered: false,
    troubled: false,
    eventId: 'msg_1',
    eventType: 'invoice.paid',
    resourceId: 5,
    test: false,
    manual: false,
    sandbox: false,
  },
  ...{ body: '{}', resourceVersion: 1, changes: null, createdAt: NOW, requestId: null, traceParent: null },
};

const response: AttemptResponse = { ...NOT_SIGNED, error: null, errorKind: null, responseStatus: 200 };
const failed = (responseStatus: number | null, retryAfter?: string): AttemptResponse => ({
  ...response,
  responseStatus,
  responseHeaders: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
  error: 'It failed',
  errorKind: 'Other',
});

/** The middle of the jitter: each wait is that of the schedule. */
const finish = (answer: AttemptResponse, changes: Partial<ClaimedDelivery> = {}): FinishedAttempt =>
  finishedAttempt({ ...delivery, ...changes }, answer, [0, 60, 300], NOW, 0.5);

describe('whether a delivery is retried', () => {
  it.each<[string, AttemptResponse, Partial<ClaimedDelivery>, number | null]>([
    ['after a success', response, {}, null],
    ['after a failure, by the schedule of the installation', failed(500), {}, MINUTE_MS],
    ['after a second failure', failed(null), { step: 1, number: 2 }, 5 * MINUTE_MS],
    ['after the last step', failed(500), { step: 2, number: 3 }, null],
    ['by the schedule of the endpoint', failed(500), { schedule: [0, 7] }, 7_000],
    ['after 410', failed(410), {}, null],
    ['after 410 with Retry-After', failed(410, '60'), {}, null],
    ['after 429 with Retry-After', failed(429, '120'), {}, 132_000],
    ['without a signature, which the operator must correct', NOT_SIGNED, {}, MINUTE_MS],
    ['without a signature, after the last step as well', NOT_SIGNED, { step: 2, number: 9 }, MINUTE_MS],
    ['without its text', TEXT_GONE, {}, null],
  ])('%s', (_, answer, changes, retryInMs) => {
    expect(finish(answer, changes).record.retryInMs).toBe(retryInMs);
  });

  it('uses a step of the schedule, except while the receiver asks to wait or nothing could be signed', () => {
    expect(finish(failed(500)).record.spendsStep).toBe(true);
    expect(finish(failed(429, '120')).record.spendsStep).toBe(false);
    expect(finish(NOT_SIGNED).record.spendsStep).toBe(false);
  });
});

describe('the effect on the health of the endpoint', () => {
  it.each<[string, AttemptResponse, Partial<ClaimedDelivery>, FinishedAttempt['healthOutcome']]>([
    ['of a success', response, {}, 'Succeeded'],
    ['of a successful test', response, { test: true }, 'Succeeded'],
    ['of a failure', failed(500), {}, 'Failed'],
    ['of a failed test', failed(500), { test: true }, null],
    ['of a request to wait', failed(503, '30'), {}, 'Deferred'],
    ['of 410, which disables the endpoint', failed(410), {}, null],
    ['of a message that could not be signed', NOT_SIGNED, {}, null],
    ['of a message without its text', TEXT_GONE, {}, null],
  ])('%s', (_, answer, changes, outcome) => {
    expect(finish(answer, changes).healthOutcome).toBe(outcome);
  });

  it('holds the other messages of the endpoint for as long as the receiver asks', () => {
    expect(finish(failed(429, '120')).holdMs).toBe(132_000);
    expect(finish(failed(500)).holdMs).toBeNull();
    expect(finish(NOT_SIGNED).holdMs).toBeNull();
  });
});
