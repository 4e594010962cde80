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

describe('the round trips of a write to PostgreSQL', () => {
  it.each<[string, string, boolean, number]>([
    ['a client', '/v1/clients', false, 2],
    ['a client, with an Idempotency-Key', '/v1/clients', true, 3],
    ['an invoice', '/v1/invoices', false, 2],
    ['an invoice, with an Idempotency-Key', '/v1/invoices', true, 3],
  ])('%s', async (_, path, isOnce, trips) => {
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
      const write = statements.transactions.find(({ names }) => names.includes('history_add'));
      counted.push(write?.waits ?? Number.NaN);
    }
    // A slow process may send in two pieces what it could send in one.
    expect(Math.min(...counted)).toBe(trips);
  });
});
