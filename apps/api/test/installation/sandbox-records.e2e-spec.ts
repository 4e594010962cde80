import type { SandboxReset } from '@billhook/contract/installation/sandbox';
import type { SandboxAdvanceView } from '@billhook/contract/installation/sandbox-clock';
import { EVENT_TYPES } from '@billhook/domain/shared/event-types';
import { updateTenants } from '@billhook/identity/companies/tenants.repository';
import { eventually } from '@billhook/testing/patience';
import { end, spawnProgram } from '@billhook/testing/program';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { KEPT_AT_RESET } from '../../src/installation/sandboxes/sandbox-rows.js';
import { SECRET, type TestApi } from '../support/api.js';
import { auditOf } from '../support/audit-rows.js';
import { CommandLine } from '../support/command-line.js';
import { Records } from '../support/records.js';
import { Sandboxes } from '../support/sandboxes.js';
import { WebhookWorld } from '../support/webhooks.js';
import type { KeyCaller, SeededMember, SessionCaller, World } from '../support/world.js';

const MESSAGE_MEMBERS = ['id', 'type', 'createdAt', 'data'];

let webhooks: WebhookWorld;
let api: TestApi;
let world: World;
let sandboxes: Sandboxes;
let owner: SeededMember;
let session: SessionCaller;

beforeAll(async () => {
  webhooks = await WebhookWorld.start();
  ({ api, world } = webhooks);
  sandboxes = new Sandboxes(api, world);
});
afterAll(() => webhooks.stop());
beforeEach(async () => {
  owner = await world.member(await world.company());
  session = await world.session(owner);
});

const create = (body?: object) => sandboxes.create(session, body);

describe('the reset of a sandbox', () => {
  const reset = (by: SessionCaller, body: object) => by.call<SandboxReset>('POST', '/app/sandbox/reset', { body });

  it('401, 403, 404 in a production company, 422 for another name', async () => {
    expect((await api.call('POST', '/app/sandbox/reset')).status).toBe(401);
    const { name } = (await session.call<{ name: string }>('GET', '/app/company')).body;
    expect(await reset(session, { name })).toMatchObject({ status: 404, body: { code: 'not_found' } });
    const sandbox = await create();
    const reader = await world.session(await world.member(owner.companyId, { role: 'Read-only' }));
    const body = { name: sandbox.name };
    expect(await reset(await sandboxes.open(sandbox.id, reader), body)).toMatchObject({ status: 403 });
    expect(await reset(await sandboxes.open(sandbox.id, session), { name })).toMatchObject({ status: 422 });
  });

  it('deletes its records while deliveries are in flight, and leaves everything else', async () => {
    const { id, name, within, key } = await sandboxes.ready(session);
    const [records, real] = [new Records(key), new Records(await world.key({ member: owner }))];
    const { receiver, engine } = webhooks;
    receiver.answer('/hanging', 'hang');
    const types = ['client.created', 'invoice.sent'];
    for (const path of ['/hanging', '/quick'])
      await webhooks.create({ url: receiver.url + path, eventTypes: types }, key);
    const first = await records.sent();
    await engine.sweep();
    await receiver.waitFor('/hanging', 1);
    const [message] = await receiver.waitFor('/quick', 2);
    expect(message?.headers['webhook-sandbox']).toBe('true');
    expect(Object.keys(JSON.parse(message?.body.toString() ?? '') as object)).toEqual(MESSAGE_MEMBERS);
    await records.credit(await records.sent());
    await real.sent();
    const production = await sandboxes.inTables(owner.companyId);
    const before = await sandboxes.inTables(id);
    const answer = await reset(within, { name });
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body.deletedRows).toBeGreaterThan(10);
    const after = await sandboxes.inTables(id);
    const left = Object.keys(after).filter((table) => after[table] !== 0);
    const kept = [...KEPT_AT_RESET, 'audit_log', 'audit_heads', 'members', 'sessions', 'api_keys'];
    expect(left.filter((table) => !kept.includes(table))).toEqual([]);
    for (const table of ['members', 'api_keys', 'number_series', 'tax_rates', 'event_counters'])
      expect([table, after[table]]).toEqual([table, before[table]]);
    expect((await auditOf(api, id)).map(({ action }) => action)).toContain('sandbox.reset');
    expect(await sandboxes.inTables(owner.companyId)).toEqual(production);
    const deletion = sandboxes.rows('DELETE FROM document_chain WHERE company_id = $1', [owner.companyId]);
    await expect(deletion).rejects.toThrow('the document chain only grows');
    // The key and the endpoints work, and numbers begin again.
    expect((await records.sent()).number).toBe(first.number);
    await engine.sweep();
    await receiver.waitFor('/quick', 4);
    const sequences = receiver.at('/quick').map(({ headers }) => Number(headers['webhook-sequence']));
    expect(sequences).toEqual([...new Set(sequences)].sort((a, b) => a - b));
  });
});

describe('the example records of a sandbox', () => {
  const summary = async (key: Pick<KeyCaller, 'call'>) => {
    const found: Record<string, string[]> = {};
    for (const resource of ['clients', 'quotes', 'invoices', 'payments', 'credit-notes']) {
      const { body } = await key.call<{ data: { status?: string }[] }>('GET', `/v1/${resource}?limit=100`);
      found[resource] = body.data.map(({ status = 'Issued' }) => status).sort();
    }
    return found;
  };
  const EXAMPLES = {
    clients: ['Active', 'Active', 'Active'],
    quotes: ['Accepted', 'Declined', 'Draft', 'Sent'],
    invoices: ['Draft', 'Overdue', 'Paid', 'Paid', 'Partial', 'Sent'],
    payments: ['Recorded', 'Recorded', 'Recorded'],
    'credit-notes': ['Issued'],
  };

  it('have their numbers, events and chain, and are created again by a reset', async () => {
    const { id, name, within, key } = await sandboxes.ready(session, { examples: true });
    expect(await summary(key)).toEqual(EXAMPLES);
    const types = async () =>
      (await sandboxes.rows('SELECT DISTINCT type FROM events WHERE company_id = $1', [id])).map(({ type }) => type);
    const emitted = [
      'client.created',
      'quote.created',
      'invoice.sent',
      'invoice.overdue',
      'invoice.paid',
      'payment.created',
    ];
    expect(await types()).toEqual(expect.arrayContaining(emitted));
    const chain = () =>
      sandboxes.rows('SELECT count(*)::int AS entries FROM document_chain WHERE company_id = $1', [id]);
    const [first] = await chain();
    expect(first?.['entries']).toBeGreaterThan(9);
    expect(await sandboxes.rows('SELECT status FROM mails WHERE company_id = $1', [id])).toEqual([{ status: 'Kept' }]);
    expect(await within.call('POST', '/app/sandbox/reset', { body: { name, examples: true } })).toMatchObject({
      status: 200,
    });
    expect(await summary(key)).toEqual(EXAMPLES);
    expect(await chain()).toEqual([first]);
    expect(await within.call('POST', '/app/sandbox/reset', { body: { name } })).toMatchObject({ status: 200 });
    expect(await summary(key)).toMatchObject({ clients: [], invoices: [] });
    const real = await world.key({ member: owner });
    expect(await summary(real)).toMatchObject({ clients: [], invoices: [], payments: [] });
  });

  it('are created for a company without an address and a VAT number, in another currency, and after a lock date', async () => {
    await sandboxes.rows('UPDATE companies SET address = NULL, vat_number = NULL, currency = $2 WHERE id = $1', [
      owner.companyId,
      'JPY',
    ]);
    const { id, name, within, key } = await sandboxes.ready(session, { examples: true });
    expect(await sandboxes.rows('SELECT address, vat_number, tax_number FROM companies WHERE id = $1', [id])).toEqual([
      { address: expect.objectContaining({ country: 'FR' }), vat_number: null, tax_number: 'SANDBOX' },
    ]);
    const own = await sandboxes.rows('SELECT address, tax_number FROM companies WHERE id = $1', [owner.companyId]);
    expect(own).toEqual([{ address: null, tax_number: null }]);
    await sandboxes.rows('UPDATE companies SET locked_until = current_date - 1 WHERE id = $1', [id]);
    const reset = await within.call('POST', '/app/sandbox/reset', { body: { name, examples: true } });
    expect(reset).toMatchObject({ status: 200 });
    // Nothing is overdue that was issued after the lock date.
    expect((await summary(key))['invoices']).toEqual(['Draft', 'Paid', 'Paid', 'Partial', 'Sent', 'Sent']);
  });

  it('422 for a reset that could not issue them, which deletes nothing', async () => {
    const { id, name } = await create({ examples: true });
    const within = await sandboxes.open(id, session);
    await sandboxes.rows('UPDATE companies SET address = NULL WHERE id = $1', [id]);
    const before = await sandboxes.inTables(id);
    expect(await within.call('POST', '/app/sandbox/reset', { body: { name, examples: true } })).toMatchObject({
      status: 422,
      body: { code: 'invoice_not_sendable', errors: [{ pointer: '/seller/address' }] },
    });
    expect(await sandboxes.inTables(id)).toEqual(before);
  });
});

describe('billhook sandbox advance', () => {
  it('needs a sandbox, and a time or a duration', async () => {
    const real = await world.key({ member: owner });
    const { key } = await sandboxes.ready(session);
    for (const [secret, time, message] of [
      [real.secret, '+30d', 'belongs to a production company'],
      [key.secret, 'tomorrow', 'tomorrow is not a time'],
      [key.secret, '+30y', '+30y is not a time'],
      // It could not read the result.
      [key.secret, '+91d', 'The key Trial expires at'],
    ] as const) {
      const cli = await CommandLine.open({ BILLHOOK_URL: api.url, BILLHOOK_API_KEY: secret });
      const answer = await cli.run(['sandbox', 'advance', time]);
      expect([answer.code, answer.stderr]).toEqual([2, expect.stringContaining(message)]);
      await cli.close();
    }
  });

  it('waits until the time has advanced, and prints what happened', async () => {
    const { key } = await sandboxes.ready(session);
    // The worker has the clock of the machine.
    api.clock.set(new Date());
    const today = new Date().toISOString().slice(0, 10);
    // Not today, which has already ended in Berlin in the last hour of the day.
    const dueDate = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    await new Records(key).sent({ issueDate: today, dueDate });
    const variables = { NODE_ENV: 'test', DATABASE_URL: api.databaseUrl, APP_SECRETS: SECRET };
    const worker = await spawnProgram('apps/worker/src/main.ts', '"ready;', variables);
    const cli = await CommandLine.open({ BILLHOOK_URL: api.url, BILLHOOK_API_KEY: key.secret });
    const advance = await cli.json<SandboxAdvanceView>(['sandbox', 'advance', '+30d']);
    expect(advance).toMatchObject({ status: 'Completed', done: { overdueInvoices: 1 } });
    expect(Date.parse(advance.to) - Date.parse(advance.from)).toBeLessThanOrEqual(30 * 86_400_000);
    const earlier = await cli.run(['sandbox', 'advance', today]);
    expect([earlier.code, earlier.stderr]).toEqual([
      1,
      expect.stringContaining('must be after the time of the sandbox'),
    ]);
    await end(worker, 'SIGKILL');
    await cli.close();
  });
});

describe('billhook trigger', () => {
  const CAUSED = EVENT_TYPES.filter((type) => type !== 'invoice.overdue' && type !== 'checkpoint.signed');
  const openLine = (key: string) => CommandLine.open({ BILLHOOK_URL: api.url, BILLHOOK_API_KEY: key });

  it('creates real records with their chain of events in a sandbox, with overrides', async () => {
    const { id, key } = await sandboxes.ready(session);
    const cli = await openLine(key.secret);
    // Ahead of the machine that runs the command.
    await sandboxes.rows('UPDATE companies SET clock_offset = 30 * 86400000::bigint WHERE id = $1', [id]);
    await api.cells.each(() => updateTenants(api.database));
    for (const type of CAUSED) expect([type, (await cli.run(['trigger', type])).code]).toEqual([type, 0]);
    const emitted = await sandboxes.rows('SELECT DISTINCT type FROM events WHERE company_id = $1', [id]);
    expect(emitted.map(({ type }) => type).sort()).toEqual([...CAUSED].sort());
    const days = await sandboxes.rows(
      `SELECT DISTINCT p.date = i.issue_date AS same FROM payments p JOIN payment_allocations a ON a.payment_id = p.id
        JOIN invoices i ON i.id = a.invoice_id WHERE p.company_id = $1`,
      [id],
    );
    expect(days).toEqual([{ same: true }]);
    const sets = ['--set', 'client.name=Acme', '--set', 'invoice.lines.0.quantity=3', '--json'];
    const answer = await cli.run(['trigger', 'invoice.sent', ...sets]);
    const { records } = JSON.parse(answer.stdout) as { records: { resource: string; id: number }[] };
    expect(records.map(({ resource }) => resource)).toEqual(['client', 'invoice']);
    const [client, invoice] = records;
    expect((await key.call('GET', `/v1/clients/${client?.id}`)).body).toMatchObject({ name: 'Acme' });
    const { body } = await key.call('GET', `/v1/invoices/${invoice?.id}`);
    expect(body).toMatchObject({ status: 'Sent', lines: [{ quantity: '3' }] });
    for (const [wrong, message] of [
      [['invoice.overdue'], 'billhook sandbox advance'],
      [['client.created', '--set', 'name=Acme'], 'is not an override'],
      [['client.created', '--set', 'invoice.currency=USD'], 'client.created creates no invoice'],
    ] as const) {
      const { code, stderr } = await cli.run(['trigger', ...wrong]);
      expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    }
    await cli.close();
  });

  it('sends the messages of a sandbox with its header, as Billhook does', async () => {
    const { key } = await sandboxes.ready(session);
    const cli = await openLine(key.secret);
    const { receiver, engine } = webhooks;
    const command = cli.start(['listen', '--forward-to', `${receiver.url}/listen`]);
    await eventually('listen', () => (command.output().includes('Signing secret') ? true : undefined));
    expect(await cli.run(['trigger', 'client.created'])).toMatchObject({ code: 0 });
    await engine.sweep();
    const [first] = await receiver.waitFor('/listen', 1);
    expect(await cli.run(['trigger', 'client.created', '--example'])).toMatchObject({ code: 0 });
    expect(await cli.run(['events', 'resend', String(first?.headers['webhook-id'])])).toMatchObject({ code: 0 });
    const direct = ['--forward-to', `${receiver.url}/direct`];
    expect(await cli.run(['trigger', 'client.created', ...direct])).toMatchObject({ code: 0 });
    const sent = receiver.received.filter(({ path }) => ['/listen', '/direct'].includes(path));
    expect(sent.map(({ headers }) => headers['webhook-sandbox'])).toEqual(Array.from({ length: 4 }, () => 'true'));
    await command.stop();
    await cli.close();
  });

  it('deletes what it created if a later record is rejected, and names what stays', async () => {
    const { id, key } = await sandboxes.ready(session);
    const cli = await openLine(key.secret);
    const before = await sandboxes.inTables(id);
    const wrong = await cli.run(['trigger', 'invoice.sent', '--set', 'invoice.curency=USD']);
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('/curency') });
    expect(wrong.stderr).not.toContain('Created');
    const after = await sandboxes.inTables(id);
    for (const table of ['clients', 'invoices']) expect(after[table]).toBe(before[table]);
    const late = await cli.run(['trigger', 'invoice.paid', '--set', 'payment.amuont=1.00']);
    expect(late).toMatchObject({ code: 1, stderr: expect.stringMatching(/not deleted: client \d+, invoice \d+\./) });
    await cli.close();
  });

  it('creates nothing in a production company', async () => {
    const cli = await openLine((await world.key({ member: owner })).secret);
    const before = await sandboxes.inTables(owner.companyId);
    const refused = await cli.run(['trigger', 'invoice.paid', '--set', 'client.name=Acme']);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('production company') });
    const example = await cli.run(['trigger', 'invoice.paid']);
    expect(example).toMatchObject({ code: 2, stderr: expect.stringContaining('this sends an example') });
    const after = await sandboxes.inTables(owner.companyId);
    for (const table of ['clients', 'invoices', 'payments', 'events']) expect(after[table]).toBe(before[table]);
    await cli.close();
  });
});
