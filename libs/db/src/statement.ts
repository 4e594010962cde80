import type { QueryResultRow } from 'pg';

/** A prepared statement: parsed and planned once per connection, then called by its name. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}

/** What can run a statement: the pool, or the connection of a transaction. */
export interface Runner {
  query<T extends QueryResultRow>(statement: Statement): Promise<T[]>;
}
