import type { CreditNoteView } from '@billhook/contract/invoicing/credit-note';
import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import type { ProblemView } from '@billhook/contract/shared/problem';
import type { InvoiceStatus } from '@billhook/domain/invoicing/invoice';
import { describe, expect, it } from '@jest/globals';
import { line } from '../support/bodies.js';
import { changesOf, expectOneStory } from '../support/changes.js';
import { invoiceIn } from '../support/document-states.js';
import { Records } from '../support/records.js';
import { itReturns404ForOthers, itRequires } from '../support/route-cases.js';
import { startWithKey } from '../support/start.js';

const NOW = '2026-11-21T10:30:00.000Z';

const { api, world, key, records } = await startWithKey(NOW);
const suite = () => ({ api, world });

const annul = <T = InvoiceView>({ id }: { id: number }, body?: object, by = key) =>
  by.call<T>('POST', `/v1/invoices/${id}/void`, { body });

describe('POST /v1/invoices/{id}/void', () => {
  itRequires('invoice.write', 'POST', '/v1/invoices/999999/void', suite);
  itReturns404ForOthers({ method: 'POST', path: '/v1/invoices', rest: '/void', make: (own) => own.sent() }, suite);

  it.each<[string, object, string, string]>([
    ['an unknown reason', { code: 'Mood' }, '/code', 'invalid_value'],
    ['an unknown member', { lines: [] }, '/lines', 'unknown_property'],
    ['a date that has not come', { issueDate: '2026-11-22' }, '/issueDate', 'date_in_future'],
    ['a date before the invoice', { issueDate: '2026-11-20' }, '/issueDate', 'date_before_invoice'],
  ])('422 for %s, and nothing is written', async (_, body, pointer, code) => {
    const invoice = await records.sent({ issueDate: '2026-11-21' });
    const { result, events, lines } = await changesOf(api, () => annul<ProblemView>(invoice, body));
    expect(result.status).toBe(422);
    expect(result.body.errors).toContainEqual(expect.objectContaining({ pointer, code }));
    expect([events, lines]).toEqual([[], []]);
    expect(await records.invoice(invoice.id)).toEqual(invoice);
  });

  it('409 while a payment is allocated to it', async () => {
    const own = await world.key();
    const made = new Records(own);
    const invoice = await invoiceIn('Overdue', { api, records: made });
    const payment = await made.paid(invoice, '80.00');
    const refused = await annul<ProblemView>(invoice, undefined, own);
    expect(refused.body).toMatchObject({ status: 409, code: 'action_not_allowed', currentStatus: 'Overdue' });
    expect(refused.body.detail).toContain('Payments are allocated to the invoice');
    await own.call('DELETE', `/v1/payments/${payment.id}?reason=Bounced`);
    expect((await annul(invoice, undefined, own)).body).toMatchObject({ status: 'Void', amountPaid: '0.00' });
  });

  it('200 for a partly credited one: the rest', async () => {
    const invoice = await records.sent();
    const lines = [{ ...line, quantity: '1' }];
    await records.act('/v1/credit-notes', { invoiceId: invoice.id, reason: { code: 'Return' }, lines });
    expect((await records.invoice(invoice.id)).status).toBe('Partial');
    expect((await annul(invoice)).body).toMatchObject({ status: 'Void', amountCredited: '1080.00', balance: '0.00' });
  });

  it('409 the second time, also in parallel, and one credit note', async () => {
    const invoice = await records.sent();
    const answers = await Promise.all([annul<ProblemView>(invoice), annul<ProblemView>(invoice)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await annul<ProblemView>(invoice)).body).toMatchObject({ status: 409, currentStatus: 'Void' });
    expect((await records.invoice(invoice.id)).creditNoteIds).toHaveLength(1);
  });

  it.each<InvoiceStatus>(['Sent', 'Overdue', 'Rejected'])(
    '200 for one that is %s: fully credited, linked both ways, with the event updated',
    async (status) => {
      const own = await world.key();
      const made = new Records(own);
      const invoice = await invoiceIn(status, { api, records: made });
      const body = { code: 'Error', text: 'Wrong client; issued again' };
      const { result, ...changes } = await changesOf(api, () => annul(invoice, body, own));
      expect(result.status).toBe(200);
      expect(result.body).toMatchObject({
        ...{ status: 'Void', voidedAt: NOW, balance: '0.00', amountCredited: '1080.00', paidAt: null },
        ...{ number: invoice.number, totals: invoice.totals, version: invoice.version + 1 },
        lastTransition: { from: status, to: 'Void', reason: body.text },
      });
      const [id] = result.body.creditNoteIds;
      const note = await made.get<CreditNoteView>(`/v1/credit-notes/${id}`);
      expect(note).toMatchObject({
        ...{ invoiceId: invoice.id, invoiceNumber: invoice.number, number: 'CN-2026-00001', reason: body },
        ...{ totals: invoice.totals, allocation: { invoice: '1080.00', released: '0.00' } },
      });
      await expectOneStory({ result, ...changes }, own, own.secret.slice(0, 12));
      expect(changes.events.map(({ type }) => type)).toEqual(['invoice.updated']);
      expect(changes.lines.map(({ record, action }) => [record, action])).toEqual([
        [`credit_note/${id}`, 'issue'],
        [`invoice/${invoice.id}`, 'void'],
      ]);
    },
  );

  it('200 without a body: a credit note of today, with nothing outstanding', async () => {
    const invoice = await records.sent();
    const { body } = await annul(invoice);
    const note = await records.get<CreditNoteView>(`/v1/credit-notes/${body.creditNoteIds[0]}`);
    expect(note).toMatchObject({ reason: { code: 'Cancellation', text: null }, issueDate: '2026-11-21' });
    const client = await records.get<{ balances: unknown[] }>(`/v1/clients/${invoice.clientId}`);
    expect(client.balances).toEqual([]);
    const allowed = body.availableActions.filter((available) => available.allowed).map(({ action }) => action);
    expect(allowed).toEqual(['annotate', 'duplicate']);
  });

  it('200 of an invoice whose client was archived meanwhile, and of one with cash rounding', async () => {
    const invoice = await records.sent({
      roundingIncrement: '0.05',
      lines: [{ ...line, quantity: '1', unitPrice: '8.35' }],
    });
    await key.call('DELETE', `/v1/clients/${invoice.clientId}`);
    expect((await annul(invoice)).body).toMatchObject({ status: 'Void', amountCredited: '10.00', balance: '0.00' });
  });
});
