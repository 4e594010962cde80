import { rateOf } from '@billhook/domain/shared/gcra';
import { EPOCH_US, takeLease, type BucketState } from '@billhook/domain/shared/rate-limit-lease';
import { createLogger } from '@billhook/platform/logger';
import { eventually } from '@billhook/testing/patience';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RateLimitStore, Swap } from '../../src/access/rate-limits/rate-limit-store.js';
import { RateLimiter, type RateLimit } from '../../src/access/rate-limits/rate-limiter.js';
import { SharedBuckets, stateOf, textOf, type Ask } from '../../src/access/rate-limits/shared-buckets.js';
import { Log } from '../support/api.js';
import { Dice } from '../support/dice.js';
import { MemoryRateLimitStore } from '../support/memory-rate-limit-store.js';
import { limitServers, MUCH_PATIENCE_MS, type LimitServer } from '../support/rate-limit-servers.js';

/** As in production. */
const PATIENCE_MS = 250;

/** One request is restored every 3.6 s, which is longer than a test needs for the quota. */
const WINDOW = 3_600;
const QUOTA = 1_000;

const swapOf = (known: string | undefined, next: string): Omit<Swap, 'name'> => ({ known, next, expiresIn: 50_000 });

/** A process that knows a bucket which is not stored continues from what it knows. */
const stateBefore = ({ known }: Ask): BucketState | undefined => (known === undefined ? undefined : stateOf(known));

const stores: Readonly<Record<string, () => Promise<LimitServer | undefined>>> = {
  'the memory of a spec': async () => undefined,
  ...limitServers,
};

describe.each(Object.entries(stores))('swaps on %s', (_, start) => {
  let server: LimitServer | undefined;
  let open: () => RateLimitStore;
  let names = 0;

  beforeAll(async () => {
    server = await start();
    const memory = new MemoryRateLimitStore(() => Date.now() * 1_000);
    open = () => server?.open() ?? memory;
  });
  afterAll(() => server?.stop());

  it.each<[stored: string | undefined, known: string | undefined, result: string]>([
    [undefined, undefined, 'next'],
    [undefined, 'a', 'next'],
    ['a', 'a', 'next'],
    ['a', undefined, 'a'],
    ['a', 'b', 'a'],
  ])('with %s stored, and %s known: %s', async (stored, known, result) => {
    const store = open();
    await store.open();
    const name = `swap:${names++}`;
    if (stored !== undefined) await store.swap([{ name, ...swapOf(undefined, stored) }]);
    expect((await store.swap([{ name, ...swapOf(known, 'next') }])).stored).toEqual([result]);
    expect((await store.swap([{ name, ...swapOf('other', 'other') }])).stored).toEqual([result]);
    await store.close();
  });

  it('replaces what has expired', async () => {
    const store = open();
    await store.open();
    await store.swap([{ name: 'expiring', ...swapOf(undefined, 'a'), expiresIn: 1 }]);
    await eventually('the text has expired', async () => {
      const { stored } = await store.swap([{ name: 'expiring', ...swapOf(undefined, 'next') }]);
      return stored[0] === 'next' || undefined;
    });
    await store.close();
  });

  it('accepts one of several concurrent swaps', async () => {
    const both = [open(), open()];
    await Promise.all(both.map((store) => store.open()));
    const results = await Promise.all(
      both.flatMap((store, n) =>
        Array.from({ length: 20 }, (__, m) => store.swap([{ name: 'raced', ...swapOf(undefined, `by ${n}.${m}`) }])),
      ),
    );
    expect(new Set(results.map(({ stored }) => stored[0])).size).toBe(1);
    expect((await both[0]?.swap([]))?.stored).toEqual([]);
    await Promise.all(both.map((store) => store.close()));
  });
});

describe.each(Object.entries(limitServers))('rate limits on %s', (kind, start) => {
  let server: LimitServer;
  let names = 0;
  const limiters: RateLimiter[] = [];

  const process = async (log = new Log(), patience = MUCH_PATIENCE_MS): Promise<RateLimiter> => {
    const logger = createLogger('test', { LOG_LEVEL: 'info', LOG_FORMAT: 'json' }, log);
    const limiter = new RateLimiter(server.open(), logger, { patience });
    await limiter.start();
    limiters.push(limiter);
    return limiter;
  };
  const limitOf = (quota = QUOTA, window = WINDOW): RateLimit => {
    return { policy: { name: 'minute', quota, window, rate: rateOf(quota, window) }, of: names++ };
  };
  const passes = async (limiter: RateLimiter, limit: RateLimit): Promise<boolean> =>
    (await limiter.take([limit])).violated.length === 0;
  const count = (answers: readonly boolean[]): number => answers.filter(Boolean).length;

  beforeAll(async () => {
    server = await start();
  });
  afterAll(async () => {
    await Promise.all(limiters.map((limiter) => limiter.stop()));
    await server.stop();
  });

  it('follows the rule from any state', async () => {
    const store = server.open();
    await store.open();
    const dice = new Dice(7);
    const below = (most: number): number => dice.below(most);
    const { now } = await store.swap([]);
    const present = Math.floor(now / EPOCH_US);
    const cases = Array.from({ length: 400 }, (_, n): { kept: BucketState | undefined; ask: Ask } => {
      const quota = 1 + below(below(2) === 0 ? 40 : 3_000);
      const rate = rateOf(quota, 1 + below(90));
      const epoch = present - below(5);
      const leased = below(2) * (1 + below(30));
      const tat = now + (below(300) - 150) * rate.emission;
      const kept =
        below(5) === 0 ? undefined : { tat, epoch, young: below(40), old: below(40), at: now - below(EPOCH_US) };
      return {
        kept,
        ask: {
          ...{ name: `case:${n}`, rate, want: below(50), extra: below(30) },
          ...{ leased, spent: below(leased + 1), epoch: present - below(4) },
          // A process may know the state, an older one, or none.
          known: [undefined, kept && textOf(kept), '1 1 1 1 1'][below(3)],
        },
      };
    });
    await store.swap(
      cases.flatMap(({ kept, ask: { name } }) => (kept ? [{ name, ...swapOf(undefined, textOf(kept)) }] : [])),
    );
    const answers = await new SharedBuckets(store, () => Math.floor(performance.now() * 1_000)).settle(
      cases.map(({ ask }) => ask),
    );
    cases.forEach(({ kept, ask }, n) => {
      const { lease } = takeLease(kept ?? stateBefore(ask), ask, answers[n]?.now ?? 0);
      expect({ n, ...answers[n] }).toMatchObject({ n, ...lease });
    });
    await store.close();
  });

  it('allows exactly the quota through two processes in parallel', async () => {
    const [first, second] = [await process(), await process()];
    const limit = limitOf();
    const answers = await Promise.all(
      Array.from({ length: 2 * QUOTA }, (_, n) => passes(n % 2 === 0 ? first : second, limit)),
    );
    expect(count(answers)).toBe(QUOTA);
  });

  it('allows exactly the quota through two processes in turn', async () => {
    const [first, second] = [await process(), await process()];
    const limit = limitOf();
    const answers: boolean[] = [];
    for (let n = 0; n < 2 * QUOTA; n++) answers.push(await passes(n % 2 === 0 ? first : second, limit));
    expect(count(answers)).toBe(QUOTA);
  });

  it('returns unused requests of a process to others', async () => {
    const [first, second] = [await process(), await process()];
    const limit = limitOf();
    for (let n = 0; n < 100; n++) await passes(first, limit);
    await first.stop();
    expect(count(await Promise.all(Array.from({ length: QUOTA }, () => passes(second, limit))))).toBe(QUOTA - 100);
  });

  it.each([
    ['lost', 'lose', 'restore'],
    ['held up', 'hold', 'release'],
  ] as const)('responds while the store is %s, and shares the limits again afterwards', async (_, down, up) => {
    const log = new Log();
    const limiter = await process(log, PATIENCE_MS);
    const limit = limitOf(20);
    expect(count(await Promise.all(Array.from({ length: 10 }, () => passes(limiter, limit))))).toBe(10);
    await server[down]();
    try {
      // The store responds only after `up`: requests that waited for it would never end.
      const answers = await Promise.all(Array.from({ length: 40 }, () => passes(limiter, limit)));
      expect(count(answers)).toBe(10);
      // From now on no request waits: together they would wait for 25 s.
      const then = performance.now();
      for (let n = 0; n < 100; n++) await passes(limiter, limitOf(20));
      expect(performance.now() - then).toBeLessThan((100 * PATIENCE_MS) / 2);
    } finally {
      await server[up]();
    }
    expect(log.text.match(/does not respond/g)).toHaveLength(1);
    await eventually('the store responds again', () => log.text.includes('responds again') || undefined);
    expect(log.text.match(/responds again/g)).toHaveLength(1);
    const [other, fresh] = [await process(), limitOf(20)];
    const both = Array.from({ length: 40 }, (__, n) => passes(n % 2 === 0 ? limiter : other, fresh));
    expect(count(await Promise.all(both))).toBe(20);
  });

  it('starts without the store, and finds it later', async () => {
    await server.lose();
    const log = new Log();
    const limiter = await process(log);
    const limit = limitOf(20);
    // PostgreSQL knows no table then; a Redis that is not running refuses connections.
    expect(count(await Promise.all(Array.from({ length: 40 }, () => passes(limiter, limit))))).toBe(20);
    await server.restore();
    await eventually('the store responds again', () => log.text.includes('responds again') || undefined);
    expect(log.text).toContain('responds again');
    expect(log.text).toContain(kind);
  });

  it('deletes expired buckets in the store, and nothing else', async () => {
    const store = server.open();
    await store.open();
    await store.swap([
      { name: 'fresh', ...swapOf(undefined, 'a') },
      { name: 'stale', ...swapOf(undefined, 'a'), expiresIn: 1 },
    ]);
    await eventually('the stale one is deleted', async () => {
      await store.tidy();
      return !(await server.has('stale')) || undefined;
    });
    expect(await server.has('fresh')).toBe(true);
    await store.close();
  });

  it('responds in time for many addresses', async () => {
    const log = new Log();
    const limiter = await process(log);
    const crowd = Array.from({ length: 5_000 }, () => limitOf(120, 60));
    expect(count(await Promise.all(crowd.map((limit) => passes(limiter, limit))))).toBe(5_000);
  });
});
