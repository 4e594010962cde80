import type { ClientView } from '@billhook/contract/invoicing/client';
import type { CreditNoteView } from '@billhook/contract/invoicing/credit-note';
import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import type { PaymentView } from '@billhook/contract/invoicing/payment';
import type { SeriesAuditView, SeriesView } from '@billhook/contract/invoicing/series';
import type { ProblemView } from '@billhook/contract/shared/problem';
import type { InvoiceStatus } from '@billhook/domain/invoicing/invoice';
import { describe, expect, it } from '@jest/globals';
import { line } from '../support/bodies.js';
import { changesOf, expectOneStory } from '../support/changes.js';
import { tokenOf } from '../support/document-link.js';
import { invoiceIn } from '../support/document-states.js';
import { eventTypes, Records } from '../support/records.js';
import { expectLastEvent, itReturns404ForOthers, itRequires } from '../support/route-cases.js';
import { startWithKey } from '../support/start.js';

const NOW = '2026-11-21T10:30:00.000Z';

const { api, world, key, records } = await startWithKey(NOW);
const suite = () => ({ api, world });

const create = <T = ProblemView>(body: object, by = key) => by.call<T>('POST', '/v1/credit-notes', { body });
const reason = { code: 'Return' };
/** One day of the two: 540.00 of 1080.00. */
const day = { ...line, quantity: '1' };

const clientOf = ({ clientId }: InvoiceView) => records.get<ClientView>(`/v1/clients/${clientId}`);

describe('POST /v1/credit-notes', () => {
  itRequires('invoice.write', 'POST', '/v1/credit-notes', suite);

  it("422 for an unknown invoice and another company's, which stays unchanged", async () => {
    const theirs = new Records(await world.key());
    const foreign = await theirs.sent();
    for (const invoiceId of [foreign.id, 999_999_999]) {
      const answer = await create({ invoiceId, reason });
      expect(answer.body).toMatchObject({ status: 422, code: 'invalid_body' });
      expect(answer.body.errors).toEqual([expect.objectContaining({ pointer: '/invoiceId', code: 'unknown_invoice' })]);
    }
    expect(await theirs.invoice(foreign.id)).toEqual(foreign);
  });

  const second = { ...line, name: 'Books', taxRate: '5.5' };
  it.each<[string, object, string, string]>([
    ['no reason', { reason: undefined }, '/reason', 'required'],
    ['a reason that there is not', { reason: { code: 'Mood' } }, '/reason/code', 'invalid_value'],
    ['no lines at all', { lines: [] }, '/lines', 'too_small'],
    ['an unknown member', { clientId: 1 }, '/clientId', 'unknown_property'],
    ['a date that has not come', { issueDate: '2026-11-22' }, '/issueDate', 'date_in_future'],
    ['a date before the invoice', { issueDate: '2026-11-20' }, '/issueDate', 'date_before_invoice'],
    ['an unknown series', { series: 'nowhere' }, '/series', 'unknown_series'],
    ['another total', { lines: [day], expectedTotal: '540.01' }, '/expectedTotal', 'total_mismatch'],
    ['a total of the whole', { expectedTotal: '1000.00' }, '/expectedTotal', 'total_mismatch'],
    ['a rate that was not invoiced', { lines: [day, second] }, '/lines/1', 'tax_group_not_invoiced'],
    ['less than nothing', { lines: [{ ...day, quantity: '-1' }] }, '/lines/0', 'over_credited'],
    ['Email with nobody to send it to', { channel: 'Email' }, '/to', 'recipient_missing'],
  ])('rejects %s, with its pointer, and uses no number', async (_, change, pointer, code) => {
    const invoice = await records.sent({ issueDate: '2026-11-21' });
    const { result, events, lines } = await changesOf(api, () => create({ invoiceId: invoice.id, reason, ...change }));
    expect(result.status).toBe(code === 'over_credited' ? 409 : 422);
    expect(result.body.errors).toContainEqual(expect.objectContaining({ pointer, code }));
    expect([events, lines]).toEqual([[], []]);
    expect(await records.invoice(invoice.id)).toEqual(invoice);
  });

  it('409 for more than the rest, with the rest of each rate', async () => {
    const invoice = await records.sent({ lines: [line, { ...line, taxRate: '10', unitPrice: '50.00' }] });
    await records.credit(invoice, { lines: [day] });
    const { body } = await create({ invoiceId: invoice.id, reason, lines: [{ ...day, unitPrice: '450.01' }] });
    expect(body).toMatchObject({ status: 409, code: 'over_credited', errors: [{ pointer: '/lines/0' }] });
    expect(body['remaining']).toEqual([
      { category: 'S', rate: '20', taxable: '450.00', tax: '90.00', exemptionReason: null },
      { category: 'S', rate: '10', taxable: '100.00', tax: '10.00', exemptionReason: null },
    ]);
  });

  it('points at the line whose rate exceeds the rest', async () => {
    const invoice = await records.sent({ lines: [line, { ...line, taxRate: '10' }] });
    const lines = [day, { ...line, taxRate: '10', quantity: '3' }];
    const { body } = await create({ invoiceId: invoice.id, reason, lines });
    expect(body.errors).toEqual([expect.objectContaining({ pointer: '/lines/1', code: 'over_credited' })]);
  });

  it('409 for a taken externalId, and for a date before the last one of the series', async () => {
    const own = await world.key();
    const made = new Records(own);
    const invoice = await made.sent({ issueDate: '2026-11-01' });
    const note = await made.credit(invoice, { externalId: 'rma-1', issueDate: '2026-11-20', lines: [day] });
    const taken = await create({ invoiceId: invoice.id, reason, externalId: 'rma-1' }, own);
    expect(taken.body).toMatchObject({ status: 409, code: 'external_id_taken', existingId: note.id });
    const late = await create({ invoiceId: invoice.id, reason, issueDate: '2026-11-19' }, own);
    expect(late.body.errors).toEqual([expect.objectContaining({ pointer: '/issueDate', code: 'date_before_series' })]);
    expect((await made.credit(invoice)).number).toBe('CN-2026-00002');
  });

  it('201 for the whole invoice: a copy of the lines, numbered, linked, the invoice settled, with the event paid', async () => {
    const own = await world.key();
    const made = new Records(own);
    const invoice = await made.sent({ lines: [line, { ...line, taxRate: '10' }], charges: [{ percent: '2' }] });
    const body = { invoiceId: invoice.id, reason: { code: 'Error', text: 'Wrong client' }, externalId: 'rma-2' };
    const { result, ...changes } = await changesOf(api, () => create<CreditNoteView>(body, own));
    expect(result.status).toBe(201);
    expect(result.body).toMatchObject({
      ...{ status: 'Issued', number: 'CN-2026-00001', externalId: 'rma-2', issueDate: '2026-11-21' },
      ...{ invoiceId: invoice.id, invoiceNumber: invoice.number, clientId: invoice.clientId, reason: body.reason },
      ...{ totals: invoice.totals, taxBreakdown: invoice.taxBreakdown, charges: invoice.charges },
      ...{ seller: invoice.seller, client: invoice.client, version: 1, notes: [] },
      allocation: { invoice: invoice.totals.due, released: '0.00' },
    });
    expect((await own.call('GET', `/v1/credit-notes/${result.body.id}`)).text).toBe(result.text);
    const after = await made.invoice(invoice.id);
    const settled = ['status', 'settledBy', 'amountCredited', 'balance', 'paidAt', 'creditNoteIds', 'lastTransition'];
    const changed = [...settled, 'availableActions', 'version', 'updatedAt'];
    const rest = ([name]: [string, unknown]) => !changed.includes(name);
    expect(Object.entries(after).filter(rest)).toEqual(Object.entries(invoice).filter(rest));
    expect(after).toMatchObject({ status: 'Paid', balance: '0.00', creditNoteIds: [result.body.id], paidAt: NOW });
    await expectOneStory({ result, ...changes }, own, own.secret.slice(0, 12));
    expect(changes.events.map(({ type }) => type)).toEqual(['invoice.paid']);
  });

  it('201 by lines, then the rest: an event each, together the whole', async () => {
    const invoice = await records.sent();
    const first = await records.credit(invoice, { lines: [day], expectedTotal: '540.00' });
    expect(first).toMatchObject({ totals: { gross: '540.00' }, allocation: { invoice: '540.00', released: '0.00' } });
    expect(await records.invoice(invoice.id)).toMatchObject({ status: 'Partial', balance: '540.00' });
    await expectLastEvent(api, key, 'invoice', invoice.id, 'invoice.partial');
    const rest = await records.credit(invoice);
    expect(rest.lines).toMatchObject([{ name: `Rest of invoice ${invoice.number}`, net: '450.00' }]);
    expect(rest.totals).toMatchObject({ gross: '540.00' });
    expect(await records.invoice(invoice.id)).toMatchObject({ status: 'Paid', creditNoteIds: [first.id, rest.id] });
    await expectLastEvent(api, key, 'invoice', invoice.id, 'invoice.paid');
    const again = await create({ invoiceId: invoice.id, reason });
    expect(again.body).toMatchObject({ status: 409, code: 'action_not_allowed', currentStatus: 'Paid' });
  });

  it.each<[InvoiceStatus, string | undefined, InvoiceStatus, string, string]>([
    ['Sent', undefined, 'Paid', 'invoice.paid', '0.00'],
    ['Partial', '80.00', 'Paid', 'invoice.paid', '80.00'],
    ['Overdue', undefined, 'Paid', 'invoice.paid', '0.00'],
    ['Overdue', '80.00', 'Paid', 'invoice.paid', '80.00'],
    ['Paid', undefined, 'Paid', 'invoice.updated', '1080.00'],
    ['Rejected', undefined, 'Rejected', 'invoice.updated', '0.00'],
    ['Rejected', '80.00', 'Rejected', 'invoice.updated', '80.00'],
  ])('201 of all of one that is %s, with %s paid: %s, %s, and %s becomes credit', async (...row) => {
    const [status, paid, then, event, credit] = row;
    const own = new Records(await world.key());
    const invoice = await invoiceIn(status, { api, records: own, paid });
    const note = await own.credit(invoice);
    expect(note.allocation.released).toBe(credit);
    const after = await own.invoice(invoice.id);
    expect(after).toMatchObject({ status: then, balance: '0.00', amountPaid: '0.00', amountCredited: '1080.00' });
    expect((await eventTypes(api, 'invoice', invoice.id)).at(-1)).toBe(event);
    const balances = credit === '0.00' ? [] : [{ currency: 'EUR', due: '0.00', overdue: '0.00', credit }];
    expect((await own.get<ClientView>(`/v1/clients/${invoice.clientId}`)).balances).toEqual(balances);
  });

  it('201: releases payments from the newest on, as credit to refund or allocate', async () => {
    const invoice = await records.sent();
    const [first, last] = [await records.paid(invoice, '1000.00'), await records.paid(invoice, '80.00')];
    const { allocation } = await records.credit(invoice, { lines: [day] });
    expect(allocation).toEqual({ invoice: '0.00', released: '540.00' });
    const payment = (id: number) => records.get<PaymentView>(`/v1/payments/${id}`);
    expect(await payment(last.id)).toMatchObject({ unallocated: '80.00', allocations: [], amount: '80.00' });
    const kept = [{ invoiceId: invoice.id, amount: '540.00' }];
    expect(await payment(first.id)).toMatchObject({ unallocated: '460.00', allocations: kept });
    expect(await records.invoice(invoice.id)).toMatchObject({ status: 'Paid', amountPaid: '540.00', balance: '0.00' });
    expect(await eventTypes(api, 'payment', last.id)).toEqual(['payment.created']);
    const { data } = await records.get<{ data: { action: string }[] }>(`/v1/payments/${last.id}/timeline`);
    expect(data.map(({ action }) => action)).toEqual(['create', 'release']);

    await records.refund(invoice, '100.00');
    const next = await records.sent({ clientId: invoice.clientId });
    await records.act(`/v1/payments/${first.id}/allocate`, { allocations: [{ invoiceId: next.id, amount: '440.00' }] });
    expect(await records.invoice(next.id)).toMatchObject({ status: 'Partial', balance: '640.00' });
    expect((await clientOf(invoice)).balances).toEqual([
      { currency: 'EUR', due: '640.00', overdue: '0.00', credit: '0.00' },
    ]);
  });

  it('10 in parallel on five invoices: their own series from 1 without a gap, none credited twice', async () => {
    const own = await world.key();
    const made = new Records(own);
    const invoices: InvoiceView[] = [];
    for (let n = 0; n < 5; n++) invoices.push(await made.sent());
    const answers = await Promise.all(
      [...invoices, ...invoices].map(({ id }) => create<CreditNoteView>({ invoiceId: id, reason }, own)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(5).fill(201), ...Array(5).fill(409)]);
    const series = (await made.get<{ data: SeriesView[] }>('/v1/series')).data.find(
      ({ kind }) => kind === 'CreditNote',
    );
    expect(series?.nextNumber).toBe('CN-2026-00006');
    const audit = await made.get<SeriesAuditView>(`/v1/series/${series?.id}/audit`);
    expect(audit).toMatchObject({ continuous: true, periods: [{ count: 5, expected: 5, missing: [] }] });
  });
});

describe('GET /v1/credit-notes/{id}', () => {
  itRequires('invoice.read', 'GET', '/v1/credit-notes/999999', suite);
  itReturns404ForOthers(
    { method: 'GET', path: '/v1/credit-notes', make: async (own) => own.credit(await own.sent()) },
    suite,
  );
});

describe.each(['POST', 'DELETE'])('%s /v1/credit-notes/{id}/public-link', (method) => {
  itRequires('invoice.write', method, '/v1/credit-notes/999999/public-link', suite);

  it('404 for an unknown one', async () => {
    expect((await key.call(method, '/v1/credit-notes/999999/public-link')).status).toBe(404);
  });

  it('200: the previous link is no longer valid, and no event is emitted', async () => {
    const { id: invoiceId } = await records.sent();
    const body = { invoiceId, reason: { code: 'Error' }, channel: 'Link' };
    const note = await records.act<CreditNoteView>('/v1/credit-notes', body);
    const before = (await api.events()).length;
    const { body: after } = await key.call<CreditNoteView>(method, `/v1/credit-notes/${note.id}/public-link`);
    expect([after.publicUrl === null, after.version]).toEqual([method === 'DELETE', note.version + 1]);
    const authorization = `Bearer ${tokenOf(note)}`;
    const opened = await api.call('GET', '/public/api/document', { headers: { authorization } });
    expect(opened.status).toBe(401);
    expect((await api.events()).length).toBe(before);
  });
});
