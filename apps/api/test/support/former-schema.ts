import { createDataSource, type DatabaseOptions } from '@billhook/db/data-source';
import { runMigration } from '@billhook/db/migration-run';
import { KNOWN_MIGRATIONS } from '@billhook/db/schema-state';
import { isInOwnSchema } from '@billhook/testing/own-tables';
import { createTestDatabase, type TestDatabase } from '@billhook/testing/test-database';
import { withClient } from '@billhook/testing/test-server';
import type { Migration } from 'typeorm';
import { MigrationExecutor, type QueryRunner } from 'typeorm';

/** How the schema step connects. */
const migrating = (url: string): DatabaseOptions => ({ url, poolSize: 1, statementMs: 0, schema: 'public' });

/** The last migration of 0.1.0, the oldest release whose databases this one migrates. */
export const BASELINE = KNOWN_MIGRATIONS[0] ?? '';

/** Undoes the migrations after this one. Rows remain. */
export async function rewind(url: string, to: string): Promise<void> {
  const source = await createDataSource(migrating(url), []).initialize();
  try {
    const last = async (): Promise<string> => {
      const [row] = await source.query<{ name: string }[]>('SELECT name FROM migrations ORDER BY id DESC LIMIT 1');
      return row?.name ?? '';
    };
    while ((await last()) !== to) await source.undoLastMigration({ transaction: 'none' });
  } finally {
    await source.destroy();
  }
}

/** A database with the schema of 0.1.0. */
export async function formerDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  await rewind(database.url, BASELINE);
  return database;
}

/** Without triggers and foreign keys: rows need no companies and members. */
const WITHOUT_KEYS = 'SET session_replication_role = replica';

const SEEDS = [
  // Keys of later migrations refer to the company of these rows.
  `INSERT INTO companies (id, name, plan, time_zone, currency, created_at) VALUES (1, 'Company 1', 'Pro', 'UTC', 'EUR', now())
    ON CONFLICT (id) DO NOTHING`,
  `INSERT INTO events (id, company_id, type, resource_id, body, test, created_at, sequence)
    SELECT 'msg_' || n, 1, 'client.updated', n, '{}', false, now(), n FROM generate_series(1, $1::int) n`,
  `INSERT INTO webhook_deliveries (company_id, endpoint_id, event_position, status, trigger, attempt_count, schedule_step, created_at,
      event_type, resource, resource_id, ordered)
    SELECT 1, n % 300 + 1, n, 'Delivered', 'Schedule', 1, 0, now(), 'client.updated', 'client', n, false FROM generate_series(1, $1::int) n`,
  `INSERT INTO webhook_endpoints (company_id, url, event_types, status, secrets, version, created_at, updated_at)
    SELECT 1, 'https://example.com', '{}', 'Enabled', '[]', 1, now(), now() FROM generate_series(1, $1::int / 10) n`,
  `INSERT INTO clients (company_id, status, kind, name, contacts, billing_address, payment_terms, custom_fields, version, created_at, updated_at)
    SELECT 1, 'Active', 'Business', 'Client ' || n, '[]', '{"country": "FR"}', '{"days": 30, "endOfMonth": false}', '{}', 1, now(), now()
    FROM generate_series(1, $1::int) n`,
  `INSERT INTO invoices (company_id, client_id, status, issue_date, due_date, currency, prices_include_tax, allowances, charges, totals,
      tax_breakdown, payable, notes, custom_fields, version, created_at, updated_at, amount_paid, amount_credited, series, quote_line_ids,
      fully_credited, amount_written_off)
    SELECT 1, n, 'Draft', '2026-11-01', '2026-12-01', 'EUR', false, '[]', '[]', '{}', '[]', 1, '[]', '{}', 1, now(), now(), 0, 0, 'INV',
      '[]', false, 0 FROM generate_series(1, $1::int) n`,
  `INSERT INTO payments (company_id, client_id, external_id, kind, status, date, amount, currency, unallocated, version, created_at, updated_at)
    SELECT 1, n, 'p-' || n, 'Payment', 'Recorded', '2026-11-01', 1, 'EUR', 1, 1, now(), now() FROM generate_series(1, $1::int) n`,
  `INSERT INTO portal_links (token_hash, company_id, member_id, created_at, expires_at, confirmed_at, access)
    SELECT sha256(n::text::bytea), 1, 1, now(), now(), now(), 'full' FROM generate_series(1, $1::int) n`,
  `INSERT INTO company_exports (company_id, status, member_id, requested_by, created_at, section, cursor, part, position, failures,
      section_records, records, bytes)
    SELECT 1, 'Completed', 1, 'Ada', now(), 0, 0, 0, 0, 0, 0, 0, 0 FROM generate_series(1, $1::int / 10) n`,
  `INSERT INTO document_chain (company_id, resource, record_id, version, action, at, digest)
    SELECT 1, 'invoice', n, 1, 'created', now(), '\\x00' FROM generate_series(1, $1::int) n`,
];

/** Rows in the tables that grow with use, in the schema of 0.1.0 or of a later release. */
export async function seed(url: string, rows: number): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(WITHOUT_KEYS);
    for (const text of SEEDS) await client.query(text, text.includes('$1') ? [rows] : []);
    await client.query('ANALYZE');
  });
}

const WRITES = [
  `INSERT INTO events (id, company_id, type, resource_id, body, test, created_at) VALUES ('w' || $1, 1, 'client.updated', 1, '{}', false, now())`,
  'UPDATE webhook_deliveries SET attempt_count = attempt_count + 1 WHERE event_position = $1',
  'UPDATE webhook_endpoints SET version = version + 1 WHERE id = $1 % 100 + 1',
  'UPDATE invoices SET version = version + 1 WHERE id = $1',
  'UPDATE payments SET version = version + 1 WHERE id = $1',
  'UPDATE portal_links SET revoked_at = now() WHERE id = $1',
  `UPDATE companies SET name = 'A' WHERE id = $1`,
  `INSERT INTO document_chain (company_id, resource, record_id, version, action, at) VALUES (1, 'invoice', $1, 2, 'updated', now())`,
];

export interface Waits {
  writes: number;
  /** Of a single write. */
  longestMs: number;
  text: string;
}

/** Writes to the tables of the seed, one row after another, until the work is done. */
export async function besideWriter(url: string, work: () => Promise<unknown>): Promise<Waits> {
  const waits: Waits = { writes: 0, longestMs: 0, text: '' };
  let isRunning = true;
  const writing = withClient(url, async (client) => {
    await client.query(WITHOUT_KEYS);
    for (let n = 1; isRunning; n += 1) {
      for (const text of WRITES) {
        const started = performance.now();
        await client.query(text, [n]);
        const ms = performance.now() - started;
        waits.writes += 1;
        if (ms > waits.longestMs) Object.assign(waits, { longestMs: ms, text });
      }
      // About as many writes as a busy installation has, without taking the processor of the migration.
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });
  try {
    await work();
  } finally {
    isRunning = false;
    await writing;
  }
  return waits;
}

export type Around = (query: () => Promise<unknown>, text: string, runner: QueryRunner) => Promise<unknown>;

/** Runs what is pending as the schema step does, with a function around each statement of a migration. */
export async function migrateWith(url: string, around: Around): Promise<void> {
  const source = await createDataSource(migrating(url), []).initialize();
  const runner = source.createQueryRunner();
  const query = runner.query.bind(runner) as (text: string, ...rest: [unknown[]?, boolean?]) => Promise<unknown>;
  const watched = new Proxy(runner, {
    get(target, name) {
      if (name === 'query')
        return (text: string, ...rest: [unknown[]?, boolean?]) => around(() => query(text, ...rest), text, target);
      const value = Reflect.get(target, name, target) as unknown;
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  try {
    const executor = new MigrationExecutor(source, watched);
    const pending: Migration[] = await executor.getPendingMigrations();
    for (const migration of pending) await runMigration(executor, watched, migration, () => undefined);
  } finally {
    await runner.release();
    await source.destroy();
  }
}

/** What must be the same whatever led to the schema. The names of NOT NULL differ, and the columns contain it. */
const SCHEMA = `
  SELECT 'column', format('%s.%s %s %s %s', attrelid::regclass, attname, atttypid::regtype, attnotnull, pg_get_expr(d.adbin, d.adrelid))
    FROM pg_attribute a JOIN pg_class c ON c.oid = attrelid LEFT JOIN pg_attrdef d ON adrelid = attrelid AND adnum = attnum
    WHERE ${isInOwnSchema('relnamespace')} AND relkind IN ('r', 'p') AND attnum > 0 AND NOT attisdropped
  UNION ALL SELECT 'index', format('%s %s', pg_get_indexdef(indexrelid), indisvalid)
    FROM pg_index i JOIN pg_class c ON c.oid = indexrelid WHERE ${isInOwnSchema('relnamespace')}
  UNION ALL SELECT 'constraint', format('%s %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated)
    FROM pg_constraint WHERE ${isInOwnSchema('connamespace')} AND contype <> 'n'
  UNION ALL SELECT 'function', pg_get_functiondef(p.oid) FROM pg_proc p
    WHERE ${isInOwnSchema('pronamespace')} AND prokind = 'f' AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = p.oid AND deptype = 'e')
  UNION ALL SELECT 'trigger', pg_get_triggerdef(t.oid) FROM pg_trigger t WHERE NOT tgisinternal AND tgparentid = 0
  UNION ALL SELECT 'migration', name FROM migrations
  ORDER BY 1, 2`;

export const schemaOf = (url: string): Promise<unknown[]> =>
  withClient(url, async (client) => (await client.query(SCHEMA)).rows);
