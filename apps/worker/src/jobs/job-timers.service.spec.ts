import { currentCell } from '@billhook/db/current-cell';
import { createLogger } from '@billhook/platform/logger';
import { NO_METER } from '@billhook/platform/metrics/meter';
import { eventually } from '@billhook/testing/patience';
import { describe, expect, it } from '@jest/globals';
import { JobTimers } from './job-timers.service.js';
import type { WorkerJob } from './jobs.js';

const CELLS = {
  areOne: false,
  numbers: [1, 2],
  labelOf: (place: number | undefined) => ({ cell: place === undefined ? 'global' : String(place) }),
};

function timers(jobs: readonly WorkerJob[], cells?: typeof CELLS) {
  const written: string[] = [];
  const logger = createLogger(
    'test',
    { LOG_LEVEL: 'info', LOG_FORMAT: 'json' },
    { write: (line) => written.push(line) },
  );
  return { timers: new JobTimers(jobs, logger, NO_METER, cells), written };
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

  it('runs jobs for each cell and for the global side, each independently, also for a new cell', async () => {
    const cells = { ...CELLS };
    const rounds = new Map<string, number>();
    const run = (name: string) => async () => {
      const key = `${name} ${currentCell()}`;
      rounds.set(key, (rounds.get(key) ?? 0) + 1);
      if (key === 'of cells 1') await new Promise(() => undefined);
    };
    const { timers: all } = timers(
      [
        { name: 'of cells', every: 1, run: run('of cells') },
        { name: 'global', on: 'global', every: 1, run: run('global') },
        { name: 'both', on: 'both', every: 1, run: run('both') },
      ],
      cells,
    );
    all.start();
    await until('two rounds of the second cell', () => (rounds.get('of cells 2') ?? 0) >= 2);
    cells.numbers = [1, 3];
    all.follow();
    await until('a round of the third cell', () => (rounds.get('of cells 3') ?? 0) >= 1);
    all.stop();
    expect(rounds.get('of cells 1')).toBe(1);
    expect(new Set(rounds.keys())).toEqual(
      new Set([
        ...['of cells 1', 'of cells 2', 'of cells 3', 'global undefined'],
        ...['both undefined', 'both 1', 'both 2', 'both 3'],
      ]),
    );
    expect(new Set(all.lastRounds.map(({ title }) => title))).toEqual(
      new Set(['of cells, cell 1', 'of cells, cell 3', 'global', 'both, global side', 'both, cell 1', 'both, cell 3']),
    );
  });

  it('runs a job of both sides once with one cell', async () => {
    const seen: unknown[] = [];
    const { timers: all } = timers([
      { name: 'both', on: 'both', every: 60_000, run: async () => seen.push(currentCell()) },
    ]);
    all.start();
    all.stop();
    await all.idle();
    expect(seen).toEqual([1]);
  });
});
