import type { QueryRunner } from 'typeorm';
import { aboutCell, connectCell } from './cell-connections.js';
import type { Cell } from './cell-rows.js';
import type { DatabaseClient } from './database-client.js';
import { runMarked, type MigrationSession } from './migration-run.js';
import type { CellMigration } from './migrations/cell-list.js';
import { reportTo, type MigrationProgress } from './migrations/steps.js';
import { migrationTitle, type OlderCell } from './schema-state.rules.js';

const CONNECT_MS = 3_000;

/** Which migrations a cell has: in the cell, so that each is marked in its own transaction, on any server. */
const MARKS =
  'CREATE TABLE IF NOT EXISTS cell_migrations (name text PRIMARY KEY, at timestamptz(3) NOT NULL DEFAULT now())';

/**
 * Runs the migrations of cells that a cell lacks, in one cell after the other. An interrupted run continues where it stopped.
 * @param migrations in their order
 * @returns how many ran
 * @throws the error of the first cell that could not be migrated: an OperatorError if its server does not respond
 */
export async function migrateCells(
  url: string,
  cells: readonly Cell[],
  migrations: readonly CellMigration[],
  report: (progress: MigrationProgress) => void,
): Promise<number> {
  if (migrations.length === 0) return 0;
  let count = 0;
  for (const cell of cells) {
    count += await aboutCell(cell, url, async () => {
      const client = await connectCell(cell, url, { application_name: 'billhook-migrate', statementMs: 0 });
      try {
        return await migrateCell(new CellSession(client), cell, migrations, report);
      } finally {
        await client.end();
      }
    });
  }
  return count;
}

/**
 * The cells that lack migrations, for a program that starts. A server that does not respond is no reason not to start.
 * @param migrations as in `migrateCells`
 */
export async function olderCells(
  url: string,
  cells: readonly Cell[],
  migrations: readonly Pick<CellMigration, 'name'>[],
): Promise<readonly OlderCell[]> {
  if (migrations.length === 0) return [];
  const found = await Promise.all(
    cells.map(async (cell) => {
      const marks = await marksOf(url, cell).catch(() => undefined);
      const missing = marks ? migrations.map(({ name }) => name).filter((name) => !marks.includes(name)) : [];
      return { number: cell.number, missing };
    }),
  );
  return found.filter(({ missing }) => missing.length > 0);
}

/** @throws the error of the connection */
async function marksOf(url: string, cell: Cell): Promise<readonly string[]> {
  const limits = { connectionTimeoutMillis: CONNECT_MS, query_timeout: CONNECT_MS };
  const client = await connectCell(cell, url, { application_name: 'billhook-start', ...limits });
  try {
    const { rows } = await client.query<{ exists: boolean }>(
      `SELECT to_regclass('cell_migrations') IS NOT NULL AS exists`,
    );
    if (rows[0]?.exists !== true) return [];
    return (await client.query<{ name: string }>('SELECT name FROM cell_migrations')).rows.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

async function migrateCell(
  session: CellSession,
  { number }: Cell,
  migrations: readonly CellMigration[],
  report: (progress: MigrationProgress) => void,
): Promise<number> {
  await session.query(MARKS);
  const marked = (await session.query('SELECT name FROM cell_migrations')) as { name: string }[];
  const pending = migrations.filter(({ name }) => !marked.some((mark) => mark.name === name));
  for (const migration of pending) {
    const title = `${migrationTitle(migration.name)} in cell ${number}`;
    // Its helpers use no more of TypeORM than this.
    const db = session as unknown as QueryRunner;
    reportTo(db, ({ done, total }) => report({ kind: 'batch', title, done, total }));
    const execute = async () => {
      await migration.up(db);
      await session.query('INSERT INTO cell_migrations (name) VALUES ($1)', [migration.name]);
    };
    await runMarked(session, { title, inTransaction: migration.transaction !== false, execute }, report);
  }
  return pending.length;
}

/** The part of TypeORM's session that migrations use. */
class CellSession implements MigrationSession {
  isTransactionActive = false;

  private readonly client: DatabaseClient;

  // The tools run this file without compiling it, so the constructor cannot declare the member.
  constructor(client: DatabaseClient) {
    this.client = client;
  }

  async query(text: string, values?: unknown[]): Promise<unknown> {
    return (await this.client.query<Record<string, unknown>>(text, values)).rows;
  }

  async startTransaction(): Promise<void> {
    await this.client.query('BEGIN');
    this.isTransactionActive = true;
  }

  commitTransaction(): Promise<void> {
    return this.#end('COMMIT');
  }

  rollbackTransaction(): Promise<void> {
    return this.#end('ROLLBACK');
  }

  async #end(text: string): Promise<void> {
    this.isTransactionActive = false;
    await this.client.query(text);
  }
}
