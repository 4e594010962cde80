import { once, EventEmitter } from 'node:events';
import { createLogger } from '@billhook/platform/logger';
import { describe, expect, it } from '@jest/globals';
import type { EndpointResults } from '../endpoints/endpoint-states.js';
import { AttemptRecorder, type RecorderOptions } from './attempt-recorder.js';
import type { AttemptRecord } from './delivery-states.repository.js';
import type { FinishedAttempt } from './finished-attempt.rules.js';

const logger = createLogger('test', { LOG_LEVEL: 'silent', LOG_FORMAT: 'json' });

const STARTED = new Date('2026-03-01T00:00:00.000Z');

const finished = (
  deliveryId: number,
  gone = false,
  outcome: 'Succeeded' | 'Failed' = 'Succeeded',
): FinishedAttempt => ({
  endpointId: 7,
  url: 'https://example.com/',
  maxInFlight: 10,
  troubled: false,
  opens: false,
  first: true,
  healthOutcome: outcome,
  holdMs: null,
  gone,
  record: {
    deliveryId,
    number: 1,
    startedAt: STARTED,
    outcome,
    durationMs: 3,
    dnsMs: null,
    connectMs: null,
    tlsMs: null,
    firstByteMs: 2,
    requestHeaders: {},
    responseTruncated: false,
    errorKind: null,
    remoteAddress: '192.0.2.1',
    responseStatus: 200,
    responseHeaders: { server: 'x' },
    responseBody: 'ok',
    error: outcome === 'Failed' ? 'Responded with 500' : null,
    retryInMs: null,
    spendsStep: true,
  },
});

/** A recorder whose database fails with the given errors, one per call, and then works. */
function recorderOver(errors: Error[] = [], options: RecorderOptions = {}) {
  const calls: (readonly AttemptRecord[])[] = [];
  const disabled: unknown[] = [];
  const stored: number[] = [];
  const applied: EndpointResults[] = [];
  const states = {
    applyFree: async (batch: readonly EndpointResults[]) => (applied.push(...batch), []),
    applyOne: async () => undefined,
  };
  const deliveries = {
    record: async (results: readonly AttemptRecord[]) => {
      calls.push(results);
      const error = errors.shift();
      if (error) throw error;
    },
    disable: async (gone: readonly object[]) => {
      disabled.push(...gone);
      return [7];
    },
  };
  const storing = new EventEmitter();
  const pauses: number[] = [];
  const pause = async (milliseconds: number) => void pauses.push(milliseconds);
  const onStored = (batch: readonly FinishedAttempt[]) => {
    const ids = batch.map(({ record }) => record.deliveryId);
    stored.push(...ids);
    storing.emit('stored', ...ids);
  };
  return {
    recorder: new AttemptRecorder(deliveries, states, logger, onStored, { pause, ...options }),
    applied,
    calls,
    disabled,
    pauses,
    stored,
    storing,
  };
}

describe('AttemptRecorder', () => {
  it('stores simultaneous results in one statement', async () => {
    const { recorder, calls, stored } = recorderOver();
    for (let id = 1; id <= 250; id++) recorder.add(finished(id), false);
    await recorder.idle();
    expect(calls.map(({ length }) => length)).toEqual([200, 50]);
    expect(stored).toHaveLength(250);
  });

  it('stores results without a call of idle, whether or not a delivery waits for them', async () => {
    const { recorder, storing } = recorderOver();
    recorder.add(finished(1), false);
    expect(await once(storing, 'stored')).toEqual([1]);
    recorder.add(finished(2), true);
    expect(await once(storing, 'stored')).toEqual([2]);
    recorder.add(finished(3), false);
    recorder.hurry();
    recorder.hurry();
    expect(await once(storing, 'stored')).toEqual([3]);
  });

  it.each([
    { what: 'gathers once with one cell', isOneOfMany: false, results: 1, waits: 1 },
    { what: 'gathers few results twice with several cells', isOneOfMany: true, results: 2, waits: 2 },
    { what: 'gathers more of them once', isOneOfMany: true, results: 3, waits: 1 },
  ])('$what', async ({ isOneOfMany, results, waits }) => {
    const gathered: number[] = [];
    const gather = async (milliseconds: number) => void gathered.push(milliseconds);
    const { recorder, stored } = recorderOver([], { isOneOfMany: () => isOneOfMany, gather });
    for (let id = 1; id <= results; id++) recorder.add(finished(id), false);
    await recorder.idle();
    expect(gathered).toHaveLength(waits);
    expect(stored).toHaveLength(results);
  });

  it('stores few results of several cells soon if a delivery waits for them', async () => {
    const signals: AbortSignal[] = [];
    const gather = async (_: number, signal: AbortSignal) => {
      signals.push(signal);
      await once(signal, 'abort');
      throw new Error('a delivery waits');
    };
    const { recorder, storing } = recorderOver([], { isOneOfMany: () => true, gather });
    recorder.add(finished(1), true);
    expect(await once(storing, 'stored')).toEqual([1]);
    expect(signals).toHaveLength(1);
  });

  it('retries after a database error: a success stays a success', async () => {
    const { recorder, calls, stored } = recorderOver([new Error('connection lost'), new Error('connection lost')]);
    recorder.add(finished(1), false);
    await recorder.idle();
    expect(calls).toHaveLength(3);
    expect(calls[2]).toEqual(calls[0]);
    expect(calls[2]).toMatchObject([{ outcome: 'Succeeded', responseBody: 'ok' }]);
    expect(stored).toEqual([1]);
  });

  it('retries at least once a second, because until then an attempt keeps a place of its endpoint', async () => {
    const { recorder, pauses } = recorderOver(Array.from({ length: 20 }, () => new Error('no space left')));
    recorder.add(finished(1), false);
    await recorder.idle();
    expect(pauses).toHaveLength(20);
    expect(Math.max(...pauses)).toBe(1_000);
  });

  it('drops the details of a response that the database rejects, so others are stored', async () => {
    const refused = Object.assign(new Error('invalid byte sequence'), { code: '22021' });
    const { recorder, calls, stored } = recorderOver([refused]);
    recorder.add(finished(1), false);
    await recorder.idle();
    expect(calls[1]).toMatchObject([
      { outcome: 'Succeeded', responseStatus: 200, responseBody: null, responseHeaders: null },
    ]);
    expect(stored).toEqual([1]);
  });

  it('disables an endpoint that responded 410', async () => {
    const { recorder, disabled } = recorderOver();
    recorder.add(finished(1, true), false);
    recorder.add(finished(2), false);
    await recorder.idle();
    expect(disabled).toEqual([{ endpointId: 7, url: 'https://example.com/' }]);
  });

  it('stores nothing for a healthy endpoint without failures', async () => {
    const { recorder, applied } = recorderOver();
    recorder.add(finished(1), false);
    await recorder.idle();
    expect(applied).toEqual([]);
  });

  it('stores the results of an endpoint in order if it failed, or had failed before', async () => {
    const { recorder, applied } = recorderOver();
    recorder.add(finished(1), false);
    recorder.add(finished(2, false, 'Failed'), false);
    recorder.add({ ...finished(3), endpointId: 8, troubled: true }, false);
    await recorder.idle();
    expect(applied).toEqual([
      {
        endpointId: 7,
        maxInFlight: 10,
        holdMs: null,
        results: [
          { outcome: 'Succeeded', first: true },
          { outcome: 'Failed', first: true },
        ],
      },
      { endpointId: 8, maxInFlight: 10, holdMs: null, results: [{ outcome: 'Succeeded', first: true }] },
    ]);
  });

  it('holds an endpoint that sends Retry-After, and does not count a failure', async () => {
    const { recorder, applied } = recorderOver();
    const { record, ...rest } = finished(1, false, 'Failed');
    const deferred = { ...record, spendsStep: false, retryInMs: 60_000 };
    recorder.add({ ...rest, holdMs: 60_000, healthOutcome: 'Deferred', record: deferred }, false);
    await recorder.idle();
    expect(applied).toEqual([
      { endpointId: 7, maxInFlight: 10, holdMs: 60_000, results: [{ outcome: 'Deferred', first: true }] },
    ]);
  });
});
