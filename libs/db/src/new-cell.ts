import { IDS_OF_CELL } from '@billhook/domain/shared/cell-ids';
import pg from 'pg';
import { DEFINITION, GRANTS } from './cell-definition.sql.js';

/** The last range is for rows of the global side in tables that cells have as well. */
export const MOST_CELLS = 8_191;
const FIRST_GLOBAL_ID = MOST_CELLS * IDS_OF_CELL + 1;

/** Whether a row of a table of both sides has its id from the global side. With one cell, none has. */
export const isOfGlobalSide = (id: number): boolean => id >= FIRST_GLOBAL_ID;

/** The schema of a cell, by its number. */
export const schemaOfCell = (number: number): string => `cell_${number}`;

/** The last statements of a definition create triggers, which reject some of the rows. */
const ROWS = 'INSERT INTO {schema}.event_sequencer (id, last) VALUES (1, 0)';

/** Before the second cell is used, because from then on these tables have rows. $1 is the schema of global tables, $2 are the tables. */
export const TAKE_GLOBAL_IDS = `SELECT setval(c.oid::regclass, greatest(${FIRST_GLOBAL_ID}, s.last_value), s.last_value IS NOT NULL) FROM pg_class c
  JOIN pg_depend d ON d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype IN ('a', 'i')
  JOIN pg_class t ON t.oid = d.refobjid AND t.relname = ANY ($2)
  JOIN pg_sequences s ON s.schemaname = $1 AND s.sequencename = c.relname AND s.data_type = 'bigint'::regtype
  WHERE c.relkind = 'S' AND c.relnamespace = to_regnamespace(quote_ident($1))`;

const SEQUENCES = `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_sequence s ON s.seqrelid = c.oid
  WHERE c.relnamespace = $1::regnamespace AND s.seqtypid = 'bigint'::regtype ORDER BY 1`;

/**
 * The statements that create a cell like another one, without rows. They are read from the catalogue: a file could be of another version than the
 * cells that exist.
 * @param client of the server of the other cell, with an open transaction
 * @param like the schema of the other cell
 */
export async function definitionLike(client: pg.ClientBase, like: string, number: number): Promise<string[]> {
  const schema = schemaOfCell(number);
  // PostgreSQL then writes each name with its schema.
  await client.query('SET LOCAL search_path = pg_catalog');
  const read = async (query: string): Promise<string[]> =>
    (await client.query<{ text: string }>(query, [like])).rows.map(({ text }) => text);
  const parts: string[][] = [];
  for (const query of DEFINITION) parts.push(await read(query));
  const triggers = parts.pop() ?? [];
  const grants: string[] = [];
  for (const query of GRANTS) grants.push(...(await read(query)));
  const sequences = (await client.query<{ name: string }>(SEQUENCES, [like])).rows.map(({ name }) => name);
  const first = (number - 1) * IDS_OF_CELL + 1;
  const marks = await marksOf(client, like);
  const statements = [
    ...parts.flat(),
    ROWS.replace('{schema}', like),
    ...marks,
    ...triggers,
    ...sequences.map((name) => `SELECT setval('${name}', ${first}, false)`),
    ...grants,
  ];
  const own = new RegExp(String.raw`\b${like}\b`, 'g');
  return [
    // A function can name others that follow.
    'SET LOCAL check_function_bodies = off',
    `CREATE SCHEMA ${pg.escapeIdentifier(schema)}`,
    ...statements.map((text) => text.replace(own, schema)),
  ];
}

/** The migrations that the other cell has, if there was one only for cells. */
async function marksOf(client: pg.ClientBase, like: string): Promise<string[]> {
  const table = `${pg.escapeIdentifier(like)}.cell_migrations`;
  const { rows } = await client.query<{ exists: boolean }>('SELECT to_regclass($1) IS NOT NULL AS exists', [table]);
  if (rows[0]?.exists !== true) return [];
  const marks = await client.query<{ name: string }>(`SELECT name FROM ${table} ORDER BY at, name`);
  return marks.rows.map(({ name }) => `INSERT INTO ${like}.cell_migrations (name) VALUES (${pg.escapeLiteral(name)})`);
}
