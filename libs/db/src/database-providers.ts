import { METER, type Meter } from '@billhook/platform/metrics/meter';
import type { DataSource } from 'typeorm';
import { Database } from './database.js';
import { poolReadings } from './pool-readings.js';
import { UnitOfWork } from './unit-of-work.js';

/**
 * Providers of the classes that run statements. Plain objects, so this library needs no framework.
 * @param token of the data source of the server
 */
export function databaseProviders(token: abstract new (...args: never[]) => unknown) {
  return [
    {
      provide: Database,
      inject: [token, METER],
      useFactory: (source: DataSource, meter: Meter) => {
        meter.read(['billhook_db_pool_connections'], () => poolReadings(source));
        return new Database(source);
      },
    },
    { provide: UnitOfWork, inject: [token], useFactory: (source: DataSource) => new UnitOfWork(source) },
  ];
}
