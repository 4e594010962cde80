import { loadRunEnv } from '@billhook/platform/spec-env';
import { inFullRun } from '@billhook/testing/skipped';
import { afterEach, describe, expect, it } from '@jest/globals';
import { failOver } from './failover.js';
import { ChaosStack } from './stack.js';

const { TEST_PROGRAMS: origin } = loadRunEnv();
// `npm test` omits these: each starts three servers and both programs.
const RUN = { rounds: 1, seed: 7, behindMs: 1_000 };

let stack: ChaosStack;
afterEach(() => stack.stop());

inFullRun(describe)('a standby takes over while integrators write', () => {
  it('and has every write with a response, if it is synchronous', async () => {
    stack = await ChaosStack.start({ origin, linked: true });
    const { verdict, loss } = await failOver(stack, { ...RUN, synchronous: true });
    expect(verdict.faults).toEqual([]);
    expect(loss).toMatchObject({ writes: 0, events: 0, sequences: 0 });
    expect(loss.answered).toBeGreaterThan(20);
  });

  it('and lacks what it had not received, if it is asynchronous', async () => {
    stack = await ChaosStack.start({ origin, linked: true });
    const { loss } = await failOver(stack, { ...RUN, synchronous: false });
    expect(loss.writes).toBeGreaterThan(0);
    expect(loss.events).toBeGreaterThan(0);
  });
});
