import type { ChildProcess } from 'node:child_process';
import type { CompanyExportList, CompanyExportView } from '@billhook/contract/installation/company-export';
import { isFullRun } from '@billhook/testing/full-run';
import { eventually } from '@billhook/testing/patience';
import { end, spawnProgram } from '@billhook/testing/program';
import { withClient } from '@billhook/testing/test-server';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SECRET } from '../support/api.js';
import { Records } from '../support/records.js';
import { Sandboxes } from '../support/sandboxes.js';
import { startWorld } from '../support/start.js';
import type { SessionCaller } from '../support/world.js';

const PATH = '/app/company/exports';
/** Invoices that are issued before the export; others are issued while it runs. */
const BEFORE = isFullRun ? 1_000 : 20;
/**
 * The maximum number of further ones while it runs, in each of four lanes: a slow machine issues until its export ends, and the export
 * waits for their PDFs.
 */
const WHILE = isFullRun ? Infinity : 10;
/** A thousand PDFs take three minutes on a slow machine, and a guard must not end them. */
const LONG_MS = 500_000;

const { api, world } = await startWorld();
let session: SessionCaller;
let records: Records;
let worker: ChildProcess | undefined;

beforeEach(async () => {
  const owner = await world.member(await world.company());
  session = await world.session(owner);
  records = new Records(await world.key({ member: owner }));
});
afterEach(async () => {
  if (worker) await end(worker, 'SIGKILL');
});

async function startWorker(settings: Record<string, string> = {}): Promise<void> {
  const variables = { NODE_ENV: 'test', DATABASE_URL: api.databaseUrl, APP_SECRETS: SECRET, ...settings };
  worker = await spawnProgram('apps/worker/src/main.ts', '"ready;', variables);
}

const query = async <Row extends object>(text: string, values: readonly unknown[]): Promise<Row[]> =>
  withClient(api.databaseUrl, async (client) => (await client.query<Row>(text, [...values])).rows);
const request = async (): Promise<number> => (await session.call<CompanyExportView>('POST', PATH)).body.id;
const ended = (patienceMs?: number) =>
  eventually(
    'the export has ended',
    async () => {
      const { data } = (await session.call<CompanyExportList>('GET', PATH)).body;
      return data.find(({ status }) => status !== 'Running');
    },
    patienceMs,
  );
/** A file of an export that is stored in parts. */
const textOf = async (exportId: number, path: string): Promise<string> => {
  const text = `SELECT p.content FROM company_export_files f JOIN company_export_parts p USING (company_id, export_id, position)
    WHERE f.export_id = $1 AND f.path = $2 ORDER BY p.part`;
  const parts = await query<{ content: Buffer }>(text, [exportId, path]);
  return Buffer.concat(parts.map(({ content }) => content)).toString();
};
/** The digests of its PDFs, as in the manifest. */
const digests = async (exportId: number): Promise<(string | null)[]> => {
  const text = `SELECT digest FROM company_export_files WHERE export_id = $1 AND resource = 'invoice'`;
  return (await query<{ digest: string | null }>(text, [exportId])).map(({ digest }) => digest);
};

const FILE = `resource = 'invoice' AND record_id = $1`;
/** Changes what the PDF of an invoice shows, so that it is not rendered. */
const breakContent = (id: number) => query(`UPDATE document_files SET content = content || ' ' WHERE ${FILE}`, [id]);
const repairContent = (id: number) => query(`UPDATE document_files SET content = rtrim(content) WHERE ${FILE}`, [id]);

describe('the PDFs of an export', () => {
  it('are not left out after an error of rendering: the page is repeated until it succeeds', async () => {
    const { id } = await records.sent();
    await breakContent(id);
    const exportId = await request();
    await startWorker();
    await eventually('the page has failed or is written', async () => {
      const text = `SELECT status FROM company_exports WHERE id = $1 AND (stalled_ms > 0 OR status <> 'Running')`;
      return (await query(text, [exportId]))[0];
    });
    expect(await digests(exportId)).toEqual([]);
    await repairContent(id);
    expect(await ended()).toMatchObject({ status: 'Completed', missing: 0 });
    expect(await digests(exportId)).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
  });

  it('are left out, counted, and named with the reason, if rendering exceeds a limit', async () => {
    const { id } = await records.sent();
    const exportId = await request();
    await startWorker({ PDF_TIME_LIMIT_MS: '10' });
    expect(await ended()).toMatchObject({ status: 'Incomplete', missing: 1 });
    expect(await digests(exportId)).toEqual([null]);
    expect(await textOf(exportId, 'README.txt')).toMatch(
      new RegExp(
        `Missing PDFs: 1\\n-{15}\\n[^]+\\npdf/invoices/${id}-.+\\.pdf: its rendering exceeds a limit of time or memory\\n$`,
      ),
    );
    const { files } = JSON.parse(await textOf(exportId, 'manifest.json')) as { files: { path: string }[] };
    expect(files.filter(({ path }) => path.startsWith('pdf/'))).toEqual([
      { path: expect.any(String), records: 1, bytes: 0, sha256: null, missing: 'pdf_limit_exceeded' },
    ]);
  });

  it('are left out after ten minutes without progress; the others of the section are included', async () => {
    const [first, broken] = [await records.sent(), await records.sent()];
    const exportId = await request();
    await breakContent(broken.id);
    await startWorker();
    await eventually('the page waits', async () => {
      const text = 'SELECT id FROM company_exports WHERE id = $1 AND stalled_ms > 0';
      return (await query(text, [exportId]))[0];
    });
    await query('UPDATE company_exports SET stalled_ms = 599000 WHERE id = $1', [exportId]);
    expect(await ended()).toMatchObject({ status: 'Incomplete', missing: 1 });
    const readme = await textOf(exportId, 'README.txt');
    expect(readme).toContain(`pdf/invoices/${broken.id}-`);
    expect(readme).not.toContain(`pdf/invoices/${first.id}-`);
    expect(readme).toMatch(/: it was not rendered: no other PDF was rendered for ten minutes, or an error repeated\n$/);
  });

  it('include those of documents that are issued while it runs', async () => {
    for (let issued = 0; issued < BEFORE; issued += 10)
      await Promise.all(Array.from({ length: 10 }, () => records.sent()));
    let isRunning = true;
    const issue = async (): Promise<void> => {
      for (let issued = 0; isRunning && issued < WHILE; issued++) await records.sent();
    };
    const issuing = Array.from({ length: 4 }, issue);
    const exportId = await request();
    let row: CompanyExportView;
    try {
      await startWorker();
      row = await ended(LONG_MS);
    } finally {
      isRunning = false;
      await Promise.all(issuing);
    }
    expect(row).toMatchObject({ status: 'Completed', missing: 0 });
    const written = await textOf(exportId, 'invoices.jsonl');
    const issued = written.split('\n').filter((line) => line !== '' && !line.includes('"number":null'));
    const found = await digests(exportId);
    expect(issued.length).toBeGreaterThanOrEqual(BEFORE);
    expect(found.length).toBeGreaterThanOrEqual(issued.length);
    expect(found).not.toContain(null);
  });
});

describe('an export', () => {
  it('counts its records before it writes them, also the entries of the audit log about keys', async () => {
    for (let created = 0; created < 5; created++) await new Sandboxes(api, world).key(session);
    const { id } = await records.sent();
    const exportId = await request();
    await breakContent(id);
    await startWorker();
    const text = 'SELECT total::int FROM company_exports WHERE id = $1 AND stalled_ms > 0';
    const waiting = await eventually(
      'the page waits',
      async () => (await query<{ total: number }>(text, [exportId]))[0],
    );
    await repairContent(id);
    const { records: written } = (await ended()) ?? {};
    // The entries of the document chain that are linked, or added for the PDF, in between.
    expect(Number(written) - waiting.total).toBeLessThan(4);
  });

  it('is completed by a worker with one connection, and contains no record of a sandbox', async () => {
    const sent = await records.sent();
    const { id: sandboxId } = await new Sandboxes(api, world).create(session, { examples: true });
    const exportId = await request();
    await startWorker({ DATABASE_POOL_SIZE: '1', DATABASE_WAIT_SECONDS: '1' });
    const status = await eventually('it has ended', async () => {
      const { data } = (await session.call<CompanyExportList>('GET', PATH)).body;
      return data.map((row) => row.status).find((one) => one !== 'Running');
    });
    expect(status).toBe('Completed');
    const parts = await query<{ path: string; text: string }>(
      `SELECT f.path, convert_from(p.content, 'UTF8') AS text FROM company_export_files f
        JOIN company_export_parts p USING (company_id, export_id, position) WHERE f.export_id = $1`,
      [exportId],
    );
    expect(parts.map(({ path }) => path)).toEqual(expect.arrayContaining(['clients.jsonl', 'events.jsonl']));
    const shown = parts.filter(({ text }) => /nordhafen\.example|Camille Roux/.test(text));
    expect(shown.map(({ path }) => path)).toEqual([]);
    const tried = await query<{ count: number }>(
      'SELECT count(*)::int AS count FROM document_chain WHERE company_id = $1',
      [sandboxId],
    );
    expect(tried[0]?.count).toBeGreaterThan(1);
    const chain = (await textOf(exportId, 'document-chain.jsonl')).trim().split('\n');
    const chained = chain.map((line) => (JSON.parse(line) as { recordId: number }).recordId);
    expect(new Set(chained)).toEqual(new Set([sent.id]));
  });
});
