import type { CreditNoteView } from '@billhook/contract/invoicing/credit-note';
import type { PublicDocumentView } from '@billhook/contract/invoicing/public-document';
import type { ProblemView } from '@billhook/contract/shared/problem';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { line } from '../support/bodies.js';
import { DOCUMENT, Links, shown, tokenOf } from '../support/document-link.js';
import { raw } from '../support/raw-request.js';
import { eventsOf, eventTypes, Records } from '../support/records.js';
import { startWorld } from '../support/start.js';
import type { KeyCaller } from '../support/world.js';

const { api, world } = await startWorld();
let key: KeyCaller;
let records: Records;
let links: Links;

beforeEach(async () => {
  key = await world.key();
  records = new Records(key);
  links = new Links(world, key, records);
});

/** Private data of the company, in a document that has all of it. */
const PRIVATE = 'only-for-the-company';
const private_ = { note: PRIVATE };

async function confidential() {
  const { id: clientId } = await records.client({ notes: PRIVATE, externalId: `${PRIVATE}-c`, customFields: private_ });
  const lines = [{ ...line, customFields: private_ }];
  return { clientId, lines, externalId: `${PRIVATE}-i`, customFields: private_, notes: ['Thank you.'] };
}

describe('the link of a document', () => {
  it('401 alike for a missing, unknown, broken or revoked token, and a key, after the same look-up', async () => {
    const { record, client } = await links.invoice();
    await key.call('DELETE', `/v1/invoices/${record.id}/public-link`);
    const token = tokenOf(record);
    const answers = [
      await api.call<ProblemView>('GET', DOCUMENT),
      await client.call<ProblemView>('GET', DOCUMENT),
      await key.call<ProblemView>('GET', DOCUMENT),
    ];
    for (const authorization of ['', 'Bearer', 'Bearer ', `Basic ${token}`, token, `Bearer  ${token}`]) {
      answers.push(await api.call<ProblemView>('GET', DOCUMENT, { headers: { authorization } }));
    }
    for (const wrong of ['x', 'A'.repeat(32), token.slice(1), `${token}A`, '%00', "' OR true --"]) {
      answers.push(await world.bearer(wrong).call<ProblemView>('GET', DOCUMENT));
    }
    answers.push(await api.call<ProblemView>('GET', `${DOCUMENT}?token=${token}`));
    const visible = answers.map(({ status, headers, body: { requestId: _, ...body } }) =>
      JSON.stringify([status, headers.get('www-authenticate'), body]),
    );
    expect(new Set(visible).size).toBe(1);
    expect(answers[0]?.status).toBe(401);
    expect(answers[0]?.body).toMatchObject({ code: 'document_link_invalid' });
    expect(answers[0]?.headers.get('www-authenticate')).toMatch(/^Bearer .*invalid_token/);
  });

  it('401 for every route, before the request is read', async () => {
    for (const [method, path] of [
      ...(['viewed', 'accept', 'decline', 'reject'] as const).map(
        (action) => ['POST', `${DOCUMENT}/${action}`] as const,
      ),
      ['GET', `${DOCUMENT}/pdf`],
      ['DELETE', DOCUMENT],
      ['GET', '/public/api/nothing'],
    ] as const) {
      const answer = await api.call<ProblemView>(method, path, method === 'POST' ? { raw: '{' } : {});
      expect([path, answer.status, answer.body.code]).toEqual([path, 401, 'document_link_invalid']);
    }
  });

  it('401 for its token on other surfaces, and for keys and cookies here', async () => {
    const { record, client } = await links.invoice();
    const member = await world.member(key.companyId);
    const session = await world.session(member);
    for (const path of [
      '/v1/invoices',
      `/v1/invoices/${record.id}`,
      '/app/invoices',
      '/portal/api/session',
      '/v1/me/permissions',
    ]) {
      expect([path, (await client.call('GET', path)).status]).toEqual([path, 401]);
    }
    const cookie = `billhook_portal=${tokenOf(record)}; billhook_session=${tokenOf(record)}`;
    for (const path of ['/app/session', '/portal/api/session']) {
      expect((await api.call('GET', path, { headers: { cookie } })).status).toBe(401);
    }
    for (const caller of [key, session]) expect((await caller.call('GET', DOCUMENT)).status).toBe(401);
  });

  it('401 with two headers, one of them valid', async () => {
    const { record } = await links.invoice();
    const headers = ['authorization', `Bearer ${tokenOf(record)}`, 'authorization', 'Bearer x'];
    expect((await raw(api.url, 'GET', DOCUMENT, headers)).status).toBe(401);
  });

  it('401 for the old link immediately after a new one was opened', async () => {
    const { record, client } = await links.quote();
    const fresh = await key.call<typeof record>('POST', `/v1/quotes/${record.id}/public-link`);
    expect((await client.call('GET', DOCUMENT)).status).toBe(401);
    expect((await links.open(fresh.body).call('GET', DOCUMENT)).status).toBe(200);
  });

  it('404 for an unknown route, once the document is known', async () => {
    const { client } = await links.invoice();
    expect((await client.call<ProblemView>('GET', '/public/api/document/1')).body).toMatchObject({ status: 404 });
  });

  it('is not readable for other sites', async () => {
    const { client } = await links.invoice();
    const answer = await client.call('GET', DOCUMENT, { headers: { origin: 'https://elsewhere.example' } });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('GET /public/api/document', () => {
  it('200: an invoice as its client may see it, without private data of the company', async () => {
    const { record, client } = await links.invoice({
      ...(await confidential()),
      dueDate: '2999-01-01',
      paymentMeans: { code: '58', iban: 'FR7630006000011234567890189', bic: 'AGRIFRPP' },
    });
    const answer = await client.call<PublicDocumentView>('GET', DOCUMENT);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { body } = answer;
    expect(body).toMatchObject({
      kind: 'Invoice',
      number: record.number,
      status: 'Sent',
      seller: { name: record.seller?.name, email: 'billing@company.example', vatNumber: 'FR83404833048' },
      client: { name: 'Atelier Lumen SARL', billingAddress: { city: 'Lyon', country: 'FR' } },
      issueDate: record.issueDate,
      dueDate: '2999-01-01',
      expiryDate: null,
      currency: 'EUR',
      totals: record.totals,
      taxBreakdown: record.taxBreakdown,
      amountPaid: '0.00',
      balance: '1080.00',
      notes: ['Thank you.'],
      payment: { code: '58', iban: 'FR7630006000011234567890189', bic: 'AGRIFRPP', reference: record.number },
      answers: {
        accept: { open: false, closedBy: 'OtherKind' },
        decline: { open: false, closedBy: 'OtherKind' },
        reject: { open: true, closedBy: null },
      },
    });
    expect(body.lines).toEqual([expect.objectContaining({ name: 'Consulting', net: '900.00', gross: '1080.00' })]);
    expect(answer.text).not.toContain(PRIVATE);
    expect(answer.text).not.toMatch(
      /"(id|customFields|externalId|version|balances|contacts|availableActions|delivery|publicUrl|quoteId|creditNoteIds|createdAt|timeZone|plan)":/,
    );
  });

  it('200: the tax number of the company as it was at issue', async () => {
    const member = await world.member(await world.company());
    const [own, session] = [await world.key({ member }), await world.session(member)];
    const linksOf = new Links(world, own, new Records(own));
    const { client: before } = await linksOf.invoice();
    const body = { vatNumber: null, taxNumber: '133/8150/8159' };
    expect((await session.call('PATCH', '/app/company', { body })).body).toMatchObject(body);
    const { client } = await linksOf.invoice();
    expect((await shown(client)).seller).toMatchObject(body);
    expect((await shown(before)).seller).toMatchObject({ vatNumber: 'FR83404833048', taxNumber: null });
  });

  it('200: a quote, with both parties as they were when it was sent', async () => {
    const confided = await confidential();
    const { record, client } = await links.quote({ ...confided, title: 'Spring campaign', expiryDate: '2999-01-01' });
    const answer = await client.call<PublicDocumentView>('GET', DOCUMENT);
    expect(answer.body).toMatchObject({
      kind: 'Quote',
      number: record.number,
      status: 'Sent',
      revision: 1,
      title: 'Spring campaign',
      expiryDate: '2999-01-01',
      dueDate: null,
      balance: null,
      payment: null,
      answers: { accept: { open: true }, decline: { open: true }, reject: { open: false, closedBy: 'OtherKind' } },
    });
    expect(answer.text).not.toContain(PRIVATE);
    await key.call('PATCH', `/v1/clients/${confided.clientId}`, { body: { name: 'Lumen SAS' } });
    expect((await shown(client)).client.name).toBe('Atelier Lumen SARL');
  });

  it('200: a credit note, which accepts no answer', async () => {
    const invoice = await records.sent();
    const { body: note } = await key.call<CreditNoteView>('POST', '/v1/credit-notes', {
      body: { invoiceId: invoice.id, reason: { code: 'Return', text: 'One day less' }, channel: 'Link' },
    });
    const client = links.open(note);
    expect(await shown(client)).toMatchObject({
      kind: 'CreditNote',
      number: note.number,
      status: 'Issued',
      credits: { invoiceNumber: invoice.number, reason: { code: 'Return', text: 'One day less' } },
      payment: null,
      answers: { accept: { open: false }, decline: { open: false }, reject: { open: false } },
    });
  });

  it('200: the language of the document, else that of its client, else null', async () => {
    const { id: clientId } = await records.client({ locale: 'fr' });
    expect((await shown((await links.invoice({ clientId })).client)).locale).toBe('fr');
    expect((await shown((await links.invoice({ clientId, locale: 'en' })).client)).locale).toBe('en');
    expect((await shown((await links.quote()).client)).locale).toBeNull();
  });

  it('200: payment details only while an amount is outstanding', async () => {
    const { record, client } = await links.invoice();
    await records.paid(record, '80.00');
    const { status, balance, payment } = await shown(client);
    expect([status, balance, payment?.reference]).toEqual(['Partial', '1000.00', record.number]);
    await records.paid(record, '1000.00');
    const paid = await shown(client);
    expect([paid.status, paid.balance, paid.payment]).toEqual(['Paid', '0.00', null]);
    expect(paid.paidAt).not.toBeNull();
    expect(paid.answers.reject).toEqual({ open: false, closedBy: 'Paid' });
    const { record: voided, client: other } = await links.invoice();
    await key.call('POST', `/v1/invoices/${voided.id}/void`, { body: { code: 'Error' } });
    expect(await shown(other)).toMatchObject({
      status: 'Void',
      payment: null,
      answers: { reject: { closedBy: 'Void' } },
    });
  });

  it('200: fetching it is not viewing it', async () => {
    const { record, client } = await links.invoice();
    await shown(client);
    await client.call('HEAD', DOCUMENT);
    expect((await records.invoice(record.id)).viewedAt).toBeNull();
  });
});

describe('POST /public/api/document/viewed', () => {
  it.each(['invoices', 'quotes', 'credit-notes'] as const)(
    '204: stores the first view of %s, without an event',
    async (kind) => {
      const path = `/v1/${kind}`;
      const record = await documentOf(kind);
      const viewer = links.open(record);
      const before = (await api.events()).length;
      const first = api.clock.now().toISOString();
      expect((await viewer.call('POST', `${DOCUMENT}/viewed`)).status).toBe(204);
      api.clock.advance(60_000);
      expect((await viewer.call('POST', `${DOCUMENT}/viewed`)).status).toBe(204);
      const got = await records.get<{ viewedAt: string; version: number }>(`${path}/${record.id}`);
      expect(got.viewedAt).toBe(first);
      expect((await api.events()).length).toBe(before);
      const { data } = await records.get<{ data: { action: string; by: string }[] }>(`${path}/${record.id}/timeline`);
      expect(data.filter((entry) => entry.action === 'view')).toEqual([
        expect.objectContaining({
          by: 'viewing link',
          details: expect.objectContaining({ ip: '127.0.0.1', userAgent: 'node' }),
        }),
      ]);
    },
  );

  it('204: the timeline distinguishes the client from others with the read-only link', async () => {
    const { record, client } = await links.quote();
    await client.call('POST', `${DOCUMENT}/viewed`);
    const { data } = await records.get<{ data: object[] }>(`/v1/quotes/${record.id}/timeline`);
    expect(data.at(-1)).toMatchObject({ action: 'view', by: 'client' });
  });

  it('204 for a void invoice: no view is stored', async () => {
    const { record, client } = await links.invoice();
    await key.call('POST', `/v1/invoices/${record.id}/void`, { body: {} });
    expect((await client.call('POST', `${DOCUMENT}/viewed`)).status).toBe(204);
    expect((await records.invoice(record.id)).viewedAt).toBeNull();
  });
});

async function documentOf(kind: 'invoices' | 'quotes' | 'credit-notes') {
  if (kind === 'invoices') return (await links.invoice()).record;
  if (kind === 'quotes') return (await links.quote()).record;
  const { id: invoiceId } = await records.sent();
  const body = { invoiceId, reason: { code: 'Other' }, channel: 'Link' };
  return (await key.call<CreditNoteView>('POST', '/v1/credit-notes', { body })).body;
}

describe('GET /public/api/document/pdf', () => {
  it('200: the same bytes as for the seller, known by their digest', async () => {
    const { record, client } = await links.invoice();
    const [own, sellers] = [
      await client.call('GET', `${DOCUMENT}/pdf`),
      await key.call('GET', `/v1/invoices/${record.id}/pdf`),
    ];
    expect([own.status, own.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(own.text).toBe(sellers.text);
    const tag = own.headers.get('etag') ?? '';
    expect((await client.call('GET', `${DOCUMENT}/pdf`, { headers: { 'if-none-match': tag } })).status).toBe(304);
  });
});

describe('the answers of the client', () => {
  it('emit events with the client as the only actor', async () => {
    const { record, client } = await links.invoice();
    const before = await eventTypes(api, 'invoice', record.id);
    await client.call('POST', `${DOCUMENT}/reject`, { body: { code: 'WrongAmount' } });
    expect(await eventTypes(api, 'invoice', record.id)).toEqual([...before, 'invoice.rejected']);
    const event = (await eventsOf(api, 'invoice', record.id)).at(-1);
    expect(event?.data).toMatchObject({ status: 'Rejected', rejection: { by: 'client', code: 'WrongAmount' } });
  });
});
