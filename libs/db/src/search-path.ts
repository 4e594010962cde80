import type { ClientBase } from 'pg';

/** The schema of the tables of the first cell. It is before the path that a connection has otherwise. */
export const CELL_SCHEMA = 'cell_1';

/** In SQL, the schema of global tables: the first of the path that is not the cell. Before migration 0109, it has all tables. */
export const GLOBAL_SCHEMA = `(array_remove(current_schemas(false), '${CELL_SCHEMA}'))[1]`;

/** The schema of global tables of a connection. @throws Error if its path has none */
export async function globalSchemaOf(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ schema: string | null }>(`SELECT ${GLOBAL_SCHEMA} AS schema`);
  if (!rows[0]?.schema) throw new Error('the path of the connection has no schema');
  return rows[0].schema;
}

/** In SQL, whether a column such as `relnamespace` is one of both schemas. */
export const isOwnSchema = (column: string): string =>
  `${column} IN (to_regnamespace(quote_ident(${GLOBAL_SCHEMA})), to_regnamespace('${CELL_SCHEMA}'))`;

/** The names of a path. PostgreSQL reads those without quotes in small letters. */
const namesOf = (path: string): string[] =>
  Array.from(
    path.matchAll(/"((?:[^"]|"")*)"|[^\s,"]+/g),
    ([name, quoted]) => quoted?.replaceAll('""', '"') ?? name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()),
  );

const IS_CELL = /^cell_[1-9]\d*$/;

/**
 * A path that begins with the schema of a cell and continues with one from `current_setting`, without other cells.
 * @param schema null for the global side, whose path has no cell
 */
export function withCell(path: string, schema: string | null = CELL_SCHEMA): string {
  const names = namesOf(path);
  if (schema !== null && names[0] === schema) return path;
  const kept = names.filter((name) => name === schema || !IS_CELL.test(name));
  const rest = kept.length === names.length ? path : kept.map(quoted).join(', ');
  return [schema, rest].filter(Boolean).join(', ') || '""';
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A path as SET accepts it: a single text would be one name, and a name without quotes could be a word of SQL. */
export const pathInSql = (path: string): string =>
  namesOf(path)
    .map((name) => `'${name.replaceAll("'", "''")}'`)
    .join(', ');
