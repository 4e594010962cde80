import { describe, expect, it } from '@jest/globals';
import type { ClientView } from '@billhook/contract/invoicing/client';
import type { ListOf } from '@billhook/contract/shared/common';
import type { ProblemView } from '@billhook/contract/shared/problem';
import { clientBody, invoiceBody } from '../support/bodies.js';
import { startWithKey } from '../support/start.js';

const { api, world, key } = await startWithKey();

const create = async (caller = key, body: object = clientBody): Promise<ClientView> => {
  const answer = await caller.call<ClientView>('POST', '/v1/clients', { body });
  expect(answer.status).toBe(201);
  return answer.body;
};

const eventsOf = async (id: number) =>
  (await api.events()).filter((event) => event.data['id'] === id && event.type.startsWith('client.'));

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
    [
      'the VAT prefix of Greece as a country',
      { ...clientBody, billingAddress: { country: 'EL' } },
      '/billingAddress/country',
      'unknown_country',
    ],
    [
      'an unknown country of delivery',
      { ...clientBody, deliveryAddress: { country: 'ZZ' } },
      '/deliveryAddress/country',
      'unknown_country',
    ],
    ['a domain of one label', { ...clientBody, email: 'a@localhost' }, '/email', 'invalid_email'],
    ['an umlaut before the @', { ...clientBody, email: 'müller@a.example' }, '/email', 'invalid_email'],
    [
      'a contact whose address is none',
      { ...clientBody, contacts: [{ name: 'Ada', email: 'ada' }] },
      '/contacts/0/email',
      'invalid_email',
    ],
    [
      'a SIREN of two digits',
      { ...clientBody, legalId: { scheme: '0002', value: '12' } },
      '/legalId/value',
      'invalid_identifier',
    ],
    [
      'an unknown register',
      { ...clientBody, legalId: { scheme: 'banana', value: '12' } },
      '/legalId/scheme',
      'unknown_scheme',
    ],
    [
      'a GLN with a wrong check digit',
      { ...clientBody, electronicAddress: { scheme: '0088', value: '4012345500005' } },
      '/electronicAddress/value',
      'invalid_identifier',
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
    ['EL', 'must be an ISO 3166-1 code: did you mean GR?'],
    ['UK', 'must be an ISO 3166-1 code: did you mean GB?'],
  ])('422 for the country %s: the error names the code that is meant, in a batch as well', async (country, message) => {
    const body = { ...clientBody, billingAddress: { country } };
    const errors = (pointer: string) => [{ pointer, code: 'unknown_country', message }];
    const one = await key.call<ProblemView>('POST', '/v1/clients', { body });
    expect(one.body.errors).toEqual(errors('/billingAddress/country'));
    const many = await key.call('POST', '/v1/clients/batch', { body: { mode: 'atomic', items: [clientBody, body] } });
    expect(many.body).toMatchObject({
      results: [{}, { problem: { errors: errors('/items/1/billingAddress/country') } }],
    });
  });

  it.each([
    ['"customFields": {"order": 1546130668394913822}', '/customFields/order'],
    ['"customFields": {"a": "9007199254740993", "order": 9007199254740993}', '/customFields/order'],
    ['"customFields": {"order": 1e22}', '/customFields/order'],
    ['"customFields": {"rate": 0.12345678901234567}', '/customFields/rate'],
    ['"contacts": [{"name": "a"}, {"name": -9007199254740993}]', '/contacts/1/name'],
  ])('422 for a number that parsing would change: %s', async (member, pointer) => {
    const raw = `{"kind": "Business", "name": "Numbers", "billingAddress": {"country": "FR"}, ${member}}`;
    const answer = await key.call<ProblemView>('POST', '/v1/clients', { raw });
    const message = 'is a number that JSON does not represent exactly: send it as a string';
    expect(answer.body).toMatchObject({ status: 422, code: 'invalid_body', errors: [{ pointer, message }] });
    expect(answer.text).not.toMatch(/\d{16}/);
  });

  it('201 with the largest exact numbers, and a filter that finds only its own record', async () => {
    const own = await world.key();
    const orders = [9007199254740991, -9007199254740991, '7000000000000000001', '7000000000000000002', 0.1];
    const made: ClientView[] = [];
    for (const order of orders) made.push(await create(own, { ...clientBody, customFields: { order } }));
    expect(made.map(({ customFields }) => customFields['order'])).toEqual(orders);
    for (const [at, order] of orders.entries()) {
      const found = await own.call<ListOf<ClientView>>('GET', `/v1/clients?customField=order:${order}`);
      expect(found.body.data.map(({ id }) => id)).toEqual([made[at]?.id]);
    }
    // Stored before such numbers were rejected.
    const update = {
      name: 'test_old_number',
      text: `UPDATE clients SET custom_fields = '{"order": 7e18}' WHERE id = $1`,
    };
    await api.database.query({ ...update, values: [made[0]?.id] });
    const filtered = (value: string) => own.call<ListOf<ClientView>>('GET', `/v1/clients?customField=order:${value}`);
    expect((await filtered('7000000000000000000')).body.data.map(({ id }) => id)).toEqual([made[0]?.id]);
    expect((await filtered('7000000000000000001')).body.data.map(({ id }) => id)).toEqual([made[2]?.id]);
  });

  it.each([
    ['office@müller.example', 'office@müller.example', 'office@xn--mller-kva.example'],
    ['office@xn--e1afmkfd.xn--p1ai', 'office@пример.рф', 'Office@ПРИМЕР.РФ'],
    ['r&d/eu@firm.example', 'r&d/eu@firm.example', 'R&D/EU@firm.example'],
  ])('201 with the email %s, stored as %s and found as %s', async (email, stored, searched) => {
    const own = await world.key();
    const contacts = [{ name: 'Ada', email }];
    const made = await create(own, { ...clientBody, email, contacts });
    expect(made).toMatchObject({ email: stored, contacts: [{ email: stored }] });
    for (const spelling of [email, stored, searched]) {
      const found = await own.call<ListOf<ClientView>>('GET', `/v1/clients?email=${encodeURIComponent(spelling)}`);
      expect(found.body.data.map(({ id }) => id)).toEqual([made.id]);
    }
  });

  it('201 with identifiers without their separators', async () => {
    const legalId = { scheme: '0002', value: '732 829 320' };
    const electronicAddress = { scheme: '0208', value: '0403.019.261' };
    expect(await create(key, { ...clientBody, legalId, electronicAddress })).toMatchObject({
      legalId: { value: '732829320' },
      electronicAddress: { value: '0403019261' },
    });
  });

  it('codes stored before they were checked stay, and do not block other changes of the client', async () => {
    const { id } = await create();
    const old = { billing_address: { country: 'EL' }, legal_id: { scheme: 'x', value: '1' }, email: 'a@b' };
    await api.database.query({
      name: 'test_old_codes',
      text: 'UPDATE clients SET billing_address = $2, legal_id = $3, email = $4 WHERE id = $1',
      values: [id, ...Object.values(old)],
    });
    const renamed = await key.call('PATCH', `/v1/clients/${id}`, { body: { name: 'Renamed' } });
    expect(renamed).toMatchObject({
      status: 200,
      body: { name: 'Renamed', billingAddress: old.billing_address, legalId: old.legal_id, email: old.email },
    });
    expect((await key.call('GET', `/v1/clients/${id}`)).body).toEqual(renamed.body);
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
    const got = await key.call('GET', `/v1/clients/${client.id}`);
    const [event] = await eventsOf(client.id);
    expect(event?.type).toBe('client.created');
    expect(event?.body.endsWith(`"data":${got.text}}`)).toBe(true);
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
    expect(await eventsOf(client.id)).toHaveLength(1);
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
    const types = (await eventsOf(client.id)).map((event) => event.type);
    expect(types).toEqual(['client.created', 'client.updated']);
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
    const event = (await eventsOf(client.id)).at(-1);
    expect(event?.type).toBe('client.deleted');
    expect(event?.data).toEqual({ ...client, version: client.version + 1, updatedAt: deletedAt });
  });

  it('204 archives a client with documents, which then accepts no new one', async () => {
    const client = await create();
    await key.call('POST', '/v1/invoices', { body: invoiceBody(client.id) });
    expect((await key.call('DELETE', `/v1/clients/${client.id}`)).status).toBe(204);
    expect((await key.call<ClientView>('GET', `/v1/clients/${client.id}`)).body.status).toBe('Archived');
    expect((await eventsOf(client.id)).map((event) => event.type)).toEqual(['client.created', 'client.updated']);
    const refused = await key.call<ProblemView>('POST', '/v1/invoices', { body: invoiceBody(client.id) });
    expect(refused.body).toMatchObject({ status: 409, code: 'client_archived' });
  });
});
