/** The schema of the tables of the cell. It is before the path that a connection has otherwise. */
export const CELL_SCHEMA = 'cell_1';

/** In SQL, the schema of global tables: the first of the path that is not the cell. Before migration 0109, it has all tables. */
export const GLOBAL_SCHEMA = `(array_remove(current_schemas(false), '${CELL_SCHEMA}'))[1]`;

/** In SQL, whether a column such as `relnamespace` is one of both schemas. */
export const isOwnSchema = (column: string): string =>
  `${column} IN (to_regnamespace(quote_ident(${GLOBAL_SCHEMA})), to_regnamespace('${CELL_SCHEMA}'))`;

/** The names of a path. PostgreSQL reads those without quotes in small letters. */
const namesOf = (path: string): string[] =>
  Array.from(
    path.matchAll(/"((?:[^"]|"")*)"|[^\s,"]+/g),
    ([name, quoted]) => quoted?.replaceAll('""', '"') ?? name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()),
  );

/** A path that begins with the cell and continues with one from `current_setting`. */
export const withCell = (path: string): string =>
  namesOf(path)[0] === CELL_SCHEMA ? path : [CELL_SCHEMA, path].filter(Boolean).join(', ');

/** A path as SET accepts it: a single text would be one name, and a name without quotes could be a word of SQL. */
export const pathInSql = (path: string): string =>
  namesOf(path)
    .map((name) => `'${name.replaceAll("'", "''")}'`)
    .join(', ');
