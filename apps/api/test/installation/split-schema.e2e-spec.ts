import { UnusableDatabaseError } from '@billhook/db/database-problem.rules';
import { migrate } from '@billhook/db/migrate';
import { isLockConflict } from '@billhook/db/migrations/steps';
import { requireSchema } from '@billhook/db/schema-state';
import { loadTestEnv } from '@billhook/platform/spec-env';
import { splitSchema } from '@billhook/testing/split-schema';
import { sideOf } from '@billhook/testing/statement-sides';
import { withClient } from '@billhook/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client, QueryResultRow } from 'pg';
import { verifyAuditLog } from '../../src/identity/audit/audit-verify.command.js';
import { TestApi } from '../support/api.js';
import { Records } from '../support/records.js';
import { startWithKey } from '../support/start.js';
import { World } from '../support/world.js';

/*
 * The move of the tables of a cell to their schema, below a process that runs. Most of the rest is shown by the specs that run on a database
 * with two schemas: tools/jest/schemas.mjs.
 */

const ROLE = `split_run_${process.pid}`;

const { api, key, records } = await startWithKey();

const rowsOf = <T extends QueryResultRow>(text: string): Promise<T[]> =>
  withClient(api.databaseUrl, async (client) => (await client.query<T>(text)).rows);

const urlOfRole = (): string => {
  const url = new URL(api.databaseUrl);
  [url.username, url.password] = [ROLE, ROLE];
  return url.href;
};

/** The statement that adds an entry to an audit log. */
const entryIn = (table: string): string =>
  `INSERT INTO ${table} (company_id, at, actor, actor_kind, action, details)
    SELECT id, now(), 'test', 'system', 'test', '{}' FROM tenants LIMIT 1 RETURNING id`;

/** Requests of a process whose connections were open before the move, until the work is done. */
async function underLoad(work: () => Promise<void>): Promise<number[]> {
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

/** As the schema step repeats a migration that did not get its locks. */
async function split(client: Client): Promise<void> {
  try {
    await splitSchema(client);
  } catch (error) {
    if (!isLockConflict(error)) throw error;
    await split(client);
  }
}

let statuses: number[];

beforeAll(async () => {
  await records.sent();
  await withClient(api.databaseUrl, async (client) => {
    await client.query(`CREATE ROLE ${ROLE} LOGIN PASSWORD '${ROLE}';
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${ROLE};
      GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${ROLE};
      ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${ROLE};
      ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE ON SEQUENCES TO ${ROLE}`);
    await client.query(entryIn('audit_log'));
    statuses = await underLoad(() => split(client));
  });
});
// The database is dropped before, with the permissions of the role.
afterAll(() => withClient(loadTestEnv().TEST_SERVER_URL, (client) => client.query(`DROP ROLE ${ROLE}`)));

describe('the move of the tables of a cell', () => {
  it('fails no request of a running process', async () => {
    expect(statuses.length).toBeGreaterThan(0);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    const invoice = await records.sent();
    await records.paid(invoice);
    expect((await records.invoice(invoice.id)).status).toBe('Paid');
    expect((await api.call('GET', '/health/ready')).status).toBe(200);
  });

  it('leaves global tables, copies those of both sides, and keeps their rows with the cell', async () => {
    const tables = await rowsOf<{ schema: string; name: string }>(
      `SELECT nspname AS schema, relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
        WHERE nspname IN ('public', 'cell_1') AND relkind IN ('r', 'p')`,
    );
    const expected = { global: ['public'], cell: ['cell_1'], both: ['cell_1', 'public'] };
    for (const { name } of tables) {
      const schemas = tables.filter((each) => each.name === name).map(({ schema }) => schema);
      expect([name, schemas.toSorted()]).toEqual([name, expected[sideOf(name) ?? 'global']]);
    }
    const [counts] = await rowsOf(
      `SELECT (SELECT count(*)::int FROM public.audit_log) AS global, (SELECT count(*) > 0 FROM cell_1.audit_log) AS cell`,
    );
    expect(counts).toEqual({ global: 0, cell: true });
  });

  it('gives both forms of a table the same definition', async () => {
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
          UNION ALL SELECT array_to_string(reloptions, ',') FROM pg_class c WHERE c.oid = both_sides.oid) AS d (text)`,
    );
    const of = (schema: string): string[] =>
      definitions
        .filter((each) => each.schema === schema)
        .map(({ text }) => (text ?? '').replaceAll(/\b(cell_1|public)\.|'(cell_1|public)', /g, ''))
        .toSorted();
    expect(of('public')).toEqual(of('cell_1'));
    expect(of('public').length).toBeGreaterThan(40);
  });

  it('lets the audit log of both schemas grow, each with its chain', async () => {
    await withClient(api.databaseUrl, async (client) => {
      expect(await verifyAuditLog(client, [], () => undefined)).toBe(0);
      for (const id of [1, 2]) expect((await client.query(entryIn('public.audit_log'))).rows).toEqual([{ id }]);
      await expect(client.query('DELETE FROM public.audit_log')).rejects.toThrow('the audit log only grows');
    });
  });
});

describe('programs of this release, after the move', () => {
  it('have nothing to migrate, and create no second table of migrations', async () => {
    expect(await migrate(api.databaseUrl)).toBe(0);
    expect(await rowsOf(`SELECT to_regclass('cell_1.migrations') AS name`)).toEqual([{ name: null }]);
  });

  it('start, also with a role that only uses the tables', async () => {
    await requireSchema(api.databaseUrl);
    await requireSchema(urlOfRole());
    const second = await TestApi.beside(api, { DATABASE_URL: urlOfRole() });
    const sent = await new Records(await new World(second).key()).sent();
    expect(sent.number).not.toBeNull();
    await second.stop();
  });

  it('do not start with a role that may not use the schema, and name the permission', async () => {
    await withClient(api.databaseUrl, (client) => client.query('REVOKE USAGE ON SCHEMA cell_1 FROM PUBLIC'));
    const failed = requireSchema(urlOfRole());
    await expect(failed).rejects.toThrow(UnusableDatabaseError);
    await expect(failed).rejects.toThrow(`GRANT USAGE ON SCHEMA cell_1 TO "${ROLE}"`);
  });
});
