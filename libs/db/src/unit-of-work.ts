import type { Pool, PoolClient, QueryResultRow } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import type { Runner, Statement } from './statement.js';

/**
 * An open transaction. Only `UnitOfWork.run` makes one, so a function that asks for a `Tx` can not be called outside a transaction.
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

/** The only place that commits. No network inside a unit of work. */
export class UnitOfWork {
  constructor(private readonly source: DataSource) {}

  /** Runs the work in one transaction: all of it is committed, or none. */
  async run<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const runner = this.source.createQueryRunner();
    const effects: (() => void)[] = [];
    let committed = false;
    try {
      const client = (await runner.connect()) as PoolClient;
      await runner.startTransaction();
      try {
        const result = await work({
          manager: runner.manager,
          query: (statement) => runStatement(client, statement),
          afterCommit: (effect) => effects.push(effect),
        });
        await runner.commitTransaction();
        committed = true;
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
