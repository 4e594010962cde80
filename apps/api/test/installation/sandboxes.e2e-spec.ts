import type { CreatedApiKey } from '@billhook/contract/identity/key';
import type { MeView } from '@billhook/contract/identity/me';
import type { SessionView } from '@billhook/contract/identity/session';
import type { CompanyDeletionView } from '@billhook/contract/installation/company-deletion';
import type { SandboxList, SandboxReset, SandboxView } from '@billhook/contract/installation/sandbox';
import { GRANTABLE_PERMISSIONS } from '@billhook/domain/identity/permissions';
import { diagnoseKey } from '@billhook/domain/identity/secret-format';
import { EVENT_TYPES } from '@billhook/domain/shared/event-types';
import { withClient } from '@billhook/testing/test-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { KEPT_AT_RESET } from '../../src/installation/sandboxes/sandbox-rows.js';
import type { TestApi } from '../support/api.js';
import { auditOf } from '../support/audit-rows.js';
import { CommandLine } from '../support/command-line.js';
import { Records } from '../support/records.js';
import { WebhookWorld } from '../support/webhooks.js';
import type { KeyCaller, SeededMember, SessionCaller, World } from '../support/world.js';

const PATH = '/app/sandboxes';
const NO_ID = { id: 0, secret: '', companyId: 0 };
const MESSAGE_MEMBERS = ['id', 'type', 'createdAt', 'data'];

let webhooks: WebhookWorld;
let api: TestApi;
let world: World;
let owner: SeededMember;
let session: SessionCaller;

beforeAll(async () => {
  // With a mail server: only the kind of the company keeps an email.
  webhooks = await WebhookWorld.start({ SMTP_URL: 'smtp://127.0.0.1:2525', MAIL_FROM: 'billing@company.example' });
  ({ api, world } = webhooks);
});
afterAll(() => webhooks.stop());
beforeEach(async () => {
  owner = await world.member(await world.company());
  session = await world.session(owner);
});

const rows = (text: string, values: unknown[]) =>
  withClient(api.databaseUrl, async (client) => (await client.query<Record<string, unknown>>(text, values)).rows);

async function created(body: object = {}, by = session): Promise<SandboxView> {
  const answer = await by.call<SandboxView>('POST', PATH, { body });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
}

/** The browser after it has opened a sandbox. */
async function opened(id: number, by: SessionCaller): Promise<SessionCaller> {
  const answer = await by.call<SessionView>('POST', `${PATH}/${id}/open`);
  expect(answer).toMatchObject({ status: 200, body: { company: { id, kind: 'Sandbox' } } });
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
  return {
    cookie,
    call: (method, path, call) => api.call(method, path, { ...call, headers: { cookie, ...call?.headers } }),
  };
}

async function keyOf(by: SessionCaller): Promise<CreatedApiKey> {
  const body = {
    name: 'Trial',
    scopes: GRANTABLE_PERMISSIONS,
    expiry: '90d',
  };
  const answer = await by.call<CreatedApiKey>('POST', '/app/api-keys', { body });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
}

const list = async (by = session) => (await by.call<SandboxList>('GET', PATH)).body.data;

/** The rows of a company by table, without the request log, which is written later. */
const inTables = async (companyId: number): Promise<Record<string, number>> => {
  const tables = await rows(
    `SELECT table_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'company_id'
        AND table_name NOT LIKE 'api_requests%'`,
    [],
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await rows(`SELECT count(*)::int AS count FROM "${String(name)}" WHERE company_id = $1`, [companyId]);
    counts[String(name)] = Number(row?.count);
  }
  return counts;
};

describe('sandboxes', () => {
  it.each([
    ['GET', PATH],
    ['POST', PATH],
    ['POST', `${PATH}/1/open`],
  ])('401 without a session, and for a key: %s %s', async (method, path) => {
    expect((await api.call(method, path)).status).toBe(401);
    const key = await world.key({ member: owner });
    expect(await key.call(method, path)).toMatchObject({ status: 401, body: { code: 'wrong_credential' } });
  });

  it('403 for who may not create keys', async () => {
    const reader = await world.session(await world.member(owner.companyId, { role: 'Read-only' }));
    expect(await reader.call('POST', PATH, { body: {} })).toMatchObject({ status: 403 });
  });

  it('404 for an unknown sandbox, a production company, and a sandbox of another company', async () => {
    const { id } = await created();
    const stranger = await world.session(await world.member(await world.company()));
    for (const [by, company] of [
      [session, 999_999_999],
      [session, owner.companyId],
      [stranger, id],
    ] as const)
      expect(await by.call('POST', `${PATH}/${company}/open`)).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      });
    expect(await list(stranger)).toEqual([]);
  });

  it('409 for a sandbox of a sandbox, and for more than five', async () => {
    const { id } = await created();
    const within = await opened(id, await world.session(owner));
    expect(await within.call('POST', PATH, { body: {} })).toMatchObject({
      status: 409,
      body: { code: 'sandbox_of_sandbox' },
    });
    for (let n = 0; n < 4; n++) await created();
    const answer = await session.call('POST', PATH, { body: {} });
    expect(answer).toMatchObject({ status: 409, body: { code: 'sandbox_limit', limit: 5 } });
    const names = (await list()).map(({ name }) => name.replace(/^Company \w+/, ''));
    expect(names).toEqual([' Sandbox', ' Sandbox 2', ' Sandbox 3', ' Sandbox 4', ' Sandbox 5']);
  });

  it('422 for an unknown member of the body', async () => {
    expect(await session.call('POST', PATH, { body: { plan: 'Pro' } })).toMatchObject({ status: 422 });
  });

  it('has the details and the plan of its company, its own numbers, and keys that say what they are', async () => {
    const { id, memberId } = await created();
    expect(await list()).toEqual([expect.objectContaining({ id, memberId, deletesAt: null })]);
    const within = await opened(id, session);
    const { body } = await within.call<SessionView>('GET', '/app/session');
    expect(body.company).toMatchObject({ kind: 'Sandbox', sandboxOf: owner.companyId, plan: 'Pro', currency: 'EUR' });
    expect(body).toMatchObject({ sendsMail: false, member: { role: 'Owner' } });
    const { apiKey, secret } = await keyOf(within);
    expect(secret).toMatch(/^bht_[0-9A-Za-z]{46}$/);
    expect(apiKey.prefix).toMatch(/^bht_[0-9A-Za-z]{8}$/);
    expect(diagnoseKey(secret)).toBeUndefined();
    const key: KeyCaller = { ...world.bearer(secret), id: apiKey.id, secret, companyId: id };
    expect((await key.call<MeView>('GET', '/v1/me')).body).toMatchObject({ sandbox: true, company: { id } });

    const [real, trial] = [new Records(await world.key({ member: owner })), new Records(key)];
    const numbers = [await trial.sent(), await trial.sent(), await real.sent()].map(({ number }) => number);
    expect(numbers[0]).toBe(numbers[2]);
    expect(numbers[1]).not.toBe(numbers[0]);
    const production = await world.key({ member: owner });
    expect((await production.call<MeView>('GET', '/v1/me')).body).toMatchObject({ sandbox: false });
    expect((await production.call<{ data: unknown[] }>('GET', '/v1/invoices')).body.data).toHaveLength(1);
  });

  it('keeps its emails in its outbox, and sends none again', async () => {
    const { id } = await created();
    const { secret } = await keyOf(await opened(id, session));
    const key = world.bearer(secret);
    const records = new Records(key);
    const { id: invoice } = await records.draft({
      clientId: (await records.client({ email: 'client@client.example' })).id,
    });
    expect(await key.call('POST', `/v1/invoices/${invoice}/send`, { body: { channel: 'Email' } })).toMatchObject({
      status: 200,
    });
    const [mail] = await rows('SELECT id, status, next_attempt_at, last_error FROM mails WHERE company_id = $1', [id]);
    expect(mail).toMatchObject({
      status: 'Kept',
      next_attempt_at: null,
      last_error: expect.stringContaining('sandbox'),
    });
    const again = await key.call('POST', `/v1/mails/${String(mail?.id)}/retry`);
    expect(again).toMatchObject({ status: 409, body: { code: 'mail_not_retriable' } });
  });

  it('is joined by other members with their permissions, and left by them with the company', async () => {
    const { id } = await created();
    const reader = await world.member(owner.companyId, { role: 'Read-only' });
    const theirs = await world.session(reader);
    expect(await list(theirs)).toEqual([expect.objectContaining({ id, memberId: null })]);
    const within = await opened(id, theirs);
    const { member } = (await within.call<SessionView>('GET', '/app/session')).body;
    expect(member).toMatchObject({ role: 'Read-only' });
    expect(await list(within)).toEqual([expect.objectContaining({ id, memberId: member.id })]);

    expect(await session.call('POST', `/app/members/${reader.id}/deactivate`)).toMatchObject({ status: 200 });
    expect((await within.call('GET', '/app/session')).status).toBe(401);
    expect(await rows('SELECT status FROM members WHERE id = $1', [member.id])).toEqual([{ status: 'Deactivated' }]);
    expect((await auditOf(api, id)).map(({ action }) => action)).toContain('member.deactivated');
    expect(await session.call('POST', `/app/members/${reader.id}/reactivate`)).toMatchObject({ status: 200 });
    await opened(id, await world.session(reader));
  });

  it('follows the plan of its company, and keeps its kind, whatever a statement says', async () => {
    const { id } = await created();
    await world.setPlan(owner.companyId, 'Free');
    expect(await rows('SELECT plan FROM companies WHERE id = $1', [id])).toEqual([{ plan: 'Free' }]);
    const change = (set: string, company = id) => rows(`UPDATE companies SET ${set} WHERE id = $1`, [company]);
    await expect(change(`kind = 'Production', sandbox_of = NULL`)).rejects.toThrow('cannot change');
    await expect(change(`kind = 'Sandbox', sandbox_of = ${id}`, owner.companyId)).rejects.toThrow('cannot change');
    const nested = `INSERT INTO companies (name, plan, time_zone, currency, created_at, kind, sandbox_of)
      VALUES ('x', 'Pro', 'UTC', 'EUR', now(), 'Sandbox', $1)`;
    await expect(rows(nested, [id])).rejects.toThrow('a sandbox cannot have a sandbox');
  });

  it('is deleted without waiting, and with its company', async () => {
    const [first, second] = [await created(), await created()];
    const within = await opened(first.id, await world.session(owner));
    const deletion = await within.call<CompanyDeletionView>('POST', '/app/company/deletion', {
      body: { name: first.name },
    });
    expect(deletion).toMatchObject({ status: 200, body: { graceDays: 0 } });
    expect(Date.parse(deletion.body.deletesAt ?? '')).toBeLessThanOrEqual(api.clock.now().getTime());
    const { name } = (await session.call<{ name: string }>('GET', '/app/company')).body;
    const whole = await session.call<CompanyDeletionView>('POST', '/app/company/deletion', { body: { name } });
    const other = (await list()).find(({ id }) => id === second.id);
    expect(other?.deletesAt).toBe(whole.body.deletesAt);
    expect(await session.call('POST', PATH, { body: {} })).toMatchObject({
      status: 409,
      body: { code: 'deletion_requested' },
    });
    const left = await opened(second.id, await world.session(owner));
    expect(await left.call('POST', '/app/company/deletion/withdraw')).toMatchObject({ status: 409 });
    expect(await session.call('POST', '/app/company/deletion/withdraw')).toMatchObject({ status: 200 });
    expect((await list()).find(({ id }) => id === second.id)?.deletesAt).toBeNull();
  });
});

describe('the reset of a sandbox', () => {
  const reset = (by: SessionCaller, body: object) => by.call<SandboxReset>('POST', '/app/sandbox/reset', { body });

  it('401, 403, 404 in a production company, 422 for another name', async () => {
    expect((await api.call('POST', '/app/sandbox/reset')).status).toBe(401);
    const { name } = (await session.call<{ name: string }>('GET', '/app/company')).body;
    expect(await reset(session, { name })).toMatchObject({ status: 404, body: { code: 'not_found' } });
    const sandbox = await created();
    const reader = await world.session(await world.member(owner.companyId, { role: 'Read-only' }));
    const body = { name: sandbox.name };
    expect(await reset(await opened(sandbox.id, reader), body)).toMatchObject({ status: 403 });
    expect(await reset(await opened(sandbox.id, session), { name })).toMatchObject({ status: 422 });
  });

  it('deletes its records while deliveries are in flight, and leaves everything else', async () => {
    const { id, name } = await created();
    const within = await opened(id, session);
    const { secret } = await keyOf(within);
    const key = world.bearer(secret);
    const [records, real] = [new Records(key), new Records(await world.key({ member: owner }))];
    const { receiver, engine } = webhooks;
    receiver.answer('/hanging', 'hang');
    const types = ['client.created', 'invoice.sent'];
    for (const path of ['/hanging', '/quick'])
      await webhooks.create({ url: receiver.url + path, eventTypes: types }, { ...key, ...NO_ID });
    const first = await records.sent();
    await engine.sweep();
    await receiver.waitFor('/hanging', 1);
    const [message] = await receiver.waitFor('/quick', 2);
    expect(message?.headers['webhook-sandbox']).toBe('true');
    expect(Object.keys(JSON.parse(message?.body.toString() ?? '') as object)).toEqual(MESSAGE_MEMBERS);
    await records.credit(await records.sent());
    await real.sent();
    const production = await inTables(owner.companyId);
    const before = await inTables(id);
    const answer = await reset(within, { name });
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body.deletedRows).toBeGreaterThan(10);
    const after = await inTables(id);
    const left = Object.keys(after).filter((table) => after[table] !== 0);
    const kept = [...KEPT_AT_RESET, 'audit_log', 'audit_heads', 'members', 'sessions', 'api_keys'];
    expect(left.filter((table) => !kept.includes(table))).toEqual([]);
    for (const table of ['members', 'api_keys', 'number_series', 'tax_rates', 'event_counters'])
      expect([table, after[table]]).toEqual([table, before[table]]);
    expect((await auditOf(api, id)).map(({ action }) => action)).toContain('sandbox.reset');
    expect(await inTables(owner.companyId)).toEqual(production);
    const deletion = rows('DELETE FROM document_chain WHERE company_id = $1', [owner.companyId]);
    await expect(deletion).rejects.toThrow('the document chain only grows');
    // The key and the endpoints work, and numbers begin again.
    expect((await records.sent()).number).toBe(first.number);
    await engine.sweep();
    await receiver.waitFor('/quick', 4);
    const sequences = receiver.at('/quick').map(({ headers }) => Number(headers['webhook-sequence']));
    expect(sequences).toEqual([...new Set(sequences)].sort((a, b) => a - b));
  });
});

describe('billhook trigger', () => {
  const CAUSED = EVENT_TYPES.filter((type) => type !== 'invoice.overdue' && type !== 'checkpoint.signed');
  const openLine = (key: string) => CommandLine.open({ BILLHOOK_URL: api.url, BILLHOOK_API_KEY: key });

  it('creates real records with their chain of events in a sandbox, with overrides', async () => {
    const { id } = await created();
    const { secret } = await keyOf(await opened(id, session));
    const cli = await openLine(secret);
    for (const type of CAUSED) expect([type, (await cli.run(['trigger', type])).code]).toEqual([type, 0]);
    const emitted = await rows('SELECT DISTINCT type FROM events WHERE company_id = $1', [id]);
    expect(emitted.map(({ type }) => type).sort()).toEqual([...CAUSED].sort());
    const sets = ['--set', 'client.name=Acme', '--set', 'invoice.lines.0.quantity=3', '--json'];
    const answer = await cli.run(['trigger', 'invoice.sent', ...sets]);
    const { records } = JSON.parse(answer.stdout) as { records: { resource: string; id: number }[] };
    expect(records.map(({ resource }) => resource)).toEqual(['client', 'invoice']);
    const [client, invoice] = records;
    const key = world.bearer(secret);
    expect((await key.call('GET', `/v1/clients/${client?.id}`)).body).toMatchObject({ name: 'Acme' });
    const { body } = await key.call('GET', `/v1/invoices/${invoice?.id}`);
    expect(body).toMatchObject({ status: 'Sent', lines: [{ quantity: '3' }] });
    for (const wrong of [['invoice.overdue'], ['client.created', '--set', 'name=Acme']])
      expect(await cli.run(['trigger', ...wrong])).toMatchObject({ code: 2 });
    await cli.close();
  });

  it('creates nothing in a production company', async () => {
    const cli = await openLine((await world.key({ member: owner })).secret);
    const before = await inTables(owner.companyId);
    const refused = await cli.run(['trigger', 'invoice.paid', '--set', 'client.name=Acme']);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('production company') });
    expect(await cli.run(['trigger', 'invoice.paid'])).toMatchObject({ code: 2 });
    const after = await inTables(owner.companyId);
    for (const table of ['clients', 'invoices', 'payments', 'events']) expect(after[table]).toBe(before[table]);
    await cli.close();
  });
});
