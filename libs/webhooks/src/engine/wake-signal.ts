import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseClient, type DatabaseClientConfig } from '@billhook/db/database-client';
import type { Redis, RedisOptions } from 'ioredis';
import pg from 'pg';
import { DatabaseRedis } from './redis-connection.js';
import type { WakeChannels } from './redis-names.js';

/** Wakes every worker that listens at this moment. Nothing is stored, so a signal may be lost. */
export interface SignalSender {
  /** @throws if the server cannot be reached now; it is not retried */
  send(): Promise<void>;
  close(): Promise<void>;
}

/** Reconnects automatically until it is closed. */
export interface SignalListener {
  close(): Promise<void>;
}

/** Sends and receives signals through the server of the queue. */
export interface WakeSignals {
  sender(): SignalSender;
  /**
   * @param onSignal called for each signal, and after each connection, because a signal may have been lost before
   * @param onError called when the server cannot be reached, for each attempt
   */
  listen(onSignal: () => void, onError: (error: unknown) => void): SignalListener;
}

/** The token of the signals of the installation; null where nothing sends them. */
export const WAKE_SIGNALS = Symbol('WAKE_SIGNALS');

const CHANNEL = 'billhook_wake';

const TIMEOUT_MS = 5_000;

// A signal that takes longer is useless: the sweep is faster.
const SEND_TIMEOUT_MS = 2_000;

const RETRY_MS = 500;

// Idle time after which the network is probed: without it, a listener would not notice a connection that was cut silently.
const PROBE_AFTER_MS = 10_000;

/** A separate transaction after the commit: with a notification in them, commits would wait for each other. */
const NOTIFY = `NOTIFY ${CHANNEL}`;

/** `NOTIFY` and `LISTEN`. They need sessions, so a pooler that shares connections between transactions drops every signal. */
export class PostgresSignals implements WakeSignals {
  constructor(private readonly url: string) {}

  sender(): SignalSender {
    // Never idle: connecting takes longer than the delivery of an event.
    const timeouts = { idleTimeoutMillis: 0, query_timeout: SEND_TIMEOUT_MS };
    const pool = new pg.Pool({ ...this.#options(), ...timeouts, Client: DatabaseClient, max: 1 });
    // The next signal connects again.
    pool.on('error', () => undefined);
    return { send: async () => void (await pool.query(NOTIFY)), close: () => pool.end() };
  }

  listen(onSignal: () => void, onError: (error: unknown) => void): SignalListener {
    const closed = new AbortController();
    let socket: Socket | undefined;
    const report = (error: unknown): void => {
      if (!closed.signal.aborted) onError(error);
    };
    const listenOnce = async (): Promise<void> => {
      const stream = (): Socket => (socket = new Socket());
      const client = new DatabaseClient({ ...this.#options(), query_timeout: TIMEOUT_MS, stream });
      const ended = new Promise((resolve) => client.once('end', resolve));
      client.on('error', report);
      client.on('notification', onSignal);
      await client.connect();
      try {
        await client.query(`LISTEN ${CHANNEL}`);
        onSignal();
        await ended;
      } finally {
        // A standby accepts the connection and rejects LISTEN.
        await client.end();
      }
    };
    const listening = (async () => {
      while (!closed.signal.aborted) {
        await listenOnce().catch(report);
        await sleep(RETRY_MS, undefined, { signal: closed.signal }).catch(() => undefined);
      }
    })();
    return {
      close: async () => {
        closed.abort();
        // Not `end`, which waits for the server, including one that does not respond during the handshake.
        socket?.destroy();
        await listening;
      },
    };
  }

  #options(): DatabaseClientConfig {
    return {
      connectionString: this.url,
      application_name: 'billhook-signals',
      connectionTimeoutMillis: TIMEOUT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: PROBE_AFTER_MS,
    };
  }
}

/** Publish and subscribe. */
export class RedisSignals implements WakeSignals {
  /** @param retryStrategy of ioredis: milliseconds until the next attempt to connect, or null for none */
  constructor(
    private readonly url: string,
    private readonly retryStrategy: (times: number) => number | null,
    private readonly channels: WakeChannels,
  ) {}

  sender(): SignalSender {
    // Without a connection a signal fails immediately: one that waits would be late and useless.
    const redis = this.#connect({
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      commandTimeout: SEND_TIMEOUT_MS,
    });
    redis.on('error', () => undefined);
    const { own, shared } = this.channels;
    const send = async () => void (await Promise.all([redis.publish(own, ''), redis.publish(shared, '')]));
    return { send, close: () => this.#close(redis) };
  }

  listen(onSignal: () => void, onError: (error: unknown) => void): SignalListener {
    const { own, shared } = this.channels;
    const redis = this.#connect({ autoResubscribe: false, maxRetriesPerRequest: null });
    redis.on('error', onError);
    redis.on('message', onSignal);
    redis.on('ready', () => void redis.subscribe(own, shared).then(onSignal, onError));
    return { close: () => this.#close(redis) };
  }

  #connect(options: RedisOptions) {
    return new DatabaseRedis(this.url, { ...options, keepAlive: PROBE_AFTER_MS, retryStrategy: this.retryStrategy });
  }

  async #close(redis: Redis): Promise<void> {
    redis.disconnect();
  }
}
