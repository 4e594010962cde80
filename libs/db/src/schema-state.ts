import type { QueryResultRow } from 'pg';
import { CONNECTION_LIMIT, type ConnectionLimit } from './database-facts.rules.js';
import { requireUsable } from './database-facts.js';
import { MIGRATIONS } from './migrations/list.js';
import { schemaProblem, schemaState, type SchemaState } from './schema-state.rules.js';
import { onConnection } from './on-connection.js';
import type { ReadRunner } from './statement.js';

const EXISTS = `SELECT to_regclass('migrations') IS NOT NULL AS exists`;
const NAMES = 'SELECT name FROM migrations ORDER BY id';

/** The migrations of this version, in their order. */
export const KNOWN_MIGRATIONS: readonly string[] = MIGRATIONS.map(({ name }) => name);

/** The exit code of a program whose database has a schema that it does not support. */
export const SCHEMA_EXIT_CODE = 3;

/** A schema that this version does not support. Its message says what the operator does. */
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
  return onConnection(url, async (db) => {
    await requireUsable(db, KNOWN_MIGRATIONS);
    return readSchemaState(db);
  });
}

/**
 * @throws SchemaError if this version does not work with the schema of the database; UnusableDatabaseError if it is not a database of
 * Billhook
 */
export async function requireSchema(url: string): Promise<void> {
  const problem = schemaProblem(await schemaStateOf(url));
  if (problem) throw new SchemaError(`${problem.detail} ${problem.advice}`);
}

/** The limit of connections to the database, for a warning at the start. */
export function connectionLimitOf(url: string): Promise<ConnectionLimit | undefined> {
  return onConnection(url, async (db) => (await db.query<ConnectionLimit & QueryResultRow>(LIMIT))[0]);
}

const LIMIT = { name: 'connection_limit', text: CONNECTION_LIMIT };
