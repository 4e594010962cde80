import type { Logger } from '@billhook/platform/logger';
import { Bucket } from './bucket.js';
import type { Policy } from './rate-limit-policies.rules.js';
import type { RateLimitStore } from './rate-limit-store.js';
import { SharedBuckets } from './shared-buckets.js';

const OPEN_MS = 2_000;
const SWEEP_EVERY_MS = 500;
const PROBE_EVERY_MS = 1_000;
const TIDY_EVERY_MS = 60_000;

/** Buckets of one request to the store, so that many new ones stay within the time limit. */
const ASKS_AT_ONCE = 500;

/** One limit that applies to a request: the policy and its owner. */
export interface RateLimit {
  readonly policy: Policy;
  readonly of: number | string;
}

/** The state of a policy for a caller: what is left, and the seconds until it is full, or until a cell is free when none is. */
export interface RateLimitState {
  readonly policy: Policy;
  readonly remaining: number;
  readonly seconds: number;
}

/** The result for a request, which passes when no policy is violated. */
export interface RateLimitVerdict {
  readonly standings: readonly RateLimitState[];
  readonly violated: readonly string[];
  /** Seconds until a retry can succeed, 0 when the request passes. */
  readonly retryAfter: number;
}

export interface LimiterSettings {
  /** Maximum milliseconds that a request waits for the store. */
  readonly patience: number;
  /** Microseconds, monotonic. */
  readonly now?: () => number;
}

interface Question {
  readonly bucket: Bucket;
  readonly answered: () => void;
}

/**
 * Counts requests against shared limits. Cells are leased from the store and spent here, so that most requests do not wait. While the
 * store does not respond, each process limits separately. The clock is the machine's monotonic one, not the application's.
 */
export class RateLimiter {
  private readonly buckets = new Map<string, Bucket>();
  private readonly shared: SharedBuckets;
  private questions: Question[] = [];
  private up = true;
  private timers: NodeJS.Timeout[] = [];
  private probe: NodeJS.Timeout | undefined;
  private readonly now: () => number;

  constructor(
    private readonly store: RateLimitStore,
    private readonly logger: Logger,
    private readonly settings: LimiterSettings,
  ) {
    this.now = settings.now ?? (() => Math.floor(performance.now() * 1000));
    this.shared = new SharedBuckets(store, this.now);
  }

  /** Connects, waiting briefly; a store that does not respond is tried again later. */
  async start(): Promise<void> {
    this.timers = [
      setInterval(() => void this.sweep(), SWEEP_EVERY_MS),
      setInterval(() => void this.tidy(), TIDY_EVERY_MS),
    ];
    for (const timer of this.timers) timer.unref();
    await withTimeout(this.store.open(), OPEN_MS).catch((error: unknown) => this.lose(error));
  }

  /** Returns all leases and disconnects. */
  async stop(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    if (this.up) await this.giveBack([...this.buckets.values()].filter((bucket) => bucket.holds));
    this.up = false;
    clearTimeout(this.probe);
    await withTimeout(this.store.close(), this.settings.patience).catch(() => undefined);
  }

  /** Takes one cell of each limit, or none. */
  async take(limits: readonly RateLimit[]): Promise<RateLimitVerdict> {
    const buckets = limits.map((limit) => this.bucketOf(limit));
    for (;;) {
      const now = this.now();
      if (!this.up) return takeAlone(buckets, now);
      const short = buckets.filter((bucket) => !bucket.hasCell(now));
      if (short.length === 0) {
        for (const bucket of buckets) bucket.spend(now);
        return verdict(buckets, now);
      }
      const refused = short.filter((bucket) => bucket.isRejected(now));
      if (refused.length > 0) return verdict(buckets, now, refused);
      await Promise.all(short.map((bucket) => this.wait(bucket)));
    }
  }

  /** The state of the limits, without taking cells. */
  look(limits: readonly RateLimit[]): RateLimitVerdict {
    const known = limits.map((limit) => this.buckets.get(nameOf(limit)) ?? new Bucket(nameOf(limit), limit.policy));
    return verdict(known, this.now());
  }

  /** Returns old leases, and forgets buckets that are full. */
  async sweep(): Promise<void> {
    const now = this.now();
    const due: Bucket[] = [];
    for (const [name, bucket] of this.buckets) {
      if (this.up && bucket.isDue(now)) due.push(bucket);
      else if (bucket.isIdle(now)) this.buckets.delete(name);
    }
    await this.giveBack(due);
  }

  /** How many buckets are in memory. */
  get size(): number {
    return this.buckets.size;
  }

  private bucketOf(limit: RateLimit): Bucket {
    const name = nameOf(limit);
    let bucket = this.buckets.get(name);
    if (!bucket) {
      bucket = new Bucket(name, limit.policy);
      this.buckets.set(name, bucket);
    }
    return bucket;
  }

  /** Best effort: cells that are not returned in time count as used cells. */
  private async giveBack(buckets: readonly Bucket[]): Promise<void> {
    await Promise.all(buckets.slice(0, ASKS_AT_ONCE).map((bucket) => this.refill(bucket)));
  }

  private async wait(bucket: Bucket): Promise<void> {
    bucket.waiting += 1;
    await this.refill(bucket);
    bucket.waiting -= 1;
  }

  /** Settles a bucket with the next call of the store. Never fails: waiting callers check again. */
  private refill(bucket: Bucket): Promise<void> {
    bucket.refilling ??= new Promise((answered) => {
      // Sent after all requests of this turn have been checked.
      if (this.questions.push({ bucket, answered }) === 1) setImmediate(() => this.flush());
    });
    return bucket.refilling;
  }

  private flush(): void {
    const questions = this.questions;
    this.questions = [];
    for (let from = 0; from < questions.length; from += ASKS_AT_ONCE) {
      void this.question(questions.slice(from, from + ASKS_AT_ONCE));
    }
  }

  private async question(questions: readonly Question[]): Promise<void> {
    const asks = questions.map(({ bucket }) => bucket.ask());
    try {
      const answers = await withTimeout(this.shared.settle(asks), this.settings.patience);
      const now = this.now();
      questions.forEach(({ bucket }, n) => {
        const answer = answers[n];
        if (answer) bucket.settle(answer, now);
      });
    } catch (error) {
      this.lose(error);
    }
    const last: Bucket[] = [];
    for (const { bucket, answered } of questions) {
      bucket.refilling = undefined;
      answered();
      if (this.up && bucket.tookLast(this.now())) last.push(bucket);
    }
    // After the waiting requests have taken their cells.
    if (last.length > 0) setImmediate(() => void this.giveBack(last));
  }

  private tidy(): Promise<void> {
    return this.store.tidy().catch((error: unknown) => this.lose(error));
  }

  private lose(error: unknown): void {
    if (!this.up) return;
    this.up = false;
    this.logger.warn(
      { err: error },
      `rate limits: ${this.store.kind} does not respond; each process now counts for itself`,
    );
    this.probeLater();
  }

  private probeLater(): void {
    this.probe = setTimeout(() => {
      withTimeout(this.shared.settle([]), this.settings.patience).then(
        () => {
          this.up = true;
          this.logger.warn(`rate limits: ${this.store.kind} responds again; the counts are shared`);
        },
        () => this.probeLater(),
      );
    }, PROBE_EVERY_MS).unref();
  }
}

function nameOf({ policy, of }: RateLimit): string {
  return `${policy.name}:${of}`;
}

/** GCRA within this process. */
function takeAlone(buckets: readonly Bucket[], now: number): RateLimitVerdict {
  const refused = buckets.filter((bucket) => bucket.waitFor(now) > 0);
  if (refused.length === 0) for (const bucket of buckets) bucket.spendAlone(now);
  return verdict(buckets, now, refused);
}

function verdict(buckets: readonly Bucket[], now: number, refused: readonly Bucket[] = []): RateLimitVerdict {
  const standings = buckets.map((bucket): RateLimitState => {
    const { remaining, wholeIn } = bucket.look(now);
    const left = refused.includes(bucket) ? 0 : remaining;
    return { policy: bucket.policy, remaining: left, seconds: left === 0 ? bucket.waitFor(now) : wholeIn };
  });
  return {
    standings,
    violated: refused.map(({ policy }) => policy.name),
    retryAfter: Math.max(0, ...refused.map((bucket) => bucket.waitFor(now))),
  };
}

/**
 * The result of a promise within a time limit.
 * @param ms milliseconds
 * @throws what the promise throws, or an Error after the time limit
 */
function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = (): void => reject(new Error(`no response within ${ms} ms`));
    // After a pause of the process, timers run before arrived data is read: one more turn reads it.
    const timer = setTimeout(() => setImmediate(late), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
