import { UnusableDatabaseError } from '@billhook/db/database-problem.rules';
import { migrate } from '@billhook/db/migrate';
import type { MigrationProgress } from '@billhook/db/migrations/steps';
import { KNOWN_MIGRATIONS, requireSchema } from '@billhook/db/schema-state';
import { loadTestEnv } from '@billhook/platform/spec-env';
import { eventually } from '@billhook/testing/patience';
import { createTestDatabase } from '@billhook/testing/test-database';
import { withClient } from '@billhook/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { QueryResultRow } from 'pg';
import { TestApi } from '../support/api.js';
import { rowDigests } from '../support/audit-rows.js';
import { reportOfLogs } from '../support/audit-verify.js';
import { linkChains, verifyChains } from '../support/document-chains.js';
import { migrateWith, rewind, schemaOf } from '../support/former-schema.js';
import { Records } from '../support/records.js';
import { startWithKey } from '../support/start.js';
import { World } from '../support/world.js';

/*
 * The migration that moves the tables of a cell to their schema, below a process that runs. All other specs run after it, and
 * `upgrade.e2e-spec.ts` runs the programs of the previous release before and after it.
 */

const BEFORE = 'StepsOfDeletions1700000000108';
/** The migration, and those of later releases. */
const LATER = KNOWN_MIGRATIONS.slice(KNOWN_MIGRATIONS.indexOf(BEFORE) + 1);
const TITLE = '0109 ContractFrom0108CellSchema';
const ROLE = `cell_run_${process.pid}`;

const { api, key, records } = await startWithKey();

async function rowsOf<T extends QueryResultRow>(text: string, url = api.databaseUrl): Promise<T[]> {
  return withClient(url, async (client) => (await client.query<T>(text)).rows);
}

const urlOfRole = (): string => {
  const url = new URL(api.databaseUrl);
  [url.username, url.password] = [ROLE, ROLE];
  return url.href;
};

/** The statement that adds an entry to an audit log. */
const entryIn = (table: string): string =>
  `INSERT INTO ${table} (company_id, at, actor, actor_kind, action, details)
    SELECT id, now(), 'test', 'system', 'test', '{}' FROM tenants LIMIT 1 RETURNING id`;

/** Creates the daily tables, as a worker does. */
const daysOf = (day: string): string => `SELECT create_attempts_day('${day}'), create_requests_day('${day}')`;

/** Requests of a process whose connections were open before the move, until the work is done. */
async function underLoad(work: () => Promise<unknown>): Promise<number[]> {
  const found: number[] = [];
  let isRunning = true;
  const client = await records.client();
  const headers = { authorization: `Bearer ${key.secret}` };
  const load = async (): Promise<void> => {
    for (let n = 0; isRunning; n += 1) {
      const body = { name: `Atelier ${n}` };
      const written = await api.call('PATCH', `/v1/clients/${client.id}`, { headers, body });
      const read = await api.call('GET', '/v1/clients?limit=1', { headers });
      found.push(written.status, read.status);
    }
  };
  const loads = [load(), load()];
  try {
    await work();
  } finally {
    isRunning = false;
    await Promise.all(loads);
  }
  return found;
}

let rows: Record<string, string>[];
let statuses: number[];

beforeAll(async () => {
  await records.paid(await records.sent());
  await linkChains(api);
  await rewind(api.databaseUrl, BEFORE);
  await withClient(api.databaseUrl, async (client) => {
    await client.query(`CREATE ROLE ${ROLE} LOGIN PASSWORD '${ROLE}';
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${ROLE};
      GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${ROLE};
      GRANT EXECUTE ON FUNCTION create_attempts_day(text), drop_attempts_day(text), create_requests_day(text),
        drop_requests_day(text) TO ${ROLE};
      ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${ROLE};
      ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE ON SEQUENCES TO ${ROLE}`);
    await client.query(daysOf('20260101'));
    await client.query(entryIn('audit_log'));
  });
  const before = await rowDigests(api);
  await migrate(api.databaseUrl);
  rows = [before, await rowDigests(api)];
  await rewind(api.databaseUrl, BEFORE);
  statuses = await underLoad(() => migrate(api.databaseUrl));
});
// The database is dropped before, with the permissions of the role.
afterAll(() => withClient(loadTestEnv().TEST_SERVER_URL, (client) => client.query(`DROP ROLE ${ROLE}`)));

describe('the move of the tables of a cell', () => {
  it('changes no row', () => {
    const [before, after] = rows.map(({ migrations: _, cells: __, cell_moves: ___, ...rest }) => rest);
    expect(after).toEqual(before);
    expect(Object.keys(before ?? {}).length).toBeGreaterThan(60);
  });

  it('fails no request of a running process', async () => {
    expect(statuses.length).toBeGreaterThan(0);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    const invoice = await records.sent();
    await records.paid(invoice);
    expect((await records.invoice(invoice.id)).status).toBe('Paid');
    expect((await api.call('GET', '/health/ready')).status).toBe(200);
  });

  it('leaves both chains verifiable, and lets them grow', async () => {
    await withClient(api.databaseUrl, async (client) => {
      await client.query(entryIn('audit_log'));
      expect((await reportOfLogs(client)).code).toBe(0);
      for (const id of [1, 2]) expect((await client.query(entryIn('public.audit_log'))).rows).toEqual([{ id }]);
      await expect(client.query('DELETE FROM public.audit_log')).rejects.toThrow('the audit log only grows');
    });
    expect(await linkChains(api)).toBeGreaterThan(0);
    const reports = await verifyChains(api);
    expect(reports.filter(({ head }) => head !== null)).not.toEqual([]);
    expect(reports.filter(({ error }) => error)).toEqual([]);
  });

  it('gives both forms of a table the same definition, and keeps the rows with the cell', async () => {
    const definitions = await rowsOf<{ schema: string; text: string }>(
      `WITH both_sides AS (SELECT c.oid, nspname FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
          WHERE relkind = 'r' AND nspname IN ('public', 'cell_1')
            AND relname IN ('audit_heads', 'audit_log', 'deleting_companies', 'idempotency_records', 'mails'))
        SELECT nspname AS schema, text FROM both_sides, LATERAL (
          SELECT format('%s %s %s %s', attname, atttypid::regtype, attnotnull, attidentity) FROM pg_attribute
            WHERE attrelid = oid AND attnum > 0 AND NOT attisdropped
          UNION ALL SELECT pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid = oid
          UNION ALL SELECT pg_get_triggerdef(t.oid) FROM pg_trigger t WHERE tgrelid = both_sides.oid AND NOT tgisinternal
          UNION ALL SELECT pg_get_functiondef(tgfoid) FROM pg_trigger WHERE tgrelid = both_sides.oid AND NOT tgisinternal
          UNION ALL SELECT format('%s %s', conname, pg_get_constraintdef(k.oid)) FROM pg_constraint k
            WHERE conrelid = both_sides.oid AND contype <> 'f'
          UNION ALL SELECT format('%s %s', relname, acl) FROM pg_class c, aclexplode(relacl) acl WHERE c.oid = both_sides.oid
          UNION ALL SELECT array_to_string(reloptions, ',') FROM pg_class c WHERE c.oid = both_sides.oid) AS d (text)`,
    );
    const of = (schema: string): string[] =>
      definitions
        .filter((each) => each.schema === schema)
        .map(({ text }) => (text ?? '').replaceAll(/\b(cell_1|public)\.|'(cell_1|public)', /g, ''))
        .toSorted();
    expect(of('public')).toEqual(of('cell_1'));
    expect(of('public').length).toBeGreaterThan(60);
    const functions = `SELECT nspname AS schema, count(*)::int AS count FROM pg_proc p JOIN pg_namespace n ON n.oid = pronamespace
      WHERE proname IN ('audit_chain', 'audit_hash', 'audit_text') GROUP BY 1 ORDER BY 1`;
    expect(await rowsOf(functions)).toEqual(['cell_1', 'public'].map((schema) => ({ schema, count: 3 })));
    expect(await rowsOf('SELECT FROM public.mails, public.idempotency_records')).toEqual([]);
  });

  it('leaves nothing that was for programs of 0.1.0', async () => {
    const names = `SELECT proname AS name FROM pg_proc WHERE proname IN ('create_tenant', 'mark_deleting_company')
      UNION ALL SELECT tgname FROM pg_trigger WHERE tgname IN ('companies_tenant', 'company_deletions_marked')`;
    expect(await rowsOf(names)).toEqual([]);
  });
});

describe('a role that only uses the tables', () => {
  it('may use them after the move, and create those of a day', async () => {
    await requireSchema(urlOfRole());
    await withClient(urlOfRole(), (client) => client.query(daysOf('20260102')));
    const days = `SELECT nspname AS schema FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
      WHERE relkind = 'r' AND relname ~ '_2026010[12]$'`;
    expect(await rowsOf(days)).toEqual(Array.from({ length: 4 }, () => ({ schema: 'cell_1' })));
    const second = await TestApi.beside(api, { DATABASE_URL: urlOfRole() });
    const sent = await new Records(await new World(second).key()).sent();
    expect(sent.number).not.toBeNull();
    await second.stop();
  });

  it('may use the tables of later migrations', async () => {
    const later = 'CREATE TABLE cell_1.later (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY)';
    await withClient(api.databaseUrl, (client) => client.query(later));
    await withClient(urlOfRole(), (client) => client.query('INSERT INTO later DEFAULT VALUES'));
    await withClient(api.databaseUrl, (client) => client.query('DROP TABLE cell_1.later'));
  });

  it('does not start without USAGE on the schema, and its message names the permission', async () => {
    await withClient(api.databaseUrl, (client) => client.query('REVOKE USAGE ON SCHEMA cell_1 FROM PUBLIC'));
    const failed = requireSchema(urlOfRole());
    await expect(failed).rejects.toThrow(UnusableDatabaseError);
    await expect(failed).rejects.toThrow(`GRANT USAGE ON SCHEMA cell_1 TO "${ROLE}"`);
  });
});

describe('the schema step', () => {
  it('has nothing to do after the move, and creates no second table of migrations', async () => {
    expect(await migrate(api.databaseUrl)).toBe(0);
    expect(await rowsOf(`SELECT to_regclass('cell_1.migrations') AS name`)).toEqual([{ name: null }]);
  });

  it('waits for a transaction that uses a table, without a lock and without a change', async () => {
    const { url, drop } = await createTestDatabase();
    await rewind(url, BEFORE);
    const reports: MigrationProgress[] = [];
    await withClient(url, async (holder) => {
      await holder.query('BEGIN');
      await holder.query('SELECT FROM mails');
      const running = migrate(url, (progress) => reports.push(progress));
      await eventually('it has given up its place twice', () =>
        reports.filter(({ kind }) => kind === 'blocked').length > 1 ? true : undefined,
      );
      expect(await rowsOf(`SELECT to_regnamespace('cell_1')::text AS name`, url)).toEqual([{ name: null }]);
      await rowsOf('UPDATE companies SET name = name', url);
      await holder.query('COMMIT');
      expect(await running).toBe(LATER.length);
    });
    expect(reports.find(({ kind }) => kind === 'blocked')).toMatchObject({ title: TITLE });
    expect(await rowsOf(`SELECT to_regclass('cell_1.mails')::text AS name`, url)).toEqual([{ name: 'mails' }]);
    await drop();
  });

  it('leaves nothing when it is killed after the move and before its end, and then repeats it', async () => {
    const { url, drop } = await createTestDatabase();
    const moved = await schemaOf(url);
    await rewind(url, BEFORE);
    const before = await schemaOf(url);
    const killed = migrateWith(url, async (query, text, runner) => {
      const result = await query();
      if (text.includes('SET SCHEMA')) {
        const [row] = (await runner.query('SELECT pg_backend_pid() AS pid')) as { pid: number }[];
        await rowsOf(`SELECT pg_terminate_backend(${row?.pid}, 5000)`, url);
      }
      return result;
    });
    await expect(killed).rejects.toThrow();
    expect(await schemaOf(url)).toEqual(before);
    expect(await migrate(url)).toBe(LATER.length);
    expect(await schemaOf(url)).toEqual(moved);
    await drop();
  });

  it('leaves the global tables of an installation in another schema there', async () => {
    const { url, drop } = await createTestDatabase({ hasSchema: false });
    await rowsOf(
      `CREATE SCHEMA books; DO $$ BEGIN
        EXECUTE format('ALTER DATABASE %I SET search_path = books', current_database()); END $$`,
      url,
    );
    expect(await migrate(url)).toBe(KNOWN_MIGRATIONS.length);
    const tables = `SELECT nspname AS schema, count(*)::int > 5 AS has FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
      WHERE relkind IN ('r', 'p') AND nspname IN ('public', 'books', 'cell_1') GROUP BY 1 ORDER BY 1`;
    expect(await rowsOf(tables, url)).toEqual(['books', 'cell_1'].map((schema) => ({ schema, has: true })));
    const there = await TestApi.on(url);
    const sent = await new Records(await new World(there).key()).sent();
    expect(sent.number).not.toBeNull();
    expect(await rowsOf('SELECT count(*)::int AS count FROM books.tenants', url)).toEqual([{ count: 1 }]);
    expect(await rowsOf('SELECT count(*)::int AS count FROM cell_1.invoices', url)).toEqual([{ count: 1 }]);
    await there.stop();
    await drop();
  });
});
