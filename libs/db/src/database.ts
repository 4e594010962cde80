import type { QueryResultRow } from 'pg';
import type { DataSource } from 'typeorm';
import { SharedConnections } from './shared-connections.js';
import type { Runner, Statement } from './statement.js';
import { poolOf, runStatement, surroundingOf } from './unit-of-work.js';

/** Two: so that one slow read does not hold up every other. */
const SHARED_CONNECTIONS = 2;

/** Reads, as prepared statements: outside a transaction, unless one lies around them (`UnitOfWork.around`). */
export class Database implements Runner {
  private readonly shared: SharedConnections;

  constructor(private readonly source: DataSource) {
    const options = source.options as { readonly url?: string; readonly applicationName?: string };
    this.shared = new SharedConnections({
      url: options.url ?? '',
      size: SHARED_CONNECTIONS,
      applicationName: options.applicationName ?? 'billhook',
    });
  }

  /** Any read, on a connection of the pool. */
  query<T extends QueryResultRow>(statement: Statement): Promise<T[]> {
    return surroundingOf(this.source)?.query<T>(statement) ?? runStatement<T>(poolOf(this.source), statement);
  }

  /** A read of a few rows by an index, on a connection that others use at the same time. It must be quick. */
  lookUp<T extends QueryResultRow>(statement: Statement): Promise<T[]> {
    return surroundingOf(this.source)?.query<T>(statement) ?? this.shared.query<T>(statement);
  }

  /** Closes what look-ups opened; the data source is its owner's to close. */
  close(): Promise<void> {
    return this.shared.close();
  }
}
