import type { QueryResultRow } from 'pg';
import type { DataSource } from 'typeorm';
import { SharedConnections } from './shared-connections.js';
import { isWriting, type ReadRunner, type Runner, type Statement } from './statement.js';
import { poolOf, runStatement, surroundingOf } from './unit-of-work.js';

/** Two: so that one slow read does not hold up every other. */
const SHARED_CONNECTIONS = 2;

/** Reads, as prepared statements: outside a transaction, unless one lies around them (`UnitOfWork.around`). */
export class Database implements ReadRunner {
  /** Commits each statement by itself, unless a transaction lies around it. For upkeep and counters, which belong to no unit of work. */
  readonly autocommit: Runner;
  private readonly shared: SharedConnections;
  /** Prepared statements that were found to read only: a text of a name is checked once. */
  private readonly checked = new Set<string>();

  constructor(private readonly source: DataSource) {
    const options = source.options as { readonly url?: string; readonly applicationName?: string };
    this.shared = new SharedConnections({
      url: options.url ?? '',
      size: SHARED_CONNECTIONS,
      applicationName: options.applicationName ?? 'billhook',
    });
    this.autocommit = { mayWrite: true, query: (statement) => this.onPool(statement) };
  }

  /** Any read, on a connection of the pool. @throws an Error where the statement writes */
  async query<T extends QueryResultRow>(statement: Statement): Promise<T[]> {
    this.requireRead(statement);
    return this.onPool<T>(statement);
  }

  /** A quick read of a few rows by an index, on a connection that others use at the same time. @throws an Error where it writes */
  async lookUp<T extends QueryResultRow>(statement: Statement): Promise<T[]> {
    this.requireRead(statement);
    return surroundingOf(this.source)?.query<T>(statement) ?? this.shared.query<T>(statement);
  }

  /** Closes what look-ups opened; the data source is its owner's to close. */
  close(): Promise<void> {
    return this.shared.close();
  }

  private onPool<T extends QueryResultRow>(statement: Statement): Promise<T[]> {
    return surroundingOf(this.source)?.query<T>(statement) ?? runStatement<T>(poolOf(this.source), statement);
  }

  private requireRead({ name, text }: Statement): void {
    if (this.checked.has(name)) return;
    if (isWriting(text))
      throw new Error(`the statement ${name || text} writes: run it in a transaction or by autocommit`);
    if (name !== '') this.checked.add(name);
  }
}
