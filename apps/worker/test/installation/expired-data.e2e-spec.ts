import { createDataSource } from '@billhook/db/data-source';
import { Database } from '@billhook/db/database';
import { deleteOldSignIns } from '@billhook/identity/auth/sign-in-retention';
import { deleteOldTokens } from '@billhook/identity/oauth/token-retention';
import { deleteFiles } from '@billhook/installation/company-exports/export-files.repository';
import { Import } from '@billhook/installation/imports/import.entity';
import { ImportsRepository } from '@billhook/installation/imports/imports.repository';
import { createLogger } from '@billhook/platform/logger';
import { eventually } from '@billhook/testing/patience';
import { withClient } from '@billhook/testing/test-server';
import { deleteOldPortals } from '@billhook/webhooks/portal/portal-retention';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { ImportsJob } from '../../src/installation/imports/imports.job.js';
import { World } from '../support/world.js';

const NOW = new Date('2026-06-01T12:00:00.000Z');
const IDLE_MINUTES = 120;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let world: World;
let source: DataSource;

beforeAll(async () => {
  world = await World.create();
  source = await createDataSource({ url: world.url, poolSize: 2 }, [Import]).initialize();
});
afterAll(async () => {
  await source.destroy();
  await world.close();
});

const ago = (ms: number): Date => new Date(NOW.getTime() - ms);

async function insert(table: string, row: Readonly<Record<string, unknown>>): Promise<void> {
  const names = Object.keys(row);
  const places = names.map((_, at) => `$${at + 1}`).join(', ');
  await world.source.query(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${places})`, Object.values(row));
}

async function left(table: string, column: string): Promise<string[]> {
  const rows: { name: string }[] = await world.source.query(
    `SELECT convert_from(${column}, 'UTF8') AS name FROM ${table} ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

it('deletes expired data of sign-ins, and nothing else', async () => {
  const account = { email: 'ada@example.com', password_hash: 'none', locale: 'en', created_at: ago(90 * DAY) };
  for (const id of [1, 2, 3]) await insert('accounts', { ...account, id, email: `${id}@example.com` });
  const member = {
    kind: 'Person',
    name: 'Ada',
    role: 'Owner',
    permissions: [],
    status: 'Active',
    created_at: ago(90 * DAY),
  };
  await insert('members', { id: 1, company_id: world.companyId, account_id: 1, ...member });

  const session = (name: string, seen: number, expires: number) =>
    insert('sessions', {
      id_hash: Buffer.from(name),
      ...{ member_id: 1, created_at: ago(60 * DAY), confirmed_at: ago(60 * DAY) },
      ...{ last_seen_at: ago(seen), expires_at: ago(expires) },
    });
  await session('live', 0, -DAY);
  await session('idle for a month', 30 * DAY + IDLE_MINUTES * 60_000, -DAY);
  await session('idle for longer', 30 * DAY + IDLE_MINUTES * 60_000 + 1, -DAY);
  await session('over for a month', 0, 30 * DAY);
  await session('over for longer', 0, 30 * DAY + 1);

  const portal = { company_id: world.companyId, member_id: 1, created_at: ago(2 * DAY), confirmed_at: ago(2 * DAY) };
  for (const [id, name, since] of [
    [1, 'portal of today', DAY],
    [2, 'portal of old', DAY + 1],
  ] as const) {
    const row = { ...portal, access: 'full', expires_at: ago(since) };
    await insert('portal_links', { id, token_hash: Buffer.from(name), ...row });
    await insert('portal_sessions', { link_id: id, id_hash: Buffer.from(name), ...row });
  }
  for (const [name, since] of [
    ['reset that works', -1],
    ['reset of old', 0],
  ] as const) {
    const reset = { account_id: 1, created_at: ago(HOUR), expires_at: ago(since) };
    await insert('password_resets', { token_hash: Buffer.from(name), ...reset });
  }
  const factor = { secret: 'sealed', last_step: 0 };
  await insert('second_factors', { account_id: 1, ...factor, created_at: ago(60 * DAY), confirmed_at: ago(60 * DAY) });
  await insert('second_factors', { account_id: 2, ...factor, created_at: ago(DAY) });
  await insert('second_factors', { account_id: 3, ...factor, created_at: ago(DAY + 1) });
  for (const [name, until] of [
    ['count that runs', 0],
    ['count that is whole', 1],
  ] as const) {
    await insert('sign_in_attempts', { name: Buffer.from(name), tat: ago(until).getTime() * 1000 });
  }

  const db = new Database(source);
  const round = () =>
    Promise.all([
      deleteOldSignIns(db.autocommit, NOW, IDLE_MINUTES),
      deleteOldPortals(db.autocommit, new Date(NOW.getTime() - DAY)),
    ]);
  await Promise.all([round(), round()]);

  expect(await left('sessions', 'id_hash')).toEqual(['idle for a month', 'live', 'over for a month']);
  expect(await left('portal_sessions', 'id_hash')).toEqual(['portal of today']);
  expect(await left('portal_links', 'token_hash')).toEqual(['portal of today']);
  expect(await left('password_resets', 'token_hash')).toEqual(['reset that works']);
  expect(await left('sign_in_attempts', 'name')).toEqual(['count that runs']);
  const factors = await world.source.query('SELECT account_id::int AS id FROM second_factors ORDER BY 1');
  expect(factors).toEqual([{ id: 1 }, { id: 2 }]);
});

it('deletes expired tokens and unused applications, and keeps what a live grant needs', async () => {
  const application = (id: number, source: string, age: number) =>
    insert('oauth_applications', {
      ...{
        id,
        client_id: `application ${id}`,
        source,
        type: 'public',
        name: 'Acme Sync',
        redirect_uris: [],
        scopes: [],
      },
      ...{ created_at: ago(age), updated_at: ago(age) },
      ...(source === 'registered' && { company_id: world.companyId, member_id: 1 }),
    });
  await application(101, 'dynamic', 7 * DAY);
  await application(102, 'dynamic', 7 * DAY + 1);
  await application(103, 'metadata', 7 * DAY + 1);
  await application(104, 'registered', 90 * DAY);
  // Authorised once: audit entries and the list of revoked access refer to it.
  await application(105, 'dynamic', 90 * DAY);
  const grant = { company_id: world.companyId, member_id: 1, resource: 'v1', scopes: [], lifetime: 'none' };
  await insert('oauth_grants', {
    id: 1,
    application_id: 105,
    ...grant,
    created_at: ago(90 * DAY),
    revoked_at: ago(DAY),
  });
  await insert('oauth_grants', { id: 2, application_id: 104, ...grant, created_at: ago(90 * DAY) });

  const token = (name: string, kind: string, expired: number, more: Readonly<Record<string, unknown>> = {}) =>
    insert('oauth_tokens', {
      ...{ hash: Buffer.from(name), hash_version: 'v', kind, payload: {}, created_at: ago(90 * DAY) },
      ...{ expires_at: ago(expired), ...more },
    });
  for (const kind of ['AccessToken', 'RefreshToken', 'AuthorizationCode', 'DeviceCode', 'Interaction']) {
    await token(`${kind}, live`, kind, 0, kind === 'Interaction' ? {} : { grant_id: 2 });
    await token(`${kind}, expired`, kind, 1, kind === 'Interaction' ? {} : { grant_id: 2 });
  }
  // Its reuse ends the family, which only its row can show.
  await token('RefreshToken, rotated', 'RefreshToken', -DAY, { grant_id: 2, consumed_at: ago(60 * DAY) });

  const db = new Database(source);
  await Promise.all([deleteOldTokens(db.autocommit, NOW), deleteOldTokens(db.autocommit, NOW)]);

  expect(await left('oauth_tokens', 'hash')).toEqual([
    ...['AccessToken, live', 'AuthorizationCode, live', 'DeviceCode, live', 'Interaction, live', 'RefreshToken, live'],
    'RefreshToken, rotated',
  ]);
  const applications = await world.source.query('SELECT id::int FROM oauth_applications WHERE id > 100 ORDER BY 1');
  expect(applications).toEqual([{ id: 101 }, { id: 104 }, { id: 105 }]);
  const grants = await world.source.query('SELECT id::int FROM oauth_grants ORDER BY 1');
  expect(grants).toEqual([{ id: 1 }, { id: 2 }]);
});

async function addImport(id: number, company_id: number, endedAt: Date | null): Promise<void> {
  const expires_at = endedAt && new Date(endedAt.getTime() + 7 * DAY);
  await insert('imports', {
    ...{ id, company_id, resource: 'clients', format: 'csv', reading: {}, dry_run: false },
    ...{ status: endedAt ? 'Completed' : 'Running', member_id: 1, requested_by: 'member', created_at: ago(90 * DAY) },
    ...{ completed_at: endedAt, expires_at, part: 250, failures: 0, total: 250 },
    ...{ done: 250, created: 250, existing: 0, rejected: 0 },
  });
}

/** A round of a worker. */
function expireImports(): Promise<void> {
  const db = new Database(source);
  const job = new ImportsJob({
    ...{ imports: new ImportsRepository(source, db), db: db.autocommit, clock: { now: () => NOW } },
    ...{ writer: { work: () => Promise.reject(new Error('an expiry writes no row')) } },
    logger: createLogger('test', { LOG_LEVEL: 'silent', LOG_FORMAT: 'json' }),
  });
  return world.inCell(() => job.expire(new AbortController().signal));
}

it('deletes the rows of imports after 7 days, and the imports with the keys of their rows after 30', async () => {
  const other = await world.createCompany();
  const add = async (id: number, company_id: number, endedAt: Date | null) => {
    await addImport(id, company_id, endedAt);
    // More than one statement deletes.
    await world.source.query(
      `INSERT INTO import_parts (company_id, import_id, part, first_row, rows, content, results)
        SELECT $1, $2, n, n, 1, 'name', '{}' FROM generate_series(0, 249) n`,
      [company_id, id],
    );
    await insert('import_row_keys', { company_id, key: Buffer.from(`row of ${id}`), import_id: id, record_id: 1 });
  };
  await add(1, world.companyId, null);
  await add(2, world.companyId, ago(7 * DAY - 1));
  await add(3, world.companyId, ago(7 * DAY));
  await add(4, other, ago(30 * DAY - 1));
  await add(5, other, ago(30 * DAY));

  await Promise.all([expireImports(), expireImports()]);

  const rows = await world.source.query(
    `SELECT i.id::int, (SELECT count(*)::int FROM import_parts p WHERE p.import_id = i.id) AS parts,
        (SELECT count(*)::int FROM import_row_keys k WHERE k.import_id = i.id) AS keys FROM imports i ORDER BY 1`,
  );
  expect(rows).toEqual([
    { id: 1, parts: 250, keys: 1 },
    { id: 2, parts: 250, keys: 1 },
    { id: 3, parts: 0, keys: 1 },
    { id: 4, parts: 0, keys: 1 },
  ]);
});

/** Runs the work while another session deletes rows, which it commits once the work waits for it. */
async function besideDeletion(ofRows: string, work: () => Promise<void>): Promise<void> {
  await withClient(world.url, async (other) => {
    await other.query('BEGIN');
    await other.query(`DELETE FROM ${ofRows}`);
    const working = work();
    await eventually('it waits for a row', async () => {
      const waiting = `FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      const { rows } = await other.query<{ pid: number }>(`SELECT pid ${waiting}`);
      return rows[0];
    });
    await other.query('COMMIT');
    await working;
  });
}

it('deletes all rows of an import and of an export beside another worker that deletes the first of them', async () => {
  const company = await world.createCompany();
  await addImport(8, company, ago(30 * DAY));
  await world.source.query(
    `INSERT INTO import_parts (company_id, import_id, part, first_row, rows, content)
      SELECT $1, 8, n, n, 1, 'name' FROM generate_series(0, 249) n`,
    [company],
  );
  await besideDeletion('import_parts WHERE import_id = 8 AND part < 200', expireImports);
  expect(await world.source.query('SELECT id FROM imports WHERE id = 8')).toEqual([]);

  await insert('company_exports', {
    ...{ id: 8, company_id: company, status: 'Completed', member_id: 1, requested_by: 'member', created_at: NOW },
    ...{ section: 0, cursor: 0, part: 0, position: 0, failures: 0, section_records: 0, records: 0, bytes: 0 },
  });
  await world.source.query(
    `INSERT INTO company_export_parts (company_id, export_id, position, part, content)
      SELECT $1, 8, 0, n, '' FROM generate_series(0, 59) n`,
    [company],
  );
  const { autocommit } = new Database(source);
  await besideDeletion('company_export_parts WHERE export_id = 8 AND part < 40', async () => {
    while (await world.inCell(() => deleteFiles(autocommit, { companyId: company, id: 8 })));
  });
  expect(await world.source.query('SELECT part FROM company_export_parts WHERE export_id = 8')).toEqual([]);
});

it('begins one attempt at a part of an import at a time, and the next one after the pause', async () => {
  const company = await world.createCompany();
  await addImport(6, company, null);
  const imports = new ImportsRepository(source, new Database(source));
  const begin = (seconds: number) => imports.beginAttempt(6, new Date(NOW.getTime() + seconds * 1_000));
  expect((await Promise.all([begin(0), begin(0), begin(0)])).filter((hasBegun) => hasBegun)).toHaveLength(1);
  const attempts: boolean[] = [];
  for (const seconds of [0.999, 1, 4.999, 5]) attempts.push(await begin(seconds));
  expect(attempts).toEqual([false, true, false, true]);
});

it('ends an import only after the last attempt at a part, which another worker may have begun', async () => {
  const company = await world.createCompany();
  await addImport(7, company, null);
  await world.source.query('UPDATE imports SET failures = 9 WHERE id = 7');
  const imports = new ImportsRepository(source, new Database(source));
  const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);
  expect(await imports.beginAttempt(7, NOW)).toBe(true);
  const ended: boolean[] = [];
  for (const seconds of [0, 99.999, 100]) {
    expect(await imports.beginAttempt(7, at(seconds))).toBe(false);
    ended.push(await imports.endIfExhausted(7, at(seconds), false));
  }
  expect(ended).toEqual([false, false, true]);
});
