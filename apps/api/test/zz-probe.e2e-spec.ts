import { afterAll, beforeAll, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { TestApi } from './support/api.js';
import { clientBody, invoiceBody, line } from './support/bodies.js';
import { Records } from './support/records.js';
import { World } from './support/world.js';
let api: TestApi;
let world: World;
beforeAll(async () => { api = await TestApi.start(); world = new World(api); });
afterAll(() => api.stop());
it('probe', async () => {
  const key = await world.key();
  const r = new Records(key);
  const out: unknown[] = [];
  const t = async (name: string, method: string, path: string, body?: unknown) => {
    const a = await key.call(method, path, { body });
    out.push([name, a.status, a.text.slice(0, 300)]);
    return a;
  };
  const client = await r.client();
  await t('nul event', 'GET', '/v1/events/%00');
  await t('surrogate', 'POST', '/v1/clients', { ...clientBody, name: 'x\ud800' });
  await t('nul custom', 'POST', '/v1/clients', { ...clientBody, customFields: { a: 'x\u0000' } });
  await t('nul custom key', 'POST', '/v1/clients', { ...clientBody, customFields: { 'a\u0000': 'x' } });
  await t('year 0', 'POST', '/v1/invoices', { ...invoiceBody(client.id), issueDate: '0000-01-01' });
  await t('year 9999', 'POST', '/v1/invoices', { ...invoiceBody(client.id), issueDate: '9999-12-31' });
  await t('expectedTotal', 'POST', '/v1/invoices', { ...invoiceBody(client.id), expectedTotal: '1080.004' });
  await t('-0', 'POST', '/v1/invoices', { ...invoiceBody(client.id), lines: [{ ...line, quantity: '-0.0' }] });
  const d = await r.draft();
  const a = await t('jpy', 'PATCH', `/v1/invoices/${d.id}`, { currency: 'JPY' });
  out.push(a.body['amountPaid']);
  const inc = await r.draft({ pricesIncludeTax: true, lines: [{ ...line, quantity: '1', unitPrice: '0.03' }, { ...line, quantity: '1', unitPrice: '0.03' }, { ...line, quantity: '1', unitPrice: '0.05' }] });
  const b = (await key.call<any>('PATCH', `/v1/invoices/${inc.id}`, { body: { allowances: [{ amount: '0.04' }] } })).body;
  out.push(['inclusive', inc.lines.map((l) => l.net), b.lines.map((l: any) => l.net), b.totals]);
  for (let n = 0; n < 3; n++) {
  const draft = await r.draft();
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const tx = api.app.get(UnitOfWork).run(async (tx) => {
    await tx.query({ name: 'hold', text: 'SELECT 1 FROM clients WHERE id = $1 FOR UPDATE', values: [draft.clientId] });
    await held;
  });
  await sleep(50);
  const pay = key.call('POST', '/v1/payments', { body: { clientId: draft.clientId, currency: 'EUR', amount: '1.00', date: '2026-01-01', allocations: [{ invoiceId: draft.id, amount: '1.00' }] } });
  await sleep(100);
  const send = key.call('POST', `/v1/invoices/${draft.id}/send`);
  await sleep(100);
  release();
  await tx;
  out.push(['deadlock', (await pay).status, (await pay).text.slice(0, 200), (await send).status]);
  }
  console.log(out.map((o) => JSON.stringify(o)).join('\n'));
});
