import { EXTENSIONS } from '@billhook/db/database-facts.rules';
import pg from 'pg';
import { read, readOne, type CellServer } from './cell-server.js';

/*
 * What the statements of a cell need of the schema of global tables. On another server, it has the same name and these objects, and no table.
 */

const COLLATION = 'natural_order';
const FUNCTIONS: readonly string[] = ['search_form', 'search_patterns'];

/** An object of another schema, as a statement that creates it. */
export interface SharedObjects {
  readonly extensions: readonly { readonly name: string; readonly schema: string }[];
  readonly collation: SharedCollation | null;
  readonly functions: readonly { readonly name: string; readonly definition: string }[];
}

interface SharedCollation {
  readonly schema: string;
  /** Provider, locale and whether equal texts have equal bytes. */
  readonly definition: string;
  /** Of the library that sorts, such as ICU. */
  readonly version: string | null;
}

/** The catalogue names the locale differently from PostgreSQL 17 on. */
const SHARED = `SELECT
  (SELECT coalesce(json_agg(json_build_object('name', extname, 'schema', extnamespace::regnamespace::text) ORDER BY extname), '[]')
    FROM pg_extension WHERE extname = ANY ($2)) AS extensions,
  (SELECT json_build_object('schema', collnamespace::regnamespace::text, 'version', pg_collation_actual_version(c.oid),
      'definition', CASE collprovider
        WHEN 'i' THEN format('(provider = icu, locale = %L, deterministic = %s)',
          coalesce(to_jsonb(c) ->> 'colllocale', to_jsonb(c) ->> 'colliculocale'), collisdeterministic::text)
        ELSE 'FROM pg_catalog."C"' END)
    FROM pg_collation c WHERE collnamespace = to_regnamespace(quote_ident($1)) AND collname = '${COLLATION}') AS collation,
  (SELECT coalesce(json_agg(json_build_object('name', proname, 'definition', pg_get_functiondef(oid)) ORDER BY oid), '[]')
    FROM pg_proc WHERE pronamespace = to_regnamespace(quote_ident($1)) AND proname = ANY ($3)) AS functions`;

/** @param schema the one of global tables */
export const readShared = (server: CellServer, schema: string): Promise<SharedObjects> =>
  readOne<SharedObjects>(server, SHARED, [schema, EXTENSIONS, FUNCTIONS]);

/** The extensions that the server offers, installed or not. */
export async function offeredExtensions(server: CellServer): Promise<readonly string[]> {
  const rows = await read<{ name: string }>(
    server,
    'SELECT name::text AS name FROM pg_available_extensions WHERE name = ANY ($1)',
    [EXTENSIONS],
  );
  return rows.map(({ name }) => name);
}

/** The statements that create what the target lacks. */
export function missingShared(schema: string, source: SharedObjects, target: SharedObjects): string[] {
  const [name, collation] = [pg.escapeIdentifier(schema), source.collation];
  const has = (list: readonly { readonly name: string }[], wanted: string) => list.some((each) => each.name === wanted);
  return [
    `CREATE SCHEMA IF NOT EXISTS ${name}`,
    ...source.extensions
      .filter((extension) => !has(target.extensions, extension.name))
      .map((extension) => `CREATE EXTENSION ${extension.name} SCHEMA ${extension.schema}`),
    ...(collation && !target.collation ? [`CREATE COLLATION ${name}.${COLLATION} ${collation.definition}`] : []),
    ...source.functions.filter((each) => !has(target.functions, each.name)).map(({ definition }) => definition),
  ];
}

/** What an operator has to know or to correct before a cell can be on the target. */
export function sharedProblems(
  source: SharedObjects,
  target: SharedObjects,
  { offered, isSameVersion }: { readonly offered: readonly string[]; readonly isSameVersion: boolean },
): { readonly problems: readonly string[]; readonly warnings: readonly string[] } {
  const problems = [
    ...source.extensions.flatMap(({ name, schema }) => {
      const found = target.extensions.find((each) => each.name === name);
      if (!found && !offered.includes(name))
        return [`The target lacks the extension ${name}. Install the package of PostgreSQL with its extensions there.`];
      if (!found || found.schema === schema) return [];
      return [
        `The extension ${name} is in the schema ${found.schema} of the target, and in ${schema} here. On the target, run: ALTER EXTENSION ${name} SET SCHEMA ${schema}`,
      ];
    }),
    ...(target.collation && target.collation.definition !== source.collation?.definition
      ? [
          `The collation ${COLLATION} of the target sorts differently: ${target.collation.definition} in place of ${source.collation?.definition ?? 'none'}. Use a PostgreSQL with ICU on both servers.`,
        ]
      : []),
    ...source.functions
      // Another version of PostgreSQL can print the same function differently.
      .filter(() => isSameVersion)
      .filter(({ name, definition }) => target.functions.some((f) => f.name === name && f.definition !== definition))
      .map(
        ({ name }) =>
          `The function ${name} of the target differs. It is of another version of Billhook: run the schema step of this one for the target.`,
      ),
  ];
  const [here, there] = [source.collation?.version, target.collation?.version];
  const isOther = here !== there && here !== null && there !== null && here !== undefined && there !== undefined;
  const warnings = isOther
    ? [
        `Names are sorted by version ${there} of ICU on the target, and by ${here} here. Their order can differ slightly.`,
      ]
    : [];
  return { problems, warnings };
}
