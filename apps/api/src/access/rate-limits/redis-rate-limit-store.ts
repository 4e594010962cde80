import { DatabaseRedis } from '@billhook/webhooks/engine/redis-connection';
import type { Redis, Result } from 'ioredis';
import { RateLimitStore, type Swap, type Swapped } from './rate-limit-store.js';

declare module 'ioredis' {
  interface RedisCommander<Context> {
    /** Names of the buckets, then three values for each. @returns the time, and the stored texts */
    swapRateLimits(count: number, ...namesAndValues: (string | number)[]): Result<[number, ...string[]], Context>;
  }
}

const RECONNECT_MAX_MS = 1_000;

/** How long a Redis that does not respond may delay the shutdown. */
const LEAVE_MS = 200;

const SWAP = `
local time = redis.call('TIME')
local result = { tonumber(time[1]) * 1000000 + tonumber(time[2]) }
for i, key in ipairs(KEYS) do
  local known, next, expiresIn = ARGV[i * 3 - 2], ARGV[i * 3 - 1], ARGV[i * 3]
  local stored = redis.call('GET', key)
  if not stored or stored == known then
    redis.call('SET', key, next, 'PX', expiresIn)
    stored = next
  end
  result[i + 1] = stored
end
return result
`;

/** The buckets in Redis: one script for each call. */
export class RedisRateLimitStore extends RateLimitStore {
  readonly kind = 'Redis';
  private readonly redis: Redis;

  /**
   * @param patience milliseconds that a command may take
   * @param prefix what the names of its keys begin with
   */
  constructor(
    url: string,
    patience: number,
    private readonly prefix: string,
  ) {
    super();
    this.redis = new DatabaseRedis(url, {
      lazyConnect: true,
      // A command that cannot be sent immediately is useless later: its request has had its response.
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      autoResendUnfulfilledCommands: false,
      commandTimeout: patience,
      disconnectTimeout: LEAVE_MS,
      retryStrategy: (times) => Math.min(times * 100, RECONNECT_MAX_MS),
    });
    // Each command reports its failure, and the limiter logs it.
    this.redis.on('error', () => undefined);
    this.redis.defineCommand('swapRateLimits', { lua: SWAP });
  }

  async open(): Promise<void> {
    await this.redis.connect();
  }

  async swap(swaps: readonly Swap[]): Promise<Swapped> {
    const names = swaps.map(({ name }) => this.prefix + name);
    const values = swaps.flatMap(({ known = '', next, expiresIn }) => [known, next, expiresIn]);
    const [now, ...stored] = await this.redis.swapRateLimits(swaps.length, ...names, ...values);
    return { now, stored };
  }

  /** Redis expires keys by itself. */
  async tidy(): Promise<void> {}

  async close(): Promise<void> {
    this.redis.disconnect();
  }
}
