import { isInstalled } from '@billhook/testing/installed-programs';
import { RedisServer } from '@billhook/testing/redis-server';
import { createTestDatabase, type TestDatabase } from '@billhook/testing/test-database';
import { withClient } from '@billhook/testing/test-server';
import { limitPrefix } from '@billhook/webhooks/engine/redis-names';
import { Redis } from 'ioredis';
import pg from 'pg';
import { PostgresRateLimitStore } from '../../src/access/rate-limits/postgres-rate-limit-store.js';
import type { RateLimitStore } from '../../src/access/rate-limits/rate-limit-store.js';
import { RedisRateLimitStore } from '../../src/access/rate-limits/redis-rate-limit-store.js';

/** For tests that check counts on a busy machine. */
export const MUCH_PATIENCE_MS = 10_000;

const PREFIX = limitPrefix('billhook-test');

/** A server on which stores can be opened, and which can be stopped. */
export interface LimitServer {
  open(): RateLimitStore;
  has(name: string): Promise<boolean>;
  /** Deletes the buckets while the processes use them. */
  lose(): Promise<void>;
  restore(): Promise<void>;
  /** Makes every process wait. */
  hold(): Promise<void>;
  release(): Promise<void>;
  stop(): Promise<void>;
}

class Postgres implements LimitServer {
  private holder: pg.Client | undefined;

  constructor(private readonly database: TestDatabase) {}

  open(): RateLimitStore {
    return new PostgresRateLimitStore(this.database.url);
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

class RedisAlone implements LimitServer {
  private readonly client: Redis;

  constructor(private readonly server: RedisServer) {
    this.client = new Redis(server.url);
    this.client.on('error', () => undefined);
  }

  open(): RateLimitStore {
    return new RedisRateLimitStore(this.server.url, MUCH_PATIENCE_MS, PREFIX);
  }

  async has(name: string): Promise<boolean> {
    // Each bucket has its expiry from the start.
    const left = await this.client.pttl(PREFIX + name);
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

/** The servers of this machine, by the name of their store. */
export const limitServers: Readonly<Record<string, () => Promise<LimitServer>>> = {
  PostgreSQL: async () => new Postgres(await createTestDatabase()),
  ...(isInstalled('Redis') ? { Redis: async () => new RedisAlone(await RedisServer.start()) } : {}),
};
