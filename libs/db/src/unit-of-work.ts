import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { QueryResultRow } from 'pg';
import type { DataSource } from 'typeorm';
import { Cells } from './cells.js';
import { haveMovedSince } from './moved-cells.js';
import { SentStatements } from './sent-statements.js';
import { sideOfStatement, type StatementSide } from './statement-side.js';
import type { Runner, Statement } from './statement.js';
import { connectionOf, SidedConnection, type TransactionConnection } from './transaction-connection.js';

/** The part of TypeORM that transactions use. Its writes are left out: they cost more, and would be a second way to write a row. */
export type EntityColumns = Pick<DataSource, 'getMetadata'>;

/**
 * An open transaction. Only `UnitOfWork` creates one, so a function with a `Tx` parameter always runs in a transaction.
 * Statements share one connection and run in the order in which they are sent, even without waiting for the result of each.
 */
export interface Tx extends Runner {
  /**
   * Sends a write without waiting for its result. Its error is thrown by the next `query`, or by the commit.
   * @param translate returns the error to throw instead of the database error
   */
  send(statement: Statement, translate?: (error: unknown) => unknown): void;
  /** The columns of the entities, for the statements of `row.ts`. */
  readonly entities: EntityColumns;
  /** Runs after the commit, best effort: effects that must not be lost need a row. */
  afterCommit(effect: () => void): void;
  /**
   * Adds a step that follows the commit, which the caller of the unit of work waits for. A killed process leaves it out, so a job has to
   * repeat it. Its error is thrown, although the transaction is committed. Of steps with one name, the first runs.
   */
  completeWith(name: string, step: () => Promise<void>): void;
}

/** What follows the commit of a transaction. */
interface AfterCommit {
  readonly effects: (() => void)[];
  readonly steps: { readonly name: string; readonly run: () => Promise<void> }[];
}

/** The surrounding transaction with its data source: a process can have several installations (in tests). */
interface Surrounding {
  readonly source: DataSource;
  readonly tx: Tx;
  readonly after: AfterCommit;
  readonly sent: SentStatements;
}

/** What a transaction gives to its work. */
type Work<T> = (tx: Tx, after: AfterCommit, sent: SentStatements) => Promise<T>;

const surrounding = new AsyncLocalStorage<Surrounding>();

/** The surrounding transaction. Reads run in it, because they must see its writes. */
export function surroundingOf(source: DataSource): Tx | undefined {
  const open = surrounding.getStore();
  return open?.source === source ? open.tx : undefined;
}

/** How a successful transaction ends. */
export type Ending = 'commit' | 'discard';

/** SQLSTATE codes of deadlocks and serialization failures. PostgreSQL has rolled the transaction back. */
const INTERRUPTED: readonly unknown[] = ['40P01', '40001'];
const ATTEMPTS = 4;

/** The work caught the error of a statement and continued, which only a part of a transaction can do. */
const NOT_COMMITTED = 'PostgreSQL rolled the transaction back, because a statement had failed: see UnitOfWork.part';

/** The pause is random: the same transactions must not collide again. */
const PAUSE_MS = 100;

const isInterrupted = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && INTERRUPTED.includes(error.code);

/** Transactions. Single statements without one commit through `Database.autocommit`. A unit of work must not use the network. */
export class UnitOfWork {
  private readonly cells: Cells;

  constructor(private readonly source: DataSource) {
    this.cells = Cells.of(source);
  }

  /**
   * Runs the work in one transaction, or in the surrounding one: all of it is committed, or nothing.
   * @param side for work whose first statement names no table of one side, if it is not that of the current work
   */
  run<T>(work: (tx: Tx) => Promise<T>, side?: StatementSide): Promise<T> {
    const tx = surroundingOf(this.source);
    return tx ? work(tx) : this.attempt(work, 'commit', side);
  }

  /**
   * Runs statements in one transaction, which is sent in one packet: a single wait. None can depend on the result of another.
   * @returns the rows of each
   */
  async together(statements: readonly Statement[]): Promise<QueryResultRow[][]> {
    let sent: Promise<QueryResultRow[][]> | undefined;
    try {
      await this.run(async (tx) => {
        sent = Promise.all(statements.map((statement) => tx.query(statement)));
        // Awaited after the commit, which fails as well.
        sent.catch(() => undefined);
      }, this.sideOf(statements));
    } catch (error) {
      await sent;
      throw error;
    }
    return sent ?? [];
  }

  /**
   * Runs the work, with all its units of work and reads, in one surrounding transaction.
   * @param ending `discard` rolls back at the end and still returns the result; not allowed within another surrounding transaction
   * @param side as in `run`
   */
  around<T>(work: (tx: Tx) => Promise<T>, ending: Ending = 'commit', side?: StatementSide): Promise<T> {
    const outer = surroundingOf(this.source);
    if (outer && ending === 'discard') throw new Error('a discarded transaction cannot be inside another transaction');
    if (outer) return work(outer);
    const { source } = this;
    const within: Work<T> = (tx, after, sent) => surrounding.run({ source, tx, after, sent }, () => work(tx));
    return this.attempt(within, ending, side);
  }

  /** For work in several transactions, each of which another one relies on. @throws Error within a surrounding transaction */
  requireOutside(): void {
    if (surroundingOf(this.source)) throw new Error('this commits several transactions, so none may be around it');
  }

  /** Runs a part of the surrounding transaction that can fail alone: its writes are undone, the rest stays. */
  async part<T>(work: () => Promise<T>): Promise<T> {
    const open = surrounding.getStore();
    if (open?.source !== this.source) throw new Error('a part needs a transaction around it');
    const { tx, after, sent } = open;
    const [effects, steps] = [after.effects.length, after.steps.length];
    const end = () => tx.query({ name: 'part_end', text: 'RELEASE SAVEPOINT part' });
    await tx.query({ name: 'part_begin', text: 'SAVEPOINT part' });
    try {
      const result = await work();
      await end();
      return result;
    } catch (error) {
      after.effects.length = effects;
      after.steps.length = steps;
      const cause = await sent.causeOf(error);
      // A rollback keeps the savepoint, which would hide one of the same name around it. Throws the first error: on a lost connection
      // there is nothing to undo.
      await tx
        .query({ name: 'part_undo', text: 'ROLLBACK TO SAVEPOINT part' })
        // Also after the error of a write that was sent in the part: the rollback itself was sent behind it.
        .catch(() => undefined)
        .then(() => sent.forget())
        .then(end)
        .catch(() => undefined);
      throw cause;
    }
  }

  /** With one cell, no statement is read. */
  private sideOf(statements: readonly Statement[]): StatementSide | undefined {
    return this.cells.areOne ? undefined : statements.map(sideOfStatement).find((side) => side !== undefined);
  }

  private async attempt<T>(work: Work<T>, ending: Ending, side?: StatementSide, attempts = ATTEMPTS): Promise<T> {
    const after: AfterCommit = { effects: [], steps: [] };
    const { known } = this.cells;
    let result: T;
    try {
      result = await this.transaction(work, ending, after, side);
    } catch (error) {
      const isAgain = isInterrupted(error) || (await haveMovedSince(this.cells, known, error));
      if (attempts <= 1 || !isAgain) throw error;
      await sleep(Math.random() * PAUSE_MS);
      return this.attempt(work, ending, side, attempts - 1);
    }
    // Not part of an attempt: a deadlock of a step must not repeat what is committed.
    if (ending === 'commit') for (const { run } of after.steps) await run();
    return result;
  }

  private async begin(sent: SentStatements, side: StatementSide | undefined): Promise<TransactionConnection> {
    const { cells, source } = this;
    if (!cells.areKnown) await cells.know();
    return cells.areOne ? connectionOf(source, sent) : new SidedConnection(cells, side);
  }

  private async transaction<T>(
    work: Work<T>,
    ending: Ending,
    after: AfterCommit,
    side: StatementSide | undefined,
  ): Promise<T> {
    const { effects, steps } = after;
    const sent = new SentStatements();
    const connection = await this.begin(sent, side);
    let committed = false;
    try {
      const tx: Tx = {
        mayWrite: true,
        entities: this.source,
        query: (statement) => sent.before(connection.run(statement)),
        send: (statement, translate) => sent.add(connection.run(statement), translate),
        afterCommit: (effect) => effects.push(effect),
        completeWith: (name, run) => {
          if (!steps.some((step) => step.name === name)) steps.push({ name, run });
        },
      };
      const result = await work(tx, after, sent);
      const ended = await sent.before(connection.end(ending === 'commit' ? 'COMMIT' : 'ROLLBACK'));
      // PostgreSQL responds to the COMMIT of a failed transaction with success, and rolls it back.
      if (ending === 'commit' && ended.command !== 'COMMIT') throw new Error(NOT_COMMITTED);
      committed = ending === 'commit';
      return result;
    } catch (error) {
      const cause = await sent.causeOf(error);
      // Throws the first error: a lost connection is rolled back by the server.
      await connection.end('ROLLBACK').catch(() => undefined);
      throw cause;
    } finally {
      await connection.release();
      if (committed) for (const effect of effects) effect();
    }
  }
}
