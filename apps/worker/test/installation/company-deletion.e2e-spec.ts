import type { ChildProcess } from 'node:child_process';
import { deleteRows } from '@billhook/db/company-rows';
import { createDataSource } from '@billhook/db/data-source';
import { AUDIT_COMPANY_ROWS } from '@billhook/identity/company-rows.sql';
import { CompanyDeletion } from '@billhook/installation/company-deletions/company-deletion.entity';
import { CompanyDeletionsRepository } from '@billhook/installation/company-deletions/company-deletions.repository';
import { systemClock } from '@billhook/platform/clock';
import { newTimedId } from '@billhook/platform/ids';
import { isOwnTable } from '@billhook/testing/own-tables';
import { eventually } from '@billhook/testing/patience';
import { end } from '@billhook/testing/program';
import { withCards } from '@billhook/testing/with-cards';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { COMPANY_ROWS, CompanyDeletions } from '../../src/installation/company-deletions/company-deletions.js';
import { KEPT } from '../support/kept-tables.js';
import { spawnWorker } from '../support/running-worker.js';
import { World } from '../support/world.js';

let world: World;
let running: ChildProcess[];

beforeEach(async () => {
  world = await World.create();
  running = [];
});
afterEach(async () => {
  for (const child of running) await end(child, 'SIGKILL');
  await world.close();
});

const rowsOf = <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  world.source.query<T[]>(text, values);

async function start(): Promise<ChildProcess> {
  const child = await spawnWorker(world.variables());
  running.push(child);
  return child;
}

/** A grant of a filled company with counts. @returns the number by which its application is counted */
async function fillCounts(companyId: number): Promise<number> {
  const [grant] = await rowsOf<{ id: string }>(
    `INSERT INTO oauth_grants (application_id, company_id, member_id, resource, scopes, lifetime, created_at)
      SELECT a.id, m.company_id, m.id, 'v1', '{}', 'none', now() FROM oauth_applications a, members m
      WHERE m.company_id = $1 LIMIT 1 RETURNING id`,
    [companyId],
  );
  const caller = -Number(grant?.id);
  await addCounts(caller);
  return caller;
}

async function addCounts(caller: number): Promise<void> {
  await world.sql(
    `INSERT INTO key_requests (key_id, day, method, route, outcome, count) VALUES ($1, current_date, 'GET', '/v1/clients', 'ok', 1)`,
    [caller],
  );
  await world.sql(
    `INSERT INTO key_hosts (key_id, dead, ip, user_agent, first_at, last_at, count, last_method, last_route)
      VALUES ($1, false, '192.0.2.1', '', now(), now(), 1, 'GET', '/v1/clients')`,
    [caller],
  );
  await world.sql(`INSERT INTO key_permissions (key_id, permission, last_used_at) VALUES ($1, 'client.read', now())`, [
    caller,
  ]);
}

const countedCallers = async (): Promise<number[]> => {
  const rows = await rowsOf<{ id: string }>(
    `SELECT key_id AS id FROM key_requests UNION SELECT key_id FROM key_hosts UNION SELECT key_id FROM key_permissions`,
  );
  return rows.map(({ id }) => Number(id));
};

/** What is recorded about a company, by its id. */
const RECORDED = [
  `INSERT INTO record_history (company_id, resource, record_id, at, by, action, status, details)
    SELECT company_id, 'client', id, now(), 'system', 'created', 'Active', '{}' FROM clients WHERE company_id = $1`,
  `INSERT INTO audit_log (company_id, at, actor_kind, actor, action, details)
    SELECT $1, now(), 'system', 'system', 'company.updated', '{}' FROM generate_series(1, 30)`,
  `INSERT INTO api_requests (id, company_id, caller, method, path, status, duration_ms)
    SELECT '${newTimedId('req', new Date())}.' || n, $1, 1, 'GET', '/v1/clients', 200, 1 FROM generate_series(1, 3) AS n`,
];

/** A company with rows in tables of every area. */
async function fill(companyId: number, clients: number): Promise<void> {
  const [account] = await rowsOf<{ id: number }>(
    `INSERT INTO accounts (email, password_hash, locale, created_at) VALUES ($1, 'x', 'en', now()) RETURNING id`,
    [`owner-${companyId}@example.com`],
  );
  const [member] = await rowsOf<{ id: number }>(
    `INSERT INTO members (company_id, account_id, kind, name, role, permissions, status, created_at)
      VALUES ($1, $2, 'Person', 'Ada', 'Owner', '{}', 'Active', now()) RETURNING id`,
    [companyId, account?.id],
  );
  await world.sql('UPDATE accounts SET last_member_id = $1 WHERE id = $2', [member?.id, account?.id]);
  await world.sql(
    `INSERT INTO clients (company_id, status, kind, name, contacts, billing_address, custom_fields, version, created_at, updated_at)
      SELECT $1, 'Active', 'Business', 'Client', '[]', '{"country": "FR"}', '{}', 1, now(), now() FROM generate_series(1, $2)`,
    [companyId, clients],
  );
  for (const text of RECORDED) await world.sql(text, [companyId]);
  await world.createEndpoint(`/of-${companyId}`, { companyId });
  for (let n = 0; n < 5; n++) await world.record(undefined, 'client.created', companyId);
}

const requestDeletion = async (companyId: number): Promise<void> => {
  await world.sql(
    `INSERT INTO company_deletions (company_id, status, requested_by, requested_at, deletes_at, deleted_rows)
      VALUES ($1, 'Requested', 'member ada@example.com', now() - interval '14 days', now(), 0)`,
    [companyId],
  );
  await world.sql('UPDATE companies SET deletes_at = now() WHERE id = $1', [companyId]);
};

const tables = async (): Promise<{ table: string; hasCompany: boolean }[]> =>
  rowsOf(`SELECT c.relname AS "table", EXISTS (SELECT FROM pg_attribute WHERE attrelid = c.oid AND attname = 'company_id') AS "hasCompany"
    FROM pg_class c WHERE ${isOwnTable('c')} AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`);

/** Every row that has the company, by table; and all rows of the others. */
async function rowsByTable(
  companyId: number,
): Promise<{ own: Record<string, number>; others: Record<string, number> }> {
  const [own, others]: Record<string, number>[] = [{}, {}];
  for (const { table, hasCompany } of await tables()) {
    if (!hasCompany || table === 'company_deletions') continue;
    const [row] = await rowsOf<{ own: string; others: string }>(
      `SELECT count(*) FILTER (WHERE company_id = $1) AS own, count(*) FILTER (WHERE company_id <> $1) AS others FROM "${table}"`,
      [companyId],
    );
    if (Number(row?.own) > 0) Object.assign(own ?? {}, { [table]: Number(row?.own) });
    if (Number(row?.others) > 0) Object.assign(others ?? {}, { [table]: Number(row?.others) });
  }
  return { own: own ?? {}, others: others ?? {} };
}

interface Tombstone {
  readonly status: string;
  readonly requested_by: string | null;
  readonly audit_entries: number;
  readonly audit_head: Buffer;
  readonly deleted_rows: number;
}

const tombstone = async (companyId: number): Promise<Tombstone | undefined> =>
  (await rowsOf<Tombstone>('SELECT * FROM company_deletions WHERE company_id = $1', [companyId]))[0];

describe('the deletion of a company', () => {
  it('knows every table: a new one is deleted with its company, or is listed with the reason', async () => {
    const deleted = [...COMPANY_ROWS, ...AUDIT_COMPANY_ROWS].flatMap(({ table, parts = [] }) => [
      table,
      ...parts.map(([part]) => part),
    ]);
    const all = (await tables()).map(({ table }) => table);
    expect([...deleted, ...Object.keys(KEPT)].sort()).toEqual(all);
  });

  it('finds the rows of every table by an index', async () => {
    const wanted = [...COMPANY_ROWS, ...AUDIT_COMPANY_ROWS].flatMap(({ table, where, parts = [] }) => [
      [table, where === 'r.company_id = $1' ? 'company_id' : 'member_id'],
      ...parts,
    ]);
    const indexed = await rowsOf<{ name: string }>(
      `SELECT DISTINCT c.relname || '.' || a.attname AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0] WHERE i.indpred IS NULL`,
    );
    const names = new Set(indexed.map(({ name }) => name));
    const missing = wanted.map(([table, column]) => `${table}.${column}`).filter((name) => !names.has(name));
    expect(missing).toEqual([]);
  });

  it('checks every foreign key by an index', async () => {
    const unindexed = await rowsOf(
      `SELECT c.conrelid::regclass::text || '.' || a.attname AS name FROM pg_constraint c
        JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
        WHERE c.contype = 'f' AND NOT EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.conrelid AND i.indkey[0] = c.conkey[1])
        ORDER BY 1`,
    );
    expect(unindexed).toEqual([]);
  });

  it('deletes thousands of parts of a row in batches', async () => {
    const [series] = await rowsOf<{ id: string }>(
      `INSERT INTO number_series (company_id, kind, code, pattern, reset, start, version, created_at, updated_at)
        VALUES ($1, 'Invoice', 'many', 'M-{#####}', 'Never', 1, 1, now(), now()) RETURNING id`,
      [world.companyId],
    );
    await world.sql(
      `INSERT INTO number_series_numbers (series_id, period, value, number, issue_date)
        SELECT $1, '', n, 'M-' || n, current_date FROM generate_series(1, 12000) n`,
      [series?.id],
    );
    const rows = COMPANY_ROWS.find(({ table }) => table === 'number_series');
    const counts: number[] = [];
    for (let count = 1; rows && count > 0;)
      counts.push((count = await world.uow.run((tx) => deleteRows(tx, rows, world.companyId))));
    expect(counts).toEqual([5_000, 5_000, 2_001, 0]);
  });

  it('continues at the table of the last batch, and deletes in the end what was added to an earlier one', async () => {
    await fill(world.companyId, 2_500);
    const caller = await fillCounts(world.companyId);
    const other = await world.createCompany();
    await fill(other, 1);
    const otherCaller = await fillCounts(other);
    await requestDeletion(world.companyId);
    const source = await createDataSource({ url: world.url, poolSize: 2 }, [CompanyDeletion]).initialize();
    const deletions = new CompanyDeletionsRepository(source, world.db);
    const parts = { uow: world.uow, clock: systemClock, deletions, lastSequence: () => Promise.resolve(0) };
    const companyDeletions = new CompanyDeletions(parts);
    const work = () => world.inCell(() => companyDeletions.work(world.companyId));
    const left = async () => (await rowsByTable(world.companyId)).own;
    while (((await left())['clients'] ?? 0) === 2_500) expect(await work()).toBe(true);
    await world.sql(
      `INSERT INTO record_history (company_id, resource, record_id, at, by, action, status, details)
        VALUES ($1, 'client', 1, now(), 'system', 'updated', 'Active', '{}')`,
      [world.companyId],
    );
    // The members are referred to by a row of an earlier table, so their batch fails.
    await world.sql(
      `INSERT INTO portal_links (company_id, member_id, token_hash, access, created_at, expires_at, confirmed_at)
        SELECT company_id, id, 'token', 'view', now(), now(), now() FROM members WHERE company_id = $1`,
      [world.companyId],
    );
    expect(await countedCallers()).toEqual([otherCaller]);
    // The API may write counts of an application, and of a key that is already deleted.
    await addCounts(caller);
    await addCounts(1_000_000);
    expect(await work()).toBe(true);
    expect(await left()).toMatchObject({ record_history: 1, clients: 500 });
    let failures = 0;
    for (let goesOn = true; goesOn;)
      goesOn = await work().catch(() => {
        failures++;
        return failures < 3;
      });
    expect(failures).toBe(1);
    expect(await deletions.find(world.companyId)).toMatchObject({ status: 'Completed' });
    expect(await left()).toEqual({});
    expect(await countedCallers()).toEqual([otherCaller]);
    await source.destroy();
  });

  it('does not begin before its time', async () => {
    await fill(world.companyId, 3);
    await requestDeletion(world.companyId);
    await world.sql(`UPDATE company_deletions SET deletes_at = now() + interval '1 day'`);
    const other = await world.createCompany();
    await fill(other, 1);
    await requestDeletion(other);
    await start();
    await eventually('the due one is deleted', async () =>
      (await tombstone(other))?.status === 'Completed' ? true : undefined,
    );
    expect((await tombstone(world.companyId))?.status).toBe('Requested');
    expect((await rowsByTable(world.companyId)).own).toMatchObject({ clients: 3 });
  });

  it('deletes all of its rows although workers are killed, keeps the end of its audit log, and changes no other company', async () => {
    await fill(world.companyId, 2_500);
    const other = await world.createCompany();
    await fill(other, 20);
    const [head] = await rowsOf<{ hash: Buffer; entries: number }>(
      'SELECT hash, entries FROM audit_heads WHERE company_id = $1',
      [world.companyId],
    );
    await requestDeletion(world.companyId);
    const before = await rowsByTable(world.companyId);
    expect(Object.keys(before.own)).toEqual(expect.arrayContaining(['audit_log', 'clients', 'members']));

    const blocker = world.source.createQueryRunner();
    // The worker stops before the clients, with the records that refer to them deleted.
    await blocker.query('BEGIN');
    // A worker may take longer to start.
    await blocker.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    await blocker.query('LOCK TABLE clients IN SHARE MODE');
    const first = await start();
    await eventually('some rows are deleted', async () => {
      const [row] = await rowsOf<{ left: number }>(
        'SELECT count(*)::int AS left FROM record_history WHERE company_id = $1',
        [world.companyId],
      );
      return row?.left === 0 ? true : undefined;
    });
    await end(first, 'SIGKILL');
    await blocker.query('ROLLBACK');
    await blocker.release();
    expect((await rowsByTable(world.companyId)).own['clients']).toBe(2_500);
    await start();
    const left = await eventually('it is complete', async () => {
      const row = await tombstone(world.companyId);
      return row?.status === 'Completed' ? row : undefined;
    });
    const { webhook_deliveries: _, event_counters: __, ...untouched } = before.others;
    const after = await rowsByTable(world.companyId);
    expect(after).toEqual({ own: {}, others: expect.objectContaining(untouched) });
    expect(await rowsOf('SELECT id FROM companies')).toEqual([{ id: other }]);
    expect(await rowsOf('SELECT email FROM accounts')).toEqual([{ email: `owner-${other}@example.com` }]);
    expect(left).toMatchObject({ requested_by: null, audit_entries: head?.entries, audit_head: head?.hash });
    expect(Number(left.deleted_rows)).toBeGreaterThan(5_000);
  });

  it('deletes the sandboxes of a company before the company', async () => {
    const sandboxes = await rowsOf<{ id: number }>(
      withCards(`INSERT INTO companies (name, plan, time_zone, currency, created_at, kind, sandbox_of)
        SELECT 'Sandbox ' || n, 'Pro', 'Europe/Berlin', 'EUR', now(), 'Sandbox', $1 FROM generate_series(1, 2) n`),
      [world.companyId],
    );
    const ids = [world.companyId, ...sandboxes.map(({ id }) => Number(id))];
    for (const id of ids) await fill(id, 3);
    // The request of the company is the oldest.
    for (const id of ids) await requestDeletion(id);
    await start();
    const completed = () => rowsOf(`SELECT FROM company_deletions WHERE status = 'Completed'`);
    await eventually('all are deleted', async () => (await completed()).length === ids.length || undefined);
    const order = await rowsOf<{ id: string }>('SELECT company_id AS id FROM company_deletions ORDER BY completed_at');
    expect(order.map(({ id }) => Number(id)).at(-1)).toBe(world.companyId);
    expect(await rowsOf('SELECT id FROM companies')).toEqual([]);
    for (const id of ids) expect((await rowsByTable(id)).own).toEqual({});
  });

  it('leaves the audit log of other companies protected while it runs', async () => {
    const other = await world.createCompany();
    await fill(other, 1);
    await requestDeletion(world.companyId);
    await world.sql(`UPDATE company_deletions SET status = 'Running'`);
    for (const table of ['audit_log', 'audit_heads']) {
      const removal = world.sql(`DELETE FROM ${table} WHERE company_id = $1`, [other]);
      await expect(removal).rejects.toThrow('the audit log only grows');
    }
  });
});
