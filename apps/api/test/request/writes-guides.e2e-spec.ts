import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import type { BatchResult } from '@billhook/contract/shared/batch';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TestApi } from '../support/api.js';
import { clientBody, invoiceBody } from '../support/bodies.js';
import { GuideBlocks } from '../support/guide-blocks.js';
import { Front } from '../support/proxy.js';
import { Records } from '../support/records.js';
import { World, type KeyCaller } from '../support/world.js';

let api: TestApi;
let front: Front;
let blocks: GuideBlocks;
let key: KeyCaller;
let records: Records;

beforeAll(async () => {
  api = await TestApi.start();
  front = await Front.before(api.url);
  blocks = await GuideBlocks.open();
});
afterAll(async () => {
  await blocks.close();
  front.close();
  await api.stop();
});
beforeEach(async () => {
  front.passage = async () => 'pass';
  key = await new World(api).key();
  records = new Records(key);
});

/** Runs a block against the API, and returns its output. */
async function run(guide: string, title: string, variables: Record<string, string> = {}, ...args: string[]) {
  const connection = { BILLHOOK_URL: front.url, BILLHOOK_API_KEY: key.secret };
  return blocks.run(guide, title, { ...connection, ...variables }, ...args);
}

async function invoices(): Promise<InvoiceView[]> {
  return (await records.get<{ data: InvoiceView[] }>('/v1/invoices')).data;
}

describe('the guide on retrying', () => {
  /** The first response is lost; the second attempt meets a proxy without a response. */
  function badLine(): void {
    let attempts = 0;
    front.passage = async (_, answer) => {
      attempts += 1;
      if (attempts !== 2) return attempts === 1 ? 'lose' : 'pass';
      answer.writeHead(503, { 'content-type': 'text/html' }).end('<h1>503</h1>');
      return 'done';
    };
  }

  it('creates one invoice in JavaScript, also if the program is run again', async () => {
    const { id } = await records.client();
    badLine();
    const printed = await run('idempotency', 'once.mjs', { CLIENT_ID: String(id) }, '7781');
    const made = await invoices();
    expect(made).toHaveLength(1);
    expect(printed).toEqual({ code: 0, stderr: '', stdout: `${made[0]?.id} 1080.00` });
    expect(await run('idempotency', 'once.mjs', { CLIENT_ID: String(id) }, '7781')).toEqual(printed);
    expect(await invoices()).toHaveLength(1);
  });

  it('creates one invoice with curl', async () => {
    const { id } = await records.client();
    badLine();
    const { stdout } = await run('idempotency', 'once.sh', { CLIENT_ID: String(id) });
    expect(await invoices()).toEqual([JSON.parse(stdout.slice(stdout.indexOf('{')))]);
  });

  it('gives up if repeating does not help, and does not use up the key', async () => {
    const failed = await run('idempotency', 'once.mjs', { CLIENT_ID: '999999999' }, '7');
    expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('422 invalid_body') });
    const { id } = await records.client();
    expect((await run('idempotency', 'once.mjs', { CLIENT_ID: String(id) }, '7')).code).toBe(0);
  });
});

describe('the guide on conditional requests', () => {
  it('loses no change of two parallel edits', async () => {
    const { id } = await records.draft();
    let patched = false;
    front.passage = async ({ method }) => {
      if (method === 'PATCH' && !patched) {
        patched = true;
        await key.call('PATCH', `/v1/invoices/${id}`, { body: { notes: ['Deliver to the back door'] } });
      }
      return 'pass';
    };
    const printed = await run('conditional-requests', 'edit.mjs', { INVOICE_ID: String(id) }, 'Paid in advance');
    expect(printed).toEqual({ code: 0, stderr: '', stdout: '3 Deliver to the back door; Paid in advance' });
  });

  it('edits only the version that it read with curl', async () => {
    const { id } = await records.draft();
    const edit = () => run('conditional-requests', 'edit.sh', { INVOICE_ID: String(id) });
    expect(JSON.parse((await edit()).stdout)).toMatchObject({ version: 2, purchaseOrder: 'PO-7781' });
    front.passage = async ({ method }) => {
      if (method === 'PATCH') await key.call('PATCH', `/v1/invoices/${id}`, { body: { purchaseOrder: 'PO-1' } });
      return 'pass';
    };
    const { code, stdout } = await edit();
    expect(code).not.toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ code: 'version_mismatch', currentVersion: 3 });
  });

  it('reads only changed records', async () => {
    expect((await run('conditional-requests', 'poll.mjs')).stdout).toBe('changed 0\nas before 0');
    const poll = async () => (await run('conditional-requests', 'poll.sh')).stdout;
    expect([await poll(), await poll(), await poll()]).toEqual(['200', '304', '304']);
  });
});

describe('the guide on batches and dry runs', () => {
  it('imports a file once, and reports rejected rows', async () => {
    const names = Array.from({ length: 205 }, (_, n) => ({
      ...clientBody,
      name: `Client ${n}`,
      externalId: `crm-${n}`,
    }));
    const clients = names.map((client, n) => (n === 150 ? { ...client, billingAddress: {} } : client));
    const file = 'clients d’été.json';
    await blocks.write(file, JSON.stringify(clients));
    const refused = '150: invalid_body, /items/50/billingAddress/country is required';
    const text = 'SELECT 1 FROM clients WHERE company_id = $1';
    const found = async () => (await api.database.query({ name: 'test_found', text, values: [key.companyId] })).length;
    const dry = await run('batches-and-dry-runs', 'import.mjs', {}, file, '--dry');
    expect(dry).toEqual({ code: 0, stderr: '', stdout: `${refused}\n204 would be created, 0 there already` });
    expect(await found()).toBe(0);
    let attempts = 0;
    // The first response is lost: the next attempt still reports the records as created by this run.
    front.passage = async () => (attempts++ === 0 ? 'lose' : 'pass');
    const real = () => run('batches-and-dry-runs', 'import.mjs', {}, file);
    expect(await real()).toEqual({ code: 0, stderr: '', stdout: `${refused}\n204 created, 0 there already` });
    const before = ['0 to 99: imported before', '100 to 199: imported before', '200 to 204: imported before'] as const;
    expect((await real()).stdout.split('\n')).toEqual([
      ...before.slice(0, 2),
      refused,
      before[2],
      '0 created, 204 there already',
    ]);
    expect(await found()).toBe(204);
    await blocks.write(file, JSON.stringify(names));
    expect((await real()).stdout.split('\n')).toEqual([before[0], before[2], '1 created, 204 there already']);
    expect(await found()).toBe(205);
  });

  it('shows the response of its batch', async () => {
    const { id } = await records.client();
    const { stdout } = await run('batches-and-dry-runs', 'batch.sh', { CLIENT_ID: String(id) });
    const answer = JSON.parse(stdout) as BatchResult<InvoiceView>;
    expect(answer).toMatchObject({ created: 1, refused: 1, results: [{ status: 201 }, { status: 422 }] });
    expect(answer.results[1]?.problem?.errors).toEqual([
      {
        pointer: '/items/1/lines/0/quantity',
        code: 'invalid_type',
        message: 'must be a decimal as a string, like "1234.50", not a JSON number',
      },
    ]);
  });

  it('stores the response of a batch as soon as one of its items was written', async () => {
    const items = [clientBody, { ...clientBody, name: '' }];
    const send = (mode: string) =>
      key.call('POST', '/v1/clients/batch', { body: { mode, items }, headers: { 'Idempotency-Key': 'import' } });
    const refused = [await send('atomic'), await send('atomic')];
    expect(refused.map(({ status, body }) => [status, body['created']])).toEqual([
      [207, 0],
      [207, 0],
    ]);
    const [first, again] = [await send('perItem'), await send('perItem')];
    expect([first.status, first.body['refused'], again.text]).toEqual([207, 1, first.text]);
    const replayed = [...refused, first, again].map(({ headers }) => headers.has('idempotent-replayed'));
    expect(replayed).toEqual([false, false, false, true]);
  });

  it('rejects a dry run', async () => {
    for (const Prefer of ['dryrun', 'dry-run=yes']) {
      const { status } = await key.call('POST', '/v1/clients', { body: clientBody, headers: { Prefer } });
      expect([Prefer, status]).toEqual([Prefer, 400]);
    }
  });

  it('shows the result of a send, and keeps the draft', async () => {
    const { id } = await records.draft();
    const { stdout } = await run('batches-and-dry-runs', 'dry-run.sh', { INVOICE_ID: String(id) });
    expect(JSON.parse(stdout)).toMatchObject({ id, status: 'Sent' });
    expect(await records.invoice(id)).toMatchObject({ status: 'Draft', number: null });
  });

  it('finds duplicates within the batch in a dry run', async () => {
    const { id } = await records.client();
    const items = [invoiceBody(id), invoiceBody(id)].map((body) => ({ ...body, externalId: 'job-7' }));
    const answer = await key.call<BatchResult<InvoiceView>>('POST', '/v1/invoices/batch', {
      body: { mode: 'perItem', items },
      headers: { Prefer: 'dry-run' },
    });
    expect(answer.body.results.map(({ status }) => status)).toEqual([201, 409]);
  });
});
