import { Redis, type Result } from 'ioredis';
import { EPOCH_US, LimitStore, type Ask, type Settled } from './limit-store.js';

declare module 'ioredis' {
  interface RedisCommander<Context> {
    /** Names of the buckets, then seven numbers for each. */
    settleRateLimits(count: number, ...namesAndNumbers: (string | number)[]): Result<number[][], Context>;
  }
}

// One hash tag: in a cluster a script may only touch the keys of one slot.
const PREFIX = '{billhook:limits}:';

const RECONNECT_MAX_MS = 1_000;

/** How long a Redis that does not respond may delay the shutdown. */
const LEAVE_MS = 200;

/**
 * The rule of LimitStore in Lua, on Redis's clock. Numbers are formatted with %.0f: Lua's default keeps 14 digits, two fewer than a time
 * has. A key expires when its bucket is full again.
 */
const SETTLE = `
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000000 + tonumber(time[2])
local span = ${EPOCH_US}
local answers = {}
for i, key in ipairs(KEYS) do
  local arg = (i - 1) * 7
  local emission, quota = tonumber(ARGV[arg + 1]), tonumber(ARGV[arg + 2])
  local want, extra = tonumber(ARGV[arg + 3]), tonumber(ARGV[arg + 4])
  local leased, spent, leasedIn = tonumber(ARGV[arg + 5]), tonumber(ARGV[arg + 6]), tonumber(ARGV[arg + 7])

  local tat, was, young, old = 0, 0, 0, 0
  local kept = redis.call('GET', key)
  if kept then
    local a, b, c, d = string.match(kept, '(%d+) (%d+) (%d+) (%d+)')
    tat, was, young, old = tonumber(a), tonumber(b), tonumber(c), tonumber(d)
  end

  local epoch = math.max(math.floor(now / span), was)
  if epoch > was then
    if old > 0 then tat = math.max(tat, (was + 1) * span) + old * emission end
    old, young = young, 0
  end
  if epoch > was + 1 then
    if old > 0 then tat = math.max(tat, (was + 2) * span) + old * emission end
    old = 0
  end

  tat = math.min(math.max(tat, now), now + quota * emission)
  if leased > 0 and leasedIn >= epoch - 1 then
    if leasedIn == epoch then young = math.max(young - leased, 0) else old = math.max(old - leased, 0) end
    tat = tat + spent * emission
  end

  local free = math.max(quota - young - old - math.ceil((tat - now) / emission), 0)
  local granted = free
  if free > want then granted = want + math.min(extra, math.floor((free - want) / 16)) end
  young = young + granted

  local ttl = math.ceil((tat - now + (young + old) * emission + 2 * span) / 1000)
  redis.call('SET', key, string.format('%.0f %.0f %.0f %.0f', tat, epoch, young, old), 'PX', string.format('%.0f', ttl))
  answers[i] = { granted, epoch, now, tat, young + old }
end
return answers
`;

/** The buckets in Redis: one script for each ask. */
export class RedisLimitStore extends LimitStore {
  readonly kind = 'Redis';
  private readonly redis: Redis;

  /** @param patience milliseconds that a command may take */
  constructor(url: string, patience: number) {
    super();
    this.redis = new Redis(url, {
      lazyConnect: true,
      // A command that cannot be sent immediately is useless later: its request already has a response.
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      autoResendUnfulfilledCommands: false,
      commandTimeout: patience,
      disconnectTimeout: LEAVE_MS,
      retryStrategy: (times) => Math.min(times * 100, RECONNECT_MAX_MS),
    });
    // Each command reports its failure, and the limiter logs it.
    this.redis.on('error', () => undefined);
    this.redis.defineCommand('settleRateLimits', { lua: SETTLE });
  }

  async open(): Promise<void> {
    await this.redis.connect();
  }

  async settle(asks: readonly Ask[]): Promise<Settled[]> {
    const names = asks.map(({ name }) => PREFIX + name);
    const numbers = asks.flatMap(({ rate, want, extra, leased, spent, epoch }) => [
      ...[rate.emission, rate.quota, want, extra],
      ...[leased, spent, epoch],
    ]);
    const rows = await this.redis.settleRateLimits(asks.length, ...names, ...numbers);
    return rows.map(([granted = 0, epoch = 0, now = 0, tat = 0, held = 0]) => ({ granted, epoch, now, tat, held }));
  }

  /** Redis expires keys by itself. */
  async tidy(): Promise<void> {}

  async close(): Promise<void> {
    this.redis.disconnect();
  }
}
