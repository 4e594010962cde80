import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient, QueryResultRow } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import type { Runner, Statement } from './statement.js';

/**
 * An open transaction. Only `UnitOfWork.run` makes one, so a function that asks for a `Tx` cannot be called outside a transaction.
 * Statements of one transaction share one connection: await each before the next, never `Promise.all`.
 */
export interface Tx extends Runner {
  /** TypeORM bound to this transaction, for the ordinary writes. */
  readonly manager: EntityManager;
  /** Runs after the commit, best effort: what must not be lost is a row instead. */
  afterCommit(effect: () => void): void;
}

/** Runs a prepared statement on a pool or a client. */
export async function runStatement<T extends QueryResultRow>(
  client: Pool | PoolClient,
  statement: Statement,
): Promise<T[]> {
  const result = await client.query<T>({
    name: statement.name,
    text: statement.text,
    values: [...(statement.values ?? [])],
  });
  return result.rows;
}

/** The pg pool under a data source: TypeORM never names its statements, and the hot reads need to. */
export function poolOf(source: DataSource): Pool {
  const driver = source.driver as unknown as { readonly master: Pool };
  return driver.master;
}

/** The transaction that lies around what runs now, and whose it is: a process may hold several installations (tests do). */
interface Surrounding {
  readonly source: DataSource;
  readonly tx: Tx;
  readonly effects: (() => void)[];
}

const surrounding = new AsyncLocalStorage<Surrounding>();

/** The transaction that lies around what runs now: reads belong into it, because they see what it has written. */
export function surroundingOf(source: DataSource): Tx | undefined {
  const open = surrounding.getStore();
  return open?.source === source ? open.tx : undefined;
}

/** What becomes of a transaction that went well. */
export type Ending = 'commit' | 'discard';

/** What PostgreSQL ends because two waited for each other (deadlock, serialization failure). Nothing of it was done. */
const INTERRUPTED: readonly unknown[] = ['40P01', '40001'];
const ATTEMPTS = 4;

/** By chance, so that those who met do not meet again. */
const PAUSE_MS = 100;

const isInterrupted = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && INTERRUPTED.includes(error.code);

/** The only place that commits. No network inside a unit of work. */
export class UnitOfWork {
  constructor(private readonly source: DataSource) {}

  /** Runs the work in one transaction: all of it is committed, or none. In the one that lies around it, where there is one. */
  run<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const tx = surroundingOf(this.source);
    return tx ? work(tx) : this.attempt(work, 'commit');
  }

  /**
   * Lays one transaction around all units of work, and all reads, that the work begins: they are committed together, or not at all.
   * @param ending `discard` undoes everything at the end, and still answers what the work did; it cannot lie inside another one
   */
  around<T>(work: (tx: Tx) => Promise<T>, ending: Ending = 'commit'): Promise<T> {
    const outer = surroundingOf(this.source);
    if (outer && ending === 'discard') throw new Error('a discarded transaction cannot be inside another transaction');
    if (outer) return work(outer);
    return this.attempt((tx, effects) => surrounding.run({ source: this.source, tx, effects }, () => work(tx)), ending);
  }

  /** A part of the surrounding transaction that can fail alone: what it wrote is undone, the rest stays. */
  async part<T>(work: () => Promise<T>): Promise<T> {
    const open = surrounding.getStore();
    if (open?.source !== this.source) throw new Error('a part needs a transaction around it');
    const { tx, effects } = open;
    const before = effects.length;
    const end = () => tx.query({ name: 'part_end', text: 'RELEASE SAVEPOINT part' });
    await tx.query({ name: 'part_begin', text: 'SAVEPOINT part' });
    try {
      const result = await work();
      await end();
      return result;
    } catch (error) {
      effects.length = before;
      // Undone, it is still there: a part around this one, of the same name, would go back only to here. And the first error is the one
      // to tell: on a connection that is lost there is nothing to undo.
      await tx
        .query({ name: 'part_undo', text: 'ROLLBACK TO SAVEPOINT part' })
        .then(end)
        .catch(() => undefined);
      throw error;
    }
  }

  private async attempt<T>(
    work: (tx: Tx, effects: (() => void)[]) => Promise<T>,
    ending: Ending,
    attempts = ATTEMPTS,
  ): Promise<T> {
    try {
      return await this.transaction(work, ending);
    } catch (error) {
      if (attempts <= 1 || !isInterrupted(error)) throw error;
      await sleep(Math.random() * PAUSE_MS);
      return this.attempt(work, ending, attempts - 1);
    }
  }

  private async transaction<T>(work: (tx: Tx, effects: (() => void)[]) => Promise<T>, ending: Ending): Promise<T> {
    const runner = this.source.createQueryRunner();
    const effects: (() => void)[] = [];
    let committed = false;
    try {
      const client = (await runner.connect()) as PoolClient;
      await runner.startTransaction();
      try {
        const tx: Tx = {
          mayWrite: true,
          manager: runner.manager,
          query: (statement) => runStatement(client, statement),
          afterCommit: (effect) => effects.push(effect),
        };
        const result = await work(tx, effects);
        if (ending === 'commit') await runner.commitTransaction();
        else await runner.rollbackTransaction();
        committed = ending === 'commit';
        return result;
      } catch (error) {
        // The first error is the one to tell; a connection that is lost has rolled back by itself.
        await runner.rollbackTransaction().catch(() => undefined);
        throw error;
      }
    } finally {
      await runner.release();
      if (committed) for (const effect of effects) effect();
    }
  }
}
