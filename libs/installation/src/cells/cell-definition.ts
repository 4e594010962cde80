import { DEFINITION, GRANTS } from '@billhook/db/cell-definition.sql';
import pg from 'pg';
import { read, type CellServer } from './cell-server.js';
import { removeGuard } from './schema-guard.js';

/** Creates the schema of a cell in another database, without rows, in the transaction that is open there. */
export async function createEmptyCopy(source: CellServer, target: CellServer, schema: string): Promise<void> {
  const statements = [
    // A function can name others that follow.
    'SET LOCAL check_function_bodies = off',
    `CREATE SCHEMA ${pg.escapeIdentifier(schema)}`,
    ...(await textsOf(source, schema, DEFINITION)),
    ...(await textsOf(source, schema, GRANTS)),
  ];
  await removeGuard(target, schema);
  await target.client.query(statements.join(';\n'));
}

/** @returns the statements that create what a schema contains, in their order. They name every object with its schema */
async function textsOf(server: CellServer, schema: string, queries: readonly string[]): Promise<string[]> {
  const found = await Promise.all(queries.map((query) => read<{ text: string }>(server, query, [schema])));
  return found.flat().map(({ text }) => text);
}
