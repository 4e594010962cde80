import type { DataSource } from 'typeorm';
import { Database } from './database.js';
import { UnitOfWork } from './unit-of-work.js';

/**
 * Providers of the classes that run statements. Plain objects, so this library needs no framework.
 * @param token of the data source of the server
 */
export function databaseProviders(token: abstract new (...args: never[]) => unknown) {
  return [
    { provide: Database, inject: [token], useFactory: (source: DataSource) => new Database(source) },
    { provide: UnitOfWork, inject: [token], useFactory: (source: DataSource) => new UnitOfWork(source) },
  ];
}
