import { ENV, type Env } from '@billhook/platform/env';
import { LOGGER, type Logger } from '@billhook/platform/logger';
import { METER, type Meter, type Readings } from '@billhook/platform/metrics/meter';
import type { DataSource } from 'typeorm';
import { Database } from './database.js';
import type { ReplicatedChanges } from './replica.sql.js';
import { UnitOfWork, poolOf } from './unit-of-work.js';

/**
 * Providers of the classes that run statements. Plain objects, so this library needs no framework.
 * @param token of the data source of the server
 * @param changes by which a read of a company finds out whether a replica has all of them
 */
export function databaseProviders(token: abstract new (...args: never[]) => unknown, changes: ReplicatedChanges) {
  return [
    {
      provide: Database,
      inject: [token, METER, ENV, LOGGER],
      useFactory: (source: DataSource, meter: Meter, env: Env, logger: Logger) => {
        meter.read(['billhook_db_pool_connections'], () => poolReadings(source));
        const { DATABASE_REPLICA_URL: url, DATABASE_POOL_SIZE: poolSize } = env;
        return new Database(source, url === undefined ? undefined : { url, poolSize, logger, meter, changes });
      },
    },
    { provide: UnitOfWork, inject: [token], useFactory: (source: DataSource) => new UnitOfWork(source) },
  ];
}

/** The state of the connection pool, for a scrape. */
function poolReadings(source: DataSource): Readings {
  const { totalCount, idleCount, waitingCount } = poolOf(source);
  const counts = { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  return {
    billhook_db_pool_connections: Object.entries(counts).map(([state, value]) => ({ labels: { state }, value })),
  };
}
