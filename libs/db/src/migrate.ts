import { MigrationExecutor, type QueryRunner } from 'typeorm';
import { createDataSource } from './data-source.js';
import { learnArrival } from './database-client.js';
import { explainPermission, grantsOfMigrations, type ConnectedAs } from './missing-permission.js';
import { migrationTitle, schemaProblem, schemaState } from './schema-state.rules.js';
import { KNOWN_MIGRATIONS, SchemaError } from './schema-state.js';

/** What `migrate` reports while it runs. */
export type MigrationProgress =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'running' | 'done'; readonly title: string; readonly ms: number };

// An arbitrary number: the advisory lock of the schema step.
const LOCK = 7_301_945;

/**
 * Updates the schema of a database: one transaction for each pending migration, so that a long one holds no locks of the others. Only one
 * process migrates at a time; the next one waits, and then has nothing to do.
 * @returns the number of migrations that ran
 * @throws SchemaError if the schema is newer than this version supports; MissingPermissionError if the role may not change the schema
 */
export async function migrate(
  url: string,
  report: (progress: MigrationProgress) => void = () => undefined,
): Promise<number> {
  // A migration of a large table can take long, and interrupting it would only restart it.
  const options = { url, poolSize: 1, applicationName: 'billhook-migrate', statementMs: 0 };
  await learnArrival(url);
  const source = createDataSource(options, []);
  await source.initialize();
  const runner = source.createQueryRunner();
  try {
    // A lock of the session: it ends with the connection, also if this process is killed.
    const [row] = (await runner.query(`SELECT pg_try_advisory_lock(${LOCK}) AS locked`)) as { locked: boolean }[];
    if (!row?.locked) {
      report({ kind: 'waiting' });
      await runner.query(`SELECT pg_advisory_lock(${LOCK})`);
    }
    const executor = new MigrationExecutor(source, runner);
    const applied = (await executor.getExecutedMigrations()).map(({ name }) => name);
    const state = schemaState(KNOWN_MIGRATIONS, applied);
    if (state.kind === 'unsupported') throw new SchemaError(Object.values(schemaProblem(state) ?? {}).join(' '));
    const pending = await executor.getPendingMigrations();
    for (const migration of pending) {
      const started = performance.now();
      const step = (kind: 'running' | 'done') =>
        report({ kind, title: migrationTitle(migration.name), ms: performance.now() - started });
      step('running');
      await runner.startTransaction();
      try {
        await executor.executeMigration(migration);
        await runner.commitTransaction();
      } catch (error) {
        await runner.rollbackTransaction();
        const as = await connectedAs(runner);
        const step = `Migration ${migrationTitle(migration.name)}`;
        throw explainPermission(error, { step, role: as.role, grants: grantsOfMigrations(as) });
      }
      step('done');
    }
    return pending.length;
  } finally {
    await runner.release();
    await source.destroy();
  }
}

async function connectedAs(runner: QueryRunner): Promise<ConnectedAs> {
  const [row] = (await runner.query('SELECT current_user AS role, current_database() AS database')) as ConnectedAs[];
  if (!row) throw new Error('unreachable: the statement returns one row');
  return row;
}
