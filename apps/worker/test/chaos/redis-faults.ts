import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { outlived, type Fault } from './fault.js';
import type { ChaosStack } from './stack.js';

async function withRedis(stack: ChaosStack, work: (client: Redis) => Promise<unknown>): Promise<void> {
  if (!stack.redis) throw new Error('the stack has no Redis');
  const client = new Redis(stack.redis.url);
  // A failing command reports the problem.
  client.on('error', () => undefined);
  try {
    await work(client);
  } finally {
    client.disconnect();
  }
}

/**
 * Faults of the queue, which holds only wake-ups.
 * @param outageMs duration of an outage; longer than the interval of sweeps, because a shorter one would hide events that only Redis knows
 */
export const redisFaults = (outageMs: number): readonly Fault[] => [
  {
    name: 'emptied',
    did: '`FLUSHALL`',
    weight: 1,
    strike: (stack) => withRedis(stack, (client) => client.flushall()),
  },
  {
    name: 'killed',
    did: 'kill -9, and an empty one started at its address after up to 2 s',
    weight: 1,
    strike: async (stack, dice) => {
      stack.redis?.kill();
      await sleep(dice.between(0, 2_000));
      await stack.redis?.run();
    },
  },
  {
    name: 'stopped',
    did: `stopped for ${outageMs / 1_000} s (SIGSTOP): connections remain and nothing responds`,
    weight: 1,
    outlived: true,
    strike: async (stack, _, { at }) => {
      stack.redis?.hold();
      await outlived(stack, at, outageMs);
      stack.redis?.release();
    },
  },
  {
    name: 'down',
    did: `down for ${outageMs / 1_000} s: connections are refused`,
    weight: 1,
    outlived: true,
    strike: async (stack, _, { at }) => {
      stack.redis?.kill();
      await outlived(stack, at, outageMs);
      await stack.redis?.run();
    },
  },
  {
    name: 'full',
    did: `\`maxmemory\` reached with \`noeviction\` for ${outageMs / 1_000} s: every write is rejected`,
    weight: 1,
    outlived: true,
    strike: (stack, _, { at }) =>
      withRedis(stack, async (client) => {
        await client.config('SET', 'maxmemory-policy', 'noeviction');
        await client.config('SET', 'maxmemory', '1');
        await outlived(stack, at, outageMs);
        await client.config('SET', 'maxmemory', '0');
      }),
  },
];
