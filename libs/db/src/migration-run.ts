import { setTimeout } from 'node:timers/promises';
import type { Migration, MigrationExecutor, QueryRunner } from 'typeorm';
import { isLockConflict, type MigrationProgress, reportTo } from './migrations/steps.js';
import { OperatorError } from './operator-error.js';
import { migrationTitle } from './schema-state.rules.js';

/**
 * How long a statement of a migration waits for a lock: every write that needs the table queues behind it in the meantime. Much less would
 * fail on the commits of a busy disk.
 */
export const LOCK_TIMEOUT_MS = 100;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;
/** Longer than any transaction of Billhook, whose statements and pauses end after 30 s. */
const GIVE_UP_AFTER_MS = 15 * 60_000;

/** Another session has held a lock for too long. What ran remains, and the next run continues there. */
export class MigrationBlockedError extends OperatorError {}

/** A session that runs migrations: that of TypeORM, or of a cell. */
export interface MigrationSession {
  query(text: string, values?: unknown[]): Promise<unknown>;
  startTransaction(): Promise<void>;
  commitTransaction(): Promise<void>;
  rollbackTransaction(): Promise<void>;
  readonly isTransactionActive: boolean;
}

/** A migration with the statement that marks it. */
interface MarkedMigration {
  readonly title: string;
  readonly inTransaction: boolean;
  readonly execute: () => Promise<unknown>;
}

/** Runs a migration of TypeORM's list as `runMarked` does. */
export function runMigration(
  executor: MigrationExecutor,
  runner: QueryRunner,
  migration: Migration,
  report: (progress: MigrationProgress) => void,
): Promise<void> {
  const title = migrationTitle(migration.name);
  reportTo(runner, ({ done, total }) => report({ kind: 'batch', title, done, total }));
  const inTransaction = migration.instance?.transaction !== false;
  return runMarked(runner, { title, inTransaction, execute: () => executor.executeMigration(migration) }, report);
}

/**
 * Runs a migration, in a transaction unless it rejects one. If a lock is not free in time, the locks that it holds are released and it
 * runs again after a pause: no change of a transaction remains, and the steps of the others skip what is done.
 */
export async function runMarked(
  runner: MigrationSession,
  { title, inTransaction, execute }: MarkedMigration,
  report: (progress: MigrationProgress) => void,
): Promise<void> {
  const started = performance.now();
  await runner.query(`SET lock_timeout = ${LOCK_TIMEOUT_MS}`);
  report({ kind: 'running', title });
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      if (inTransaction) await runner.startTransaction();
      await execute();
      if (runner.isTransactionActive) await runner.commitTransaction();
      report({ kind: 'done', title, ms: performance.now() - started });
      return;
    } catch (error) {
      if (runner.isTransactionActive) await runner.rollbackTransaction();
      if (!isLockConflict(error)) throw error;
      const by = await oldestTransaction(runner);
      if (performance.now() - started > GIVE_UP_AFTER_MS) {
        throw new MigrationBlockedError(
          `Migration ${title} did not get a lock within ${GIVE_UP_AFTER_MS / 60_000} minutes. ${by} End it, or wait for its end, and run the schema step again: it continues with this migration.`,
          { cause: error },
        );
      }
      report({ kind: 'blocked', title, by });
      await setTimeout(pause);
    }
  }
}

/** Who may hold the lock: PostgreSQL does not say it once the wait has ended. */
async function oldestTransaction(runner: Pick<MigrationSession, 'query'>): Promise<string> {
  const [row] = (await runner.query(`
    SELECT pid, coalesce(nullif(application_name, ''), backend_type) AS name, extract(epoch FROM now() - xact_start)::int AS seconds
    FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL
    ORDER BY xact_start LIMIT 1`)) as { pid: number; name: string; seconds: number }[];
  if (!row) return 'The transaction that held it has ended.';
  return `The oldest transaction is that of process ${row.pid} (${row.name}), open for ${row.seconds} s.`;
}
