import { LOCK_TIMEOUT_MS } from '@billhook/db/migration-run';
import { KNOWN_MIGRATIONS } from '@billhook/db/schema-state';
import { migrationNumber } from '@billhook/db/schema-state.rules';
import { CELL_SCHEMA } from '@billhook/db/search-path';
import { TABLE_SIDES } from '@billhook/db/table-sides';
import type { TableSide } from '@billhook/domain/shared/resources';
import type pg from 'pg';
import { sideOf } from './statement-sides.js';

/*
 * What a migration of the next release does: it moves the tables of a cell to their own schema. Programs of this release work before and
 * after it, which the specs that run on such a database show.
 */

/** The schema of global tables. */
const GLOBAL = 'public';

/** The table to which rows of both sides refer with their company, by the schema. */
const TENANTS = `${GLOBAL}.tenants`;

/** Without a path, PostgreSQL writes each name in a definition with its schema. */
const OWN = `relnamespace = '${GLOBAL}'::regnamespace
  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')`;
const TABLES = `SELECT relname AS name FROM pg_class c WHERE ${OWN} AND relkind IN ('r', 'p') ORDER BY 1`;
const FUNCTIONS = `SELECT p.oid, p.proname AS name, p.prosrc AS text, pg_get_functiondef(p.oid) AS definition,
    coalesce(p.proconfig::text, '') LIKE '%search_path=%' AS "hasPath",
    ARRAY (SELECT c.relname::text FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid WHERE t.tgfoid = p.oid) ||
    ARRAY (SELECT t.typname::text FROM unnest(p.proargtypes) a JOIN pg_type t ON t.oid = a) AS tables
  FROM pg_proc p WHERE pronamespace = '${GLOBAL}'::regnamespace AND prokind = 'f'
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')`;
const KEYS = `SELECT conname AS name, conrelid::regclass::text AS "from", confrelid::regclass::text AS "to" FROM pg_constraint k
  JOIN pg_class f ON f.oid = conrelid JOIN pg_class t ON t.oid = confrelid
  WHERE contype = 'f' AND conparentid = 0 AND f.relnamespace <> t.relnamespace ORDER BY 1`;

interface StoredFunction {
  readonly oid: number;
  readonly name: string;
  readonly text: string;
  readonly definition: string;
  readonly hasPath: boolean;
  /** Those whose triggers call it, and those whose rows are its arguments. */
  readonly tables: readonly string[];
}

/** Where a function will be. A name in a text of PL/pgSQL counts as well. */
function sidesOf({ text, tables }: StoredFunction): ReadonlySet<TableSide> {
  const named = (text.match(/\w+/g) ?? []).filter((word) => TABLE_SIDES.has(word));
  return new Set([...named, ...tables].flatMap((name) => sideOf(name) ?? []));
}

/**
 * Moves the tables of a cell.
 * @param client a connection of the owner, without an open transaction
 * @throws a lock conflict if another session uses a table, without having changed anything
 */
export async function splitSchema(client: pg.Client): Promise<void> {
  const split = new SchemaSplit(client);
  await client.query(`BEGIN; SET LOCAL search_path = pg_catalog; SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
  try {
    await split.run();
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

class SchemaSplit {
  constructor(private readonly client: pg.Client) {}

  async run(): Promise<void> {
    const functions = await this.rows<StoredFunction>(FUNCTIONS);
    await this.createSchema();
    const tables = (await this.rows<{ name: string }>(TABLES)).map(({ name }) => name);
    const moved = tables.filter((name) => ['cell', 'both'].includes(sideOf(name) ?? ''));
    for (const name of moved) await this.do(`ALTER TABLE ${GLOBAL}.${name} SET SCHEMA ${CELL_SCHEMA}`);
    await this.moveFunctions(functions);
    for (const name of moved.filter((each) => sideOf(each) === 'both')) await this.copyTable(name);
    await this.dropKeys();
    const last = KNOWN_MIGRATIONS.at(-1) ?? '';
    const name = `ContractFrom${String(migrationNumber(last)).padStart(4, '0')}CellSchema1700000008000`;
    await this.do(`INSERT INTO ${GLOBAL}.migrations (timestamp, name) VALUES (1700000008000, '${name}')`);
  }

  private async rows<T extends object>(text: string, values: unknown[] = []): Promise<T[]> {
    return (await this.client.query<T>(text, values)).rows;
  }

  private async do(text: string): Promise<void> {
    await this.client.query(text);
  }

  /** Who may use the schema of today may use the new one, and has the same permissions on later tables. */
  private async createSchema(): Promise<void> {
    await this.do(`CREATE SCHEMA ${CELL_SCHEMA}`);
    await this.grant(`SELECT format('GRANT %s ON SCHEMA ${CELL_SCHEMA} TO %s', privilege_type, ${GRANTEE}) AS text
      FROM pg_namespace, aclexplode(nspacl) WHERE nspname = '${GLOBAL}' AND grantee <> nspowner`);
    await this.grant(`SELECT format('ALTER DEFAULT PRIVILEGES FOR ROLE %s IN SCHEMA ${CELL_SCHEMA} GRANT %s ON %s TO %s',
        defaclrole::regrole, privilege_type, CASE defaclobjtype WHEN 'r' THEN 'TABLES' WHEN 'S' THEN 'SEQUENCES' ELSE 'FUNCTIONS' END,
        ${GRANTEE}) AS text
      FROM pg_default_acl, aclexplode(defaclacl)
      WHERE defaclnamespace = '${GLOBAL}'::regnamespace AND defaclobjtype IN ('r', 'S', 'f')`);
  }

  private async grant(statements: string): Promise<void> {
    for (const { text } of await this.rows<{ text: string }>(statements)) await this.do(text);
  }

  /**
   * Functions of a cell move, those of tables of both sides are copied, and so are those that functions of a cell call. What is left and
   * writes a table of both sides finds that of the cell, as statements of this release do.
   */
  private async moveFunctions(functions: readonly StoredFunction[]): Promise<void> {
    const sides = new Map(functions.map((each) => [each, sidesOf(each)]));
    const isMoved = (each: StoredFunction): boolean => {
      const of = sides.get(each);
      return of !== undefined && (of.has('cell') || (of.has('both') && !of.has('global')));
    };
    const moved = functions.filter(isMoved);
    for (const each of moved) await this.alter(each, `SET SCHEMA ${CELL_SCHEMA}`);
    for (const each of functions.filter(({ hasPath }) => hasPath)) {
      const of = sides.get(each);
      const isCrossing = of?.has('global') === true && of.size > 1;
      const path = [CELL_SCHEMA, ...(isCrossing ? [GLOBAL] : []), 'pg_temp'].join(', ');
      if (isCrossing || isMoved(each)) await this.alter(each, `SET search_path = ${path}`);
    }
    const called = (each: StoredFunction): boolean =>
      moved.some((other) => new RegExp(`\\b${each.name}\\(`).test(other.text));
    for (const each of functions.filter((one) => sides.get(one)?.size === 0 && called(one)))
      await this.do(inSchema(each.definition, CELL_SCHEMA));
  }

  /** The types of arguments move with their tables, so a function is known by its oid. */
  private async alter({ oid }: StoredFunction, change: string): Promise<void> {
    const [row] = await this.rows<{ name: string }>('SELECT $1::oid::regprocedure::text AS name', [oid]);
    await this.do(`ALTER FUNCTION ${row?.name ?? ''} ${change}`);
  }

  /** An empty table of the other side, with all that the original has. */
  private async copyTable(table: string): Promise<void> {
    const [from, to] = [`${CELL_SCHEMA}.${table}`, `${GLOBAL}.${table}`];
    const [row] = await this.rows<{ options: string | null }>(
      `SELECT array_to_string(reloptions, ', ') AS options FROM pg_class WHERE oid = '${from}'::regclass`,
    );
    const options = row?.options ? ` WITH (${row.options})` : '';
    await this.do(`CREATE TABLE ${to} (LIKE ${from} INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING GENERATED INCLUDING IDENTITY
      INCLUDING STORAGE INCLUDING COMPRESSION)${options}`);
    const copied = [
      `SELECT format('CREATE SEQUENCE ${GLOBAL}.%I OWNED BY ${to}.%I', c.relname, a.attname) AS text FROM pg_depend d
        JOIN pg_class c ON c.oid = d.objid AND c.relkind = 'S' JOIN pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
        WHERE d.refobjid = '${from}'::regclass AND d.deptype = 'a'`,
      `SELECT format('ALTER TABLE ${from} ADD CONSTRAINT %I %s', conname, pg_get_constraintdef(oid)) AS text FROM pg_constraint
        WHERE conrelid = '${from}'::regclass AND contype IN ('p', 'u', 'x', 'f') ORDER BY contype DESC`,
      `SELECT pg_get_indexdef(indexrelid) AS text FROM pg_index WHERE indrelid = '${from}'::regclass
        AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND conrelid = indrelid)`,
      // The path of the function follows, in the copy of it.
      `SELECT DISTINCT pg_get_functiondef(tgfoid) AS text FROM pg_trigger WHERE tgrelid = '${from}'::regclass AND NOT tgisinternal`,
      `SELECT DISTINCT pg_get_functiondef(p.oid) AS text FROM pg_proc p JOIN pg_type t ON t.oid = ANY (p.proargtypes)
        WHERE t.typrelid = '${from}'::regclass`,
      `SELECT pg_get_triggerdef(oid) AS text FROM pg_trigger WHERE tgrelid = '${from}'::regclass AND NOT tgisinternal`,
      `SELECT format('GRANT %s ON ${from} TO %s', privilege_type, ${GRANTEE}) AS text FROM pg_class, aclexplode(relacl)
        WHERE oid = '${from}'::regclass AND grantee <> relowner`,
      `SELECT format('GRANT %s ON SEQUENCE %s TO %s', privilege_type, c.oid::regclass, ${GRANTEE}) AS text
        FROM pg_depend d JOIN pg_class c ON c.oid = d.objid AND c.relkind = 'S', aclexplode(relacl)
        WHERE d.refobjid = '${from}'::regclass AND d.deptype IN ('a', 'i') AND grantee <> relowner`,
    ];
    for (const statements of copied)
      for (const { text } of await this.rows<{ text: string }>(statements)) await this.do(inSchema(text, GLOBAL));
  }

  /**
   * Rows of both sides no longer refer to the card. Nor to their company: with one cell, those of the global side are beside them, which
   * precede the company that is created. @throws an Error for another key between the schemas
   */
  private async dropKeys(): Promise<void> {
    for (const { name, from, to } of await this.rows<{ name: string; from: string; to: string }>(KEYS)) {
      const table = from.replace(/^.*\./, '');
      if (to !== TENANTS || sideOf(table) !== 'both') throw new Error(`${name}: ${from} -> ${to}`);
      await this.do(`ALTER TABLE ${from} DROP CONSTRAINT ${name}`);
    }
  }
}

const GRANTEE = `CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END`;

/** A definition with its names in the other schema. */
function inSchema(text: string, schema: string): string {
  const other = schema === GLOBAL ? CELL_SCHEMA : GLOBAL;
  return text
    .replaceAll(`${other}.`, `${schema}.`)
    .replaceAll(`search_path TO '${other}'`, `search_path TO '${schema}'`);
}
