import { Database } from '@billhook/db/database';
import { changeRow, insertRow, insertUnnumbered } from '@billhook/db/row';
import { preparedName } from '@billhook/db/statement';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { Account } from '@billhook/identity/accounts/account.entity';
import { PasswordReset } from '@billhook/identity/auth/session.entity';
import { unless } from '@billhook/testing/skipped';
import { HAS_TWO_CELLS } from '@billhook/testing/spec-path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestApi } from '../support/api.js';
import { clientBody, invoiceBody } from '../support/bodies.js';
import { Records } from '../support/records.js';
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

const isWrite = (name: string): boolean => name.startsWith('send_');

describe('the round trips of a write to PostgreSQL', () => {
  const CLIENT = ['ids_take', 'send_clients+event_record+change_add+history_add'];
  const INVOICE = [
    'ids_take',
    'client_keep',
    'company_get_read',
    preparedName('send_invoices+send_invoice_lines+event_record+change_add+history_add'),
  ];
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
        ...['number_note', 'document_file_ask', 'update_invoices', 'event_record+chain_add+change_add+history_add'],
      ]);
    }
    expect(Math.min(...counted)).toBe(3);
  });

  it('the first request of a PDF: stores it, and does not read it back', async () => {
    const key = await world.key();
    const { id } = await new Records(key).sent();
    const headers = { authorization: `Bearer ${key.secret}` };
    const get = () => statements.during(() => beside.call('GET', `/v1/invoices/${id}/pdf`, { headers }));
    const files = async () => (await get()).filter((name) => name.startsWith('document_file_'));
    expect(await files()).toEqual(['document_file_get_invoice', 'document_file_waiting', 'document_file_keep']);
    expect(await files()).toEqual(['document_file_get_invoice']);
  });
});

unless(HAS_TWO_CELLS ? 'one cell' : undefined, it)(
  'a connection of an installation with one cell keeps its path',
  async () => {
    const { secret } = await world.key();
    const headers = { authorization: `Bearer ${secret}` };
    const before = statements.paths;
    const statuses = new Set<number>();
    const call = async (n: number): Promise<void> => {
      const [method, request] = n % 2 === 0 ? (['POST', { body: clientBody }] as const) : (['GET', {}] as const);
      statuses.add((await beside.call(method, '/v1/clients', { ...request, headers })).status);
    };
    const names = await statements.during(() => Promise.all(Array.from({ length: 20 }, (_, n) => call(n))));
    expect(statuses).toEqual(new Set([200, 201]));
    expect(names.length).toBeGreaterThan(20);
    expect(statements.paths).toBe(before);
  },
);

describe('the statements of an entity', () => {
  const [uow, db] = [api.app.get(UnitOfWork), api.app.get(Database)];
  const createdAt = new Date('2026-11-21T10:30:00.000Z');
  const account = {
    email: 'rows@example.com',
    passwordHash: 'x',
    locale: 'en',
    createdAt,
    lastMemberId: null,
  } as const;
  const stored = async (id: number): Promise<unknown> =>
    (
      await db.query({
        name: 'test_account',
        text: 'SELECT email, locale, created_at FROM accounts WHERE id = $1',
        values: [id],
      })
    )[0];

  it('store bytes, dates and quotes as they are given, and change only the given members', async () => {
    const hash = Buffer.from([0, 255, 92, 39, 10]);
    const id = await uow.run(async (tx) => {
      const accountId = await insertRow(tx, Account, account);
      await insertUnnumbered(tx, PasswordReset, { tokenHash: hash, accountId, createdAt, expiresAt: createdAt });
      await changeRow(tx, Account, accountId, { locale: 'fr', email: undefined });
      await changeRow(tx, Account, accountId, {});
      return accountId;
    });
    expect(await stored(id)).toEqual({ email: account.email, locale: 'fr', created_at: createdAt });
    const text = 'SELECT token_hash, expires_at FROM password_resets WHERE account_id = $1';
    expect(await db.query({ name: 'test_reset', text, values: [id] })).toEqual([
      { token_hash: hash, expires_at: createdAt },
    ]);
    await uow.run((tx) => changeRow(tx, Account, id, { email: `o'neil"\\@example.com` }));
    expect(await stored(id)).toMatchObject({ email: `o'neil"\\@example.com`, locale: 'fr' });
  });

  it('are undone with their transaction, and have the errors of PostgreSQL', async () => {
    const failed = uow.run(async (tx) => {
      await insertRow(tx, Account, { ...account, email: 'twice@example.com' });
      await insertRow(tx, Account, { ...account, email: 'twice@example.com' });
    });
    await expect(failed).rejects.toMatchObject({ code: '23505' });
    const text = `SELECT id FROM accounts WHERE email = 'twice@example.com'`;
    expect(await db.query({ name: 'test_twice', text })).toEqual([]);
  });
});
