import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import type { ListOf } from '@billhook/contract/shared/page';
import type { ProblemView } from '@billhook/contract/shared/problem';
import { describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { line } from '../support/bodies.js';
import { eventsOf, eventTypes, Records } from '../support/records.js';
import { itReturns404ForOthers, itRequires } from '../support/route-cases.js';
import { startWithKey } from '../support/start.js';

const { api, world, key, records } = await startWithKey();
const suite = () => ({ api, world });

const outside = { ...line, taxCategory: 'O', taxRate: undefined, exemptionReason: 'Not subject to VAT' };

describe('GET /v1/invoices', () => {
  itRequires('invoice.read', 'GET', '/v1/invoices', suite);

  it.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['status=Open', 'status'],
    ['clientId=x', 'clientId'],
    ['currency=EURO', 'currency'],
    ['sort=colour', 'sort'],
  ])('400 for ?%s, naming the parameter', async (query, parameter) => {
    const answer = await key.call<ProblemView>('GET', `/v1/invoices?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ parameter }));
  });

  it('400 for a cursor of other filters or of another list', async () => {
    const own = await world.key();
    const made = new Records(own);
    const { clientId } = await made.draft();
    await made.draft({ clientId });
    const { page } = (await own.call<ListOf<InvoiceView>>('GET', '/v1/invoices?limit=1')).body;
    for (const path of ['/v1/invoices?limit=1&status=Draft', '/v1/quotes?limit=1', '/v1/clients?limit=1']) {
      const answer = await own.call<ProblemView>('GET', `${path}&cursor=${page.nextCursor}`);
      expect(answer.body).toMatchObject({ status: 400, code: 'cursor_mismatch' });
    }
  });

  it('200, newest first, page by page, each as in its GET response and none of another company', async () => {
    const own = await world.key();
    const made = new Records(own);
    const { id: clientId } = await made.client();
    const drafts: InvoiceView[] = [];
    for (let n = 0; n < 3; n++) drafts.unshift(await made.draft({ clientId }));
    const first = (await own.call<ListOf<InvoiceView>>('GET', '/v1/invoices?limit=2')).body;
    expect(first).toMatchObject({ data: drafts.slice(0, 2), page: { limit: 2, hasMore: true } });
    const last = (await own.call<ListOf<InvoiceView>>('GET', `/v1/invoices?limit=2&cursor=${first.page.nextCursor}`))
      .body;
    const page = { limit: 2, hasMore: false, nextCursor: null, prevCursor: expect.any(String) };
    expect(last).toEqual({ data: drafts.slice(2), page });
  });

  it('200 filtered by status, client, externalId, currency and number', async () => {
    const own = await world.key();
    const made = new Records(own);
    const draft = await made.draft({ externalId: 'erp/2', currency: 'USD' });
    const sent = await made.sent();
    const ids = async (query: string) =>
      (await own.call<ListOf<InvoiceView>>('GET', `/v1/invoices?${query}`)).body.data.map(({ id }) => id);
    expect(await ids('status=Draft')).toEqual([draft.id]);
    expect(await ids('status=Sent')).toEqual([sent.id]);
    expect(await ids('status=Paid')).toEqual([]);
    expect(await ids(`clientId=${sent.clientId}`)).toEqual([sent.id]);
    expect(await ids('externalId=erp/2')).toEqual([draft.id]);
    expect(await ids('currency=USD')).toEqual([draft.id]);
    expect(await ids(`number=${sent.number}`)).toEqual([sent.id]);
    expect(await ids(`number=${sent.number}&status=Draft`)).toEqual([]);
  });
});

describe('GET /v1/invoices/{id}', () => {
  itRequires('invoice.read', 'GET', '/v1/invoices/999999', suite);
  itReturns404ForOthers({ method: 'GET', path: '/v1/invoices', make: (own) => own.draft() }, suite);

  it('200, with the allowed actions and the reasons against the others', async () => {
    const { id } = await records.sent();
    const { availableActions } = await records.invoice(id);
    expect(availableActions.filter((row) => row.allowed).map((row) => row.action)).toEqual([
      'annotate',
      'resend',
      'pay',
      'credit',
      'reject',
      'writeOff',
      'void',
      'duplicate',
    ]);
    expect(availableActions.find((row) => row.action === 'send')).toEqual({
      action: 'send',
      allowed: false,
      reason: 'The invoice is Sent; send is possible when it is Draft.',
    });
  });
});

describe('PATCH /v1/invoices/{id}', () => {
  itRequires('invoice.write', 'PATCH', '/v1/invoices/999999', suite);
  itReturns404ForOthers(
    { method: 'PATCH', path: '/v1/invoices', body: { terms: 'Mine' }, make: (own) => own.draft() },
    suite,
  );

  const patch = <T = InvoiceView>(id: number, body: object) => key.call<T>('PATCH', `/v1/invoices/${id}`, { body });

  it.each<[string, object, string, string]>([
    ['a read-only property', { balance: '0.00' }, '/balance', 'unknown_property'],
    ['a JSON number', { lines: [{ ...line, quantity: 1 }] }, '/lines/0/quantity', 'invalid_type'],
    ['a due date before the date it has', { dueDate: '2026-10-31' }, '/dueDate', 'due_before_issue'],
    ['a date after the due date it has', { issueDate: '2026-12-02' }, '/dueDate', 'due_before_issue'],
    ['a rule of VAT', { lines: [line, outside] }, '/lines/1/taxCategory', 'tax_category_not_mixable'],
    ['digits that another currency has not', { currency: 'JPY' }, '/allowances/0/amount', 'wrong_decimals'],
    ['an unknown client', { clientId: 999_999_999 }, '/clientId', 'unknown_client'],
    ['another total', { expectedTotal: '1080.00' }, '/expectedTotal', 'total_mismatch'],
  ])('422 for %s, and nothing changes', async (_, body, pointer, code) => {
    const draft = await records.draft({
      issueDate: '2026-11-01',
      dueDate: '2026-12-01',
      allowances: [{ amount: '10.00' }],
    });
    const answer = await patch<ProblemView>(draft.id, body);
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ pointer, code }));
    expect(await records.invoice(draft.id)).toEqual(draft);
    expect(await eventTypes(api, 'invoice', draft.id)).toEqual(['invoice.created']);
  });

  it('409 once it is issued, with its status', async () => {
    const sent = await records.sent();
    const answer = await patch<ProblemView>(sent.id, { terms: 'Other' });
    expect(answer.body).toMatchObject({ status: 409, code: 'invoice_not_draft', currentStatus: 'Sent' });
    expect(await records.invoice(sent.id)).toEqual(sent);
  });

  it('409 for a taken externalId; its own one is accepted', async () => {
    const holder = await records.draft({ externalId: 'erp-3' });
    const other = await records.draft();
    expect((await patch<ProblemView>(other.id, { externalId: 'erp-3' })).body).toMatchObject({
      status: 409,
      existingId: holder.id,
    });
    expect((await patch(holder.id, { externalId: 'erp-3' })).status).toBe(200);
  });

  it('200: omitted members stay, with the ids of the lines; null clears; one event per change', async () => {
    const draft = await records.draft({
      lines: [line, line],
      terms: 'Old',
      purchaseOrder: 'PO-1',
      dueDate: '2026-12-24',
    });
    const answer = await patch(draft.id, {
      terms: 'New',
      purchaseOrder: null,
      dueDate: null,
      customFields: { b: 1, a: 2 },
    });
    expect(answer.body).toEqual({
      ...draft,
      terms: 'New',
      dueDateByTerms: true,
      purchaseOrder: null,
      dueDate: null,
      customFields: { a: 2, b: 1 },
      version: 2,
    });
    expect((await key.call('GET', `/v1/invoices/${draft.id}`)).text).toBe(answer.text);
    const last = (await eventsOf(api, 'invoice', draft.id)).at(-1);
    expect(last?.type).toBe('invoice.updated');
    expect(last?.body.endsWith(`"data":${answer.text}}`)).toBe(true);
  });

  it('200 with a due date that follows the issue date and the client, unless it was given', async () => {
    const own = await world.key();
    const made = new Records(own);
    const { id: clientId } = await made.client({ paymentTerms: { days: 30 } });
    const { id: sooner } = await made.client({ paymentTerms: { days: 14, endOfMonth: true } });
    const { id: without } = await made.client();
    const draft = await made.draft({ clientId, issueDate: '2026-11-01' });
    expect(draft).toMatchObject({ dueDate: '2026-12-01', dueDateByTerms: true });
    const steps: readonly (readonly [object, string | null, boolean])[] = [
      [{ issueDate: '2026-11-10' }, '2026-12-10', true],
      [{ clientId: sooner }, '2026-11-30', true],
      [{ clientId: without }, null, true],
      [{ issueDate: '2026-11-01', clientId }, '2026-12-01', true],
      [{ notes: ['Thank you'] }, '2026-12-01', true],
      // The date of the terms, but given: it stays.
      [{ dueDate: '2026-12-01' }, '2026-12-01', false],
      [{ issueDate: '2026-11-10' }, '2026-12-01', false],
      [{ clientId: sooner }, '2026-12-01', false],
      [{ dueDate: null }, '2026-11-30', true],
      [{ issueDate: '2026-11-20', dueDate: '2026-11-20' }, '2026-11-20', false],
      [{ issueDate: '2026-11-21', dueDate: null }, '2026-12-31', true],
    ];
    for (const [body, dueDate, dueDateByTerms] of steps) {
      const changed = await own.call('PATCH', `/v1/invoices/${draft.id}`, { body });
      expect(changed.body).toMatchObject({ ...body, dueDate, dueDateByTerms });
      expect(await made.invoice(draft.id)).toEqual(changed.body);
    }
    await own.call('PATCH', `/v1/clients/${sooner}`, { body: { paymentTerms: { days: 7 } } });
    const sent = await made.send(draft);
    expect(sent).toMatchObject({ issueDate: '2026-11-21', dueDate: '2026-11-28', dueDateByTerms: null });
  });

  it('200 for drafts of 0.1.0: a due date follows the terms if it is the one of the terms', async () => {
    const own = await world.key();
    const made = new Records(own);
    const { id: clientId } = await made.client({ paymentTerms: { days: 30 } });
    const moved = (id: number) =>
      own.call('PATCH', `/v1/invoices/${id}`, { body: { issueDate: '2026-11-10' } }).then(({ body }) => body);
    const former = async (body: object) => {
      const draft = await made.draft({ clientId, issueDate: '2026-11-01', ...body });
      await api.app.get(DataSource).query('UPDATE invoices SET due_date_by_terms = NULL WHERE id = $1', [draft.id]);
      return draft.id;
    };
    expect(await moved(await former({}))).toMatchObject({ dueDate: '2026-12-10', dueDateByTerms: true });
    const given = await moved(await former({ dueDate: '2026-12-24' }));
    expect(given).toMatchObject({ dueDate: '2026-12-24', dueDateByTerms: false });
    const late = await made.send({ id: await former({}) });
    expect(late).toMatchObject({ dueDate: '2026-12-01', dueDateByTerms: null });
  });

  it('200 for an invoice that 0.1.0 sent, whose row keeps how its due date was found', async () => {
    const own = await world.key();
    const made = new Records(own);
    const sent = await made.send(await made.draft());
    await api.app.get(DataSource).query('UPDATE invoices SET due_date_by_terms = true WHERE id = $1', [sent.id]);
    // The digest of its entry in the document chain is that of this response.
    expect(await made.invoice(sent.id)).toMatchObject({ version: sent.version, dueDateByTerms: null });
  });

  it('200 with lines replaced as a whole, and all totals recomputed', async () => {
    const draft = await records.draft({ lines: [line, line] });
    const { body } = await patch(draft.id, { lines: [{ ...line, quantity: '1' }], expectedTotal: '540.00' });
    expect(body.lines).toHaveLength(1);
    expect(draft.lines.map(({ id }) => id)).not.toContain(body.lines[0]?.id);
    expect(body).toMatchObject({ totals: { gross: '540.00' }, balance: '540.00', version: 2 });
    expect(await records.invoice(draft.id)).toEqual(body);
  });

  it('200 in another currency, every amount with its digits', async () => {
    const { id } = await records.draft();
    const { body } = await patch(id, { currency: 'JPY' });
    expect(body).toMatchObject({
      totals: { gross: '1080' },
      balance: '1080',
      amountPaid: '0',
      amountCredited: '0',
      lines: [{ net: '900' }],
    });
    expect(await records.invoice(id)).toEqual(body);
  });

  it('200 with lines that add up when an allowance moves a cent between prices that include VAT', async () => {
    const lines = ['1.01', '1.03'].map((unitPrice) => ({ ...line, quantity: '1', unitPrice }));
    const draft = await records.draft({ pricesIncludeTax: true, lines });
    expect(draft.lines.map(({ net }) => net)).toEqual(['0.84', '0.86']);
    const { body } = await patch(draft.id, { allowances: [{ amount: '0.01' }] });
    expect(body.lines.map(({ net }) => net)).toEqual(['0.84', '0.85']);
    expect(body.totals.lineNet).toBe('1.69');
    expect(await records.invoice(draft.id)).toEqual(body);
  });
});

describe('DELETE /v1/invoices/{id}', () => {
  itRequires('invoice.write', 'DELETE', '/v1/invoices/999999', suite);
  itReturns404ForOthers({ method: 'DELETE', path: '/v1/invoices', make: (own) => own.draft() }, suite);

  it('409 once it is issued, with its status', async () => {
    const sent = await records.sent();
    const answer = await key.call<ProblemView>('DELETE', `/v1/invoices/${sent.id}`);
    expect(answer.body).toMatchObject({ status: 409, code: 'invoice_not_draft', currentStatus: 'Sent' });
    expect(await records.invoice(sent.id)).toEqual(sent);
  });

  it('204: the draft is deleted, and its event has the last state with a new version', async () => {
    const draft = await records.draft();
    const before = await key.call<InvoiceView>('GET', `/v1/invoices/${draft.id}`);
    expect((await key.call('DELETE', `/v1/invoices/${draft.id}`)).status).toBe(204);
    expect((await key.call('GET', `/v1/invoices/${draft.id}`)).status).toBe(404);
    expect((await key.call('DELETE', `/v1/invoices/${draft.id}`)).status).toBe(404);
    const events = await eventsOf(api, 'invoice', draft.id);
    expect(events.map((event) => event.type)).toEqual(['invoice.created', 'invoice.deleted']);
    const last = { ...before.body, version: 2, updatedAt: api.clock.now().toISOString() };
    expect(events[1]?.body.endsWith(`"data":${JSON.stringify(last)}}`)).toBe(true);
  });
});
