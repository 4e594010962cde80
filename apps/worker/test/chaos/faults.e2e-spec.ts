import { afterEach, describe, expect, it } from '@jest/globals';
import { hasRedis } from '@billhook/testing/redis-server';
import { KILLS } from './fault.js';
import { postgresFaults } from './postgres-faults.js';
import { redisFaults } from './redis-faults.js';
import { ChaosStack, type StackOptions } from './stack.js';
import { underFaults } from './under-faults.js';

/*
 * The short form of `npm run chaos`: each fault once, at moments that the seed gives. How long anything takes is not looked at here:
 * docs/reliability.md has the figures.
 */

const RUN = { seed: 1, quietMs: { least: 100, most: 500 } };

// Longer than a sweep.
const OUTAGE_MS = 1_500;

const TIMEOUT_MS = 180_000;

let stack: ChaosStack | undefined;
afterEach(async () => {
  await stack?.stop();
  stack = undefined;
});

const redisServers = hasRedis() ? ['Redis'] : [];
if (redisServers.length === 0) {
  process.stdout.write('There is no redis-server on this machine: its faults were not tried.\n');
}

async function start(options: Omit<StackOptions, 'origin'> = {}): Promise<ChaosStack> {
  stack = await ChaosStack.start({ origin: 'sources', ...options });
  return stack;
}

describe('while integrators write', () => {
  it(
    'every process is killed, PostgreSQL restarted, slow, full and cut off: nothing committed is lost, nothing rolled back is told',
    async () => {
      const faults = [...KILLS, ...postgresFaults(OUTAGE_MS)];
      const run = { ...RUN, faults, rounds: faults.length };
      const { verdict, written, strikes } = await underFaults(await start({ linked: true }), run);
      expect(verdict.faults).toEqual([]);
      expect(new Set(strikes.map(({ fault }) => fault))).toEqual(new Set(faults));
      expect(verdict.changes).toBe(verdict.events);
      // It would prove little if hardly anything had been written, or nothing been rolled back or repeated.
      expect(written.promised.length).toBeGreaterThan(20);
      expect(written.dry + written.rejected).toBeGreaterThan(0);
      expect(written.replayed).toBeGreaterThan(0);
      expect(verdict.duplicates).toBeLessThanOrEqual(verdict.interrupted);
    },
    TIMEOUT_MS,
  );

  it.each(redisServers)(
    '%s is emptied, killed, stopped and full: events go on reaching receivers',
    async () => {
      const faults = redisFaults(OUTAGE_MS);
      const outcome = await underFaults(await start({ redis: true }), { ...RUN, faults, rounds: faults.length });
      expect(outcome.verdict).toMatchObject({ faults: [], duplicates: 0, interrupted: 0 });
      expect(outcome.written).toMatchObject({ cut: 0, refused: 0 });
      for (const [n, { fault }] of outcome.strikes.entries()) {
        if (fault.outlived) expect([fault.name, outcome.meanwhile[n]]).not.toEqual([fault.name, 0]);
      }
    },
    TIMEOUT_MS,
  );
});
