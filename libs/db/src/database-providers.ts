import type { DataSource } from 'typeorm';
import { Database } from './database.js';
import { UnitOfWork } from './unit-of-work.js';

/**
 * Providers of what runs statements. Plain objects, so that this library needs no framework.
 * @param token under which the server provides its data source
 */
export function databaseProviders(token: abstract new (...args: never[]) => unknown) {
  return [
    { provide: Database, inject: [token], useFactory: (source: DataSource) => new Database(source) },
    { provide: UnitOfWork, inject: [token], useFactory: (source: DataSource) => new UnitOfWork(source) },
  ];
}
