import { createLogger } from '@billhook/platform/logger';
import { eventually } from '@billhook/testing/patience';
import { describe, expect, it } from '@jest/globals';
import { JobTimers } from './job-timers.service.js';
import type { WorkerJob } from './jobs.js';

function timers(jobs: readonly WorkerJob[]) {
  const written: string[] = [];
  const logger = createLogger(
    'test',
    { LOG_LEVEL: 'info', LOG_FORMAT: 'json' },
    { write: (line) => written.push(line) },
  );
  return { timers: new JobTimers(jobs, logger), written };
}

const until = (what: string, isSo: () => boolean) => eventually(what, async () => isSo() || undefined);

describe('JobTimers', () => {
  it('runs each job immediately and again after each round, whatever the others do', async () => {
    let rounds = 0;
    const hangs = { name: 'hangs', every: 1, run: () => new Promise(() => undefined) };
    const { timers: all } = timers([hangs, { name: 'counts', every: 1, run: async () => (rounds += 1) }]);
    all.start();
    await until('three rounds', () => rounds >= 3);
    all.stop();
  });

  it('begins a round after the previous one has ended, never in parallel', async () => {
    let underWay = 0;
    let most = 0;
    let rounds = 0;
    const run = async () => {
      most = Math.max(most, ++underWay);
      await new Promise((resolve) => setImmediate(resolve));
      underWay -= 1;
      rounds += 1;
    };
    const { timers: all } = timers([{ name: 'slow', every: 0, run }]);
    all.start();
    await until('five rounds', () => rounds >= 5);
    all.stop();
    expect(most).toBe(1);
  });

  it('logs a failed round with the name of its job, and continues', async () => {
    let rounds = 0;
    const run = () => {
      rounds += 1;
      return Promise.reject(new Error('the database is away'));
    };
    const { timers: all, written } = timers([{ name: 'fails', every: 1, run }]);
    all.start();
    // The log has the first failure, and a summary of the others after a minute.
    await until('two failures', () => rounds >= 2);
    all.stop();
    expect(JSON.parse(written[0] ?? '')).toMatchObject({
      job: 'fails',
      msg: 'upkeep failed; the next round will retry',
    });
    expect(written[0]).toContain('the database is away');
  });

  it('signals the stop to the running rounds, waits for them and begins no others', async () => {
    let rounds = 0;
    const run = async (stop: AbortSignal) => {
      rounds += 1;
      await new Promise<void>((resolve) => stop.addEventListener('abort', () => resolve()));
    };
    const { timers: all } = timers([{ name: 'waits', every: 0, run }]);
    all.start();
    all.stop();
    await all.idle();
    await new Promise((resolve) => setImmediate(resolve));
    expect(rounds).toBe(1);
  });
});
