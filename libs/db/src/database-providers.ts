import { ENV, type Env } from '@billhook/platform/env';
import { LOGGER, type Logger } from '@billhook/platform/logger';
import { METER, type Meter, type Readings } from '@billhook/platform/metrics/meter';
import type { DataSource } from 'typeorm';
import { Cells } from './cells.js';
import { Database } from './database.js';
import type { ReplicatedChanges } from './replica.sql.js';
import { UnitOfWork } from './unit-of-work.js';

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
      useFactory: async (source: DataSource, meter: Meter, env: Env, logger: Logger) => {
        meter.read(['billhook_db_pool_connections'], () => poolReadings(source));
        // Later, the connections may all be in use when a look-up asks for a cell.
        await Cells.of(source).know();
        const { DATABASE_REPLICA_URL: url, DATABASE_POOL_SIZE: poolSize } = env;
        return new Database(source, url === undefined ? undefined : { url, poolSize, logger, meter, changes });
      },
    },
    { provide: UnitOfWork, inject: [token], useFactory: (source: DataSource) => new UnitOfWork(source) },
  ];
}

/** The state of the connection pools, for a scrape. */
function poolReadings(source: DataSource): Readings {
  const { counts } = Cells.of(source);
  return {
    billhook_db_pool_connections: Object.entries(counts).map(([state, value]) => ({ labels: { state }, value })),
  };
}
