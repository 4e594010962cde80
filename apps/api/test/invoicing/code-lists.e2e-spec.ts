import type { ClientView } from '@billhook/contract/invoicing/client';
import type { InvoiceView, ValidationView } from '@billhook/contract/invoicing/invoice';
import type { ListOf } from '@billhook/contract/shared/page';
import type { ProblemView } from '@billhook/contract/shared/problem';
import { requiredTerms } from '@billhook/domain/invoicing/legal-texts';
import { describe, expect, it } from '@jest/globals';
import { clientBody, line } from '../support/bodies.js';
import { startWithKey } from '../support/start.js';

/* Countries, units, registers, accounts, email addresses and numbers: new ones are checked, stored ones stay. */

const { api, world, key, records } = await startWithKey('2026-11-21T10:30:00.000Z');

const create = async (caller = key, body: object = clientBody): Promise<ClientView> => {
  const answer = await caller.call<ClientView>('POST', '/v1/clients', { body });
  expect(answer.status).toBe(201);
  return answer.body;
};

const act = <T = InvoiceView>(action: string, id: number) => key.call<T>('POST', `/v1/invoices/${id}/${action}`);

describe('the codes of a client', () => {
  it.each([
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
      'an electronic address without its network',
      { ...clientBody, electronicAddress: { value: '4012345500004' } },
      '/electronicAddress/scheme',
      'required',
    ],
    [
      'a GLN with a wrong check digit',
      { ...clientBody, electronicAddress: { scheme: '0088', value: '4012345500005' } },
      '/electronicAddress/value',
      'invalid_identifier',
    ],
  ])('422 for %s, with its pointer', async (_, body, pointer, code) => {
    const answer = await key.call<ProblemView>('POST', '/v1/clients', { body });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual([expect.objectContaining({ pointer, code })]);
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

  it('201 and 200 with the number of a register that has no code, on issued documents as well', async () => {
    const legalId = { value: 'HRB 12345, Amtsgericht München' };
    const made = await create(key, { ...clientBody, legalId });
    expect(made.legalId).toEqual(legalId);
    const sent = await records.sent({ clientId: made.id });
    expect(sent.client?.legalId).toEqual(legalId);
    const draft = await records.draft({ clientId: made.id });
    const { faults, warnings } = (await act<ValidationView>('validate', draft.id)).body;
    expect(JSON.stringify([faults, warnings])).not.toContain('legalId');
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
});

describe('the codes of an invoice', () => {
  const exported = { ...line, taxCategory: 'G', taxRate: '0', exemptionReason: 'Article 146' };

  it.each<[string, string, unknown, object, string[]]>([
    [
      'clients',
      'billing_address',
      { line1: 'Odos 1', city: 'Athens', country: 'EL' },
      { lines: [exported] },
      ['/lines/0/taxCategory destination_unknown', '/client/billingAddress/country unknown_country'],
    ],
    ['clients', 'delivery_address', { country: 'ZZ' }, {}, ['/client/deliveryAddress/country unknown_country']],
    [
      'invoices',
      'payment_means',
      { code: '30', iban: 'DE6537040044053201300012', bic: 'AGRIQQPP' },
      {},
      ['/paymentMeans/iban invalid_iban', '/paymentMeans/bic invalid_bic'],
    ],
  ])(
    '422 for %s.%s from before it was checked: still a draft that can be read',
    async (table, column, value, change, expected) => {
      const { id: clientId } = await records.client();
      const draft = await records.draft({ clientId, ...change });
      await api.database.query({
        name: `test_old_${table}_${column}`,
        text: `UPDATE ${table} SET ${column} = $2 WHERE id = $1`,
        values: [table === 'clients' ? clientId : draft.id, value],
      });
      const answer = await act<ProblemView>('send', draft.id);
      expect(answer.body).toMatchObject({ status: 422, code: 'invoice_not_sendable' });
      expect(answer.body.errors?.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual(expected);
      expect((await act('validate', draft.id)).body).toMatchObject({ sendable: false, faults: answer.body.errors });
      expect((await key.call('PATCH', `/v1/invoices/${draft.id}`, { body: { terms: 'Soon' } })).status).toBe(200);
      expect(await records.invoice(draft.id)).toMatchObject({ status: 'Draft', number: null, terms: 'Soon' });
    },
  );

  it('200 with a unit and identifiers from before they were checked, which validate warns of', async () => {
    const { id: clientId } = await records.client({ legalId: { scheme: '0002', value: '732829320' } });
    const draft = await records.draft({
      clientId,
      terms: requiredTerms('FR')?.en,
      lines: [line, { ...line, unit: 'HUR' }],
    });
    const old = (name: string, text: string, id: number) => api.database.query({ name, text, values: [id] });
    await old('test_old_unit', `UPDATE invoice_lines SET unit = 'HR' WHERE invoice_id = $1 AND unit = 'HUR'`, draft.id);
    await old(
      'test_old_id',
      `UPDATE clients SET legal_id = '{"scheme": "0002", "value": "12"}' WHERE id = $1`,
      clientId,
    );
    const { body } = await act('validate', draft.id);
    expect(body).toMatchObject({
      sendable: true,
      warnings: [
        { code: 'payment_account_missing' },
        { pointer: '/lines/1/unit', code: 'unknown_unit', message: expect.stringContaining('did you mean HUR?') },
        { pointer: '/client/legalId/value', code: 'invalid_identifier' },
      ],
    });
    expect((await key.call('PATCH', `/v1/invoices/${draft.id}`, { body: { terms: 'Soon' } })).status).toBe(200);
    const sent = await act('send', draft.id);
    expect(sent).toMatchObject({ status: 200, body: { lines: [{ unit: 'C62' }, { unit: 'HR' }] } });
    expect((await act('duplicate', draft.id)).status).toBe(201);
  });
});
