import pg from 'pg';
import { DataSource } from 'typeorm';
import { DatabaseClient, STATEMENT_MS } from './database-client.js';
import { MIGRATIONS } from './migrations/list.js';
import type { EntityClass } from './row.js';

// The API has numbers for ids and text for dates. By default pg returns text for int8, and dates as Date in the zone of the process.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (text: string) => text);

export interface DatabaseOptions {
  readonly url: string;
  /** The maximum number of connections. */
  readonly poolSize?: number;
  /** How long to wait for a free connection. */
  readonly waitSeconds?: number;
  /** Shown in pg_stat_activity. */
  readonly applicationName?: string;
  /** The maximum duration of a statement; 0 means unlimited. */
  readonly statementMs?: number;
  /** The schema of the table of migrations. Without it, TypeORM looks for the table in the first schema of the path. */
  readonly schema?: string | undefined;
}

/** The settings of a server that configure its data source. */
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

/** The additional wait on our side, as an unreachable server cannot report its timeout. */
const SLACK_MS = 5_000;

type Entities = readonly EntityClass<object>[];

/**
 * Creates an unconnected data source. The migrations define the schema, so `synchronize` is never on.
 * @param entities the classes from whose columns the program generates statements
 */
export function createDataSource(options: DatabaseOptions, entities: Entities): DataSource {
  const { statementMs = STATEMENT_MS } = options;
  return new DataSource({
    type: 'postgres',
    url: options.url,
    entities: [...entities],
    migrations: MIGRATIONS,
    migrationsTableName: 'migrations',
    ...(options.schema === undefined ? {} : { schema: options.schema }),
    synchronize: false,
    logging: false,
    poolSize: options.poolSize ?? 10,
    applicationName: options.applicationName ?? 'billhook',
    extra: {
      Client: DatabaseClient,
      // The limit also applies to a pause within a transaction: a connection that is idle or cut off within one releases its locks.
      statementMs,
      query_timeout: statementMs === 0 ? 0 : statementMs + SLACK_MS,
      connectionTimeoutMillis: (options.waitSeconds ?? 10) * 1000,
      keepAlive: true,
    },
  });
}
