import { afterEach, describe, expect, it } from '@jest/globals';
import { besideDead } from './dead-endpoint.js';
import { Dice } from './dice.js';
import { SKEWED, skewed } from './skewed.js';
import { ChaosStack, type StackOptions } from './stack.js';

const TIMEOUT_MS = 180_000;

// Of the 50 endpoints of a company none may have more open at once.
const PLACES = 10;

let stack: ChaosStack | undefined;
afterEach(async () => {
  await stack?.stop();
  stack = undefined;
});

async function start(options: Omit<StackOptions, 'origin'> = {}): Promise<ChaosStack> {
  stack = await ChaosStack.start({ origin: 'sources', ...options });
  return stack;
}

describe('two workers whose clocks are 30 s apart', () => {
  it(
    'make no attempt twice, and both take part',
    async () => {
      const dice = new Dice(1);
      const outcome = await skewed(await start(SKEWED), { rounds: 3, kills: () => false, late: false, dice });
      expect(outcome.verdict).toMatchObject({ faults: [], duplicates: 0, interrupted: 0, events: 300 });
      expect(outcome.attempts.fast).toBeGreaterThan(0);
      expect(outcome.attempts.slow).toBeGreaterThan(0);
    },
    TIMEOUT_MS,
  );
});

describe('an endpoint that never answers', () => {
  it(
    'keeps no other waiting, and holds no more than its places',
    async () => {
      const outcome = await besideDead(await start(), { rounds: 1, backlog: 300, changes: 60, perSecond: 30 });
      expect(outcome.missing).toBe(0);
      // Everything of its own was still there when all others had theirs.
      expect(outcome.waiting).toEqual({ before: 300, after: 300 });
      expect(outcome.open).toBe(PLACES);
    },
    TIMEOUT_MS,
  );
});
