import type { ClientView } from '@billhook/contract/invoicing/client';
import type { PaymentView } from '@billhook/contract/invoicing/payment';
import type { ProblemView } from '@billhook/contract/shared/problem';
import { describe, expect, it } from '@jest/globals';
import { changesOf, expectOneStory } from '../support/changes.js';
import { Records } from '../support/records.js';
import { expectLastEvent, itReturns404ForOthers, itRequires } from '../support/route-cases.js';
import { startWithKey } from '../support/start.js';

const { api, world, key, records } = await startWithKey('2026-11-21T10:30:00.000Z');
const suite = () => ({ api, world });

type Parts = readonly { invoiceId: number; amount: string }[];
interface Owner {
  readonly clientId: number;
  readonly currency: string;
}
const refund = <T = ProblemView>({ clientId, currency }: Owner, amount: string, allocations: Parts = []) =>
  key.call<T>('POST', '/v1/payments', {
    body: { kind: 'Refund', clientId, currency, amount, date: '2026-11-21', allocations },
  });
const allocate = <T = ProblemView>(id: number, allocations: Parts) =>
  key.call<T>('POST', `/v1/payments/${id}/allocate`, { body: { allocations } });
const remove = (id: number) => key.call<ProblemView>('DELETE', `/v1/payments/${id}?reason=x`);
const payment = (id: number) => records.get<PaymentView>(`/v1/payments/${id}`);
const creditOf = async ({ clientId }: Owner) =>
  (await records.get<ClientView>(`/v1/clients/${clientId}`)).balances.map(({ credit }) => credit);

describe('POST /v1/payments of the kind Refund', () => {
  it('422 before the first payment that it returns, of the invoice or of the client', async () => {
    const invoice = await records.sent();
    const other = await records.sent({ clientId: invoice.clientId });
    const on = (date: string, more: object) =>
      key.call<ProblemView>('POST', '/v1/payments', {
        body: { clientId: invoice.clientId, currency: 'EUR', date, amount: '10.00', allocations: [], ...more },
      });
    const part = (of: { readonly id: number }) => ({ allocations: [{ invoiceId: of.id, amount: '10.00' }] });
    await on('2026-11-10', part(other));
    await on('2026-11-15', part(invoice));
    await on('2026-11-12', {});
    for (const [date, more, first] of [
      ['2026-11-14', part(invoice), '2026-11-15'],
      ['2026-10-01', {}, '2026-11-10'],
    ] as const) {
      const answer = await on(date, { kind: 'Refund', ...more });
      expect(answer.body).toMatchObject({
        status: 422,
        errors: [{ pointer: '/date', code: 'date_before_payment', message: expect.stringContaining(first) }],
      });
    }
    expect((await on('2026-11-15', { kind: 'Refund', ...part(invoice) })).status).toBe(201);
    expect((await on('2026-11-12', { kind: 'Refund' })).status).toBe(201);
  });

  it('409 for more than the paid amount of an invoice, or the credit of the client', async () => {
    const invoice = await records.sent();
    await records.paid(invoice, '80.00');
    await records.payment(invoice, '50.00');
    const over = await refund(invoice, '80.01', [{ invoiceId: invoice.id, amount: '80.01' }]);
    expect(over.body).toMatchObject({
      status: 409,
      code: 'over_refunded',
      errors: [{ pointer: '/allocations/0/amount' }],
    });
    expect(over.body.detail).toContain('80.00');
    // The part that does not come from the invoice comes from the credit.
    for (const [amount, parts] of [
      ['50.01', []],
      ['130.01', [{ invoiceId: invoice.id, amount: '80.00' }]],
    ] as const) {
      const { result, events, lines } = await changesOf(api, () => refund(invoice, amount, parts));
      expect(result.body).toMatchObject({ status: 409, code: 'over_refunded', credit: '50.00' });
      expect(result.body.errors).toEqual([expect.objectContaining({ pointer: '/amount' })]);
      expect([events, lines]).toEqual([[], []]);
    }
    expect((await refund(invoice, '130.00', [{ invoiceId: invoice.id, amount: '80.00' }])).status).toBe(201);
  });

  it("409 of credit in another currency, and of a client that has none; 422 of another client's invoice", async () => {
    const invoice = await records.sent();
    await records.payment(invoice, '50.00');
    const dollars = await refund({ ...invoice, currency: 'USD' }, '1.00');
    expect(dollars.body).toMatchObject({ status: 409, code: 'over_refunded', credit: '0.00' });
    const other = await records.client();
    const owner = { clientId: other.id, currency: 'EUR' };
    expect((await refund(owner, '1.00')).body).toMatchObject({ status: 409, code: 'over_refunded' });
    const theirs = await refund(owner, '1.00', [{ invoiceId: invoice.id, amount: '1.00' }]);
    expect(theirs.body).toMatchObject({ status: 422, code: 'client_mismatch' });
  });

  it('409 for a draft and a void invoice, naming the status', async () => {
    const [draft, gone] = [await records.draft(), await records.sent()];
    await records.act(`/v1/invoices/${gone.id}/void`);
    for (const [invoice, currentStatus] of [
      [draft, 'Draft'],
      [gone, 'Void'],
    ] as const) {
      const answer = await refund(invoice, '1.00', [{ invoiceId: invoice.id, amount: '1.00' }]);
      expect(answer.body).toMatchObject({ status: 409, code: 'not_payable', currentStatus });
    }
  });

  it.each([
    ['1080.00', 'Sent', '1080.00', 'invoice.updated'],
    ['80.00', 'Partial', '80.00', 'invoice.partial'],
  ])('201 of %s of a paid invoice: it is %s again and owes %s', async (amount, status, balance, event) => {
    const invoice = await records.sent();
    await records.paid(invoice);
    const { result, ...changes } = await changesOf(api, () =>
      refund<PaymentView>(invoice, amount, [{ invoiceId: invoice.id, amount }]),
    );
    expect(result.body).toMatchObject({ kind: 'Refund', status: 'Recorded', amount, unallocated: '0.00', version: 1 });
    await expectOneStory({ result, ...changes }, key, key.secret.slice(0, 12));
    expect(changes.events.map(({ type }) => type)).toEqual(['payment.created', event]);
    expect(await records.invoice(invoice.id)).toMatchObject({ status, balance, paidAt: null });
    expect(await creditOf(invoice)).toEqual(['0.00']);
  });

  it('201 of credit, which is used up then', async () => {
    const owner = { clientId: (await records.client()).id, currency: 'EUR' };
    await records.payment(owner, '50.00');
    const given = await refund<PaymentView>(owner, '30.00');
    expect(given.body).toMatchObject({ kind: 'Refund', allocations: [], unallocated: '30.00' });
    await expectLastEvent(api, key, 'payment', given.body.id, 'payment.created');
    expect(await creditOf(owner)).toEqual(['20.00']);
    await refund(owner, '20.00');
    expect(await creditOf(owner)).toEqual([]);
  });
});

describe('DELETE /v1/payments/{id} of a refund, and of what was refunded', () => {
  it('204: the invoice is paid again, and the credit is restored', async () => {
    const invoice = await records.sent();
    await records.paid(invoice);
    await records.payment(invoice, '50.00');
    const { id } = await records.refund(invoice, '100.00', [{ invoiceId: invoice.id, amount: '80.00' }]);
    expect(await records.invoice(invoice.id)).toMatchObject({ status: 'Partial', balance: '80.00' });
    const { result, ...changes } = await changesOf(api, () => remove(id));
    expect(result.status).toBe(204);
    await expectOneStory({ result, ...changes }, key, key.secret.slice(0, 12));
    expect(changes.events.map(({ type }) => type)).toEqual(['payment.deleted', 'invoice.paid']);
    expect(await records.invoice(invoice.id)).toMatchObject({ status: 'Paid', amountPaid: '1080.00' });
    expect(await creditOf(invoice)).toEqual(['50.00']);
  });

  it('409 for a refund after its invoice was paid again', async () => {
    const invoice = await records.sent();
    await records.paid(invoice);
    const { id } = await records.refund(invoice, '80.00', [{ invoiceId: invoice.id, amount: '80.00' }]);
    await records.paid(invoice, '30.00');
    expect((await remove(id)).body).toMatchObject({ status: 409, code: 'over_allocated' });
    await records.paid(invoice, '50.00');
    expect((await remove(id)).body).toMatchObject({ status: 409, code: 'not_payable', currentStatus: 'Paid' });
    expect(await payment(id)).toMatchObject({ status: 'Recorded', version: 1 });
  });

  it('409 for a payment whose credit was used, until that is undone', async () => {
    const invoice = await records.sent();
    const given = await records.payment(invoice, '100.00');
    const back = await records.refund(invoice, '60.00');
    const refused = await remove(given.id);
    expect(refused.body).toMatchObject({ status: 409, code: 'credit_spent', credit: '40.00' });
    expect(await payment(given.id)).toEqual(given);
    expect((await remove(back.id)).status).toBe(204);
    expect((await remove(given.id)).status).toBe(204);
    expect(await creditOf(invoice)).toEqual(['0.00']);
  });

  it('409 for a payment of a refunded invoice: the paid amount cannot be negative', async () => {
    const invoice = await records.sent();
    const first = await records.paid(invoice, '540.00');
    const second = await records.paid(invoice, '540.00');
    const back = await records.refund(invoice, '540.00', [{ invoiceId: invoice.id, amount: '540.00' }]);
    expect((await remove(first.id)).status).toBe(204);
    expect((await remove(second.id)).body).toMatchObject({ status: 409, code: 'credit_spent' });
    expect(await records.invoice(invoice.id)).toMatchObject({ amountPaid: '0.00', balance: '1080.00', status: 'Sent' });
    await remove(back.id);
    expect((await remove(second.id)).status).toBe(204);
  });
});

describe('POST /v1/payments/{id}/allocate', () => {
  itRequires('payment.write', 'POST', '/v1/payments/999999/allocate', suite);
  itReturns404ForOthers(
    {
      ...{ method: 'POST', path: '/v1/payments', rest: '/allocate' },
      body: { allocations: [{ invoiceId: 1, amount: '1.00' }] },
      make: async (own) => own.payment(await own.sent(), '10.00'),
    },
    suite,
  );

  it.each<[string, Parts, string, string]>([
    ['nothing', [], '/allocations', 'too_small'],
    ['zero', [{ invoiceId: 1, amount: '0.00' }], '/allocations/0/amount', 'invalid_decimal'],
  ])('422 for %s', async (_, parts, pointer, code) => {
    const { id } = await records.payment(await records.sent(), '10.00');
    const answer = await allocate(id, parts);
    expect(answer.body).toMatchObject({ status: 422, errors: [{ pointer, code }] });
  });

  it('rejects wrong digits, and an invoice that is named twice, unknown, of another client or in another currency', async () => {
    const invoice = await records.sent();
    const { id } = await records.payment(invoice, '10.00');
    const part = { invoiceId: invoice.id, amount: '1.00' };
    const [other, dollars] = [
      await records.sent(),
      await records.sent({ clientId: invoice.clientId, currency: 'USD' }),
    ];
    const foreign = await new Records(await world.key()).sent();
    for (const [parts, status, code] of [
      [[{ ...part, amount: '1.000' }], 422, 'invalid_body'],
      [[part, part], 422, 'invalid_body'],
      [[{ ...part, invoiceId: foreign.id }], 404, 'not_found'],
      [[{ ...part, invoiceId: other.id }], 422, 'client_mismatch'],
      [[{ ...part, invoiceId: dollars.id }], 422, 'currency_mismatch'],
    ] as const) {
      expect((await allocate(id, parts)).body).toMatchObject({ status, code });
    }
    expect(await payment(id)).toMatchObject({ unallocated: '10.00', version: 1 });
  });

  it('409 for more than its rest, the outstanding amount, or the credit left; for a refund and a deleted payment', async () => {
    const invoice = await records.sent();
    const big = await records.payment(invoice, '2000.00');
    const part = (amount: string): Parts => [{ invoiceId: invoice.id, amount }];
    expect((await allocate(big.id, part('2000.01'))).body).toMatchObject({ status: 409, code: 'over_allocated' });
    expect((await allocate(big.id, part('1080.01'))).body).toMatchObject({ status: 409, code: 'over_allocated' });
    const back = await records.refund(invoice, '1500.00');
    expect((await allocate(big.id, part('500.01'))).body).toMatchObject({
      status: 409,
      code: 'credit_spent',
      credit: '500.00',
    });
    expect((await allocate(back.id, part('1.00'))).body).toMatchObject({ status: 409, code: 'action_not_allowed' });
    await remove(back.id);
    await remove(big.id);
    expect((await allocate(big.id, part('1.00'))).body).toMatchObject({ status: 409, code: 'payment_deleted' });
    expect(await records.invoice(invoice.id)).toEqual(invoice);
  });

  it('200 in parts, twice to the same invoice, and over several: with events for invoices, not for the payment', async () => {
    const invoice = await records.sent();
    const other = await records.sent({ clientId: invoice.clientId });
    const { id } = await records.payment(invoice, '2000.00');
    const first = await allocate<PaymentView>(id, [{ invoiceId: invoice.id, amount: '80.00' }]);
    expect(first.body).toMatchObject({ unallocated: '1920.00', version: 2 });
    const { result, ...changes } = await changesOf(api, () =>
      allocate<PaymentView>(id, [
        { invoiceId: other.id, amount: '500.00' },
        { invoiceId: invoice.id, amount: '1000.00' },
      ]),
    );
    expect(result.body).toMatchObject({ unallocated: '420.00', amount: '2000.00', version: 3 });
    expect(result.body.allocations).toEqual([
      { invoiceId: invoice.id, amount: '1080.00' },
      { invoiceId: other.id, amount: '500.00' },
    ]);
    expect(await payment(id)).toEqual(result.body);
    await expectOneStory({ result, ...changes }, key, key.secret.slice(0, 12));
    expect(changes.events.map(({ type, record }) => [type, record])).toEqual([
      ['invoice.paid', `invoice/${invoice.id}`],
      ['invoice.partial', `invoice/${other.id}`],
    ]);
    expect(await creditOf(invoice)).toEqual(['420.00']);
    expect((await remove(id)).status).toBe(204);
    for (const each of [invoice, other]) expect((await records.invoice(each.id)).balance).toBe('1080.00');
  });
});
