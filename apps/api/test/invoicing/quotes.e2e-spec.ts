import type { QuoteView } from '@billhook/contract/invoicing/quote';
import type { ListOf } from '@billhook/contract/shared/page';
import type { ProblemView } from '@billhook/contract/shared/problem';
import { describe, expect, it } from '@jest/globals';
import { invoiceBody, line } from '../support/bodies.js';
import { eventsOf, eventTypes, Records } from '../support/records.js';
import { expectLastEvent, itReturns404ForOthers, itRequires } from '../support/route-cases.js';
import { startWithKey } from '../support/start.js';

const { api, world, key, records } = await startWithKey();
const suite = () => ({ api, world });

const quoteBody = (clientId: number) => ({ ...invoiceBody(clientId), title: 'Spring campaign' });

const send = <T = QuoteView>(id: number, by = key) => by.call<T>('POST', `/v1/quotes/${id}/send`);

async function sent(body: Parameters<Records['quote']>[0] = {}): Promise<QuoteView> {
  const answer = await send((await records.quote(body)).id);
  expect(answer.status).toBe(200);
  return answer.body;
}

/** Moves its last day far into the past. */
const letExpire = (id: number) =>
  api.database.query({
    name: 'test_let_expire',
    text: `UPDATE quotes SET issue_date = '2020-01-01', expiry_date = '2020-01-31' WHERE id = $1`,
    values: [id],
  });

describe('POST /v1/quotes', () => {
  itRequires('quote.write', 'POST', '/v1/quotes', suite);

  it.each<[string, object, string, string]>([
    ['an unknown client', { clientId: 999_999_999 }, '/clientId', 'unknown_client'],
    ['a member that only invoices have', { dueDate: '2026-11-21' }, '/dueDate', 'unknown_property'],
    ['a status', { status: 'Sent' }, '/status', 'unknown_property'],
    ['a JSON number', { lines: [{ ...line, quantity: 2 }] }, '/lines/0/quantity', 'invalid_type'],
    ['no rate', { lines: [{ ...line, taxRate: undefined }] }, '/lines/0/taxRate', 'tax_rate_required'],
    ['wrong decimals', { charges: [{ amount: '1.555' }] }, '/charges/0/amount', 'wrong_decimals'],
    [
      'an end before its date',
      { issueDate: '2026-11-21', expiryDate: '2026-11-20' },
      '/expiryDate',
      'expiry_before_issue',
    ],
    ['another total', { expectedTotal: '1080.01' }, '/expectedTotal', 'total_mismatch'],
  ])('422 for %s, with its pointer', async (_, change, pointer, code) => {
    const { id } = await records.client();
    const answer = await key.call<ProblemView>('POST', '/v1/quotes', { body: { ...quoteBody(id), ...change } });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ pointer, code }));
  });

  it('409 for an externalId of another quote; an invoice may have the same', async () => {
    const { id, clientId } = await records.quote({ externalId: 'crm-7' });
    await records.draft({ clientId, externalId: 'crm-7' });
    const answer = await key.call<ProblemView>('POST', '/v1/quotes', {
      body: { ...quoteBody(clientId), externalId: 'crm-7' },
    });
    expect(answer.body).toMatchObject({ status: 409, code: 'external_id_taken', existingId: id });
  });

  it('409 for an archived client', async () => {
    const { id } = await records.client();
    await key.call('PATCH', `/v1/clients/${id}`, { body: { status: 'Archived' } });
    const answer = await key.call<ProblemView>('POST', '/v1/quotes', { body: quoteBody(id) });
    expect(answer.body).toMatchObject({ status: 409, code: 'client_archived' });
  });

  it('201: a draft with totals, and its event: the same bytes as in the GET response', async () => {
    const { id: clientId } = await records.client();
    const body = {
      ...quoteBody(clientId),
      issueDate: '2026-11-21',
      expiryDate: '2026-12-21',
      customFields: { b: 1, a: 'x' },
    };
    const answer = await key.call<QuoteView>('POST', '/v1/quotes', { body });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      ...body,
      status: 'Draft',
      number: null,
      sentAt: null,
      version: 1,
      totals: { gross: '1080.00' },
    });
    expect((await key.call('GET', `/v1/quotes/${answer.body.id}`)).text).toBe(answer.text);
    expect(await eventTypes(api, 'quote', answer.body.id)).toEqual(['quote.created']);
    await expectLastEvent(api, key, 'quote', answer.body.id, 'quote.created');
  });

  it("201 of today in the company's time zone", async () => {
    const moment = api.clock.now();
    try {
      api.clock.set('2026-11-21T10:30:00.000Z');
      const companyId = await world.company({ timeZone: 'Pacific/Kiritimati' });
      const made = new Records(await world.key({ member: await world.member(companyId) }));
      expect((await made.quote()).issueDate).toBe('2026-11-22');
    } finally {
      api.clock.set(moment);
    }
  });
});

describe('GET /v1/quotes', () => {
  itRequires('quote.read', 'GET', '/v1/quotes', suite);

  it.each([
    ['limit=0', 'limit'],
    ['status=Paid', 'status'],
    ['colour=red', 'colour'],
  ])('400 for ?%s, naming the parameter', async (query, parameter) => {
    const answer = await key.call<ProblemView>('GET', `/v1/quotes?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ parameter }));
  });

  it('200, newest first, page by page, none of another company', async () => {
    const own = await world.key();
    const made = new Records(own);
    const { id: clientId } = await made.client();
    const quotes: QuoteView[] = [];
    for (let n = 0; n < 3; n++) quotes.unshift(await made.quote({ clientId }));
    const first = (await own.call<ListOf<QuoteView>>('GET', '/v1/quotes?limit=2')).body;
    const last = (await own.call<ListOf<QuoteView>>('GET', `/v1/quotes?limit=2&cursor=${first.page.nextCursor}`)).body;
    expect([...first.data, ...last.data]).toEqual(quotes);
    expect(last.page).toMatchObject({ hasMore: false, nextCursor: null });
  });

  it('200 filtered by the status of today, by client and by externalId', async () => {
    const own = await world.key();
    const made = new Records(own);
    const draft = await made.quote({ externalId: 'crm/8', issueDate: '2020-01-01', expiryDate: '2020-01-31' });
    const [open, ended] = [await made.quote(), await made.quote()];
    for (const { id } of [open, ended]) expect((await send(id, own)).status).toBe(200);
    await letExpire(ended.id);
    const ids = async (query: string) =>
      (await own.call<ListOf<QuoteView>>('GET', `/v1/quotes?${query}`)).body.data.map(({ id }) => id);
    expect(await ids('status=Draft')).toEqual([draft.id]);
    expect(await ids('status=Sent')).toEqual([open.id]);
    expect(await ids('status=Expired')).toEqual([ended.id]);
    expect(await ids(`clientId=${open.clientId}`)).toEqual([open.id]);
    expect(await ids('externalId=crm/8')).toEqual([draft.id]);
  });
});

describe('GET /v1/quotes/{id}', () => {
  itRequires('quote.read', 'GET', '/v1/quotes/999999', suite);
  itReturns404ForOthers({ method: 'GET', path: '/v1/quotes', make: (own) => own.quote() }, suite);

  it('200', async () => {
    const quote = await records.quote();
    expect(await records.get(`/v1/quotes/${quote.id}`)).toEqual(quote);
  });
});

describe('PATCH /v1/quotes/{id}', () => {
  itRequires('quote.write', 'PATCH', '/v1/quotes/999999', suite);
  itReturns404ForOthers(
    { method: 'PATCH', path: '/v1/quotes', body: { title: 'Mine' }, make: (own) => own.quote() },
    suite,
  );

  const patch = <T = QuoteView>(id: number, body: object) => key.call<T>('PATCH', `/v1/quotes/${id}`, { body });

  it('422 for an end before its date, and nothing changes', async () => {
    const quote = await records.quote({ issueDate: '2026-11-21', expiryDate: '2026-12-21' });
    const answer = await patch<ProblemView>(quote.id, { issueDate: '2026-12-22' });
    expect(answer.body.errors).toEqual([
      expect.objectContaining({ pointer: '/expiryDate', code: 'expiry_before_issue' }),
    ]);
    expect(await records.get(`/v1/quotes/${quote.id}`)).toEqual(quote);
  });

  it('409 once it is sent, with its status', async () => {
    const { id } = await sent();
    await letExpire(id);
    const ended = await records.get<QuoteView>(`/v1/quotes/${id}`);
    expect(ended.status).toBe('Expired');
    for (const quote of [await sent(), ended]) {
      const answer = await patch<ProblemView>(quote.id, { title: 'Other' });
      expect(answer.body).toMatchObject({ status: 409, code: 'quote_not_draft', currentStatus: quote.status });
      expect(await records.get(`/v1/quotes/${quote.id}`)).toEqual(quote);
    }
  });

  it('200: omitted members stay, with the ids of the lines; null clears; one event', async () => {
    const quote = await records.quote({ title: 'Old', terms: 'Net', lines: [line, line], expiryDate: '2099-12-31' });
    const { body } = await patch(quote.id, { title: null, expiryDate: null, purchaseOrder: 'PO-1' });
    expect(body).toEqual({ ...quote, title: null, expiryDate: null, purchaseOrder: 'PO-1', version: 2 });
    expect(await eventTypes(api, 'quote', quote.id)).toEqual(['quote.created', 'quote.updated']);
    await expectLastEvent(api, key, 'quote', quote.id, 'quote.updated');
  });

  it('200 with lines replaced as a whole, and all totals recomputed', async () => {
    const quote = await records.quote({ lines: [line, line] });
    const { body } = await patch(quote.id, { lines: [{ ...line, quantity: '1' }] });
    expect(body.totals.gross).toBe('540.00');
    expect(quote.lines.map(({ id }) => id)).not.toContain(body.lines[0]?.id);
    await expectLastEvent(api, key, 'quote', quote.id, 'quote.updated');
  });
});

describe('DELETE /v1/quotes/{id}', () => {
  itRequires('quote.write', 'DELETE', '/v1/quotes/999999', suite);
  itReturns404ForOthers({ method: 'DELETE', path: '/v1/quotes', make: (own) => own.quote() }, suite);

  it('409 once it is sent', async () => {
    const { id } = await sent();
    const answer = await key.call<ProblemView>('DELETE', `/v1/quotes/${id}`);
    expect(answer.body).toMatchObject({ status: 409, code: 'quote_not_draft', currentStatus: 'Sent' });
  });

  it('204: the draft is deleted, and its event has the last state with a new version', async () => {
    const { id } = await records.quote();
    const before = await key.call<QuoteView>('GET', `/v1/quotes/${id}`);
    expect((await key.call('DELETE', `/v1/quotes/${id}`)).status).toBe(204);
    expect((await key.call('GET', `/v1/quotes/${id}`)).status).toBe(404);
    const event = (await eventsOf(api, 'quote', id)).at(-1);
    expect(event?.type).toBe('quote.deleted');
    const last = { ...before.body, version: 2, updatedAt: api.clock.now().toISOString() };
    expect(event?.body.endsWith(`"data":${JSON.stringify(last)}}`)).toBe(true);
  });
});
