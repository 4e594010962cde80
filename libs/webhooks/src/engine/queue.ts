import {
  createPostgresBackend,
  Queue,
  runMigrations,
  setDefaultBackendFactory,
  Worker,
  type ConnectionOptions,
} from 'bullmq';
import pg from 'pg';
import { PostgresSignals, RedisSignals, type WakeSignals } from './wake-signal.js';

/** The only queue. A name must not contain a colon. */
export const DELIVERY_QUEUE = 'delivery';

/** Its only job: look for due deliveries. It has no payload, so losing it loses nothing. */
export const DRAIN_JOB = 'drain';

export interface QueueSettings {
  readonly DATABASE_URL: string;
  readonly REDIS_URL?: string | undefined;
}

/** The options of every queue and worker of a process, on either backend. */
export interface QueueBackend {
  readonly kind: 'Redis' | 'PostgreSQL';
  readonly options: {
    readonly connection: ConnectionOptions;
    readonly defaultJobOptions: { readonly removeOnComplete: true; readonly removeOnFail: true };
  };
  /** What wakes the workers without a job. */
  readonly signals: WakeSignals;
  /** Must be called before closing queues and workers: from then on an outage of Redis ends connections immediately. */
  leave(): void;
}

/**
 * With the defaults (30 s each) the job of a killed worker waits for a minute, with these for about ten seconds. A job may be
 * repeated, so a second stall must not fail it.
 */
const WORKER_OPTIONS = { stalledInterval: 5_000, lockDuration: 10_000, maxStalledCount: 1_000 } as const;

// Connections per queue and per worker; a worker holds one more to listen.
const POOL_SIZE = 2;

const RECONNECT_MAX_MS = 1_000;

// Anything above 0 makes BullMQ's PostgreSQL backend rank all kept jobs at each completion (measured: 1,260/s become 363/s).
const defaultJobOptions = { removeOnComplete: true, removeOnFail: true } as const;

/**
 * Selects the backend of all queues of this process: Redis if there is a `REDIS_URL`, else PostgreSQL, whose schema it
 * prepares. Call it once, before the first queue or worker is created: BullMQ's switch is process-wide.
 * @throws if PostgreSQL cannot be reached; Redis may start later
 */
export async function openQueueBackend({ DATABASE_URL, REDIS_URL }: QueueSettings): Promise<QueueBackend> {
  if (REDIS_URL !== undefined) {
    setDefaultBackendFactory();
    let leaving = false;
    const retryStrategy = (times: number) => (leaving ? null : Math.min(times * 100, RECONNECT_MAX_MS));
    // A worker's blocking read must outlast any outage.
    const connection = { url: REDIS_URL, maxRetriesPerRequest: null, retryStrategy };
    return {
      kind: 'Redis',
      options: { connection, defaultJobOptions },
      signals: new RedisSignals(REDIS_URL, retryStrategy),
      leave: () => void (leaving = true),
    };
  }
  await preparePostgres(DATABASE_URL);
  setDefaultBackendFactory(createPostgresBackend);
  const pool = { connectionString: DATABASE_URL, max: POOL_SIZE, application_name: 'billhook-queue' };
  // The backend's options have Redis's types even when the process-wide switch selects PostgreSQL.
  const connection = pool as ConnectionOptions;
  return {
    kind: 'PostgreSQL',
    options: { connection, defaultJobOptions },
    signals: new PostgresSignals(DATABASE_URL),
    leave: () => undefined,
  };
}

/** A queue that accepts jobs. */
export function openQueue(name: string, backend: QueueBackend): Queue {
  return new Queue(name, backend.options);
}

/** Calls `drain` for each wake-up. The caller handles its errors, and closes it. */
export function openDrainWorker(backend: QueueBackend, drain: () => Promise<void>): Worker {
  return new Worker(DELIVERY_QUEUE, drain, { ...backend.options, ...WORKER_OPTIONS });
}

async function preparePostgres(url: string): Promise<void> {
  // One session for the lock and the transaction of the migration, because both servers may start together.
  const client = new pg.Client({ connectionString: url, application_name: 'billhook-queue-schema' });
  await client.connect();
  try {
    await runMigrations(client);
  } finally {
    await client.end();
  }
}
