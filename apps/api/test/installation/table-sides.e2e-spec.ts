import { connectClient } from '@billhook/db/database-client';
import { TABLE_SIDES } from '@billhook/db/table-sides';
import type { TableSide } from '@billhook/domain/shared/resources';
import { CROSSING_FUNCTIONS, CROSSING_KEYS } from '@billhook/testing/side-crossings';
import { takeCrossings } from '@billhook/testing/side-watch';
import { SCHEMA_EFFECTS, sideOf, type SchemaEffects } from '@billhook/testing/statement-sides';
import { tablesOf } from '@billhook/testing/statement-tables';
import { createTestDatabase, type TestDatabase } from '@billhook/testing/test-database';
import { withClient } from '@billhook/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

/*
 * The schema against the sides of its tables. The statements of the product are checked by the runner of the specs, which reads every one:
 * tools/jest/side-watch.mjs.
 */

const TABLES = `SELECT c.relname AS name, c.relpersistence = 'u' AS "isUnlogged",
  EXISTS (SELECT FROM pg_index x WHERE x.indrelid = c.oid AND x.indisprimary) AS "hasKey"
FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
ORDER BY 1`;
const KEYS = `SELECT DISTINCT conrelid::regclass::text AS "from", confrelid::regclass::text AS "to" FROM pg_constraint
  WHERE contype = 'f' AND conparentid = 0`;
const SETTINGS = `SELECT proname AS name, coalesce(proconfig::text, '') LIKE '%search_path=%' AS "hasPath" FROM pg_proc
  WHERE pronamespace = 'public'::regnamespace`;

interface TableRow {
  readonly name: string;
  readonly isUnlogged: boolean;
  readonly hasKey: boolean;
}

let database: TestDatabase;
let before: Faults;

beforeAll(async () => {
  database = await createTestDatabase();
  before = await faults();
});
afterAll(() => database.drop());

interface Faults {
  readonly withoutSide: readonly string[];
  readonly withoutTable: readonly string[];
  readonly notCopied: readonly string[];
  readonly keys: readonly string[];
  readonly functions: readonly string[];
  readonly withoutPath: readonly string[];
}

/** What does not fit the sides, after these changes of the schema. */
const faults = (changes = ''): Promise<Faults> =>
  withClient(database.url, async (client) => {
    await client.query(`BEGIN; ${changes}`);
    const { rows: tables } = await client.query<TableRow>(TABLES);
    const { rows: keys } = await client.query<{ from: string; to: string }>(KEYS);
    const { rows: settings } = await client.query<{ name: string; hasPath: boolean }>(SETTINGS);
    const { rows } = await client.query<SchemaEffects>(SCHEMA_EFFECTS);
    await client.query('ROLLBACK');
    const { functions, triggers } = rows[0] ?? { functions: [], triggers: [] };
    const named = functions.map(({ name, text }) => ({
      name,
      sides: new Set([...tablesOf(text).named].flatMap((table) => sideOf(table) ?? [])),
      fired: new Set(triggers.flatMap(({ function: fired, table }) => (fired === name ? (sideOf(table) ?? []) : []))),
    }));
    const paths = new Map(settings.map(({ name, hasPath }) => [name, hasPath]));
    const names = new Set(tables.map(({ name }) => name));
    return {
      withoutSide: [...names].filter((name) => !TABLE_SIDES.has(name)),
      withoutTable: [...TABLE_SIDES.keys()].filter((name) => !names.has(name)),
      notCopied: tables
        .filter(({ name, isUnlogged, hasKey }) => sideOf(name) !== 'global' && (isUnlogged || !hasKey))
        .map(({ name }) => name),
      keys: keys.filter(({ from, to }) => sideOf(from) !== sideOf(to)).map(({ from, to }) => `${from} -> ${to}`),
      functions: named.filter(isCrossing).map(({ name }) => name),
      withoutPath: named.filter(({ name, sides }) => sides.size > 0 && !paths.get(name)).map(({ name }) => name),
    };
  });

/** A table of both sides is on that of the function. The trigger of such a table runs on either side, and names no other table. */
function isCrossing({ sides, fired }: { readonly sides: Set<TableSide>; readonly fired: Set<TableSide> }): boolean {
  const named = [...sides].filter((side) => side !== 'both');
  const all = new Set([...named, ...[...fired].filter((side) => side !== 'both')]);
  return all.size > 1 || (fired.has('both') && named.length > 0);
}

const NONE: Faults = { withoutSide: [], withoutTable: [], notCopied: [], keys: [], functions: [], withoutPath: [] };

describe('the sides of tables', () => {
  it('fit the schema, except for what is listed', () => {
    const { keys, functions, ...rest } = before;
    expect({ ...rest, keys: keys.toSorted(), functions: functions.toSorted() }).toEqual({
      ...NONE,
      keys: CROSSING_KEYS.toSorted(),
      functions: Object.keys(CROSSING_FUNCTIONS).sort(),
    });
  });

  it.each<[what: string, changes: string, found: Partial<Faults>]>([
    ['a table without a side', 'CREATE TABLE probe (id bigint PRIMARY KEY)', { withoutSide: ['probe'] }],
    [
      'a table of a cell without a primary key',
      'ALTER TABLE tax_rates DROP CONSTRAINT tax_rates_pkey',
      { notCopied: ['tax_rates'] },
    ],
    ['an unlogged table of a cell', 'ALTER TABLE record_changes SET UNLOGGED', { notCopied: ['record_changes'] }],
    [
      'a foreign key between the sides',
      'ALTER TABLE payments ADD COLUMN probe bigint REFERENCES members (id)',
      { keys: ['payments -> members'] },
    ],
    [
      'a trigger of a cell that reads a global table',
      `CREATE FUNCTION probe() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS
        $$ BEGIN PERFORM FROM accounts; RETURN NULL; END $$;
      CREATE TRIGGER probe AFTER INSERT ON invoices FOR EACH ROW EXECUTE FUNCTION probe()`,
      { functions: ['probe'] },
    ],
    [
      'a trigger of a table of both sides that reads one of a cell',
      `CREATE FUNCTION probe() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS
        $$ BEGIN PERFORM FROM companies; RETURN NULL; END $$;
      CREATE TRIGGER probe AFTER INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION probe()`,
      { functions: ['probe'] },
    ],
    [
      'a function that finds its tables by the connection',
      `CREATE FUNCTION probe() RETURNS bigint LANGUAGE sql AS 'SELECT count(*) FROM invoices'`,
      { withoutPath: ['probe'] },
    ],
    ['nothing in a new column', 'ALTER TABLE payments ADD COLUMN probe bigint', {}],
  ])('find %s', async (_, changes, found) => {
    const after = await faults(changes);
    const added = Object.entries(after).map(([kind, names]: [string, readonly string[]]) => [
      kind,
      names.filter((name) => !before[kind as keyof Faults].includes(name)),
    ]);
    expect(Object.fromEntries(added)).toEqual({ ...NONE, ...found });
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
