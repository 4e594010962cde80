import { setTimeout } from 'node:timers/promises';
import type { QueryResultRow } from 'pg';
import { MigrationExecutor, type QueryRunner } from 'typeorm';
import { READ_CELLS, type Cell } from './cell-rows.js';
import { createDataSource } from './data-source.js';
import { hasOwnCell, requireUsable } from './database-facts.js';
import { missingGrants, takenCellProblem, type DatabaseFacts } from './database-facts.rules.js';
import { UnusableDatabaseError } from './database-problem.rules.js';
import { migrateCells } from './migrate-cells.js';
import { runMigration } from './migration-run.js';
import { CELL_MIGRATIONS } from './migrations/cell-list.js';
import type { MigrationProgress } from './migrations/steps.js';
import { explainPermission, grantsOfMigrations, missingPermission, type ConnectedAs } from './missing-permission.js';
import { onConnection } from './on-connection.js';
import { KNOWN_MIGRATIONS, SchemaError } from './schema-state.js';
import { migrationTitle, schemaProblem, schemaState } from './schema-state.rules.js';
import { GLOBAL_SCHEMA } from './search-path.js';
import type { ReadRunner, Statement } from './statement.js';

/** An arbitrary number: the advisory lock of the schema step. */
export const SCHEMA_STEP_LOCK = 7_301_945;
const LOCK_RETRY_MS = 500;

/**
 * Updates the schema of a database: one transaction for each pending migration, so that a long one holds no locks of the others, and none
 * for one that would lock a large table for long. Only one process migrates at a time; the next one waits, and then has nothing to do.
 * @param requireData a check of the data before the first migration; its error ends the step
 * @returns the number of migrations that ran
 * @throws SchemaError if the schema is newer than this version supports; UnusableDatabaseError if the database is not one of Billhook;
 * MissingPermissionError if the role may not change the schema; MigrationBlockedError if another session keeps a lock
 */
export async function migrate(
  url: string,
  report: (progress: MigrationProgress) => void = () => undefined,
  requireData: (db: ReadRunner) => Promise<void> = () => Promise.resolve(),
): Promise<number> {
  // A migration of a large table can take long, and interrupting it would only restart it.
  const options = { url, poolSize: 1, applicationName: 'billhook-migrate', statementMs: 0 };
  // Before the pool opens its connection, which cannot be opened a second time without start-up options.
  const schema = await globalSchemaOf(url);
  const source = createDataSource({ ...options, schema }, []);
  await source.initialize();
  const runner = source.createQueryRunner();
  try {
    // A lock of the session: it ends with the connection, even if this process is killed.
    const isLocked = async () => {
      const [row] = (await runner.query(`SELECT pg_try_advisory_lock(${SCHEMA_STEP_LOCK}) AS locked`)) as {
        locked: boolean;
      }[];
      return row?.locked === true;
    };
    if (!(await isLocked())) {
      report({ kind: 'waiting' });
      // Asks again instead of waiting in PostgreSQL: building an index concurrently waits for every statement that runs.
      while (!(await isLocked())) await setTimeout(LOCK_RETRY_MS);
    }
    const facts = await requireUsable(readsOf(runner), KNOWN_MIGRATIONS);
    await requirePossible(runner, facts);
    await requireData(readsOf(runner));
    const executor = new MigrationExecutor(source, runner);
    const applied = (await executor.getExecutedMigrations()).map(({ name }) => name);
    const state = schemaState(KNOWN_MIGRATIONS, applied);
    if (state.kind === 'unsupported') throw new SchemaError(Object.values(schemaProblem(state) ?? {}).join(' '));
    const pending = await executor.getPendingMigrations();
    for (const migration of pending) {
      try {
        await runMigration(executor, runner, migration, report);
      } catch (error) {
        const as = await connectedAs(runner);
        const step = `Migration ${migrationTitle(migration.name)}`;
        throw explainPermission(error, { step, role: as.role, grants: grantsOfMigrations(as) });
      }
    }
    const cells = (await runner.query(READ_CELLS.text)) as Cell[];
    const own = CELL_MIGRATIONS.map((Migration) => new Migration());
    return pending.length + (await migrateCells(url, cells, own, report));
  } finally {
    await runner.release();
    await source.destroy();
  }
}

/** Undefined if the path of the role has none, which `requireUsable` reports. */
async function globalSchemaOf(url: string): Promise<string | undefined> {
  const statement = { name: 'global_schema', text: `SELECT ${GLOBAL_SCHEMA} AS schema` };
  const [row] = await onConnection(url, (db) => db.query<{ schema: string | null }>(statement));
  return row?.schema ?? undefined;
}

/** The session of the lock, for reads. */
const readsOf = (runner: QueryRunner): ReadRunner => ({
  query: async <T extends QueryResultRow>({ text, values = [] }: Statement) =>
    (await runner.query(text, [...values])) as T[],
});

/** Checks permissions and names before the first statement that writes, so that no migration fails because of them. */
async function requirePossible(runner: QueryRunner, facts: DatabaseFacts): Promise<void> {
  const rows =
    facts.columns.length > 0 ? ((await runner.query('SELECT name FROM migrations')) as { name: string }[]) : [];
  const applied = rows.map(({ name }) => name);
  if (KNOWN_MIGRATIONS.every((name) => applied.includes(name))) return;
  const taken = takenCellProblem(facts, hasOwnCell(applied));
  if (taken) throw new UnusableDatabaseError(taken);
  const grants = missingGrants(facts);
  if (grants.length > 0) throw missingPermission({ step: 'The schema step', role: facts.role, grants });
}

async function connectedAs(runner: QueryRunner): Promise<ConnectedAs> {
  const [row] = (await runner.query('SELECT current_user AS role, current_database() AS database')) as ConnectedAs[];
  if (!row) throw new Error('unreachable: the statement returns one row');
  return row;
}
