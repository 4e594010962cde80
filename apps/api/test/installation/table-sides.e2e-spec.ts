import { connectClient } from '@billhook/db/database-client';
import { sideOf } from '@billhook/db/statement-side';
import { tablesOf } from '@billhook/db/statement-tables';
import { TABLE_SIDES } from '@billhook/db/table-sides';
import type { TableSide } from '@billhook/domain/shared/resources';
import { isInOwnSchema } from '@billhook/testing/own-tables';
import { takeCrossings } from '@billhook/testing/side-watch';
import { createTestDatabase, type TestDatabase } from '@billhook/testing/test-database';
import { withClient } from '@billhook/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

/*
 * The schemas against the sides of their tables. The statements of the product are checked by the runner of the specs, which reads every one:
 * tools/jest/side-watch.mjs.
 */

/** The schemas of each side. */
const SCHEMAS: Readonly<Record<TableSide, readonly string[]>> = {
  global: ['public'],
  cell: ['cell_1'],
  both: ['cell_1', 'public'],
};

const TABLES = `SELECT nspname AS schema, relname AS name, relpersistence = 'u' AS "isUnlogged",
  EXISTS (SELECT FROM pg_index x WHERE x.indrelid = c.oid AND x.indisprimary) AS "hasKey"
FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace WHERE ${isInOwnSchema('n.oid')} AND relkind IN ('r', 'p') ORDER BY 2, 1`;
const KEYS = `SELECT DISTINCT fn.nspname || '.' || f.relname || ' -> ' || tn.nspname || '.' || t.relname AS name FROM pg_constraint k
  JOIN pg_class f ON f.oid = conrelid JOIN pg_namespace fn ON fn.oid = f.relnamespace
  JOIN pg_class t ON t.oid = confrelid JOIN pg_namespace tn ON tn.oid = t.relnamespace
WHERE contype = 'f' AND conparentid = 0 AND fn.oid <> tn.oid`;
const FUNCTIONS = `SELECT nspname AS schema, proname AS name, prosrc AS text,
  'search_path=' || quote_ident(nspname) || ', pg_temp' = ANY (proconfig) AS "hasPath", ARRAY (SELECT relname::text FROM pg_trigger t
    JOIN pg_class c ON c.oid = tgrelid WHERE tgfoid = p.oid AND NOT tgisinternal AND tgparentid = 0) AS fired
FROM pg_proc p JOIN pg_namespace n ON n.oid = pronamespace WHERE ${isInOwnSchema('n.oid')}
  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')`;

interface TableRow {
  readonly schema: string;
  readonly name: string;
  readonly isUnlogged: boolean;
  readonly hasKey: boolean;
}

interface FunctionRow {
  readonly schema: string;
  readonly name: string;
  readonly text: string;
  /** Whether it finds the tables of its schema in every connection. */
  readonly hasPath: boolean | null;
  /** The tables whose triggers call it. */
  readonly fired: readonly string[];
}

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

interface Faults {
  readonly withoutSide: readonly string[];
  readonly withoutTable: readonly string[];
  readonly elsewhere: readonly string[];
  readonly notCopied: readonly string[];
  readonly keys: readonly string[];
  readonly functions: readonly string[];
  readonly withoutPath: readonly string[];
}

/** What does not fit the sides, after these changes of the schemas. */
const faults = (changes = ''): Promise<Faults> =>
  withClient(database.url, async (client) => {
    await client.query(`BEGIN; ${changes}`);
    const { rows: tables } = await client.query<TableRow>(TABLES);
    const { rows: keys } = await client.query<{ name: string }>(KEYS);
    const { rows: functions } = await client.query<FunctionRow>(FUNCTIONS);
    await client.query('ROLLBACK');
    const named = functions.map((each) => ({
      ...each,
      tables: [...tablesOf(each.text).named].filter((name) => sideOf(name) !== undefined),
    }));
    const names = new Set(tables.map(({ name }) => name));
    const found = [...names].map((name) => ({
      name,
      side: sideOf(name),
      schemas: tables.filter((each) => each.name === name).map(({ schema }) => schema),
    }));
    return {
      withoutSide: found.filter(({ side }) => side === undefined).map(({ name }) => name),
      withoutTable: [...TABLE_SIDES.keys()].filter((name) => !names.has(name)),
      elsewhere: found
        .filter(({ side, schemas }) => side !== undefined && schemas.join() !== SCHEMAS[side].join())
        .map(({ name, schemas }) => `${name} in ${schemas.join()}`),
      notCopied: tables
        .filter(({ schema, isUnlogged, hasKey }) => schema === 'cell_1' && (isUnlogged || !hasKey))
        .map(({ name }) => name),
      keys: keys.map(({ name }) => name),
      functions: named.filter(isCrossing).map(({ name }) => name),
      withoutPath: named.filter((each) => each.tables.length > 0 && !each.hasPath).map(({ name }) => name),
    };
  });

/** A function names and serves tables of its schema. The trigger of a table of both sides exists twice, and names no other tables. */
function isCrossing({ schema, tables, fired }: FunctionRow & { readonly tables: readonly string[] }): boolean {
  const isElsewhere = (name: string): boolean => {
    const side = sideOf(name);
    return side !== undefined && !SCHEMAS[side].includes(schema);
  };
  const isTwice = fired.some((name) => sideOf(name) === 'both');
  return [...tables, ...fired].some(isElsewhere) || (isTwice && tables.some((name) => sideOf(name) !== 'both'));
}

const NONE: Faults = {
  ...{ withoutSide: [], withoutTable: [], elsewhere: [], notCopied: [] },
  ...{ keys: [], functions: [], withoutPath: [] },
};

/** A function with a trigger, in the schema of the cell, which is the first in the path. */
const trigger = (table: string, body: string, path = 'cell_1, pg_temp'): string => `
  CREATE FUNCTION probe() RETURNS trigger LANGUAGE plpgsql SET search_path = ${path} AS
    $$ BEGIN ${body}; RETURN NULL; END $$;
  CREATE TRIGGER probe AFTER INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION probe()`;

describe('the sides of tables', () => {
  it('fit the schemas', async () => {
    expect(await faults()).toEqual(NONE);
  });

  it.each<[what: string, changes: string, found: Partial<Faults>]>([
    ['a table without a side', 'CREATE TABLE probe (id bigint PRIMARY KEY)', { withoutSide: ['probe'] }],
    ['a side without a table', 'DROP TABLE served_archives', { withoutTable: ['served_archives'] }],
    [
      'a global table in the schema of the cell',
      'ALTER TABLE served_archives SET SCHEMA cell_1',
      { elsewhere: ['served_archives in cell_1'] },
    ],
    [
      'a table of a cell that exists twice',
      'CREATE TABLE public.tax_rates (id bigint PRIMARY KEY)',
      { elsewhere: ['tax_rates in cell_1,public'] },
    ],
    ['a table of both sides that exists once', 'DROP TABLE public.mails', { elsewhere: ['mails in cell_1'] }],
    [
      'a table of a cell without a primary key',
      'ALTER TABLE tax_rates DROP CONSTRAINT tax_rates_pkey',
      { notCopied: ['tax_rates'] },
    ],
    ['an unlogged table of a cell', 'ALTER TABLE record_changes SET UNLOGGED', { notCopied: ['record_changes'] }],
    [
      'a foreign key between the schemas',
      'ALTER TABLE payments ADD COLUMN probe bigint REFERENCES members (id)',
      { keys: ['cell_1.payments -> public.members'] },
    ],
    [
      'a trigger of a cell that reads a global table',
      trigger('invoices', 'PERFORM FROM accounts'),
      { functions: ['probe'] },
    ],
    ['a function of the cell that serves a global table', trigger('members', 'NULL'), { functions: ['probe'] }],
    [
      'a trigger of a table of both sides that reads one of a cell',
      trigger('audit_log', 'PERFORM FROM companies'),
      { functions: ['probe'] },
    ],
    [
      'a function that looks in the other schema',
      trigger('invoices', 'PERFORM FROM mails', 'public, pg_temp'),
      { withoutPath: ['probe'] },
    ],
    [
      'a function that finds its tables by the connection',
      `CREATE FUNCTION probe() RETURNS bigint LANGUAGE sql AS 'SELECT count(*) FROM invoices'`,
      { withoutPath: ['probe'] },
    ],
    ['nothing in a new column', 'ALTER TABLE payments ADD COLUMN probe bigint', {}],
  ])('find %s', async (_, changes, found) => {
    expect(await faults(changes)).toEqual({ ...NONE, ...found });
  });
});

describe('the statements of a connection of the product', () => {
  it('are read with what their triggers do, and reported unless they are listed', async () => {
    const client = await connectClient({ connectionString: database.url });
    // A trigger of the first one rejects it, and reads the companies.
    await client
      .query({ name: 'probe_delete', text: 'DELETE FROM document_chain USING members' })
      .catch(() => undefined);
    await client.query('BEGIN');
    await client.query({ name: 'probe_read', text: 'SELECT FROM members JOIN invoices ON false' });
    await client.query({
      name: 'probe_insert',
      text: 'INSERT INTO document_numbers SELECT FROM companies WHERE false',
    });
    await client.query({ name: 'test_of_specs', text: 'SELECT FROM members JOIN invoices ON false' });
    await client.query({ text: 'DELETE FROM sessions WHERE false' });
    await client.query('COMMIT');
    await client.end();
    expect(takeCrossings().unlisted.map(({ kind, names, global, cell }) => ({ kind, names, global, cell }))).toEqual([
      {
        kind: 'statement',
        names: ['probe_delete'],
        global: ['members'],
        cell: ['companies', 'document_chain'],
      },
      { kind: 'statement', names: ['probe_read'], global: ['members'], cell: ['invoices'] },
      {
        kind: 'transaction',
        names: ['probe_insert', 'unnamed sessions'],
        global: ['sessions'],
        cell: ['document_numbers'],
      },
    ]);
  });
});
