import pg from 'pg';
import { DataSource } from 'typeorm';
import { MIGRATIONS } from './migrations/list.js';
import type { EntityClass } from './row.js';

// The wire has numbers for ids and text for dates; pg's defaults are text for int8 and a Date in the process's zone for dates.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (text: string) => text);

export interface DatabaseOptions {
  readonly url: string;
  /** Connections at most. */
  readonly poolSize?: number;
  /** How long to wait for a connection that is free. */
  readonly waitSeconds?: number;
  /** Shown in pg_stat_activity. */
  readonly applicationName?: string;
  /** How long one statement may take; 0 is for ever. */
  readonly statementMs?: number;
}

/** The settings of a server that its data source follows. */
export interface DatabaseSettings {
  readonly DATABASE_URL: string;
  readonly DATABASE_POOL_SIZE: number;
  readonly DATABASE_WAIT_SECONDS: number;
}

/** The options of a server's data source. */
export function databaseOptions(settings: DatabaseSettings, applicationName: string): DatabaseOptions {
  return {
    url: settings.DATABASE_URL,
    poolSize: settings.DATABASE_POOL_SIZE,
    waitSeconds: settings.DATABASE_WAIT_SECONDS,
    applicationName,
  };
}

/** Nothing that a request or a job asks for takes longer. */
const STATEMENT_MS = 30_000;
/** What our side waits beyond that: where the network is cut the server cannot say that it gave up. */
const SLACK_MS = 5_000;

/**
 * A connection whose loss ends no process. What PostgreSQL says when it ends one that is just passing from the pool to its user finds
 * nobody who listens, and would be thrown. Its next statement fails all the same.
 */
class SteadyClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}

type Entities = readonly EntityClass<object>[];

/**
 * A data source that is not yet connected. The schema belongs to the migrations: `synchronize` is never on.
 * @param entities the classes that the program reads and writes through TypeORM
 */
export function createDataSource(options: DatabaseOptions, entities: Entities): DataSource {
  const { statementMs = STATEMENT_MS } = options;
  return new DataSource({
    type: 'postgres',
    url: options.url,
    entities: [...entities],
    migrations: MIGRATIONS,
    migrationsTableName: 'migrations',
    synchronize: false,
    logging: false,
    poolSize: options.poolSize ?? 10,
    applicationName: options.applicationName ?? 'billhook',
    extra: {
      Client: SteadyClient,
      statement_timeout: statementMs,
      // A connection that is idle or cut off within a transaction releases the locks that others wait for.
      idle_in_transaction_session_timeout: statementMs,
      query_timeout: statementMs === 0 ? 0 : statementMs + SLACK_MS,
      connectionTimeoutMillis: (options.waitSeconds ?? 10) * 1000,
      keepAlive: true,
    },
  });
}
