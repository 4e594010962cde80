import type { QueryResultRow } from 'pg';
import type { DataSource } from 'typeorm';
import type { Runner, Statement } from './statement.js';
import { poolOf, runStatement } from './unit-of-work.js';

/** Reads outside a transaction: prepared statements on the pool. */
export class Database implements Runner {
  constructor(private readonly source: DataSource) {}

  query<T extends QueryResultRow>(statement: Statement): Promise<T[]> {
    return runStatement<T>(poolOf(this.source), statement);
  }
}
