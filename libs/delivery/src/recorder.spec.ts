import { createLogger } from '@billhook/platform/logger';
import { describe, expect, it } from '@jest/globals';
import type { AttemptRecord } from './deliveries.js';
import { Recorder, type FinishedAttempt } from './recorder.js';

const logger = createLogger('test', { LOG_LEVEL: 'silent', LOG_FORMAT: 'json' });

const finished = (deliveryId: number, gone = false): FinishedAttempt => ({
  endpointId: 7,
  url: 'https://example.com/',
  gone,
  record: {
    deliveryId,
    number: 1,
    outcome: 'Succeeded',
    durationMs: 3,
    remoteAddress: '192.0.2.1',
    responseStatus: 200,
    responseHeaders: { server: 'x' },
    responseBody: 'ok',
    error: null,
    retryInMs: null,
    spendsStep: true,
  },
});

/** A recorder over a database that fails with the given errors, one a call, and then works. */
function recorderOver(...faults: Error[]) {
  const calls: (readonly AttemptRecord[])[] = [];
  const disabled: unknown[] = [];
  const stored: number[] = [];
  const deliveries = {
    record: async (results: readonly AttemptRecord[]) => {
      calls.push(results);
      const fault = faults.shift();
      if (fault) throw fault;
    },
    disable: async (gone: readonly object[]) => {
      disabled.push(...gone);
      return [7];
    },
  };
  const onStored = (batch: readonly FinishedAttempt[]) => stored.push(...batch.map(({ record }) => record.deliveryId));
  return { recorder: new Recorder(deliveries, logger, onStored), calls, disabled, stored };
}

describe('Recorder', () => {
  it('stores what comes together in one statement', async () => {
    const { recorder, calls, stored } = recorderOver();
    for (let id = 1; id <= 250; id++) recorder.add(finished(id));
    await recorder.idle();
    expect(calls.map(({ length }) => length)).toEqual([200, 50]);
    expect(stored).toHaveLength(250);
  });

  it('tries again after a fault of the database: a success stays a success', async () => {
    const { recorder, calls, stored } = recorderOver(new Error('connection lost'), new Error('connection lost'));
    recorder.add(finished(1));
    await recorder.idle();
    expect(calls).toHaveLength(3);
    expect(calls[2]).toEqual(calls[0]);
    expect(calls[2]).toMatchObject([{ outcome: 'Succeeded', responseBody: 'ok' }]);
    expect(stored).toEqual([1]);
  });

  it('rather loses the details of an answer than hold up the others for what the database will not take', async () => {
    const refused = Object.assign(new Error('invalid byte sequence'), { code: '22021' });
    const { recorder, calls, stored } = recorderOver(refused);
    recorder.add(finished(1));
    await recorder.idle();
    expect(calls[1]).toMatchObject([
      { outcome: 'Succeeded', responseStatus: 200, responseBody: null, responseHeaders: null },
    ]);
    expect(stored).toEqual([1]);
  });

  it('switches off an endpoint that answered 410', async () => {
    const { recorder, disabled } = recorderOver();
    recorder.add(finished(1, true));
    recorder.add(finished(2));
    await recorder.idle();
    expect(disabled).toEqual([{ endpointId: 7, url: 'https://example.com/' }]);
  });
});
