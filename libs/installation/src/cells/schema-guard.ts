import { OF_BOTH } from '@billhook/db/table-sides';
import pg from 'pg';
import { read, type CellServer } from './cell-server.js';

/*
 * What a schema of a cell leaves under its name: types with the names of the tables of both sides. A program that does not know yet where the cell
 * is would otherwise find the tables of the global side, which follow in its path, and use them without an error.
 */

const [ANY = ''] = OF_BOTH;

/** In SQL, whether a schema is such a guard. */
export const isGuard = (schema: string): string =>
  `EXISTS (SELECT FROM pg_class WHERE relnamespace = to_regnamespace(quote_ident(${schema})) AND relname = '${ANY}' AND relkind = 'c')`;

const typesOf = (schema: string): string[] => OF_BOTH.map((table) => `${pg.escapeIdentifier(schema)}.${table}`);

/** The statements that create a guard. PostgreSQL responds with 42809 to what names a type as a table. */
export const guardSchema = (schema: string): string =>
  [`CREATE SCHEMA ${pg.escapeIdentifier(schema)}`, ...typesOf(schema).map((name) => `CREATE TYPE ${name} AS ()`)].join(
    '; ',
  );

/** Removes a guard, if there is one, and nothing else. In the transaction that is open. */
export async function removeGuard(server: CellServer, schema: string): Promise<void> {
  const guards = await read(server, `SELECT WHERE ${isGuard('$1')}`, [schema]);
  if (guards.length === 0) return;
  // Without CASCADE: what else is there stays, and is an error.
  await server.client.query(`DROP TYPE ${typesOf(schema).join(', ')}; DROP SCHEMA ${pg.escapeIdentifier(schema)}`);
}
