import { loadRunEnv } from '@billhook/platform/spec-env';
import { inFullRun } from '@billhook/testing/skipped';
import { afterAll, describe, expect, it } from '@jest/globals';
import { copyUnderKills } from '../chaos/exact-copy.js';
import { ChaosStack } from '../chaos/stack.js';

const { TEST_PROGRAMS: origin } = loadRunEnv();

const SEEDS = 50;
const RECORDS = 5_000;
/** A seed takes 20 s, and longer on a busy machine. */
const LONG_MS = 600_000;

// `npm test` omits these: sync.e2e-spec.ts of the API kills the reader and the worker.
let stack: ChaosStack | undefined;
afterAll(() => stack?.stop());

inFullRun(describe)('a copy, while records change', () => {
  it.each(Array.from({ length: SEEDS }, (_, n) => n + 1))(
    'is exact after the API, the worker, PostgreSQL and the reader were killed (seed %d)',
    async (seed) => {
      stack ??= await ChaosStack.start({ origin });
      const { records, faults, strikes, changes } = await copyUnderKills(stack, { seed, records: RECORDS });
      expect(faults).toEqual([]);
      expect(stack.ended).toEqual([]);
      const names = ['API', 'PostgreSQL', 'reader', 'worker'];
      expect(strikes.map(({ fault }) => fault.name).sort()).toEqual(names.flatMap((name) => [name, name]));
      // The run proves little unless enough was written and deleted.
      expect(records).toBeGreaterThan(RECORDS * 0.9);
      expect([changes.edited, changes.deleted]).not.toContain(0);
    },
    LONG_MS,
  );
});
