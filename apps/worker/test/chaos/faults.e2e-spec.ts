import { loadRunEnv } from '@billhook/platform/spec-env';
import { inFullRun } from '@billhook/testing/skipped';
import { onSmallDisk } from '@billhook/testing/small-disk';
import { afterEach, describe, expect, it } from '@jest/globals';
import { KILLS, only } from './fault.js';
import { fullDisk, postgresFaults } from './postgres-faults.js';
import { ChaosStack } from './stack.js';
import { underFaults } from './under-faults.js';

/*
 * The short form of `npm run chaos`: one fault of each kind, at moments that the seed gives.
 * It does not check durations: docs/reliability.md has the figures.
 */

const RUN = { seed: 1, quietMs: { least: 100, most: 500 } };

// Longer than the interval of sweeps.
const OUTAGE_MS = 1_500;

const { TEST_PROGRAMS: origin } = loadRunEnv();
// `npm test` omits these: other specs kill single processes (killed-worker, idempotency-kill, numbering-race).

let stack: ChaosStack | undefined;
afterEach(async () => {
  await stack?.stop();
  stack = undefined;
});

inFullRun(describe)('while integrators write', () => {
  it('every process is killed, PostgreSQL full and cut off: every committed event is delivered, no rolled back one is', async () => {
    const faults = [
      ...only(KILLS, 'API', 'worker', 'PostgreSQL'),
      ...only(postgresFaults(OUTAGE_MS), 'disk full', 'cut off'),
    ];
    const run = { ...RUN, faults, rounds: faults.length };
    stack = await ChaosStack.start({ origin, linked: true });
    const { verdict, written, strikes } = await underFaults(stack, run);
    expect(verdict.faults).toEqual([]);
    expect(new Set(strikes.map(({ fault }) => fault))).toEqual(new Set(faults));
    expect(verdict.changes).toBe(verdict.events);
    // The run proves little unless enough was written, rolled back and repeated.
    expect(written.promised.length).toBeGreaterThan(20);
    expect(written.dry + written.rejected).toBeGreaterThan(0);
    expect(written.replayed).toBeGreaterThan(0);
    expect(verdict.duplicates).toBeLessThanOrEqual(verdict.interrupted);
  });

  onSmallDisk(it)('the disk of PostgreSQL is full: nothing that was confirmed is lost', async () => {
    const run = { ...RUN, faults: [fullDisk(OUTAGE_MS)], rounds: 1 };
    stack = await ChaosStack.start({ origin, smallDisk: true });
    const { verdict, written } = await underFaults(stack, run);
    expect(verdict.faults).toEqual([]);
    expect(written.promised.length).toBeGreaterThan(5);
  });
});
