import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type { Fault } from './fault.js';
import type { ChaosStack } from './stack.js';

// Longer than any sweep: what is only in Redis would be missed.
const OUTAGE_MS = 5_000;

async function withRedis(stack: ChaosStack, work: (client: Redis) => Promise<unknown>): Promise<void> {
  if (!stack.redis) throw new Error('the stack has no Redis');
  const client = new Redis(stack.redis.url);
  // It says what is wrong by the command that fails.
  client.on('error', () => undefined);
  try {
    await work(client);
  } finally {
    client.disconnect();
  }
}

/** What can happen to the queue, which holds nothing but wake-ups. */
export const REDIS_FAULTS: readonly Fault[] = [
  {
    name: 'emptied',
    did: '`FLUSHALL`',
    weight: 1,
    strike: (stack) => withRedis(stack, (client) => client.flushall()),
  },
  {
    name: 'killed',
    did: 'kill -9, and an empty one started at its address after 0 to 2 s',
    weight: 1,
    strike: async (stack, dice) => {
      stack.redis?.kill();
      await sleep(dice.between(0, 2_000));
      await stack.redis?.run();
    },
  },
  {
    name: 'stopped',
    did: 'stopped for 5 s (SIGSTOP): connections stay and nothing answers',
    weight: 1,
    outlived: true,
    strike: async (stack) => {
      stack.redis?.hold();
      await sleep(OUTAGE_MS);
      stack.redis?.release();
    },
  },
  {
    name: 'down',
    did: 'gone for 5 s: connections are refused',
    weight: 1,
    outlived: true,
    strike: async (stack) => {
      stack.redis?.kill();
      await sleep(OUTAGE_MS);
      await stack.redis?.run();
    },
  },
  {
    name: 'full',
    did: '`maxmemory` reached with `noeviction` for 5 s: every write is refused',
    weight: 1,
    outlived: true,
    strike: async (stack) => {
      await withRedis(stack, async (client) => {
        await client.config('SET', 'maxmemory-policy', 'noeviction');
        await client.config('SET', 'maxmemory', '1');
        await sleep(OUTAGE_MS);
        await client.config('SET', 'maxmemory', '0');
      });
    },
  },
];
