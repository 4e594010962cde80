import { connectClient, DatabaseClient } from '@billhook/db/database-client';
import { installationIdOf } from '@billhook/db/installation-id';
import { explainPermission } from '@billhook/db/missing-permission';
import {
  assertSchemaCompatibility,
  createIORedisClient,
  createPostgresBackend,
  DEFAULT_SCHEMA,
  type IRedisClient,
  type Job,
  LATEST_SCHEMA_VERSION,
  Queue,
  RedisConnection,
  type RedisOptions,
  runMigrations,
  SchemaMigrationRequiredError,
  setDefaultBackendFactory,
  UnrecoverableError,
  Worker,
  type ConnectionOptions,
} from 'bullmq';
import pg from 'pg';
import { DatabaseRedis } from './redis-connection.js';
import { redisPrefix, wakeChannels } from './redis-names.js';
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
  /** What the names of its keys begin with. */
  readonly prefix: string;
  /** The connections of one queue or worker. */
  connect(): QueueConnections;
  /** What wakes the workers without a job. */
  readonly signals: WakeSignals;
  /** Must be called before closing queues and workers: from then on an outage of Redis ends connections immediately. */
  leave(): void;
}

/** The connections of a queue or worker. */
export interface QueueConnections {
  readonly connection: ConnectionOptions;
  /** Ends those that BullMQ did not open. Call it after the queue or worker is closed. */
  readonly end: () => Promise<void>;
}

/**
 * With the defaults (30 s each) the job of a killed worker waits for a minute, with these for about ten seconds. A job may be
 * repeated, so a second stall must not fail it.
 */
const WORKER_OPTIONS = { stalledInterval: 5_000, lockDuration: 10_000, maxStalledCount: 1_000 } as const;

// Connections per queue and per worker, of which a worker holds one to listen.
const POOL_SIZE = 3;

const RECONNECT_MAX_MS = 1_000;

// Anything above 0 makes BullMQ's PostgreSQL backend rank all kept jobs at each completion (measured: 1,260/s become 363/s).
const defaultJobOptions = { removeOnComplete: true, removeOnFail: true } as const;

/**
 * Selects the backend of all queues of this process: Redis if there is a `REDIS_URL`, else PostgreSQL, whose schema it
 * prepares. Call it once, before the first queue or worker is created: BullMQ's switch is process-wide.
 * On Redis, the keys and the channel contain the id of the installation, because other products and installations may share the server.
 * @throws if PostgreSQL cannot be reached, or MissingPermissionError; Redis may start later
 */
export async function openQueueBackend({ DATABASE_URL, REDIS_URL }: QueueSettings): Promise<QueueBackend> {
  if (REDIS_URL !== undefined) {
    setDefaultBackendFactory();
    RedisConnection.clientFactory = redisClient;
    const prefix = redisPrefix(await installationIdOf(DATABASE_URL));
    let leaving = false;
    const retryStrategy = (times: number) => (leaving ? null : Math.min(times * 100, RECONNECT_MAX_MS));
    // A worker's blocking read must outlast any outage.
    const connection = { url: REDIS_URL, maxRetriesPerRequest: null, retryStrategy };
    return {
      kind: 'Redis',
      prefix,
      connect: () => ({ connection, end: async () => undefined }),
      signals: new RedisSignals(REDIS_URL, retryStrategy, wakeChannels(prefix)),
      leave: () => void (leaving = true),
    };
  }
  await preparePostgres(DATABASE_URL);
  setDefaultBackendFactory(createPostgresBackend);
  return {
    kind: 'PostgreSQL',
    // A database belongs to one installation.
    prefix: DEFAULT_PREFIX,
    connect: () => connectPostgres(DATABASE_URL),
    signals: new PostgresSignals(DATABASE_URL),
    leave: () => undefined,
  };
}

/** A queue that accepts jobs. */
export function openQueue(name: string, backend: QueueBackend): Queue {
  const { connection, end } = backend.connect();
  return endingWith(new Queue(name, { connection, prefix: backend.prefix, defaultJobOptions }), end);
}

/** Calls `drain` for each wake-up. The caller handles its errors, and closes it. */
export function openDrainWorker(backend: QueueBackend, drain: () => Promise<void>): Worker {
  const { connection, end } = backend.connect();
  const run = async ({ name }: Job): Promise<void> => {
    // It belongs to another program, which would treat it as done.
    if (name !== DRAIN_JOB) throw new UnrecoverableError(`the queue of Billhook has no job named ${name}`);
    await drain();
  };
  return endingWith(new Worker(DELIVERY_QUEUE, run, { connection, prefix: backend.prefix, ...WORKER_OPTIONS }), end);
}

/** What BullMQ uses without a prefix. */
const DEFAULT_PREFIX = 'bull';

/** Connections of BullMQ to Redis. */
function redisClient({ url = '', ...options }: RedisOptions & { readonly url?: string }): IRedisClient {
  return createIORedisClient(new DatabaseRedis(url, options));
}

/** Our own pool, because BullMQ's would have no settings but its `search_path`, and that only as a start-up option. */
function connectPostgres(url: string): QueueConnections {
  const config = { connectionString: url, application_name: 'billhook-queue', keepAlive: true };
  const settings = { search_path: DEFAULT_SCHEMA };
  const pool = new pg.Pool({ ...config, settings, Client: DatabaseClient, max: POOL_SIZE } as pg.PoolConfig);
  // BullMQ's options have Redis's types even when the process-wide switch selects PostgreSQL.
  return { connection: pool, end: () => pool.end() };
}

/** BullMQ does not end a pool that it was given. */
function endingWith<T extends Queue | Worker>(opened: T, end: () => Promise<void>): T {
  const close = opened.close.bind(opened);
  let closed: Promise<void> | undefined;
  const closeBoth = async (force?: boolean): Promise<void> => {
    try {
      await close(force);
    } finally {
      await end();
    }
  };
  return Object.assign(opened, { close: (force?: boolean) => (closed ??= closeBoth(force)) });
}

/** To create its schema, and to use one that another role has created. */
const grantsOfQueue = (database: string, role: string): string[] => [
  `GRANT CREATE ON DATABASE "${database}" TO "${role}"`,
  `or, after the schema step of another role, GRANT USAGE ON SCHEMA ${DEFAULT_SCHEMA} TO "${role}"`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${DEFAULT_SCHEMA} TO "${role}"`,
  `GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${DEFAULT_SCHEMA} TO "${role}"`,
];

async function preparePostgres(url: string): Promise<void> {
  // One session for the lock and the transaction of the migration, because both servers may start together.
  const client = await connectClient({
    connectionString: url,
    application_name: 'billhook-queue-schema',
    statementMs: 0,
  });
  try {
    // Only if it is needed, because creating a schema that exists requires CREATE on the database as well.
    const version = await assertSchemaCompatibility(client).catch((error: unknown) => {
      if (error instanceof SchemaMigrationRequiredError) return 0;
      throw error;
    });
    if (version < LATEST_SCHEMA_VERSION) await runMigrations(client);
  } catch (error) {
    const role = client.user ?? '';
    throw explainPermission(error, { step: 'The queue', role, grants: grantsOfQueue(client.database ?? '', role) });
  } finally {
    await client.end();
  }
}
