import { loadRunEnv } from '@billhook/platform/spec-env';
import { inFullRun } from '@billhook/testing/skipped';
import { afterAll, describe, expect, it } from '@jest/globals';
import { restoreDrill } from './restore-drill.js';
import { ChaosStack } from './stack.js';

const { TEST_PROGRAMS: origin } = loadRunEnv();
// `npm test` restores a server without programs: apps/worker/test/installation/backup.e2e-spec.ts.

let stack: ChaosStack | undefined;
afterAll(() => stack?.stop());

inFullRun(describe)('an installation that was destroyed', () => {
  it('is restored to a moment after its backup, with either choice for its deliveries', async () => {
    stack = await ChaosStack.start({ origin });
    const { runs, kept, lost, invoices } = await restoreDrill(stack, 3);
    expect(runs.map(({ choice, faults }) => ({ choice, faults }))).toEqual([
      { choice: 'send', faults: [] },
      { choice: 'cancel', faults: [] },
    ]);
    // The drill proves little unless enough was written.
    expect(Math.min(kept, lost, invoices)).toBeGreaterThan(5);
  });
});
