import { rateOf } from '@billhook/domain/shared/gcra';
import { createLogger } from '@billhook/platform/logger';
import { hasRedis, RedisServer } from '@billhook/testing/redis-server';
import { createTestDatabase, type TestDatabase } from '@billhook/testing/test-database';
import { withClient } from '@billhook/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import pg from 'pg';
import { eventually } from '@billhook/testing/patience';
import { EPOCH_US, type Ask, type LimitStore } from '../../src/access/limits/limit-store.js';
import { Limiter, type Limit } from '../../src/access/limits/limiter.js';
import { PostgresLimitStore } from '../../src/access/limits/postgres-limit-store.js';
import { RedisLimitStore } from '../../src/access/limits/redis-limit-store.js';
import { Log } from '../support/api.js';
import { Dice } from '../support/dice.js';
import { settleModel, type Kept } from '../support/model-limit-store.js';

/** A server that stores can be opened on, and lost. */
interface Server {
  open(): LimitStore;
  /** Puts buckets there as they would be. */
  keep(buckets: ReadonlyMap<string, Kept>): Promise<void>;
  has(name: string): Promise<boolean>;
  /** Deletes the buckets while the processes use them. */
  lose(): Promise<void>;
  restore(): Promise<void>;
  /** Lets every process wait. */
  hold(): Promise<void>;
  release(): Promise<void>;
  stop(): Promise<void>;
}

class Postgres implements Server {
  private holder: pg.Client | undefined;

  constructor(private readonly database: TestDatabase) {}

  open(): LimitStore {
    return new PostgresLimitStore(this.database.url);
  }

  async keep(buckets: ReadonlyMap<string, Kept>): Promise<void> {
    await this.query(
      'INSERT INTO rate_limits SELECT name, tat, epoch, young, old, 0 FROM json_to_recordset($1) AS kept (name text, tat bigint, epoch bigint, young int, old int)',
      [JSON.stringify([...buckets].map(([name, kept]) => ({ name, ...kept })))],
    );
  }

  async has(name: string): Promise<boolean> {
    return (await this.query('SELECT FROM rate_limits WHERE name = $1', [name])).length > 0;
  }

  async lose(): Promise<void> {
    await this.query('ALTER TABLE rate_limits RENAME TO elsewhere');
  }

  async restore(): Promise<void> {
    await this.query('ALTER TABLE elsewhere RENAME TO rate_limits');
  }

  async hold(): Promise<void> {
    this.holder = new pg.Client({ connectionString: this.database.url });
    await this.holder.connect();
    await this.holder.query('BEGIN; LOCK TABLE rate_limits');
  }

  async release(): Promise<void> {
    await this.holder?.end();
  }

  stop(): Promise<void> {
    return this.database.drop();
  }

  private query(text: string, values: unknown[] = []): Promise<object[]> {
    return withClient(this.database.url, async (client) => (await client.query<object>(text, values)).rows);
  }
}

class RedisAlone implements Server {
  private readonly client: Redis;

  constructor(private readonly server: RedisServer) {
    this.client = new Redis(server.url);
    this.client.on('error', () => undefined);
  }

  open(): LimitStore {
    return new RedisLimitStore(this.server.url, MUCH_PATIENCE_MS);
  }

  async keep(buckets: ReadonlyMap<string, Kept>): Promise<void> {
    for (const [name, { tat, epoch, young, old }] of buckets) {
      await this.client.set(`{billhook:limits}:${name}`, `${tat} ${epoch} ${young} ${old}`);
    }
  }

  async has(name: string): Promise<boolean> {
    // Each bucket has its expiry from the start.
    const left = await this.client.pttl(`{billhook:limits}:${name}`);
    return left > 0 && left < 60_000;
  }

  async lose(): Promise<void> {
    this.server.kill();
  }

  restore(): Promise<void> {
    return this.server.run();
  }

  async hold(): Promise<void> {
    this.server.hold();
  }

  async release(): Promise<void> {
    this.server.release();
  }

  async stop(): Promise<void> {
    this.client.disconnect();
    this.server.stop();
  }
}

const servers: Readonly<Record<string, () => Promise<Server>>> = {
  PostgreSQL: async () => new Postgres(await createTestDatabase()),
  ...(hasRedis() ? { Redis: async () => new RedisAlone(await RedisServer.start()) } : {}),
};
if (!servers['Redis'])
  process.stdout.write('There is no redis-server on this machine: the rate limits were not tried on Redis.\n');

/** As in production. */
const PATIENCE_MS = 250;

/** For tests that check counts on a busy machine. */
const MUCH_PATIENCE_MS = 10_000;

/** One request is restored every 3.6 s, which is longer than a test needs for the quota. */
const WINDOW = 3_600;
const QUOTA = 1_000;

describe.each(Object.entries(servers))('rate limits on %s', (kind, start) => {
  let server: Server;
  let names = 0;
  const limiters: Limiter[] = [];

  const process = async (log = new Log(), patience = MUCH_PATIENCE_MS): Promise<Limiter> => {
    const logger = createLogger('test', { LOG_LEVEL: 'info', LOG_FORMAT: 'json' }, log);
    const limiter = new Limiter(server.open(), logger, { longest: WINDOW, patience });
    await limiter.start();
    limiters.push(limiter);
    return limiter;
  };
  const limitOf = (quota = QUOTA, window = WINDOW): Limit => {
    return { policy: { name: 'minute', quota, window, rate: rateOf(quota, window) }, of: names++ };
  };
  const passes = async (limiter: Limiter, limit: Limit): Promise<boolean> =>
    (await limiter.take([limit])).violated.length === 0;
  const count = (answers: readonly boolean[]): number => answers.filter(Boolean).length;

  beforeAll(async () => {
    server = await start();
  });
  afterAll(async () => {
    await Promise.all(limiters.map((limiter) => limiter.stop()));
    await server.stop();
  });

  it('follows the rule, from whatever state', async () => {
    const store = server.open();
    await store.open();
    const dice = new Dice(7);
    const below = (most: number): number => dice.below(most);
    const [{ now = 0 } = {}] = await store.settle([
      { name: 'clock', rate: rateOf(1, 1), want: 0, extra: 0, leased: 0, spent: 0, epoch: 0 },
    ]);
    const present = Math.floor(now / EPOCH_US);
    const cases = Array.from({ length: 400 }, (_, n): { kept: Kept | undefined; ask: Ask } => {
      const quota = 1 + below(below(2) === 0 ? 40 : 3_000);
      const rate = rateOf(quota, 1 + below(90));
      const epoch = present - below(5);
      const leased = below(2) * (1 + below(30));
      return {
        kept:
          below(5) === 0
            ? undefined
            : { tat: now + (below(300) - 150) * rate.emission, epoch, young: below(40), old: below(40) },
        ask: {
          name: `case:${n}`,
          rate,
          want: below(50),
          extra: below(30),
          leased,
          spent: below(leased + 1),
          epoch: present - below(4),
        },
      };
    });
    await server.keep(new Map(cases.flatMap(({ kept, ask }) => (kept ? [[ask.name, kept] as const] : []))));
    const answers = await store.settle(cases.map(({ ask }) => ask));
    cases.forEach(({ kept, ask }, n) => {
      expect({ n, ...answers[n] }).toMatchObject({ n, ...settleModel(kept, ask, answers[n]?.now ?? 0).settled });
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

  it('lets exactly the quota through two processes in turn', async () => {
    const [first, second] = [await process(), await process()];
    const limit = limitOf();
    const answers: boolean[] = [];
    for (let n = 0; n < 2 * QUOTA; n++) answers.push(await passes(n % 2 === 0 ? first : second, limit));
    expect(count(answers)).toBe(QUOTA);
  });

  it('gives to others what a process does not use', async () => {
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
      const before = performance.now();
      const answers = await Promise.all(Array.from({ length: 40 }, () => passes(limiter, limit)));
      expect(performance.now() - before).toBeLessThan(PATIENCE_MS + 500);
      expect(count(answers)).toBe(10);
      // From now on no request waits.
      const then = performance.now();
      for (let n = 0; n < 100; n++) await passes(limiter, limitOf(20));
      expect(performance.now() - then).toBeLessThan(PATIENCE_MS);
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
    // PostgreSQL knows no table then; a Redis that is away refuses.
    expect(count(await Promise.all(Array.from({ length: 40 }, () => passes(limiter, limit))))).toBe(20);
    await server.restore();
    await eventually('the store responds again', () => log.text.includes('responds again') || undefined);
    expect(log.text).toContain('responds again');
    expect(log.text).toContain(kind);
  });

  it('deletes full buckets in the store, and nothing else', async () => {
    const store = server.open();
    await store.open();
    const rate = rateOf(100, 1);
    const ask = (name: string): Ask => ({ name, rate, want: 1, extra: 0, leased: 0, spent: 0, epoch: 0 });
    await store.settle([ask('fresh')]);
    if (kind === 'PostgreSQL') await server.keep(new Map([['stale', { tat: 1, epoch: 1, young: 1, old: 0 }]]));
    await store.tidy(60);
    expect([await server.has('fresh'), await server.has('stale')]).toEqual([true, false]);
    await store.close();
  });

  it('responds in time for many addresses', async () => {
    const log = new Log();
    const limiter = await process(log);
    const crowd = Array.from({ length: 5_000 }, () => limitOf(120, 60));
    expect(count(await Promise.all(crowd.map((limit) => passes(limiter, limit))))).toBe(5_000);
  });
});
