import { gcra } from '@billhook/domain/shared/gcra';
import { EPOCH_US } from '@billhook/domain/shared/rate-limit-lease';
import { createLogger } from '@billhook/platform/logger';
import { eventually } from '@billhook/testing/patience';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MemoryRateLimitStore } from '../../../test/support/memory-rate-limit-store.js';
import { policiesOf, type Policy, type PolicyName } from './rate-limit-policies.rules.js';
import { RateLimiter, type RateLimit, type RateLimitVerdict } from './rate-limiter.js';
import { policyHeader, standingHeader } from './rate-limits.service.js';

const SECOND = 1_000_000;
const START = 1_795_000_000 * SECOND;

const policies = policiesOf({
  RATE_LIMIT_KEY: 1_000,
  RATE_LIMIT_COMPANY: 3_000,
  RATE_LIMIT_ADDRESS: 120,
  RATE_LIMIT_PUBLIC: 0,
});
const policy = (name: PolicyName, quota?: number): Policy => {
  const [made] = policiesOf({
    RATE_LIMIT_KEY: 0,
    RATE_LIMIT_COMPANY: 0,
    RATE_LIMIT_ADDRESS: quota ?? 0,
    RATE_LIMIT_PUBLIC: 0,
  }).values();
  const found = policies.get(name);
  if (!found) throw new Error(name);
  return made ? { ...made, name } : found;
};

/** Processes on one store, with a clock that changes only when it is set. */
class Bench {
  time = START;
  readonly store = new MemoryRateLimitStore(() => this.time);
  log = '';

  limiter(store = this.store, patience = 5_000): RateLimiter {
    const logger = createLogger(
      'test',
      { LOG_LEVEL: 'info', LOG_FORMAT: 'json' },
      { write: (line) => void (this.log += line) },
    );
    return new RateLimiter(store, logger, { patience, now: () => this.time });
  }
}

const passed = (verdicts: readonly RateLimitVerdict[]): number =>
  verdicts.filter(({ violated }) => violated.length === 0).length;
const times = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));

describe('the policies', () => {
  it('are those with a quota, that of the key first', () => {
    expect(policyHeader([...policies.values()])).toBe(
      '"minute";q=1000;w=60, "company";q=3000;w=60, "address";q=120;w=60',
    );
    expect([
      ...policiesOf({ RATE_LIMIT_KEY: 0, RATE_LIMIT_COMPANY: 5, RATE_LIMIT_ADDRESS: 0, RATE_LIMIT_PUBLIC: 0 }).keys(),
    ]).toEqual(['company']);
  });
});

describe('the limiter', () => {
  const key: RateLimit = { policy: policy('minute'), of: 1 };

  it('reports the remaining requests, and when the quota is full', async () => {
    const bench = new Bench();
    const limiter = bench.limiter();
    const company = { policy: policy('company'), of: 7 };
    const shown = async (): Promise<string> => standingHeader((await limiter.take([key, company])).standings);
    expect(standingHeader(limiter.look([key, company]).standings)).toBe('"minute";r=1000;t=0, "company";r=3000;t=0');
    expect(await shown()).toBe('"minute";r=999;t=1, "company";r=2999;t=1');
    for (let n = 2; n < 100; n++) await limiter.take([key, company]);
    expect(await shown()).toBe('"minute";r=900;t=6, "company";r=2900;t=2');
    for (let n = 0; n < 3; n++) {
      bench.time += SECOND;
      await limiter.sweep();
    }
    expect(await shown()).toBe('"minute";r=949;t=4, "company";r=2999;t=1');
  });

  it.each([6, 40, 600, 1_000, 3_000])(
    'allows a quota of %i, to two processes concurrently or in turn',
    async (quota) => {
      const limit: RateLimit = { policy: policy('minute', quota), of: 1 };
      for (const inTurn of [false, true]) {
        const bench = new Bench();
        const [first, second] = [bench.limiter(), bench.limiter()];
        const at = (n: number): Promise<RateLimitVerdict> => (n % 2 === 0 ? first : second).take([limit]);
        const verdicts: RateLimitVerdict[] = [];
        if (inTurn) for (let n = 0; n < 2 * quota; n++) verdicts.push(await at(n));
        else verdicts.push(...(await Promise.all(times(2 * quota, at))));
        expect(passed(verdicts)).toBe(quota);
        const last = verdicts.at(-1);
        expect(last).toMatchObject({
          violated: ['minute'],
          retryAfter: last?.standings[0]?.seconds,
          standings: [{ remaining: 0 }],
        });
      }
    },
  );

  it('allows one more request after Retry-After, not before', async () => {
    const bench = new Bench();
    const limiter = bench.limiter();
    const limit: RateLimit = { policy: policy('minute', 6), of: 1 };
    await Promise.all(times(6, () => limiter.take([limit])));
    await eventually('the lease is returned', () => bench.store.stateNamed('minute:1')?.young === 0 || undefined);
    expect(await limiter.take([limit])).toMatchObject({ violated: ['minute'], retryAfter: 10 });
    bench.time += 9_999_999;
    expect(await limiter.take([limit])).toMatchObject({ violated: ['minute'], retryAfter: 1 });
    bench.time += 1;
    expect(await limiter.take([limit])).toMatchObject({ violated: [], retryAfter: 0 });
  });

  it('rarely asks the store, whatever the number of requests, and once for concurrent ones', async () => {
    const bench = new Bench();
    const limiter = bench.limiter();
    const limit: RateLimit = { policy: policy('minute', 1_000_000), of: 1 };
    for (let n = 0; n < 20_000; n++) await limiter.take([limit]);
    expect(bench.store.asked).toBeLessThan(20);

    const { asked } = bench.store;
    expect(passed(await Promise.all(times(500, () => limiter.take([{ ...limit, of: 2 }]))))).toBe(500);
    expect(bench.store.asked).toBe(asked + 1);
  });

  it('rejects without asking while the store has no cell left', async () => {
    const bench = new Bench();
    const limiter = bench.limiter();
    const limit: RateLimit = { policy: policy('minute', 6), of: 1 };
    await Promise.all(times(12, () => limiter.take([limit])));
    const { asked } = bench.store;
    for (let n = 0; n < 100; n++) expect(await limiter.take([limit])).toMatchObject({ violated: ['minute'] });
    expect(bench.store.asked).toBe(asked);
  });

  it('takes nothing from one limit if another one rejects the request', async () => {
    const bench = new Bench();
    const limiter = bench.limiter();
    const company: RateLimit = { policy: policy('company', 6), of: 7 };
    const verdicts = await Promise.all(times(50, () => limiter.take([key, company])));
    expect(passed(verdicts)).toBe(6);
    bench.time += EPOCH_US / 2;
    await limiter.sweep();
    expect(bench.store.stateNamed('minute:1')).toMatchObject({ young: 0, old: 0 });
    expect(limiter.look([key]).standings).toMatchObject([{ remaining: 994 }]);
  });

  it.each(['sweep', 'stop'] as const)('returns unused cells at a %s', async (way) => {
    const bench = new Bench();
    const [first, second] = [bench.limiter(), bench.limiter()];
    const drain = async (): Promise<number> => passed(await Promise.all(times(2_000, () => second.take([key]))));
    for (let n = 0; n < 70; n++) await first.take([key]);
    const before = await drain();
    expect(before).toBeLessThan(930);
    bench.time += EPOCH_US / 2;
    await first[way]();
    await second.sweep();
    // One cell becomes free every 60 ms.
    expect(before + (await drain())).toBe(930 + Math.floor(EPOCH_US / 2 / 60_000));
  });

  it('counts the cells of a killed process once', async () => {
    const bench = new Bench();
    const killed = bench.limiter();
    for (let n = 0; n < 70; n++) await killed.take([key]);
    const { young = 0 } = bench.store.stateNamed('minute:1') ?? {};
    expect(young).toBeGreaterThan(0);
    const other = bench.limiter();
    expect(passed(await Promise.all(times(2_000, () => other.take([key]))))).toBeLessThan(930);
    bench.time += 3 * EPOCH_US + 60 * SECOND;
    expect(passed(await Promise.all(times(2_000, () => other.take([key]))))).toBe(1_000);
  });

  it('removes callers that stop calling', async () => {
    const bench = new Bench();
    const limiter = bench.limiter();
    const address = policy('address');
    for (let round = 0; round < 10; round++) {
      await Promise.all(times(10_000, (n) => limiter.take([{ policy: address, of: `${round}.${n}` }])));
    }
    expect(limiter.size).toBe(100_000);
    for (let n = 0; n < 3; n++) {
      bench.time += EPOCH_US;
      await limiter.sweep();
    }
    expect(limiter.size).toBe(0);
  });

  it('never allows more than the quota, whatever processes do and however they end', async () => {
    const step = fc.record({
      process: fc.nat(2),
      requests: fc.nat(30),
      // From much less than a cell to longer than a lease.
      pause: fc.oneof(fc.constant(0), fc.nat(200_000), fc.nat(3 * EPOCH_US)),
      then: fc.constantFrom('nothing', 'sweep', 'die', 'stop'),
    });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(5, 40, 600), fc.array(step, { maxLength: 40 }), async (quota, steps) => {
        const bench = new Bench();
        const limit: RateLimit = { policy: policy('minute', quota), of: 1 };
        const limiters = times(3, () => bench.limiter());
        let tat = 0;
        for (const { process, requests, pause, then } of steps) {
          bench.time += pause;
          const limiter = limiters[process] ?? bench.limiter();
          for (const { violated, retryAfter } of await Promise.all(times(requests, () => limiter.take([limit])))) {
            expect(violated.length > 0).toBe(retryAfter > 0);
            if (violated.length > 0) continue;
            const truth = gcra(tat, limit.policy.rate, bench.time, 1);
            expect(truth.allowed).toBe(true);
            tat = truth.tat;
          }
          if (then === 'sweep') await limiter.sweep();
          if (then === 'stop') await limiter.stop();
          if (then === 'stop' || then === 'die') limiters[process] = bench.limiter();
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe('the limiter without its store', () => {
  const limit: RateLimit = { policy: policy('minute', 40), of: 1 };

  /** A store that can be lost. */
  class Losable extends MemoryRateLimitStore {
    state: 'up' | 'down' | 'silent' = 'up';

    override async swap(...args: Parameters<MemoryRateLimitStore['swap']>): ReturnType<MemoryRateLimitStore['swap']> {
      if (this.state === 'down') throw new Error('connection refused');
      if (this.state === 'silent') return new Promise(() => undefined);
      return super.swap(...args);
    }
  }

  it.each(['down', 'silent'] as const)(
    'limits separately while the store is %s, and logs the loss and the return',
    async (state) => {
      const bench = new Bench();
      const store = new Losable(() => bench.time);
      const limiter = bench.limiter(store, 250);
      expect(passed(await Promise.all(times(10, () => limiter.take([limit]))))).toBe(10);
      store.state = state;
      const before = performance.now();
      expect(passed(await Promise.all(times(80, () => limiter.take([limit]))))).toBe(30);
      expect(performance.now() - before).toBeLessThan(1_000);
      const [standing] = (await limiter.take([limit])).standings;
      expect(standing).toMatchObject({ remaining: 0, seconds: 2 });
      expect(bench.log.match(/the memory does not respond/g)).toHaveLength(1);

      store.state = 'up';
      await eventually('the store is back', () => bench.log.includes('the memory responds again') || undefined);
      const { asked } = store;
      await limiter.take([{ ...limit, of: 2 }]);
      expect(store.asked).toBe(asked + 1);
      await limiter.stop();
    },
  );
});
