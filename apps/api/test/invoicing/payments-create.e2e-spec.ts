import type { PaymentView } from '@billhook/contract/invoicing/payment';
import type { ProblemView } from '@billhook/contract/shared/problem';
import type { Tx } from '@billhook/db/unit-of-work';
import { describe, expect, it } from '@jest/globals';
import type { Answer } from '../support/api.js';
import { oneBehindTheOther } from '../support/concurrent-changes.js';
import { eventTypes, Records } from '../support/records.js';
import { expectLastEvent, itRequires } from '../support/route-cases.js';
import { startWithKey } from '../support/start.js';

const { api, world, key, records } = await startWithKey();
const suite = () => ({ api, world });

const paymentBody = (clientId: number, allocations: { invoiceId: number; amount: string }[], change: object = {}) => ({
  clientId,
  currency: 'EUR',
  date: '2026-11-21',
  amount: '1080.00',
  allocations,
  ...change,
});
const pay = <T = ProblemView>(body: object) => key.call<T>('POST', '/v1/payments', { body });

describe('POST /v1/payments', () => {
  itRequires('payment.write', 'POST', '/v1/payments', suite);

  it("404 for an unknown invoice and another company's, which stays unpaid", async () => {
    const theirs = new Records(await world.key());
    const foreign = await theirs.sent();
    const { id: clientId } = await records.client();
    for (const invoiceId of [foreign.id, 999_999_999]) {
      const answer = await pay(paymentBody(clientId, [{ invoiceId, amount: '1.00' }]));
      expect(answer.body).toMatchObject({ status: 404, code: 'not_found' });
    }
    expect(await theirs.invoice(foreign.id)).toEqual(foreign);
  });

  it.each<[string, object, string, unknown]>([
    ['no amount', { amount: undefined }, '/amount', expect.any(String)],
    ['an amount that is a JSON number', { amount: 1080 }, '/amount', 'invalid_type'],
    ['nothing', { amount: '0.00' }, '/amount', 'invalid_decimal'],
    ['less than nothing', { amount: '-1.00' }, '/amount', 'invalid_decimal'],
    ['three digits of cents', { amount: '10.800' }, '/amount', 'wrong_decimals'],
    ['digits of yen', { currency: 'JPY' }, '/amount', 'wrong_decimals'],
    ['no date', { date: undefined }, '/date', expect.any(String)],
    ['a day that there is not', { date: '2026-02-29' }, '/date', 'invalid_format'],
    ['a kind that there is not', { kind: 'Gift' }, '/kind', 'invalid_value'],
    ['an unknown client', { clientId: 999_999_999 }, '/clientId', 'unknown_client'],
  ])('422 for %s, with its pointer', async (_, change, pointer, code) => {
    const { id } = await records.client();
    const answer = await pay(paymentBody(id, [], change));
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ pointer, code }));
  });

  it.each<[string, string, string, string]>([
    ['three digits of cents', '10.000', '/allocations/1/amount', 'wrong_decimals'],
    ['more digits than any currency has', '10.00000', '/allocations/1/amount', 'invalid_decimal'],
    ['nothing', '0.00', '/allocations/1/amount', 'invalid_decimal'],
  ])('422 for an allocation of %s', async (_, amount, pointer, code) => {
    const { id, clientId } = await records.sent();
    const other = await records.sent({ clientId });
    const answer = await pay(
      paymentBody(clientId, [
        { invoiceId: id, amount: '1.00' },
        { invoiceId: other.id, amount },
      ]),
    );
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual([expect.objectContaining({ pointer, code })]);
  });

  it('422 for an invoice that is named twice', async () => {
    const invoice = await records.sent();
    const part = { invoiceId: invoice.id, amount: '1.00' };
    const answer = await pay(paymentBody(invoice.clientId, [part, part]));
    expect(answer.body).toMatchObject({
      status: 422,
      code: 'invalid_body',
      errors: [{ pointer: '/allocations/1/invoiceId' }],
    });
  });

  it('422 for an invoice of another client, or in another currency', async () => {
    const [invoice, other] = [await records.sent(), await records.sent({ currency: 'USD' })];
    const part = { invoiceId: invoice.id, amount: '1.00' };
    const errors = [{ pointer: '/allocations/0/invoiceId' }];
    expect((await pay(paymentBody(other.clientId, [part]))).body).toMatchObject({
      status: 422,
      code: 'client_mismatch',
      errors,
    });
    const dollars = await pay(paymentBody(other.clientId, [{ ...part, invoiceId: other.id }]));
    expect(dollars.body).toMatchObject({ status: 422, code: 'currency_mismatch', errors });
  });

  it('409 for an invoice that accepts no payment: a draft, a paid one, a rejected one', async () => {
    const [draft, paid, rejected] = [await records.draft(), await records.sent(), await records.sent()];
    await records.paid(paid);
    await key.call('POST', `/v1/invoices/${rejected.id}/reject`, { body: { code: 'Other' } });
    for (const [{ id, clientId }, status] of [
      [draft, 'Draft'],
      [paid, 'Paid'],
      [rejected, 'Rejected'],
    ] as const) {
      const answer = await pay(paymentBody(clientId, [{ invoiceId: id, amount: '1.00' }]));
      expect(answer.body).toMatchObject({
        status: 409,
        code: 'not_payable',
        errors: [{ pointer: '/allocations/0/invoiceId', message: `is ${status}` }],
      });
    }
  });

  it('409 for more than the outstanding amount, naming it, and nothing is recorded', async () => {
    const invoice = await records.sent();
    await records.paid(invoice, '80.00');
    const before = await records.invoice(invoice.id);
    const answer = await pay(paymentBody(invoice.clientId, [{ invoiceId: invoice.id, amount: '1000.01' }]));
    expect(answer.body).toMatchObject({
      status: 409,
      code: 'over_allocated',
      errors: [{ pointer: '/allocations/0/amount' }],
    });
    expect(answer.body.detail).toContain('1000.00');
    expect(await records.invoice(invoice.id)).toEqual(before);
  });

  it('409 for allocations above the amount of the payment', async () => {
    const invoice = await records.sent();
    const other = await records.sent({ clientId: invoice.clientId });
    const parts = [invoice, other].map(({ id }) => ({ invoiceId: id, amount: '540.01' }));
    const answer = await pay(paymentBody(invoice.clientId, parts));
    expect(answer.body).toMatchObject({ status: 409, code: 'over_allocated', errors: [{ pointer: '/allocations' }] });
  });

  it('409 for a taken externalId, and the invoice stays unpaid', async () => {
    const invoice = await records.sent();
    const allocations = [{ invoiceId: invoice.id, amount: '10.00' }];
    const first = await pay<PaymentView>(paymentBody(invoice.clientId, allocations, { externalId: 'bank-1' }));
    const again = await pay(paymentBody(invoice.clientId, allocations, { externalId: 'bank-1' }));
    expect(again.body).toMatchObject({ status: 409, code: 'external_id_taken', existingId: first.body.id });
    expect((await records.invoice(invoice.id)).balance).toBe('1070.00');
  });

  it('201 with the externalId of a deleted payment, which the list still finds', async () => {
    const { id: clientId } = await records.client();
    const body = paymentBody(clientId, [], { externalId: 'bank-2' });
    const deleted = await pay<PaymentView>(body);
    await key.call('DELETE', `/v1/payments/${deleted.body.id}?reason=Wrong+amount`);
    const again = await pay<PaymentView>({ ...body, amount: '1080.50' });
    expect(again).toMatchObject({ status: 201, body: { externalId: 'bank-2', amount: '1080.50' } });
    const third = await pay(body);
    expect(third.body).toMatchObject({ status: 409, code: 'external_id_taken', existingId: again.body.id });
    const found = await key.call('GET', '/v1/payments?externalId=bank-2');
    expect(found.body).toMatchObject({ data: [{ id: again.body.id }, { id: deleted.body.id, status: 'Deleted' }] });
  });

  it('201: Partial, then Paid, with one event for the payment and one for the invoice each time', async () => {
    const invoice = await records.sent();
    const allocations = [{ invoiceId: invoice.id, amount: '80.00' }];
    const details = { amount: '80.00', method: 'Transfer', reference: 'RF18' };
    const first = await pay<PaymentView>(paymentBody(invoice.clientId, allocations, details));
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({
      ...details,
      allocations,
      status: 'Recorded',
      kind: 'Payment',
      unallocated: '0.00',
      version: 1,
    });
    expect(await records.get(`/v1/payments/${first.body.id}`)).toEqual(first.body);
    await expectLastEvent(api, key, 'payment', first.body.id, 'payment.created');
    expect(await records.invoice(invoice.id)).toMatchObject({
      status: 'Partial',
      amountPaid: '80.00',
      balance: '1000.00',
      paidAt: null,
      version: 3,
    });
    await expectLastEvent(api, key, 'invoice', invoice.id, 'invoice.partial');

    await records.paid(invoice, '1000.00');
    const paidAt = api.clock.now().toISOString();
    const lastTransition = { from: 'Partial', to: 'Paid' };
    expect(await records.invoice(invoice.id)).toMatchObject({
      status: 'Paid',
      amountPaid: '1080.00',
      balance: '0.00',
      paidAt,
      lastTransition,
    });
    await expectLastEvent(api, key, 'invoice', invoice.id, 'invoice.paid');
    expect(await eventTypes(api, 'invoice', invoice.id)).toEqual([
      'invoice.created',
      'invoice.sent',
      'invoice.partial',
      'invoice.paid',
    ]);
  });

  it('201 over several invoices, the rest unallocated', async () => {
    const invoice = await records.sent();
    const other = await records.sent({ clientId: invoice.clientId });
    const payment = await records.payment(invoice, '2000.00', [
      { invoiceId: other.id, amount: '80.00' },
      { invoiceId: invoice.id, amount: '1080.00' },
    ]);
    expect(payment.unallocated).toBe('840.00');
    expect(payment.allocations.map(({ invoiceId }) => invoiceId)).toEqual([other.id, invoice.id]);
    await expectLastEvent(api, key, 'payment', payment.id, 'payment.created');
    expect((await records.invoice(invoice.id)).status).toBe('Paid');
    expect((await records.invoice(other.id)).status).toBe('Partial');
  });

  it("201 without allocations, in the currency's digits", async () => {
    const { id: clientId } = await records.client();
    expect(await records.payment({ clientId, currency: 'JPY' }, '500')).toMatchObject({
      allocations: [],
      unallocated: '500',
    });
    expect(await records.payment({ clientId, currency: 'KWD' }, '0.500')).toMatchObject({ unallocated: '0.500' });
  });

  it.each([
    ['1080', '80', '1080.00', '80.00', '1000.00'],
    ['1080.0', '80.5', '1080.00', '80.50', '999.50'],
  ])('201 for %s and %s: returned in full', async (amount, part, whole, allocated, unallocated) => {
    const invoice = await records.sent();
    const body = paymentBody(invoice.clientId, [{ invoiceId: invoice.id, amount: part }], { amount });
    const payment = (await pay<PaymentView>(body)).body;
    expect(payment).toMatchObject({ amount: whole, allocations: [{ amount: allocated }], unallocated });
    await expectLastEvent(api, key, 'payment', payment.id, 'payment.created');
    const path = `/v1/payments/${payment.id}/allocate`;
    const rest = await key.call<PaymentView>('POST', path, {
      body: { allocations: [{ invoiceId: invoice.id, amount: '100' }] },
    });
    const sum = `${100 + Math.floor(Number(part))}${allocated.slice(allocated.indexOf('.'))}`;
    expect(rest.body.allocations).toEqual([{ invoiceId: invoice.id, amount: sum }]);
  });

  it('two in parallel on one balance: exactly one is recorded', async () => {
    for (let round = 0; round < 5; round++) {
      const invoice = await records.sent();
      const body = paymentBody(invoice.clientId, [{ invoiceId: invoice.id, amount: '1080.00' }]);
      const answers = await Promise.all([pay(body), pay(body)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
      expect(answers.find(({ status }) => status === 409)?.body.code).toBe('not_payable');
      expect(await records.invoice(invoice.id)).toMatchObject({ status: 'Paid', amountPaid: '1080.00' });
      expect((await eventTypes(api, 'invoice', invoice.id)).slice(2)).toEqual(['invoice.paid']);
    }
  });

  it('two in parallel that name the same invoices in different order do not deadlock', async () => {
    const invoice = await records.sent();
    const other = await records.sent({ clientId: invoice.clientId });
    const parts = [invoice, other].map(({ id }) => ({ invoiceId: id, amount: '10.00' }));
    const bodies = Array.from({ length: 10 }, (_, n) =>
      paymentBody(invoice.clientId, n % 2 ? parts : parts.toReversed()),
    );
    const answers = await Promise.all(bodies.map(pay));
    expect(answers.map(({ status }) => status)).toEqual(bodies.map(() => 201));
    expect((await records.invoice(other.id)).amountPaid).toBe('100.00');
  });

  it('in parallel with the send of its invoice: no deadlock', async () => {
    const draft = await records.draft();
    const text = 'SELECT FROM clients WHERE id = $1 FOR UPDATE';
    const hold = async (tx: Tx) => void (await tx.query({ name: 'test_hold', text, values: [draft.clientId] }));
    const [payment, sending] = await oneBehindTheOther<Answer>(api, hold, [
      () => pay(paymentBody(draft.clientId, [{ invoiceId: draft.id, amount: '1.00' }])),
      () => key.call('POST', `/v1/invoices/${draft.id}/send`),
    ]);
    expect(payment?.body).toMatchObject({ status: 409, code: 'not_payable' });
    expect(sending?.status).toBe(200);
  });
});
