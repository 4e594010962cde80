import { DatabaseRedis } from '@billhook/webhooks/engine/redis-connection';
import type { Redis } from 'ioredis';

const CONNECT_MS = 2_000;

/** How long a Redis that does not respond may delay the end of the process. */
const LEAVE_MS = 200;

/** Sends queries to Redis over one connection, which the first query opens. */
export class RedisProbe {
  readonly #redis: Redis;
  /** The error of the last attempt to connect: a closed connection does not say why it was closed. */
  #reason: unknown;

  constructor(url: string) {
    this.#redis = new DatabaseRedis(url, {
      lazyConnect: true,
      connectTimeout: CONNECT_MS,
      commandTimeout: CONNECT_MS,
      disconnectTimeout: LEAVE_MS,
      maxRetriesPerRequest: 0,
      // The next question connects again.
      retryStrategy: () => null,
    });
    this.#redis.on('error', (error) => (this.#reason = error));
  }

  /** @throws an Error if Redis does not respond */
  async ping(): Promise<void> {
    await this.#open();
    await this.#redis.ping();
  }

  /** What Redis does when its memory is full: only `noeviction` keeps jobs. @throws an Error if Redis does not respond */
  async evictionPolicy(): Promise<string> {
    await this.#open();
    const info = await this.#redis.info('memory');
    return /^maxmemory_policy:(\S+)/m.exec(info)?.[1] ?? 'unknown';
  }

  close(): void {
    this.#redis.disconnect();
  }

  async #open(): Promise<void> {
    if (this.#redis.status !== 'wait' && this.#redis.status !== 'end') return;
    this.#reason = undefined;
    try {
      await this.#redis.connect();
      // Waits for the SELECT of the connection, which only emits its error.
      await this.#redis.select(this.#redis.options.db ?? 0);
    } catch (error) {
      throw this.#reason ?? error;
    }
  }
}
