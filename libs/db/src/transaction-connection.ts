import type { PoolClient, QueryResultRow } from 'pg';
import type { DataSource } from 'typeorm';
import { batchSocketWrites } from './batch-socket-writes.js';
import type { Cells, ConnectionLease } from './cells.js';
import type { DatabaseClient } from './database-client.js';
import { runStatement } from './run-statement.js';
import type { SentStatements } from './sent-statements.js';
import { sideOfStatement, type StatementSide } from './statement-side.js';
import { withSpan } from './statement-span.js';
import { isWriting, type Statement } from './statement.js';

/** How the statements of a transaction reach PostgreSQL. */
export interface TransactionConnection {
  run<T extends QueryResultRow>(statement: Statement): Promise<T[]>;
  /** @returns what PostgreSQL did: ROLLBACK for the COMMIT of a transaction that had failed */
  end(text: 'COMMIT' | 'ROLLBACK'): Promise<{ readonly command: string }>;
  release(): Promise<void>;
}

/** Begins a transaction where everything is on one side. The BEGIN is sent with the statements that follow. */
export async function connectionOf(source: DataSource, sent: SentStatements): Promise<TransactionConnection> {
  const runner = source.createQueryRunner();
  try {
    const client = (await runner.connect()) as PoolClient;
    const control = (text: string) => {
      batchSocketWrites(client);
      return withSpan(text, () => client.query(text));
    };
    sent.add(control('BEGIN'));
    return {
      run: (statement) => {
        batchSocketWrites(client);
        return runStatement(client, statement);
      },
      end: control,
      release: () => runner.release(),
    };
  } catch (error) {
    await runner.release();
    throw error;
  }
}

interface Queued {
  readonly start: (client: DatabaseClient) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A transaction of an installation with several cells, on the side of its first statement with a side, apart from reads of the side on
 * which the current work is not. It begins with this statement. Without one, it needs no connection.
 */
export class SidedConnection implements TransactionConnection {
  #side: StatementSide | undefined;
  #lease: ConnectionLease | undefined;
  #opening: Promise<void> | undefined;
  #failure: { readonly error: Error } | undefined;
  /** Statements that were sent before the connection was there. */
  #queue: Queued[] = [];

  /** @param side of a transaction whose first statements name no table of one side */
  constructor(
    private readonly cells: Cells,
    side?: StatementSide,
  ) {
    this.#side = side;
  }

  async run<T extends QueryResultRow>(statement: Statement): Promise<T[]> {
    const side = sideOfStatement(statement);
    const { sideOfWork } = this.cells;
    // What is read of the other side at the beginning does not say where the transaction will write.
    if (side !== undefined && side !== (this.#side ?? sideOfWork) && !isWriting(statement.text))
      return this.#beside<T>(statement, side);
    const own = (this.#side ??= side ?? sideOfWork);
    if (side !== undefined && side !== own) return this.#beside<T>(statement, side);
    return this.#with((client) => runStatement<T>(client, statement));
  }

  async end(text: 'COMMIT' | 'ROLLBACK'): Promise<{ readonly command: string }> {
    if (!this.#opening) return { command: text };
    return this.#with((client) => withSpan(text, () => client.query(text)));
  }

  async release(): Promise<void> {
    await this.#opening;
    this.#lease?.release();
  }

  /** Sees what is committed on the other side. @throws Error for a write, which could not be committed together with this transaction */
  #beside<T extends QueryResultRow>(statement: Statement, side: StatementSide): Promise<T[]> {
    if (isWriting(statement.text))
      throw new Error(
        `the statement ${statement.name || statement.text} writes or locks on the side "${side}", in a transaction of the other side`,
      );
    return this.cells.readBeside<T>(statement, side);
  }

  #with<T>(work: (client: DatabaseClient) => Promise<T>): Promise<T> {
    const client = this.#lease?.client;
    if (client) {
      batchSocketWrites(client);
      return work(client);
    }
    return new Promise<T>((resolve, reject) => {
      if (this.#failure) return reject(this.#failure.error);
      this.#queue.push({ start: (opened) => void work(opened).then(resolve, reject), reject });
      this.#opening ??= this.#open();
    });
  }

  async #open(): Promise<void> {
    try {
      const lease = await this.cells.acquire(this.#side ?? this.cells.sideOfWork);
      const { client } = lease;
      batchSocketWrites(client);
      // If it fails, so do the statements behind it.
      withSpan('BEGIN', () => client.query('BEGIN')).catch(() => undefined);
      this.#lease = lease;
      for (const { start } of this.#queue.splice(0)) start(client);
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error));
      this.#failure = { error: failure };
      for (const { reject } of this.#queue.splice(0)) reject(failure);
    }
  }
}
