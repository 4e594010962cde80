import type { ProblemView } from '@billhook/contract/shared/problem';
import { Database } from '@billhook/db/database';
import { deleteOldResponses } from '@billhook/db/stored-responses';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TestApi, type Answer } from '../support/api.js';
import { clientBody, invoiceBody } from '../support/bodies.js';
import { eventsOf, Records } from '../support/records.js';
import { World, type KeyCaller } from '../support/world.js';

let api: TestApi;
let beside: TestApi;
let world: World;
let key: KeyCaller;
let records: Records;

beforeAll(async () => {
  api = await TestApi.start();
  beside = await TestApi.beside(api);
  world = new World(api);
});
afterAll(async () => {
  await beside.stop();
  await api.stop();
});
beforeEach(async () => {
  key = await world.key();
  records = new Records(key);
});

type Made = Answer<{ id: number } & ProblemView>;

const once = (name: string, rest: Record<string, string> = {}) => ({ 'Idempotency-Key': name, ...rest });
const create = (name: string, body: object = clientBody, by = key): Promise<Made> =>
  by.call('POST', '/v1/clients', { body, headers: once(name) });

async function clients(): Promise<number> {
  const rows = await api.database.query({
    name: 'test_count_clients',
    text: 'SELECT 1 FROM clients WHERE company_id = $1',
    values: [key.companyId],
  });
  return rows.length;
}

describe('Idempotency-Key', () => {
  it.each(['', '""', 'a"b', 'x'.repeat(256), 'a, b"'])('400 for %j', async (name) => {
    const answer = await create(name);
    expect([answer.status, answer.body.code]).toEqual([400, 'idempotency_key_malformed']);
    expect(await clients()).toBe(0);
  });

  it.each(['%00', '%0d%0a', '%F0%9F%98%80', '..%2F1'])('404 for the record %s', async (id) => {
    const { status } = await key.call('POST', `/v1/invoices/${id}/reject`, {
      headers: { 'idempotency-key': 'odd-path' },
      body: { code: 'WrongAmount', text: 'Not agreed.' },
    });
    expect(status).toBe(404);
  });

  it('the same request again gets the same response, without another effect', async () => {
    const first = await create('order-7');
    expect(first.status).toBe(201);
    expect(first.headers.has('idempotent-replayed')).toBe(false);
    for (const sent of ['order-7', '"order-7"']) {
      const again = await create(sent);
      expect([again.status, again.text]).toEqual([201, first.text]);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
      expect(again.headers.get('request-id')).not.toBe(first.headers.get('request-id'));
    }
    expect(await clients()).toBe(1);
    expect(await eventsOf(api, 'client', first.body.id)).toHaveLength(1);
  });

  it('the order of the members of a body does not matter, only their values', async () => {
    await create('k', { name: 'A', kind: 'Business', billingAddress: { country: 'FR', city: 'Lyon' } });
    const turned = await create('k', { billingAddress: { city: 'Lyon', country: 'FR' }, kind: 'Business', name: 'A' });
    expect([turned.status, turned.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    const other = await create('k', { ...clientBody, name: 'B' });
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused']);
  });

  it('is valid for one method, path, company and key', async () => {
    await create('k');
    const [first, second] = [await records.draft(), await records.draft()];
    const send = (id: number) => key.call('POST', `/v1/invoices/${id}/send`, { headers: once('k') });
    expect([(await send(first.id)).status, (await send(second.id)).status]).toEqual([200, 200]);
    const colleague = await world.key({ member: await world.member(key.companyId) });
    const theirs = await create('k', clientBody, colleague);
    const strangers = await create('k', clientBody, await world.key());
    for (const answer of [theirs, strangers]) {
      expect([answer.status, answer.headers.has('idempotent-replayed')]).toEqual([201, false]);
    }
  });

  it('applies to PATCH, DELETE and actions as well', async () => {
    const { id, clientId } = await records.draft();
    const patch = () =>
      key.call('PATCH', `/v1/clients/${clientId}`, { body: { phone: '1' }, headers: once('p', { 'If-Match': '"1"' }) });
    const [patched, again] = [await patch(), await patch()];
    expect([patched.status, again.status, again.text]).toEqual([200, 200, patched.text]);
    const remove = () => key.call('DELETE', `/v1/invoices/${id}`, { headers: once('d') });
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 204]);
    expect((await key.call('DELETE', `/v1/invoices/${id}`)).status).toBe(404);
  });

  it('an error is not stored: the request can be corrected, or sent again', async () => {
    const wrong = await create('k', { ...clientBody, name: '' });
    expect(wrong.status).toBe(422);
    expect((await create('k')).status).toBe(201);

    const held = await key.call('POST', '/v1/clients', { body: { ...clientBody, externalId: 'x' } });
    const taken = await create('l', { ...clientBody, externalId: 'x' });
    expect(taken.status).toBe(409);
    await key.call('DELETE', `/v1/clients/${String(held.body['id'])}`);
    expect((await create('l', { ...clientBody, externalId: 'x' })).status).toBe(201);
  });

  it('stores no readable response, and shows the same secret again', async () => {
    const body = { url: 'http://127.0.0.1:4999/hook', eventTypes: ['invoice.paid'] };
    const make = () => key.call('POST', '/v1/webhook-endpoints', { body, headers: once('hook') });
    const [made, again] = [await make(), await make()];
    expect(made.status).toBe(201);
    expect(again.text).toBe(made.text);
    const [row] = await api.database.query<{ all: string }>({
      name: 'test_idempotency_row',
      text: 'SELECT idempotency_records::text AS all FROM idempotency_records WHERE company_id = $1',
      values: [key.companyId],
    });
    expect(row?.all).not.toContain('127.0.0.1');
    expect(row?.all).not.toContain('whsec_');
  });

  it('50 in parallel, through two processes: one record', async () => {
    const process = (n: number) => (n % 2 === 0 ? api : beside);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        process(n).call<{ id: number } & ProblemView>('POST', '/v1/clients', {
          body: clientBody,
          headers: { authorization: `Bearer ${key.secret}`, ...once('at once') },
        }),
      ),
    );
    expect(await clients()).toBe(1);
    const made = answers.filter(({ status }) => status === 201);
    expect(new Set(made.map(({ text }) => text)).size).toBe(1);
    for (const { status, body, headers } of answers.filter((answer) => answer.status !== 201)) {
      expect([status, body.code, headers.get('retry-after')]).toEqual([409, 'idempotency_in_flight', '1']);
    }
    expect((await create('at once')).text).toBe(made[0]?.text);
  });

  it('expires after 30 days', async () => {
    const first = await create('old');
    api.clock.advance(30 * 86_400_000 - 1_000);
    expect((await create('old')).text).toBe(first.text);
    api.clock.advance(2_000);
    const again = await create('old');
    expect([again.status, again.headers.has('idempotent-replayed')]).toEqual([201, false]);
    expect(again.body.id).not.toBe(first.body.id);
    api.clock.advance(30 * 86_400_000 + 1_000);
    const remove = () => deleteOldResponses(api.app.get(Database).autocommit, api.clock.now());
    expect(await api.within(key.companyId, remove)).toBeGreaterThan(0);
  });
});

describe('Prefer: dry-run', () => {
  const dry = { Prefer: 'return=representation, dry-run' };

  it('rejects as the request would', async () => {
    const wrong = await key.call<ProblemView>('POST', '/v1/clients', { body: {}, headers: dry });
    expect([wrong.status, wrong.headers.get('preference-applied')]).toEqual([422, 'dry-run']);
    const unknown = await key.call('DELETE', '/v1/clients/999999999', { headers: dry });
    expect(unknown.status).toBe(404);
  });

  it('returns the response of the request, and writes nothing', async () => {
    const draft = await records.draft();
    const before = await api.events();
    const made = await key.call('POST', '/v1/invoices', { body: invoiceBody(draft.clientId), headers: dry });
    expect([made.status, made.headers.get('preference-applied')]).toEqual([201, 'dry-run']);
    expect((await key.call('GET', `/v1/invoices/${String(made.body['id'])}`)).status).toBe(404);
    const sent = await key.call('POST', `/v1/invoices/${draft.id}/send`, { headers: dry });
    expect(sent.body).toMatchObject({ status: 'Sent', number: expect.stringMatching(/0*1$/) });
    expect((await key.call('DELETE', `/v1/invoices/${draft.id}`, { headers: dry })).status).toBe(204);
    expect(await records.invoice(draft.id)).toEqual(draft);
    expect(await api.events()).toHaveLength(before.length);
    // The number was not used.
    expect((await records.send(draft)).number).toBe(sent.body['number']);
  });

  it.each(['dry_run', 'dryrun', '"dry-run"', 'handling=strict, DRY RUN', 'dry-run=false', 'dry-running'])(
    '400 for %j, which was meant to be one',
    async (Prefer) => {
      const answer = await key.call<ProblemView>('POST', '/v1/clients', { body: clientBody, headers: { Prefer } });
      expect([answer.status, answer.body.code]).toEqual([400, 'bad_request']);
      expect(await clients()).toBe(0);
    },
  );

  it('does not use up an Idempotency-Key', async () => {
    const headers = { ...dry, ...once('try') };
    await key.call('POST', '/v1/clients', { body: clientBody, headers });
    const real = await create('try');
    expect([real.status, real.headers.has('idempotent-replayed')]).toEqual([201, false]);
    expect(await clients()).toBe(1);
  });

  it('does not apply without the header, nor to reads', async () => {
    for (const Prefer of ['handling=strict', 'return=minimal', 'wait=10, respond-async']) {
      const made = await key.call('POST', '/v1/clients', { body: clientBody, headers: { Prefer } });
      expect([made.status, made.headers.has('preference-applied')]).toEqual([201, false]);
    }
    expect((await key.call('GET', '/v1/clients', { headers: dry })).headers.has('preference-applied')).toBe(false);
    expect(await clients()).toBe(3);
  });
});
