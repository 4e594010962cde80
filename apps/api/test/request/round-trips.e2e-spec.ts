import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestApi } from '../support/api.js';
import { clientBody, invoiceBody } from '../support/bodies.js';
import { startWorld } from '../support/start.js';
import { Statements } from '../support/statements.js';

const { api, world } = await startWorld();
const HOLD_MS = 100;
let statements: Statements;
let beside: TestApi;

beforeAll(async () => {
  statements = await Statements.between(api.databaseUrl, HOLD_MS);
  beside = await TestApi.beside(api, { DATABASE_URL: statements.databaseUrl });
});
afterAll(async () => {
  await beside.stop();
  await statements.stop();
});

const isWrite = (name: string): boolean => name.endsWith('history_add');

describe('the round trips of a write to PostgreSQL', () => {
  const CLIENT = ['ids_take', 'send_clients+event_record+history_add'];
  const INVOICE = ['ids_take', 'client_keep', 'send_invoices+send_invoice_lines+event_record+history_add'];
  const once = (...names: string[]) => ['idempotency_lock', 'idempotency_find', ...names, 'idempotency_keep'];

  it.each<[string, string, boolean, number, string[]]>([
    ['a client', '/v1/clients', false, 2, CLIENT],
    ['a client, with an Idempotency-Key', '/v1/clients', true, 3, once(...CLIENT)],
    ['an invoice', '/v1/invoices', false, 2, INVOICE],
    ['an invoice, with an Idempotency-Key', '/v1/invoices', true, 3, once(...INVOICE)],
  ])('%s', async (_, path, isOnce, trips, names) => {
    const { secret } = await world.key();
    const authorization = `Bearer ${secret}`;
    const create = (to: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
      beside.call<{ id: number }>('POST', to, { body, headers: { authorization, ...headers } });
    const { body: client } = await create('/v1/clients', clientBody);
    const body = path === '/v1/clients' ? clientBody : invoiceBody(client.id);
    const counted: number[] = [];
    for (let n = 0; n < 4; n++) {
      await statements.during(() => create(path, body, isOnce ? { 'idempotency-key': `${path} ${n}` } : {}));
      // Others store counters of usage.
      const write = statements.transactions.find((each) => each.names.includes(names.find(isWrite) ?? ''));
      counted.push(write?.waits ?? Number.NaN);
      expect(write?.names).toEqual(names);
    }
    // A slow process may send in two pieces what it could send in one.
    expect(Math.min(...counted)).toBe(trips);
  });

  it('sending an invoice: lock with its parties, number, and the writes with the commit', async () => {
    const { secret } = await world.key();
    const headers = { authorization: `Bearer ${secret}` };
    const counted: number[] = [];
    const { body: client } = await beside.call<{ id: number }>('POST', '/v1/clients', { body: clientBody, headers });
    for (let n = 0; n < 4; n++) {
      const draft = { body: invoiceBody(client.id), headers };
      const { body: invoice } = await beside.call<{ id: number }>('POST', '/v1/invoices', draft);
      const path = `/v1/invoices/${invoice.id}/send`;
      await statements.during(() => beside.call('POST', path, { body: { channel: 'None' }, headers }));
      const sent = statements.transactions.find((each) => each.names.includes('number_take'));
      counted.push(sent?.waits ?? Number.NaN);
      expect(sent?.names).toEqual([
        ...['invoice_lock', 'invoice_get', 'company_get_keep', 'client_keep_of_invoices', 'number_take'],
        ...['number_note', 'document_file_ask', 'update_invoices', 'event_record+chain_add+history_add'],
      ]);
    }
    expect(Math.min(...counted)).toBe(3);
  });
});
