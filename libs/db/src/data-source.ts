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
  /** Shown in pg_stat_activity. */
  readonly applicationName?: string;
}

type Entities = readonly EntityClass<object>[];

/**
 * A data source that is not yet connected. The schema belongs to the migrations: `synchronize` is never on.
 * @param entities the classes that the program reads and writes through TypeORM
 */
export function createDataSource(options: DatabaseOptions, entities: Entities): DataSource {
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
    // The server ends a statement after 30 s; where the network is cut it can not say so, and our side gives up by itself.
    extra: { statement_timeout: 30_000, query_timeout: 35_000, connectionTimeoutMillis: 10_000, keepAlive: true },
  });
}
