import type { PaymentView } from '@billhook/contract/invoicing/payment';
import type { ListOf } from '@billhook/contract/shared/page';
import type { ProblemView } from '@billhook/contract/shared/problem';
import { ExternalIdsOfDeletedPayments1700000000063 } from '@billhook/db/migrations/0063-external-ids-of-deleted-payments';
import { describe, expect, it } from '@jest/globals';
import { line } from '../support/bodies.js';
import { withCellRunner } from '../support/cell-runner.js';
import { eventTypes, Records } from '../support/records.js';
import { expectLastEvent, itReturns404ForOthers, itRequires } from '../support/route-cases.js';
import { startWithKey } from '../support/start.js';

const { api, world, key, records } = await startWithKey();
const suite = () => ({ api, world });

describe('GET /v1/payments', () => {
  itRequires('payment.read', 'GET', '/v1/payments', suite);

  it.each([
    ['limit=0', 'limit'],
    ['status=Paid', 'status'],
    ['invoiceId=x', 'invoiceId'],
    ['date=2026-11-21', 'date'],
  ])('400 for ?%s, naming the parameter', async (query, parameter) => {
    const answer = await key.call<ProblemView>('GET', `/v1/payments?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ parameter }));
  });

  it('200, newest first, page by page, filtered, none of another company', async () => {
    const own = await world.key();
    const made = new Records(own);
    const invoice = await made.sent();
    const payments = [
      await made.paid(invoice, '1.00'),
      await made.paid(invoice, '2.00'),
      await made.payment(await made.sent(), '3.00'),
    ].reverse();
    const list = async (query: string) => (await own.call<ListOf<PaymentView>>('GET', `/v1/payments?${query}`)).body;
    const first = await list('limit=2');
    expect(first.data).toEqual(payments.slice(0, 2));
    expect((await list(`limit=2&cursor=${first.page.nextCursor}`)).data).toEqual(payments.slice(2));
    expect((await list(`invoiceId=${invoice.id}`)).data).toEqual(payments.slice(1));
    expect((await list(`clientId=${invoice.clientId}`)).data).toEqual(payments.slice(1));
    await own.call('DELETE', `/v1/payments/${payments[0]?.id}?reason=x`);
    expect((await list('status=Deleted')).data.map(({ id }) => id)).toEqual([payments[0]?.id]);
    expect((await list('status=Recorded')).data).toEqual(payments.slice(1));
    expect((await list('externalId=none')).data).toEqual([]);
  });
});

describe('GET /v1/payments/{id}', () => {
  itRequires('payment.read', 'GET', '/v1/payments/999999', suite);
  itReturns404ForOthers(
    { method: 'GET', path: '/v1/payments', make: async (own) => own.paid(await own.sent()) },
    suite,
  );

  it('200', async () => {
    const payment = await records.paid(await records.sent());
    expect(await records.get(`/v1/payments/${payment.id}`)).toEqual(payment);
  });
});

describe('DELETE /v1/payments/{id}', () => {
  itRequires('payment.write', 'DELETE', '/v1/payments/999999', suite);
  itReturns404ForOthers(
    { method: 'DELETE', path: '/v1/payments', rest: '?reason=x', make: async (own) => own.paid(await own.sent()) },
    suite,
  );

  const remove = (id: number, reason: string) =>
    key.call<ProblemView>('DELETE', `/v1/payments/${id}?reason=${encodeURIComponent(reason)}`);

  it('400 without a reason, or with a blank one', async () => {
    const { id } = await records.paid(await records.sent());
    for (const query of ['', '?reason=', '?reason=%20']) {
      const answer = await key.call<ProblemView>('DELETE', `/v1/payments/${id}${query}`);
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toEqual([expect.objectContaining({ parameter: 'reason' })]);
    }
    expect((await records.get<PaymentView>(`/v1/payments/${id}`)).status).toBe('Recorded');
  });

  it('409 the second time, also in parallel', async () => {
    const invoice = await records.sent();
    const { id } = await records.paid(invoice);
    const answers = await Promise.all([remove(id, 'x'), remove(id, 'x')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
    expect((await remove(id, 'x')).body).toMatchObject({ status: 409, code: 'payment_deleted' });
    expect(await eventTypes(api, 'payment', id)).toEqual(['payment.created', 'payment.deleted']);
    expect((await eventTypes(api, 'invoice', invoice.id)).slice(2)).toEqual(['invoice.paid', 'invoice.updated']);
  });

  it('204: kept as Deleted with its reason, the balance outstanding again, with the event updated', async () => {
    const invoice = await records.sent();
    const payment = await records.paid(invoice);
    expect((await remove(payment.id, 'Entered twice')).status).toBe(204);
    const now = api.clock.now().toISOString();
    const by = expect.stringContaining(key.secret.slice(0, 12));
    expect(await records.get(`/v1/payments/${payment.id}`)).toEqual({
      ...payment,
      status: 'Deleted',
      deletedAt: now,
      deletedBy: by,
      deletedByActor: { kind: 'key', name: key.secret.slice(0, 12) },
      deletionReason: 'Entered twice',
      version: 2,
    });
    await expectLastEvent(api, key, 'payment', payment.id, 'payment.deleted');
    expect(await records.invoice(invoice.id)).toMatchObject({
      status: 'Sent',
      amountPaid: '0.00',
      balance: '1080.00',
      paidAt: null,
      lastTransition: { from: 'Paid', to: 'Sent', reason: 'Entered twice' },
    });
    await expectLastEvent(api, key, 'invoice', invoice.id, 'invoice.updated');
  });

  it('204: with the event partial if another payment remains, and the balance can be paid again', async () => {
    const invoice = await records.sent();
    await records.paid(invoice, '80.00');
    const { id } = await records.paid(invoice, '1000.00');
    expect((await remove(id, 'Bounced')).status).toBe(204);
    expect(await records.invoice(invoice.id)).toMatchObject({
      status: 'Partial',
      amountPaid: '80.00',
      balance: '1000.00',
    });
    await expectLastEvent(api, key, 'invoice', invoice.id, 'invoice.partial');
    await records.paid(invoice, '1000.00');
    expect((await records.invoice(invoice.id)).status).toBe('Paid');
  });

  it('204 for a payment of several invoices, with one event each', async () => {
    const invoice = await records.sent();
    const other = await records.sent({ clientId: invoice.clientId, lines: [{ ...line, quantity: '1' }] });
    const parts = [other, invoice].map(({ id, balance: amount }) => ({ invoiceId: id, amount }));
    const { id } = await records.payment(invoice, '1620.00', parts);
    expect((await remove(id, 'Bounced')).status).toBe(204);
    for (const each of [invoice, other]) {
      expect(await records.invoice(each.id)).toMatchObject({ status: 'Sent', balance: each.balance });
      expect((await eventTypes(api, 'invoice', each.id)).slice(2)).toEqual(['invoice.paid', 'invoice.updated']);
    }
  });

  it('204 for a payment of an invoice rejected since: it stays rejected', async () => {
    const invoice = await records.sent();
    const { id } = await records.paid(invoice, '80.00');
    await key.call('POST', `/v1/invoices/${invoice.id}/reject`, { body: { code: 'Other' } });
    expect((await remove(id, 'Paid back')).status).toBe(204);
    expect(await records.invoice(invoice.id)).toMatchObject({
      status: 'Rejected',
      amountPaid: '0.00',
      balance: '1080.00',
    });
    await expectLastEvent(api, key, 'invoice', invoice.id, 'invoice.updated');
  });
});

describe('external IDs of payments that were deleted before migration 0063', () => {
  it('are free after it, and recorded payments keep theirs', async () => {
    const { id: clientId } = await records.client();
    const pay = (externalId: string) =>
      key.call<PaymentView>('POST', '/v1/payments', {
        body: { clientId, currency: 'EUR', amount: '1.00', date: '2026-11-21', allocations: [], externalId },
      });
    const deleted = await pay('bank-1');
    await pay('bank-2');
    await key.call('DELETE', `/v1/payments/${deleted.body.id}?reason=Wrong`);
    const migration = new ExternalIdsOfDeletedPayments1700000000063();
    await withCellRunner(api, key.companyId, async (runner) => {
      await migration.down(runner);
      await migration.up(runner);
    });
    expect((await pay('bank-2')).status).toBe(409);
    expect((await pay('bank-1')).status).toBe(201);
  });
});
