import { loadRunEnv } from '@billhook/platform/spec-env';
import { withProgram } from '@billhook/testing/skipped';
import { afterEach, describe, expect, it } from '@jest/globals';
import { only } from './fault.js';
import { redisFaults } from './redis-faults.js';
import { ChaosStack } from './stack.js';
import { underFaults } from './under-faults.js';

// As in faults.e2e-spec.ts. An outage is longer than the interval of sweeps.
const RUN = { seed: 1, quietMs: { least: 100, most: 500 } };
const OUTAGE_MS = 1_500;

const { TEST_PROGRAMS: origin } = loadRunEnv();

let stack: ChaosStack | undefined;
afterEach(async () => {
  await stack?.stop();
  stack = undefined;
});

withProgram('Redis', describe)('while integrators write', () => {
  it('Redis is emptied, stopped and unavailable: events still reach receivers', async () => {
    const faults = only(redisFaults(OUTAGE_MS), 'emptied', 'stopped', 'down');
    stack = await ChaosStack.start({ origin, redis: true });
    const outcome = await underFaults(stack, { ...RUN, faults, rounds: faults.length });
    expect(outcome.verdict).toMatchObject({ faults: [], duplicates: 0, interrupted: 0 });
    expect(outcome.written).toMatchObject({ cut: 0, refused: 0 });
    for (const [n, { fault }] of outcome.strikes.entries()) {
      if (fault.outlived) expect([fault.name, outcome.meanwhile[n]]).not.toEqual([fault.name, 0]);
    }
  });
});
