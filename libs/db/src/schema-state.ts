import type { QueryResultRow } from 'pg';
import { ONE_CELL, READ_CELLS, type Cell } from './cell-rows.js';
import { requireUsable } from './database-facts.js';
import { CONNECTION_LIMIT, connectionProblem, type ConnectionLimit } from './database-facts.rules.js';
import type { DatabaseProblem } from './database-problem.rules.js';
import { olderCells } from './migrate-cells.js';
import { CELL_MIGRATIONS } from './migrations/cell-list.js';
import { MIGRATIONS } from './migrations/list.js';
import { onConnection } from './on-connection.js';
import { requireSessions } from './require-sessions.js';
import { cellSchemaProblem, schemaProblem, schemaState, type SchemaState } from './schema-state.rules.js';
import type { ReadRunner } from './statement.js';

const EXISTS = `SELECT to_regclass('migrations') IS NOT NULL AS exists`;
const NAMES = 'SELECT name FROM migrations ORDER BY id';

/** The migrations of this version, in their order. */
export const KNOWN_MIGRATIONS: readonly string[] = MIGRATIONS.map(({ name }) => name);

/** The exit code of a program whose database has a schema that it does not support. */
export const SCHEMA_EXIT_CODE = 3;

/** A schema that this version does not support. Its message says what the operator must do. */
export class SchemaError extends Error {}

/** Compares the schema of the database with the migrations of this version. */
export async function readSchemaState(db: ReadRunner): Promise<SchemaState> {
  const [table] = await db.query<{ exists: boolean }>({ name: 'migrations_exist', text: EXISTS });
  const rows = table?.exists ? await db.query<{ name: string }>({ name: 'migrations_names', text: NAMES }) : [];
  return schemaState(
    KNOWN_MIGRATIONS,
    rows.map(({ name }) => name),
  );
}

/** Compares them over a separate connection, for a program that starts. @throws UnusableDatabaseError as `requireUsable` */
export async function schemaStateOf(url: string): Promise<SchemaState> {
  return onConnection(url, usableState);
}

/** The connections of a program that starts. */
export interface Pools {
  /** DATABASE_POOL_SIZE. */
  readonly size: number;
  readonly processes: number;
}

/** What a program checks at its start. */
export interface StartChecks {
  readonly pools?: Pools;
  /** Runs on the same connection, once the schema fits. */
  readonly data?: (db: ReadRunner) => Promise<void>;
}

/**
 * Checks the database of a program that starts.
 * @returns what the operator should know if too few connections are free
 * @throws SchemaError if this version does not work with the schema of the database; UnusableDatabaseError if it is not a database of
 * Billhook, or cannot have several cells, or the error of `data`
 */
export async function requireSchema(
  url: string,
  { pools, data }: StartChecks = {},
): Promise<DatabaseProblem | undefined> {
  return onConnection(url, async (db) => {
    const problem = schemaProblem(await usableState(db));
    if (problem) throw new SchemaError(`${problem.detail} ${problem.advice}`);
    const cells = await readCells(db);
    await requireSessions(url, cells);
    const older = cellSchemaProblem(await olderCells(url, cells, CELL_MIGRATIONS), cells.length);
    if (older) throw new SchemaError(`${older.detail} ${older.advice}`);
    await data?.(db);
    if (pools === undefined) return undefined;
    const [limit] = await db.query<ConnectionLimit & QueryResultRow>({
      name: 'connection_limit',
      text: CONNECTION_LIMIT,
    });
    return limit && connectionProblem(limit, pools);
  });
}

/** A role that may not read them yet is refused later, with what to grant. */
async function readCells(db: ReadRunner): Promise<readonly Cell[]> {
  try {
    return await db.query<Cell & QueryResultRow>(READ_CELLS);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '42501') return ONE_CELL;
    throw error;
  }
}

async function usableState(db: ReadRunner): Promise<SchemaState> {
  await requireUsable(db, KNOWN_MIGRATIONS);
  return readSchemaState(db);
}
