import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import type { RecordListOf } from '@billhook/contract/shared/list-query';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { InvoicesRepository } from '@billhook/invoicing/invoices/invoices.repository';
import { markOverdueInvoices } from '@billhook/invoicing/invoices/mark-overdue-invoices';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestApi } from '../support/api.js';
import { Records } from '../support/records.js';
import { World, type KeyCaller } from '../support/world.js';

const OVERDUE = 205;

/** Acts as the proxy at PUBLIC_URL: the links of a list lead here. */
let front: Server;
let frontUrl: string;
let api: TestApi;
let key: KeyCaller;
let folder: string;

beforeAll(async () => {
  front = createServer((asked, answer) => {
    const { url, method, headers } = asked;
    const on = request(`${api.url}${url}`, { method, headers }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(answer);
    });
    asked.pipe(on);
  });
  await once(front.listen(0, '127.0.0.1'), 'listening');
  frontUrl = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
  api = await TestApi.start({ PUBLIC_URL: frontUrl });
  key = await new World(api).key();
  const invoice = await new Records(key).sent({ issueDate: '2026-01-10', dueDate: '2026-02-09' });
  await markOverdueInvoices(api.app.get(UnitOfWork), api.app.get(InvoicesRepository), api.clock);
  await api.database.query({
    name: 'test_copies',
    text: `INSERT INTO invoices SELECT (jsonb_populate_record(i, jsonb_build_object(
        'id', nextval(pg_get_serial_sequence('invoices', 'id')), 'number', i.number || '-' || n, 'public_token', NULL))).*
      FROM invoices i, generate_series(2, $2::int) n WHERE i.id = $1`,
    values: [invoice.id, OVERDUE],
  });
  folder = await mkdtemp(join(tmpdir(), 'billhook-lists-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await api.stop();
  front.close();
});

/** Runs a block of the guide, and returns its output. */
async function run(fence: string, file: string, command: string): Promise<string> {
  const guide = await readFile(new URL('../../../docs/guides/pagination.md', import.meta.url), 'utf8');
  const block = guide.split(`\`\`\`${fence} title="${file}"\n`)[1]?.split('```')[0] ?? '';
  await writeFile(join(folder, file), block);
  const given = [`BILLHOOK_URL=${frontUrl}`, `BILLHOOK_API_KEY=${key.secret}`];
  const child = spawn('env', [...given, command, file], { cwd: folder });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect(stderr).toBe('');
  return stdout;
}

async function numbers(): Promise<string[]> {
  const rows = await api.database.query<{ number: string }>({
    name: 'test_numbers',
    text: `SELECT number FROM invoices WHERE status = 'Overdue' ORDER BY id DESC`,
  });
  return rows.map(({ number }) => number);
}

describe('the guide on lists reads a whole list', () => {
  it('in JavaScript, by nextCursor', async () => {
    const printed = await run('js', 'walk.mjs', process.execPath);
    const expected = await numbers();
    expect(expected).toHaveLength(OVERDUE);
    expect(printed.trimEnd().split('\n')).toEqual(expected.map((number) => `${number} 1080.00`));
  });

  it('with curl, by the Link header', async () => {
    await run('bash', 'walk.sh', 'bash');
    const pages = (await readFile(join(folder, 'pages.jsonl'), 'utf8')).trimEnd().split('\n');
    const shown = pages.map((page) => (JSON.parse(page) as RecordListOf<InvoiceView>).data as InvoiceView[]);
    expect(shown.map((data) => data.length)).toEqual([100, 100, 5]);
    expect(shown.flat().map(({ number }) => number)).toEqual(await numbers());
  });
});
