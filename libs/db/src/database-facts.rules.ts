import { createDatabase, quoted, type DatabaseProblem } from './database-problem.rules.js';
import { CELL_SCHEMA, GLOBAL_SCHEMA } from './search-path.js';

/** The oldest version with which the community still publishes fixes. */
export const OLDEST_VERSION = 15;

/** Extensions of the migrations. */
export const EXTENSIONS: readonly string[] = ['pg_trgm', 'btree_gin'];

/** What decides whether Billhook can use a database, before it changes anything there. */
export interface DatabaseFacts {
  readonly version: string;
  readonly encoding: string;
  readonly isStandby: boolean;
  readonly role: string;
  readonly database: string;
  /** The schema of global tables: the first one in search_path that exists and is not the cell. */
  readonly schema: string | null;
  /** Some tables in it that belong to no extension, by name. */
  readonly tables: readonly string[];
  /** The columns of its table `migrations`; empty without one. */
  readonly columns: readonly string[];
  readonly mayCreate: boolean;
  readonly hasCell: boolean;
  /** Whether the schema of the cell exists and the role may not use it, so that its tables are not found. */
  readonly lacksCell: boolean;
  readonly mayCreateInDatabase: boolean;
  /** The missing members of `EXTENSIONS`. */
  readonly missingExtensions: readonly string[];
}

/** Reads them in one row. */
export const DATABASE_FACTS = `
SELECT current_setting('server_version') AS version, current_setting('server_encoding') AS encoding,
  pg_is_in_recovery() AS "isStandby", current_user AS role, current_database() AS database, ${GLOBAL_SCHEMA} AS schema,
  ARRAY (SELECT relname::text FROM pg_class c WHERE relnamespace = to_regnamespace(quote_ident(${GLOBAL_SCHEMA})) AND relkind IN ('r', 'p', 'f')
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.classid = 'pg_class'::regclass AND d.deptype = 'e')
    ORDER BY relname LIMIT 200) AS tables,
  ARRAY (SELECT attname::text FROM pg_attribute WHERE attrelid = to_regclass(quote_ident(${GLOBAL_SCHEMA}) || '.migrations')
    AND attnum > 0 AND NOT attisdropped ORDER BY attname) AS columns,
  coalesce(has_schema_privilege(${GLOBAL_SCHEMA}, 'CREATE'), false) AS "mayCreate", to_regnamespace('${CELL_SCHEMA}') IS NOT NULL AS "hasCell",
  EXISTS (SELECT FROM pg_namespace WHERE nspname = '${CELL_SCHEMA}' AND NOT has_schema_privilege(oid, 'USAGE')) AS "lacksCell",
  has_database_privilege(current_database(), 'CREATE') AS "mayCreateInDatabase",
  ARRAY (SELECT name FROM unnest(ARRAY['${EXTENSIONS.join("', '")}']) name EXCEPT SELECT extname::text FROM pg_extension) AS "missingExtensions"`;

/** Version and encoding of the server. Undefined if Billhook supports them. */
export function serverProblem({
  version,
  encoding,
  database,
  role,
}: Pick<DatabaseFacts, 'version' | 'encoding' | 'database' | 'role'>): DatabaseProblem | undefined {
  if (encoding !== 'UTF8')
    return {
      detail: `The database has the encoding ${encoding}.`,
      advice: `Billhook needs UTF8. Create another database and name it in DATABASE_URL: ${createDatabase(`${database}_utf8`, role)}`,
    };
  if (Number.parseInt(version, 10) < OLDEST_VERSION)
    return {
      detail: `PostgreSQL ${version} is too old.`,
      advice: `Upgrade to PostgreSQL ${OLDEST_VERSION} or later (pg_upgrade).`,
    };
  return undefined;
}

/** PostgreSQL skips a schema that the role may not use: its tables would seem to be missing. */
export function cellProblem({
  role,
  lacksCell,
}: Pick<DatabaseFacts, 'role' | 'lacksCell'>): DatabaseProblem | undefined {
  if (!lacksCell) return undefined;
  return {
    detail: `The role ${quoted(role)} may not use the schema ${CELL_SCHEMA}, which has tables of Billhook.`,
    advice: `As the owner of the schema, run: GRANT USAGE ON SCHEMA ${CELL_SCHEMA} TO ${quoted(role)}`,
  };
}

/**
 * The schema step creates the schema of the cell, so one that exists before belongs to others.
 * @param isMoved whether the schema step has done so
 */
export function takenCellProblem(
  { database, hasCell }: Pick<DatabaseFacts, 'database' | 'hasCell'>,
  isMoved: boolean,
): DatabaseProblem | undefined {
  if (!hasCell || isMoved) return undefined;
  return {
    detail: `The database ${quoted(database)} has a schema ${CELL_SCHEMA} that does not belong to Billhook. Nothing was changed.`,
    advice: `As its owner, rename it: ALTER SCHEMA ${CELL_SCHEMA} RENAME TO other_${CELL_SCHEMA}. Or name a separate database in DATABASE_URL.`,
  };
}

const OF_TYPEORM: readonly string[] = ['id', 'name', 'timestamp'];

/**
 * Whether the tables belong to another product.
 * @param applied the names in its table `migrations`; empty without such a table, or if its columns differ from ours
 * @param known the migrations of this version
 */
export function foreignProblem(
  { database, schema, tables, columns, role }: DatabaseFacts,
  applied: readonly string[],
  known: readonly string[],
): DatabaseProblem | undefined {
  const hasOurColumns =
    columns.length === OF_TYPEORM.length && columns.every((name, index) => name === OF_TYPEORM[index]);
  const others = tables.filter((name) => name !== 'migrations');
  // An interrupted first step leaves an empty table of migrations.
  const isOurs = hasOurColumns
    ? applied.some((name) => known.includes(name)) || (applied.length === 0 && others.length === 0)
    : tables.length === 0;
  if (isOurs) return undefined;
  const shown = (others.length > 0 ? others : tables).slice(0, 3).join(', ');
  return {
    detail: `The schema "${schema}" of the database "${database}" contains tables of another program: ${shown}. Nothing was changed.`,
    advice: `Create a separate database and name it in DATABASE_URL: ${createDatabase('billhook', role)}`,
  };
}

/** Quoted only where SQL requires it. */
const plain = (name: string): string => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : quoted(name));

/** The statements that grant what the schema step of a role lacks, all of them together. Empty if it lacks nothing. */
export function missingGrants(facts: DatabaseFacts): readonly string[] {
  const { database, role, schema, mayCreate, hasCell, mayCreateInDatabase, missingExtensions } = facts;
  return [
    ...(mayCreateInDatabase || (hasCell && missingExtensions.length === 0)
      ? []
      : [`GRANT CREATE ON DATABASE ${quoted(database)} TO ${quoted(role)}`]),
    ...(mayCreate ? [] : [`GRANT USAGE, CREATE ON SCHEMA ${plain(schema ?? 'public')} TO ${quoted(role)}`]),
  ];
}

/** A limit of connections, and how many of them are in use. */
export interface ConnectionLimit {
  /** What sets it. */
  readonly setBy: string;
  readonly most: number;
  readonly used: number;
}

/** Reads the limit with the fewest free connections. Other users' sessions show no more than user and database to an ordinary role. */
export const CONNECTION_LIMIT = `
WITH connected AS (SELECT usename, datname FROM pg_stat_activity WHERE usesysid IS NOT NULL AND datid IS NOT NULL)
SELECT "setBy", most, used FROM (
  SELECT 'max_connections' AS "setBy",
    current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer AS most,
    (SELECT count(*)::integer FROM connected) AS used
  UNION ALL SELECT 'the CONNECTION LIMIT of the role', rolconnlimit,
    (SELECT count(*)::integer FROM connected WHERE usename = rolname) FROM pg_roles WHERE rolname = session_user AND rolconnlimit >= 0
  UNION ALL SELECT 'the CONNECTION LIMIT of the database', datconnlimit,
    (SELECT count(*)::integer FROM connected s WHERE s.datname = d.datname)
    FROM pg_database d WHERE datname = current_database() AND datconnlimit >= 0
) limits ORDER BY most - used LIMIT 1`;

/** Look-ups, rate limits, snapshots, the queue and its signals use these connections in addition to the pool. */
export const CONNECTIONS_BESIDE_POOL = 8;

/**
 * Whether the free connections suffice.
 * `size` is DATABASE_POOL_SIZE, `processes` the number of processes that will connect.
 */
export function connectionProblem(
  { setBy, most, used }: ConnectionLimit,
  { size, processes }: { readonly size: number; readonly processes: number },
): DatabaseProblem | undefined {
  const needed = processes * (size + CONNECTIONS_BESIDE_POOL);
  if (used + needed <= most) return undefined;
  const fitting = Math.floor((most - used) / processes) - CONNECTIONS_BESIDE_POOL;
  const lower = fitting >= 2 ? `, or set DATABASE_POOL_SIZE=${fitting}` : ', and set DATABASE_POOL_SIZE=2';
  return {
    detail: `${used} of ${most} connections are in use, and ${processes === 1 ? 'a process' : `${processes} processes`} may need ${needed} (${setBy}).`,
    advice: `Raise ${setBy}${lower}.`,
  };
}
