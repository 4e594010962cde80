import type { ChildProcess } from 'node:child_process';
import type { CompanyExportList, CompanyExportView } from '@billhook/contract/identity/company-export';
import { eventually } from '@billhook/testing/patience';
import { end, spawnProgram } from '@billhook/testing/program';
import { withClient } from '@billhook/testing/test-server';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SECRET } from '../support/api.js';
import { Records } from '../support/records.js';
import { startWorld } from '../support/start.js';
import type { SessionCaller } from '../support/world.js';

const PATH = '/app/company/exports';

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
const completed = () =>
  eventually('the export is complete', async () => {
    const { data } = (await session.call<CompanyExportList>('GET', PATH)).body;
    return data.find(({ status }) => status === 'Completed');
  });
/** The digests of its PDFs, as in the manifest. */
const digests = async (exportId: number): Promise<(string | null)[]> => {
  const text = `SELECT digest FROM company_export_files WHERE export_id = $1 AND resource = 'invoice'`;
  return (await query<{ digest: string | null }>(text, [exportId])).map(({ digest }) => digest);
};

describe('the PDFs of an export', () => {
  it('are not left out after an error of rendering: the page is repeated until it succeeds', async () => {
    const { id } = await records.sent();
    const [invoice] = await query<{ seller: object }>('SELECT seller FROM invoices WHERE id = $1', [id]);
    await query(`UPDATE invoices SET seller = '{}' WHERE id = $1`, [id]);
    const exportId = await request();
    await startWorker();
    await eventually('the page has failed or is written', async () => {
      const text = `SELECT failures, status FROM company_exports WHERE id = $1 AND (failures > 0 OR status <> 'Running')`;
      return (await query(text, [exportId]))[0];
    });
    expect(await digests(exportId)).toEqual([]);
    await query('UPDATE invoices SET seller = $2 WHERE id = $1', [id, JSON.stringify(invoice?.seller)]);
    await completed();
    expect(await digests(exportId)).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
  });

  it('are left out, and listed without a digest, if rendering exceeds a limit', async () => {
    await records.sent();
    const exportId = await request();
    await startWorker({ PDF_TIME_LIMIT_MS: '10' });
    await completed();
    expect(await digests(exportId)).toEqual([null]);
  });
});

describe('an export', () => {
  it('is completed by a worker with one connection', async () => {
    await records.sent();
    await request();
    await startWorker({ DATABASE_POOL_SIZE: '1', DATABASE_WAIT_SECONDS: '1' });
    const status = await eventually('it has ended', async () => {
      const { data } = (await session.call<CompanyExportList>('GET', PATH)).body;
      return data.map((row) => row.status).find((one) => one !== 'Running');
    });
    expect(status).toBe('Completed');
  });
});
