import type { ChildProcess } from 'node:child_process';
import type { CompanyExportList, CompanyExportView } from '@billhook/contract/installation/company-export';
import { MEMBER_PERMISSIONS } from '@billhook/domain/identity/permissions';
import { RESOURCES, resourcesWith } from '@billhook/domain/shared/resources';
import { storedTable } from '@billhook/testing/own-tables';
import { eventually } from '@billhook/testing/patience';
import { end, inTurns, spawnProgram } from '@billhook/testing/program';
import { withProgram } from '@billhook/testing/skipped';
import { withClient } from '@billhook/testing/test-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { SECRET, TestApi } from '../support/api.js';
import { openArchive } from '../support/archive.js';
import { auditOf, tablesHolding } from '../support/audit-rows.js';
import { digest as sha256 } from '../support/pdf-file.js';
import { Records } from '../support/records.js';
import { World, type KeyCaller, type SeededMember, type SessionCaller } from '../support/world.js';

const PATH = '/app/company/exports';

interface Manifest {
  readonly sequenceStart: number;
  readonly sequenceEnd: number;
  readonly files: readonly {
    readonly path: string;
    readonly records: number;
    readonly bytes: number;
    readonly sha256: string;
  }[];
}

let api: TestApi;
let world: World;
let owner: SeededMember;
let session: SessionCaller;
let key: KeyCaller;
let running: ChildProcess[] = [];

beforeAll(async () => {
  api = await TestApi.start();
  world = new World(api);
});
afterAll(() => api.stop());
beforeEach(async () => {
  owner = await world.member(await world.company());
  session = await world.session(owner);
  key = await world.key({ member: owner });
});
afterEach(async () => {
  for (const child of running) await end(child, 'SIGKILL');
  running = [];
  // Workers continue every running export, and those of other tests would come first.
  await withClient(api.databaseUrl, (client) =>
    client.query(`UPDATE company_exports SET status = 'Expired' WHERE status = 'Running'`),
  );
});

const variables = () => ({ NODE_ENV: 'test', DATABASE_URL: api.databaseUrl, APP_SECRETS: SECRET });
async function startWorker(): Promise<ChildProcess> {
  const child = await spawnProgram('apps/worker/src/main.ts', '"ready;', variables());
  running.push(child);
  return child;
}

const list = async (by = session): Promise<CompanyExportView[]> => [
  ...(await by.call<CompanyExportList>('GET', PATH)).body.data,
];
const request = (by = session) => by.call<CompanyExportView>('POST', PATH);
const archivePath = (id: number): string => `${PATH}/${id}/archive`;
const completed = (by = session) =>
  eventually('the export is complete', async () => (await list(by)).find(({ status }) => status === 'Completed'));

async function download(id: number): Promise<Map<string, Buffer>> {
  const response = await fetch(api.url + archivePath(id), { headers: { cookie: session.cookie } });
  expect(response.status).toBe(200);
  return openArchive(Buffer.from(await response.arrayBuffer()));
}

const lines = (files: Map<string, Buffer>, path: string): Record<string, unknown>[] =>
  (files.get(path)?.toString() ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('exports of a company', () => {
  it.each([
    ['GET', PATH],
    ['POST', PATH],
    ['GET', archivePath(1)],
  ])('401 without a session, and for a key: %s %s', async (method, path) => {
    expect((await api.call(method, path)).status).toBe(401);
    expect(await key.call(method, path)).toMatchObject({ status: 401, body: { code: 'wrong_credential' } });
  });

  it.each([
    ['GET', PATH],
    ['POST', PATH],
    ['GET', archivePath(1)],
  ])('403 without company.manage: %s %s', async (method, path) => {
    const permissions = MEMBER_PERMISSIONS.filter((permission) => permission !== 'company.manage');
    const by = await world.session(await world.member(owner.companyId, { permissions }));
    expect(await by.call(method, path)).toMatchObject({ status: 403, body: { missing: ['company.manage'] } });
  });

  it('403 without a recent password, for the request and the download', async () => {
    await world.ageConfirmation(owner);
    for (const [method, path] of [
      ['POST', PATH],
      ['GET', archivePath(1)],
    ] as const)
      expect(await session.call(method, path)).toMatchObject({ status: 403, body: { code: 'step_up_required' } });
    expect(await list()).toEqual([]);
  });

  it('404 for an unknown export, and for that of another company', async () => {
    const { body } = await request();
    expect((await session.call('GET', archivePath(body.id + 1_000))).status).toBe(404);
    const other = await world.session(await world.member(await world.company()));
    expect((await other.call('GET', archivePath(body.id))).status).toBe(404);
    expect(await list(other)).toEqual([]);
  });

  it('409 for a second one while the first is running, and for the download of a running one', async () => {
    const { body } = await request();
    expect(await request()).toMatchObject({ status: 409, body: { code: 'export_running' } });
    expect(await session.call('GET', archivePath(body.id))).toMatchObject({
      status: 409,
      body: { code: 'export_not_ready' },
    });
    const both = await Promise.all([session, session].map((by) => request(by)));
    expect(both.map(({ status }) => status)).toEqual([409, 409]);
  });

  it('202 with an audit entry; of two requests at the same time, one', async () => {
    const answers = await Promise.all([request(), request()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
    const [row] = await list();
    expect(row).toMatchObject({ status: 'Running', requestedBy: `member ${owner.email}`, records: 0, total: null });
    expect(await auditOf(api, owner.companyId, 'company.export_requested')).toMatchObject([
      { memberId: owner.id, target: `export ${row?.id}` },
    ]);
  });
});

withProgram('Python', describe)('the archive of an export (read by Python)', () => {
  it('contains every record in the form of the API, the PDFs, and digests that match; nothing of other companies', async () => {
    const records = new Records(key);
    const invoice = await records.sent();
    const draft = await records.draft({ clientId: invoice.clientId });
    const note = await records.credit(invoice, { channel: 'None' });
    const quote = await records.sentQuote({ clientId: invoice.clientId });
    const payment = await records.payment(await records.sent({ clientId: invoice.clientId }), '10.00');
    await key.call('POST', '/v1/webhook-endpoints', {
      body: {
        url: 'https://example.com/hook',
        eventTypes: ['invoice.paid'],
        headers: { 'X-Token': 'very-secret-token' },
      },
    });
    const add = `INSERT INTO company_logos SELECT $1, n, 'image/png', '', now() FROM generate_series(1, 5) n`;
    await withClient(api.databaseUrl, (client) => client.query(add, [owner.companyId]));
    const stranger = await world.key();
    const foreign = await new Records(stranger).sent({ purchaseOrder: 'PO-FOREIGN' });

    await request();
    await startWorker();
    const row = await completed();
    const files = await download(row.id);

    const stored = async (path: string) => (await key.call(`GET`, path)).body;
    const exported = resourcesWith('isExported').map((each) => `${RESOURCES[each].plural}.jsonl`);
    expect(exported.filter((path) => !files.has(path) || !files.get('README.txt')?.includes(path))).toEqual([]);
    const invoices = lines(files, 'invoices.jsonl');
    for (const { id } of [invoice, draft])
      expect(invoices.find((line) => line['id'] === id)).toEqual(await stored(`/v1/invoices/${id}`));
    const ids = { 'credit-notes': note.id, quotes: quote.id, payments: payment.id, clients: invoice.clientId };
    for (const [plural, id] of Object.entries(ids))
      expect(lines(files, `${plural}.jsonl`)).toEqual([await stored(`/v1/${plural}/${id}`)]);
    expect(lines(files, 'timelines/invoices.jsonl')).toContainEqual({
      id: invoice.id,
      ...(await stored(`/v1/invoices/${invoice.id}/timeline`)),
    });
    expect(lines(files, 'members.jsonl')).toMatchObject([{ id: owner.id, email: owner.email }]);
    expect(lines(files, 'api-keys.jsonl')).toMatchObject([{ id: key.id }]);
    const csv: unknown = parse(files.get('api-keys.csv') ?? '', { columns: true, bom: true });
    expect(csv).toMatchObject([{ id: String(key.id) }]);
    expect(lines(files, 'settings/company.jsonl')).toEqual([(await session.call('GET', '/app/company')).body]);
    expect(lines(files, 'settings/logos.jsonl').map(({ digest }) => digest)).toEqual(['1', '2', '3', '4', '5']);
    expect(lines(files, 'webhook-endpoints.jsonl')).toMatchObject([{ headers: [{ name: 'X-Token' }] }]);
    expect(lines(files, 'audit-log.jsonl').map(({ action }) => action)).toContain('company.export_requested');

    const pdf = await fetch(`${api.url}/v1/invoices/${invoice.id}/pdf`, {
      headers: { authorization: `Bearer ${key.secret}` },
    });
    const name = `pdf/invoices/${invoice.id}-${invoice.number}.pdf`;
    expect(sha256(files.get(name) ?? Buffer.of())).toBe(sha256(Buffer.from(await pdf.arrayBuffer())));
    expect([...files.keys()].filter((path) => path.endsWith('.pdf'))).toHaveLength(4);

    const manifest = JSON.parse(files.get('manifest.json')?.toString() ?? '') as Manifest;
    expect(sha256(files.get('manifest.json') ?? Buffer.of())).toBe(row.digest);
    expect([...files.keys()].sort()).toEqual([...manifest.files.map(({ path }) => path), 'manifest.json'].sort());
    for (const { path, bytes, sha256: digest, records: count } of manifest.files) {
      expect({ path, bytes, digest }).toEqual({
        path,
        bytes: files.get(path)?.length,
        digest: sha256(files.get(path) ?? Buffer.of()),
      });
      if (path.endsWith('.jsonl')) expect({ path, count }).toEqual({ path, count: lines(files, path).length });
    }
    const events = lines(files, 'events.jsonl').map(({ sequence }) => Number(sequence));
    expect(events).toEqual(events.toSorted((a, b) => a - b));
    expect(events.at(-1)).toBe(manifest.sequenceEnd);

    const texts = [...files].filter(([path]) => !path.endsWith('.pdf')).map(([, bytes]) => bytes.toString());
    for (const secret of [key.secret, 'very-secret-token', 'whsec_', '$argon2', 'PO-FOREIGN'])
      expect(texts.filter((text) => text.includes(secret))).toEqual([]);
    expect(invoices.map(({ id }) => id)).not.toContain(foreign.id);
    expect(await auditOf(api, owner.companyId, 'company.export_downloaded')).toMatchObject([
      { memberId: owner.id, target: `export ${row.id}` },
    ]);
  });

  it('continues where a killed worker stopped: no part is written again', async () => {
    await new Records(key).sent();
    await withClient(api.databaseUrl, (client) =>
      client.query(
        `INSERT INTO clients (company_id, status, kind, name, contacts, billing_address, custom_fields, version, created_at, updated_at)
          SELECT $1, 'Active', 'Business', 'Client ' || n, '[]', '{"country": "FR"}', '{}', 1, now(), now()
          FROM generate_series(1, 400) n`,
        [owner.companyId],
      ),
    );
    const { body } = await request();
    const parts = (text = '') =>
      withClient(api.databaseUrl, async (client) => {
        const { rows } = await client.query<{ part: string }>(
          `SELECT position || '.' || part || '@' || xmin AS part FROM ${storedTable('company_export_parts')} WHERE export_id = $1 ${text}
            ORDER BY position, part`,
          [body.id],
        );
        return rows.map(({ part }) => part);
      });
    const before = await withClient(api.databaseUrl, async (blocker) => {
      // The worker stops at the key policy, with earlier files written.
      await blocker.query('BEGIN; LOCK TABLE key_policies IN ACCESS EXCLUSIVE MODE');
      const first = await startWorker();
      const written = await eventually('the worker waits', async () => {
        const rows = await parts();
        return rows.length >= 3 ? rows : undefined;
      });
      await end(first, 'SIGKILL');
      await blocker.query('ROLLBACK');
      return written;
    });
    const second = await startWorker();
    const middle = await inTurns('some of the clients are written', Number(second.pid), async () => {
      const [row] = await list();
      return row && row.records >= 100 ? row : undefined;
    });
    await end(second, 'SIGKILL');
    const written = await parts();
    expect(written.slice(0, before.length)).toEqual(before);
    await startWorker();
    const row = await completed();
    expect((await parts()).slice(0, written.length)).toEqual(written);
    expect(row.records).toBeGreaterThanOrEqual(middle.records);
    const files = await download(row.id);
    const clients = lines(files, 'clients.jsonl').map(({ id }) => Number(id));
    expect(clients).toHaveLength(401);
    expect(new Set(clients).size).toBe(401);
    expect(clients).toEqual(clients.toSorted((a, b) => b - a));
  });

  it('contains a record that does not match its view, as it is stored', async () => {
    const client = await new Records(key).client({ name: 'Older client' });
    await withClient(api.databaseUrl, (database) =>
      database.query(`UPDATE clients SET billing_address = '{"planet": "Mars"}' WHERE id = $1`, [client.id]),
    );
    await request();
    await startWorker();
    const files = await download((await completed()).id);
    expect(lines(files, 'clients.jsonl')).toMatchObject([
      { id: client.id, name: 'Older client', billingAddress: { planet: 'Mars' } },
    ]);
  });

  it('fails after ten failures of one page: its files are deleted, and another one can be requested', async () => {
    await new Records(key).client({ name: 'Client of a failed export' });
    const update = (text: string, value: unknown) =>
      withClient(api.databaseUrl, async (database) => (await database.query(text, [value])).rows as object[]);
    // A time that the presenter of keys cannot write.
    await update(`UPDATE api_keys SET created_at = 'infinity' WHERE company_id = $1`, owner.companyId);
    const { body } = await request();
    await startWorker();
    const repeated = 'SELECT id FROM company_exports WHERE id = $1 AND failures >= 2';
    await eventually('the page has failed twice', async () => (await update(repeated, body.id))[0]);
    expect(await list()).toMatchObject([{ status: 'Running' }]);
    await update('UPDATE company_exports SET failures = 9 WHERE id = $1', body.id);
    await eventually('it has failed', async () => (await list()).find(({ status }) => status === 'Failed'));
    expect(await session.call('GET', archivePath(body.id))).toMatchObject({ body: { code: 'export_not_ready' } });
    await update('UPDATE api_keys SET created_at = now() WHERE company_id = $1', owner.companyId);
    expect((await request()).status).toBe(202);
    await completed();
    for (const child of running) await end(child, 'SIGKILL');
    await startWorker();
    const emptied =
      'SELECT id FROM company_exports WHERE id = $1 AND id NOT IN (SELECT export_id FROM company_export_parts)';
    await eventually('the files of the failed one are deleted', async () => (await update(emptied, body.id))[0]);
    expect((await list()).map(({ status }) => status)).toEqual(['Completed', 'Failed']);
  });

  it('expires: the worker deletes the files, and the download is rejected', async () => {
    await new Records(key).client({ name: 'Expiring client' });
    await request();
    const worker = await startWorker();
    const row = await completed();
    await end(worker, 'SIGKILL');
    await withClient(api.databaseUrl, (client) =>
      client.query(`UPDATE company_exports SET expires_at = now() WHERE id = $1`, [row.id]),
    );
    await startWorker();
    await eventually('it is expired', async () => (await list()).find(({ status }) => status === 'Expired'));
    expect(await session.call('GET', archivePath(row.id))).toMatchObject({ body: { code: 'export_not_ready' } });
    expect(await tablesHolding(api, 'Expiring client')).not.toContain('cell_1.company_export_parts');
    expect((await request()).status).toBe(202);
  });
});
