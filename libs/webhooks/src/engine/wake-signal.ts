import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseClient, type DatabaseClientConfig } from '@billhook/db/database-client';
import type { Redis, RedisOptions } from 'ioredis';
import pg from 'pg';
import { DatabaseRedis } from './redis-connection.js';
import type { WakeChannels } from './redis-names.js';

/** Wakes every worker that listens at this moment. Nothing is stored, so a signal may be lost. */
export interface SignalSender {
  /**
   * @param cells where work waits; undefined for any
   * @throws if the server cannot be reached now; it is not retried
   */
  send(cells?: readonly number[]): Promise<void>;
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
   * @param onSignal called for each signal with its cells, and without cells after each connection, because a signal may have been lost before
   * @param onError called when the server cannot be reached, for each attempt
   */
  listen(onSignal: OnSignal, onError: (error: unknown) => void): SignalListener;
}

type OnSignal = (cells?: readonly number[]) => void;

/** The token of the signals of the installation; null where nothing sends them. */
export const WAKE_SIGNALS = Symbol('WAKE_SIGNALS');

const CHANNEL = 'billhook_wake';

const TIMEOUT_MS = 5_000;

// A signal that takes longer is useless: the sweep is faster.
const SEND_TIMEOUT_MS = 2_000;

const RETRY_MS = 500;

// Idle time after which the network is probed: without it, a listener would not notice a connection that was cut silently.
const PROBE_AFTER_MS = 10_000;

/** A signal with more of them wakes all: a notification of PostgreSQL has at most 8,000 bytes. */
const MOST_NAMED = 500;

/** The text of a signal. An empty one wakes all cells, like those of earlier releases. */
const textOf = (cells: readonly number[] = []): string => (cells.length > MOST_NAMED ? '' : cells.join());

const cellsOf = (text = ''): readonly number[] | undefined =>
  /^\d+(,\d+)*$/.test(text) ? text.split(',').map(Number) : undefined;

/** A separate transaction after the commit: with a notification in them, commits would wait for each other. */
const notify = (cells?: readonly number[]): string => {
  const text = textOf(cells);
  return text === '' ? `NOTIFY ${CHANNEL}` : `NOTIFY ${CHANNEL}, '${text}'`;
};

/** `NOTIFY` and `LISTEN`. They need sessions, so a pooler that shares connections between transactions drops every signal. */
export class PostgresSignals implements WakeSignals {
  constructor(private readonly url: string) {}

  sender(): SignalSender {
    // Never idle: connecting takes longer than the delivery of an event.
    const timeouts = { idleTimeoutMillis: 0, query_timeout: SEND_TIMEOUT_MS };
    const pool = new pg.Pool({ ...this.#options(), ...timeouts, Client: DatabaseClient, max: 1 });
    // The next signal connects again.
    pool.on('error', () => undefined);
    return { send: async (cells) => void (await pool.query(notify(cells))), close: () => pool.end() };
  }

  listen(onSignal: OnSignal, onError: (error: unknown) => void): SignalListener {
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
      client.on('notification', ({ payload }) => onSignal(cellsOf(payload)));
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
    const send = async (cells?: readonly number[]) => {
      const text = textOf(cells);
      await Promise.all([redis.publish(own, text), redis.publish(shared, text)]);
    };
    return { send, close: () => this.#close(redis) };
  }

  listen(onSignal: OnSignal, onError: (error: unknown) => void): SignalListener {
    const { own, shared } = this.channels;
    const redis = this.#connect({ autoResubscribe: false, maxRetriesPerRequest: null });
    redis.on('error', onError);
    redis.on('message', (_, text: string) => onSignal(cellsOf(text)));
    redis.on('ready', () => void redis.subscribe(own, shared).then(() => onSignal(), onError));
    return { close: () => this.#close(redis) };
  }

  #connect(options: RedisOptions) {
    return new DatabaseRedis(this.url, { ...options, keepAlive: PROBE_AFTER_MS, retryStrategy: this.retryStrategy });
  }

  async #close(redis: Redis): Promise<void> {
    redis.disconnect();
  }
}
