import type { ClientView } from '@billhook/contract/invoicing/client';
import type { ListOf } from '@billhook/contract/shared/page';
import type { ProblemView } from '@billhook/contract/shared/problem';
import { describe, expect, it } from '@jest/globals';
import { clientBody, invoiceBody } from '../support/bodies.js';
import { eventsOf, eventTypes } from '../support/records.js';
import { expectLastEvent } from '../support/route-cases.js';
import { startWithKey } from '../support/start.js';

const { api, world, key } = await startWithKey();

const create = async (caller = key, body: object = clientBody): Promise<ClientView> => {
  const answer = await caller.call<ClientView>('POST', '/v1/clients', { body });
  expect(answer.status).toBe(201);
  return answer.body;
};

describe('POST /v1/clients', () => {
  it('401 without a key', async () => {
    const answer = await api.call<ProblemView>('POST', '/v1/clients', { body: clientBody });
    expect(answer.status).toBe(401);
    expect(answer.body.code).toBe('credential_missing');
  });

  it('403 with a read-only key', async () => {
    const reader = await world.key({ scopes: ['client.read'] });
    const answer = await reader.call<ProblemView>('POST', '/v1/clients', { body: clientBody });
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({
      code: 'insufficient_scope',
      missing: ['client.write'],
      cause: 'scope_missing',
    });
    expect(answer.headers.get('www-authenticate')).toContain('scope="client.write"');
  });

  it.each([
    ['a missing name', { ...clientBody, name: undefined }, '/name', 'required'],
    ['a blank name', { ...clientBody, name: '   ' }, '/name', 'too_small'],
    ['an unknown property', { ...clientBody, nme: 'x' }, '/nme', 'unknown_property'],
    ['a read-only property', { ...clientBody, status: 'Archived' }, '/status', 'unknown_property'],
    [
      'an unknown property deep down',
      { ...clientBody, billingAddress: { country: 'FR', zip: '1' } },
      '/billingAddress/zip',
      'unknown_property',
    ],
    [
      'an unknown country form',
      { ...clientBody, billingAddress: { country: 'France' } },
      '/billingAddress/country',
      'unknown_country',
    ],
    ['half a character', { ...clientBody, name: 'x\ud800' }, '/name', 'invalid_character'],
    ['a change of direction in a name', { ...clientBody, name: 'a\u202eb' }, '/name', 'invalid_character'],
    ['an external id of two lines', { ...clientBody, externalId: 'a\nb' }, '/externalId', 'invalid_character'],
    ['a control character in notes', { ...clientBody, notes: 'a\nb\u001b[2J' }, '/notes', 'invalid_character'],
    [
      'NUL in a custom field',
      { ...clientBody, customFields: { a: 'x\u0000' } },
      '/customFields/a',
      'invalid_character',
    ],
    [
      'NUL in the name of a custom field',
      { ...clientBody, customFields: { 'a\u0000': 'x' } },
      '/customFields/a\u0000',
      'invalid_key',
    ],
    ['an unknown currency', { ...clientBody, currency: 'EURO' }, '/currency', 'unknown_currency'],
    ['a VAT number of no country', { ...clientBody, vatNumber: 'XX123' }, '/vatNumber', 'invalid_vat_number'],
    ['a VAT number that is too short', { ...clientBody, vatNumber: 'DE123' }, '/vatNumber', 'invalid_vat_number'],
    [
      'check digits that do not hold',
      { ...clientBody, vatNumber: 'FR00000000000' },
      '/vatNumber',
      'invalid_vat_number',
    ],
    [
      'a contact that is to receive reminders, which nobody sends',
      { ...clientBody, contacts: [{ name: 'Ada', receives: ['Reminder'] }] },
      '/contacts/0/receives/0',
      'invalid_value',
    ],
  ])('422 for %s, with its pointer', async (_, body, pointer, code) => {
    const answer = await key.call<ProblemView>('POST', '/v1/clients', { body });
    expect(answer.status).toBe(422);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ pointer, code }));
  });

  it('422 for a Greek number with its country code: the error names the correct prefix', async () => {
    const body = { ...clientBody, vatNumber: 'GR 094259216' };
    const answer = await key.call<ProblemView>('POST', '/v1/clients', { body });
    expect(answer.body.errors).toEqual([
      {
        pointer: '/vatNumber',
        code: 'invalid_vat_number',
        message: 'must begin with EL instead of GR, like EL094259216',
      },
    ]);
  });

  it.each([
    ['DE 136 695 976', 'DE136695976'],
    ['de136695976', 'DE136695976'],
    ['CHE-123.456.789', 'CHE123456789'],
    ['FR 05 987 654 321', 'FR05987654321'],
  ])('201 with the VAT number %s in normal form, which is found in any spelling', async (vatNumber, normal) => {
    const own = await world.key();
    const made = await own.call<ClientView>('POST', '/v1/clients', { body: { ...clientBody, vatNumber } });
    expect(made.body.vatNumber).toBe(normal);
    const found = await own.call('GET', `/v1/clients?vatNumber=${encodeURIComponent(vatNumber)}`);
    expect(found.body).toMatchObject({ data: [{ id: made.body.id }] });
    const patched = await own.call('PATCH', `/v1/clients/${made.body.id}`, { body: { vatNumber: 'el 094.259.216' } });
    expect(patched.body).toMatchObject({ vatNumber: 'EL094259216' });
  });

  it('a stored number in another form stays, and does not block other changes of the client', async () => {
    const { body: client } = await key.call<ClientView>('POST', '/v1/clients', { body: clientBody });
    const update = { name: 'test_old_vat_number', text: 'UPDATE clients SET vat_number = $2 WHERE id = $1' };
    await api.database.query({ ...update, values: [client.id, 'GR123456789'] });
    const renamed = await key.call('PATCH', `/v1/clients/${client.id}`, { body: { name: 'Renamed' } });
    expect(renamed.body).toMatchObject({ name: 'Renamed', vatNumber: 'GR123456789' });
  });

  it('400 for broken JSON, with the position', async () => {
    const answer = await key.call<ProblemView>('POST', '/v1/clients', { raw: '{"name": ' });
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe('malformed_json');
  });

  it('415 for another media type', async () => {
    const answer = await key.call<ProblemView>('POST', '/v1/clients', {
      raw: 'name=x',
      headers: { 'content-type': 'text/plain' },
    });
    expect(answer.status).toBe(415);
  });

  it('409 for a taken externalId, naming its record; 50 parallel requests create one client', async () => {
    const own = await world.key();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        own.call<{ id?: number; code?: string }>('POST', '/v1/clients', {
          body: { ...clientBody, externalId: 'crm-1' },
        }),
      ),
    );
    const made = answers.filter((answer) => answer.status === 201);
    expect(made).toHaveLength(1);
    for (const answer of answers) {
      if (answer !== made[0])
        expect(answer.body).toMatchObject({ status: 409, code: 'external_id_taken', existingId: made[0]?.body.id });
    }
  });

  it('201, the client and its event: the same bytes as in the GET response', async () => {
    const body = { ...clientBody, customFields: { zeta: 1, a: 'x', middle: true } };
    const client = await create(key, body);
    expect(client).toMatchObject({ ...body, status: 'Active', version: 1, tradingName: null });
    await expectLastEvent(api, key, 'client', client.id, 'client.created');
  });
});

describe('GET /v1/clients', () => {
  it('401 without a key', async () => {
    expect((await api.call('GET', '/v1/clients')).status).toBe(401);
  });

  it('403 without client.read', async () => {
    const other = await world.key({ scopes: ['invoice.read'] });
    expect((await other.call('GET', '/v1/clients')).status).toBe(403);
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=abc', 'limit'],
    ['colour=red', 'colour'],
    ['status=Asleep', 'status'],
  ])('400 for ?%s, naming the parameter', async (query, parameter) => {
    const answer = await key.call<ProblemView>('GET', `/v1/clients?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ parameter }));
  });

  it('400 for a cursor of another filter, another company, or a modified one', async () => {
    const own = await world.key();
    for (let n = 0; n < 3; n++) await create(own);
    const page = await own.call<ListOf<ClientView>>('GET', '/v1/clients?limit=1');
    const cursor = page.body.page.nextCursor ?? '';
    const foreign = await world.key();
    for (const [caller, query] of [
      [own, `limit=1&status=Active&cursor=${cursor}`],
      [foreign, `limit=1&cursor=${cursor}`],
      [own, `limit=1&cursor=zz${cursor}`],
      [own, 'cursor=rubbish'],
    ] as const) {
      const answer = await caller.call<ProblemView>('GET', `/v1/clients?${query}`);
      expect(answer.body).toMatchObject({ status: 400, code: 'cursor_mismatch' });
    }
  });

  it('200, newest first, page by page, each client once and none of another company', async () => {
    const own = await world.key();
    const made: number[] = [];
    for (let n = 0; n < 5; n++) made.unshift((await create(own)).id);
    const seen: number[] = [];
    let query = 'limit=2';
    for (;;) {
      const { body } = await own.call<ListOf<ClientView>>('GET', `/v1/clients?${query}`);
      seen.push(...body.data.map((client) => client.id));
      expect(body.page.hasMore).toBe(body.page.nextCursor !== null);
      if (!body.page.nextCursor) break;
      query = `limit=2&cursor=${body.page.nextCursor}`;
    }
    expect(seen).toEqual(made);
  });

  it('200 filtered by status, externalId and a part of the name, in which % is a literal', async () => {
    const own = await world.key();
    const first = await create(own, { ...clientBody, name: '100% Wool', externalId: 'x/1' });
    await create(own, { ...clientBody, name: '100 Woolworths' });
    const ids = async (query: string) =>
      (await own.call<ListOf<ClientView>>('GET', `/v1/clients?${query}`)).body.data.map((client) => client.id);
    expect(await ids('externalId=x/1')).toEqual([first.id]);
    expect(await ids('q=100%25')).toEqual([first.id]);
    expect(await ids('status=Archived')).toEqual([]);
  });
});

describe('GET /v1/clients/{id}', () => {
  it("404 alike for an unknown id, another company's client, and an invalid id", async () => {
    const client = await create(await world.key());
    for (const id of [client.id, 999_999_999, 'abc', '0', '-1', '1.5', '99999999999999999999']) {
      const answer = await key.call<ProblemView>('GET', `/v1/clients/${id}`);
      expect(answer.body).toMatchObject({ status: 404, code: 'not_found' });
    }
  });

  it('200', async () => {
    const client = await create();
    expect((await key.call('GET', `/v1/clients/${client.id}`)).body).toEqual(client);
  });
});

describe('PATCH /v1/clients/{id}', () => {
  it('403 with a read-only key, before the client is read', async () => {
    const reader = await world.key({ scopes: ['client.read'] });
    expect((await reader.call('PATCH', '/v1/clients/999999', { body: {} })).status).toBe(403);
  });

  it("404 for another company's client, which stays unchanged", async () => {
    const foreign = await world.key();
    const client = await create(foreign);
    expect((await key.call('PATCH', `/v1/clients/${client.id}`, { body: { name: 'Mine' } })).status).toBe(404);
    expect((await foreign.call('GET', `/v1/clients/${client.id}`)).body).toEqual(client);
  });

  it('200 for an empty patch: the same client, no event', async () => {
    const client = await create();
    expect((await key.call('PATCH', `/v1/clients/${client.id}`, { body: {} })).body).toEqual(client);
    expect(await eventTypes(api, 'client', client.id)).toEqual(['client.created']);
  });

  it('200: omitted members stay, null clears, the version increases, one event', async () => {
    const client = await create(key, { ...clientBody, email: 'a@example.com', phone: '1' });
    const answer = await key.call<ClientView>('PATCH', `/v1/clients/${client.id}`, {
      body: { email: null, name: 'New Name' },
    });
    expect(answer.body).toMatchObject({
      name: 'New Name',
      email: null,
      phone: '1',
      version: 2,
      vatNumber: clientBody.vatNumber,
    });
    expect(await eventTypes(api, 'client', client.id)).toEqual(['client.created', 'client.updated']);
  });
});

describe('DELETE /v1/clients/{id}', () => {
  it('404 for an unknown client', async () => {
    expect((await key.call('DELETE', '/v1/clients/999999999')).status).toBe(404);
  });

  it('204 deletes a client without documents; its event has the last state with a new version', async () => {
    const client = await create();
    const deletedAt = api.clock.now().toISOString();
    expect((await key.call('DELETE', `/v1/clients/${client.id}`)).status).toBe(204);
    expect((await key.call('GET', `/v1/clients/${client.id}`)).status).toBe(404);
    const event = (await eventsOf(api, 'client', client.id)).at(-1);
    expect(event?.type).toBe('client.deleted');
    expect(event?.data).toEqual({ ...client, version: client.version + 1, updatedAt: deletedAt });
  });

  it('204 archives a client with documents, which then accepts no new one', async () => {
    const client = await create();
    await key.call('POST', '/v1/invoices', { body: invoiceBody(client.id) });
    expect((await key.call('DELETE', `/v1/clients/${client.id}`)).status).toBe(204);
    expect((await key.call<ClientView>('GET', `/v1/clients/${client.id}`)).body.status).toBe('Archived');
    expect(await eventTypes(api, 'client', client.id)).toEqual(['client.created', 'client.updated']);
    const refused = await key.call<ProblemView>('POST', '/v1/invoices', { body: invoiceBody(client.id) });
    expect(refused.body).toMatchObject({ status: 409, code: 'client_archived' });
  });
});
