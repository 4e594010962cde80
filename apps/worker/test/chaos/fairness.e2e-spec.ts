import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { besideDead } from './dead-endpoint.js';
import { Dice } from './dice.js';
import { SKEWED, skewed } from './skewed.js';
import { ChaosStack } from './stack.js';

const TIMEOUT_MS = 180_000;

// Of the 50 endpoints of a company none may have more open at once.
const PLACES = 10;

let stack: ChaosStack;
beforeAll(async () => {
  stack = await ChaosStack.start({ origin: 'sources', ...SKEWED });
}, TIMEOUT_MS);
afterAll(() => stack.stop());

describe('two workers whose clocks are 30 s apart', () => {
  it(
    'make no attempt twice, and both take part',
    async () => {
      const outcome = await skewed(stack, { rounds: 3, kills: () => false, late: false, dice: new Dice(1) });
      expect(outcome.verdict).toMatchObject({ faults: [], duplicates: 0, interrupted: 0, events: 300 });
      expect(outcome.attempts.fast).toBeGreaterThan(0);
      expect(outcome.attempts.slow).toBeGreaterThan(0);
    },
    TIMEOUT_MS,
  );

  it(
    'let an endpoint that never answers keep no other waiting, and hold no more than its places over both',
    async () => {
      for (const { id } of stack.endpoints) await stack.call('DELETE', `/v1/webhook-endpoints/${id}`);
      const outcome = await besideDead(stack, { rounds: 1, backlog: 300, changes: 60, perSecond: 30 });
      expect(outcome.missing).toBe(0);
      // Everything of its own was still there when all others had theirs.
      expect(outcome.waiting).toEqual({ before: 300, after: 300 });
      expect(outcome.open).toBe(PLACES);
    },
    TIMEOUT_MS,
  );
});
