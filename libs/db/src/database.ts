import type { QueryResultRow } from 'pg';
import type { DataSource } from 'typeorm';
import { Cells } from './cells.js';
import { haveMovedSince } from './moved-cells.js';
import { Replica, type ReplicaOptions } from './replica.js';
import { poolOf, runStatement } from './run-statement.js';
import { SharedConnections } from './shared-connections.js';
import { isWriting, type ReadRunner, type Runner, type Statement } from './statement.js';
import { surroundingOf } from './unit-of-work.js';

/** Two, because one slow read must not delay all others. */
const SHARED_CONNECTIONS = 2;

/** Runs reads as prepared statements: outside a transaction, or in the surrounding one (`UnitOfWork.around`). */
export class Database implements ReadRunner {
  /** Commits each statement separately, unless there is a surrounding transaction. For maintenance and counters. */
  readonly autocommit: Runner;
  readonly cells: Cells;
  private readonly shared: SharedConnections;
  private readonly replica: Replica | undefined;
  /** The statements that were checked to be reads, so each is checked once. */
  private readonly checked = new Set<string>();

  constructor(
    private readonly source: DataSource,
    replica?: ReplicaOptions,
  ) {
    const options = source.options as { readonly url?: string; readonly applicationName?: string };
    const { url = '', applicationName = 'billhook' } = options;
    this.cells = Cells.of(source);
    this.shared = new SharedConnections({ url, size: SHARED_CONNECTIONS, applicationName });
    this.autocommit = { mayWrite: true, query: (statement) => this.onPool(statement) };
    this.replica = replica && new Replica(this, { ...replica, applicationName });
  }

  /**
   * Runs a read on a connection of the pool.
   * @throws an Error if the statement writes
   */
  async query<T extends QueryResultRow>(statement: Statement): Promise<T[]> {
    this.requireRead(statement);
    return this.onPool<T>(statement);
  }

  /**
   * Runs a quick read of a few rows by an index, on a shared connection.
   * @throws an Error if the statement writes
   */
  async lookUp<T extends QueryResultRow>(statement: Statement): Promise<T[]> {
    this.requireRead(statement);
    const { cells } = this;
    const tx = surroundingOf(this.source);
    if (tx) return tx.query<T>(statement);
    return this.repeated(() => (cells.areOne ? this.shared.query<T>(statement) : cells.lookUp<T>(statement)));
  }

  /**
   * Runs reads of the records of a company: on the replica, if there is one that has all its changes, otherwise as `query` does. They may
   * run twice, and must read nothing that changes without an entry in the log of changes, except for the row of the company.
   */
  async readRecords<T>(companyId: number, work: (db: ReadRunner) => Promise<T>): Promise<T> {
    // A replica is one of DATABASE_URL, and its connections look in the first cell.
    if (this.replica === undefined || !this.cells.areOne || surroundingOf(this.source)) return work(this);
    const read = await this.replica.read(companyId, work);
    return read ? read.result : work(this);
  }

  /** Closes the shared connections, and those to the replica. The data source belongs to the caller. */
  async close(): Promise<void> {
    await Promise.all([this.shared.close(), this.replica?.close()]);
  }

  private onPool<T extends QueryResultRow>(statement: Statement): Promise<T[]> {
    return surroundingOf(this.source)?.query<T>(statement) ?? this.alone<T>(statement);
  }

  private alone<T extends QueryResultRow>(statement: Statement): Promise<T[]> {
    const { cells } = this;
    return this.repeated(() =>
      cells.areOne ? runStatement<T>(poolOf(this.source), statement) : cells.run<T>(statement),
    );
  }

  /** Runs a statement outside of transactions, and again if its cell has moved in the meantime. */
  private async repeated<T>(run: () => Promise<T>): Promise<T> {
    const { cells } = this;
    if (!cells.areKnown) await cells.know();
    const { known } = cells;
    try {
      return await run();
    } catch (error) {
      if (await haveMovedSince(cells, known, error)) return run();
      throw error;
    }
  }

  private requireRead({ name, text }: Statement): void {
    if (this.checked.has(name)) return;
    if (isWriting(text))
      throw new Error(`the statement ${name || text} writes: run it in a transaction or by autocommit`);
    if (name !== '') this.checked.add(name);
  }
}
