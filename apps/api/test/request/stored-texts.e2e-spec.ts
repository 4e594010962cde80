import type { CompanyView } from '@billhook/contract/identity/company';
import type { ClientView } from '@billhook/contract/invoicing/client';
import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import type { ListOf } from '@billhook/contract/shared/page';
import { withClient } from '@billhook/testing/test-server';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { DOCUMENT, tokenOf } from '../support/document-link.js';
import { Records } from '../support/records.js';
import { startWorld } from '../support/start.js';
import type { KeyCaller, SeededMember } from '../support/world.js';

const { api, world } = await startWorld();
let owner: SeededMember;
let key: KeyCaller;
let records: Records;

beforeEach(async () => {
  owner = await world.member(await world.company());
  key = await world.key({ member: owner });
  records = new Records(key);
});

/** Texts that the API accepted before it had a rule for each of them, and now rejects. */
const BEFORE = {
  address: { line1: 'Building 2\n8 rue des Tilleuls', line2: '\u200frear', city: 'x'.repeat(101), country: 'fr' },
  contacts: [
    { name: 'Ada\tLumen', email: 'not an address', phone: '1\n2', receives: ['Invoice', 'Quote', 'Invoice'] },
    { name: '\u200e', receives: [] },
  ],
  legalId: { scheme: '0002\n', value: 'x'.repeat(81) },
  paymentTerms: { days: 400, endOfMonth: false, text: 'a\u0001b' },
};
const json = {
  address: JSON.stringify(BEFORE.address),
  contacts: JSON.stringify(BEFORE.contacts),
  legalId: JSON.stringify(BEFORE.legalId),
  paymentTerms: JSON.stringify(BEFORE.paymentTerms),
};

const write = (text: string, ...values: unknown[]): Promise<unknown> =>
  withClient(api.databaseUrl, (client) => client.query(text, values));

const clientBefore = (id: number) =>
  write(
    `UPDATE clients SET billing_address = $2, delivery_address = $2, contacts = $3, legal_id = $4, electronic_address = $4,
      payment_terms = $5 WHERE id = $1`,
    ...[id, json.address, json.contacts, json.legalId, json.paymentTerms],
  );
const companyBefore = () =>
  write('UPDATE companies SET address = $2, legal_id = $3 WHERE id = $1', owner.companyId, json.address, json.legalId);

const clientShown = {
  billingAddress: BEFORE.address,
  deliveryAddress: BEFORE.address,
  contacts: BEFORE.contacts,
  legalId: BEFORE.legalId,
  electronicAddress: BEFORE.legalId,
  paymentTerms: BEFORE.paymentTerms,
};
const companyShown = { address: BEFORE.address, legalId: BEFORE.legalId };

describe('texts that were stored before a rule rejected them', () => {
  it('of a client are read and listed, and unchanged by a change of another member', async () => {
    const { id } = await records.client();
    await clientBefore(id);
    expect(await records.get<ClientView>(`/v1/clients/${id}`)).toMatchObject(clientShown);
    expect((await records.get<ListOf<ClientView>>('/v1/clients')).data).toMatchObject([clientShown]);
    const changed = await key.call<ClientView>('PATCH', `/v1/clients/${id}`, { body: { name: 'Lumen' } });
    expect(changed.body).toMatchObject({ ...clientShown, name: 'Lumen' });
    expect((await api.events()).at(-1)).toMatchObject({ type: 'client.updated', data: clientShown });
    const again = { billingAddress: BEFORE.address };
    expect((await key.call('PATCH', `/v1/clients/${id}`, { body: again })).status).toBe(422);
  });

  it('of a company are in its settings, in the session and on its documents', async () => {
    const session = await world.session(owner);
    await companyBefore();
    expect((await session.call<CompanyView>('GET', '/app/company')).body).toMatchObject(companyShown);
    expect((await session.call('GET', '/app/session')).body).toMatchObject({ company: companyShown });
    const renamed = await session.call<CompanyView>('PATCH', '/app/company', { body: { name: 'Nord' } });
    expect(renamed.body).toMatchObject({ ...companyShown, name: 'Nord' });
    // A document is not issued from an unknown country.
    const address = { ...BEFORE.address, country: 'FR' };
    await write('UPDATE companies SET address = $2 WHERE id = $1', owner.companyId, JSON.stringify(address));
    expect((await records.sent()).seller).toMatchObject({ ...companyShown, address, name: 'Nord' });
  });

  it('of an issued invoice are read, listed, shown to the client, printed and paid', async () => {
    const sent = await records.act<InvoiceView>(`/v1/invoices/${(await records.draft()).id}/send`, { channel: 'Link' });
    await write(
      `UPDATE invoices SET issue_date = '0026-11-01', service_period = '{"start": "2026-11-30", "end": "2026-11-01"}',
        seller = seller || $2, client = client || $3 WHERE id = $1`,
      ...[sent.id, JSON.stringify(companyShown), JSON.stringify(clientShown)],
    );
    const shown = { issueDate: '0026-11-01', seller: companyShown, client: clientShown };
    expect(await records.invoice(sent.id)).toMatchObject(shown);
    expect((await records.get<ListOf<InvoiceView>>('/v1/invoices')).data).toMatchObject([shown]);
    const page = await world.bearer(tokenOf(sent)).call('GET', DOCUMENT);
    expect(page).toMatchObject({ status: 200, body: { seller: companyShown } });
    expect((await key.call('GET', `/v1/invoices/${sent.id}/pdf`)).status).toBe(200);
    await records.paid(sent);
    expect(await records.invoice(sent.id)).toMatchObject({ ...shown, status: 'Paid' });
  });

  it('of a contact who was to receive reminders, or nothing, are left out', async () => {
    const sent = await records.sent();
    const contacts = [
      { name: 'Ada', receives: ['Invoice', 'Reminder'] },
      { name: 'Ben', receives: ['Reminder'] },
      { name: 'Cem', receives: null },
      { name: 'Dee' },
    ];
    await write(
      `UPDATE invoices SET client = jsonb_set(client, '{contacts}', $2) WHERE id = $1`,
      ...[sent.id, JSON.stringify(contacts)],
    );
    expect((await records.invoice(sent.id)).client?.contacts).toEqual([
      { name: 'Ada', receives: ['Invoice'] },
      { name: 'Ben', receives: [] },
      { name: 'Cem', receives: [] },
      { name: 'Dee', receives: [] },
    ]);
  });

  it('of the filter of a webhook endpoint are read and listed', async () => {
    const body = { url: 'https://example.com/hook', eventTypes: ['invoice.paid'] };
    const { id } = await records.act<{ id: number }>('/v1/webhook-endpoints', body);
    const filter = {
      any: [
        { field: 'number', eq: 'a\u0001' },
        { field: 'number..x', in: [] },
      ],
    };
    await write('UPDATE webhook_endpoints SET filter = $2 WHERE id = $1', id, JSON.stringify(filter));
    expect(await records.get(`/v1/webhook-endpoints/${id}`)).toMatchObject({ filter });
    expect((await records.get<ListOf<object>>('/v1/webhook-endpoints')).data).toMatchObject([{ filter }]);
  });
});
