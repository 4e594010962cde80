import type { ClientView } from '@billhook/contract/invoicing/client';
import type { CreditNoteView } from '@billhook/contract/invoicing/credit-note';
import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import type { PaymentView } from '@billhook/contract/invoicing/payment';
import {
  add,
  decimalOrThrow,
  formatDecimal,
  negate,
  subtract,
  ZERO,
  type Decimal,
} from '@billhook/domain/shared/decimal';
import { describe, expect, it } from '@jest/globals';
import type { Answer } from '../support/api.js';
import { line } from '../support/bodies.js';
import { Dice } from '../support/dice.js';
import { startWithKey } from '../support/start.js';

const { key, records } = await startWithKey();

const date = '2026-11-21';
const sum = (amounts: readonly Decimal[]) => formatDecimal(amounts.reduce(add, ZERO), 2);
const pay = (clientId: number, amount: string, kind: string, allocations: object[] = []) =>
  key.call('POST', '/v1/payments', { body: { kind, clientId, currency: 'EUR', date, amount, allocations } });
const allocate = (id: number, ...allocations: object[]) =>
  key.call('POST', `/v1/payments/${id}/allocate`, { body: { allocations } });

describe('the credit of a client', () => {
  it('is never exceeded by 20 parallel refunds and allocations', async () => {
    const invoice = await records.sent();
    const { clientId } = invoice;
    const given = await records.payment(invoice, '100.00');
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        n % 2 === 0 ? pay(clientId, '30.00', 'Refund') : allocate(given.id, { invoiceId: invoice.id, amount: '30.00' }),
      ),
    );
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(17);
    const { balances } = await records.get<ClientView>(`/v1/clients/${clientId}`);
    expect(balances).toMatchObject([{ credit: '10.00' }]);
  });

  it('is used once while its payment is deleted at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const invoice = await records.sent();
      const given = await records.payment(invoice, '100.00');
      const answers = await Promise.all([
        pay(invoice.clientId, '100.00', 'Refund'),
        key.call('DELETE', `/v1/payments/${given.id}?reason=x`),
        allocate(given.id, { invoiceId: invoice.id, amount: '100.00' }),
      ]);
      expect(answers.every(({ status }) => status < 500)).toBe(true);
      expect(answers.filter(({ status }) => status < 300).length).toBeLessThanOrEqual(2);
      const { balances } = await records.get<ClientView>(`/v1/clients/${invoice.clientId}`);
      expect(balances.map(({ credit }) => credit)).toEqual(['0.00']);
      const { balance } = await records.invoice(invoice.id);
      expect(['1080.00', '980.00']).toContain(balance);
    }
  });
});

describe('200 parallel payments, refunds, allocations, deletions, credit notes and sends over two invoices and their payment', () => {
  it('wait for each other in one order: none fails, and all sums agree', async () => {
    const dice = new Dice(5);
    const one = await records.sent();
    const { clientId } = one;
    const two = await records.sent({ clientId });
    const both = (amount: string) => [one, two].map(({ id }) => ({ invoiceId: id, amount }));
    const payments: PaymentView[] = [];
    for (let n = 0; n < 8; n++) payments.push(await records.payment(one, '60.00', both('20.00')));
    const drafts: InvoiceView[] = [];
    for (let n = 0; n < 12; n++) drafts.push(await records.draft({ clientId }));
    const either = () => dice.pick([one, two]).id;
    const some = () => dice.amount(1_500, 2);
    const reason = { code: 'Discount' };
    const calls: (() => Promise<Answer>)[] = [
      () => pay(clientId, '20.00', 'Payment', dice.shuffled(both('7.00'))),
      () => pay(clientId, '9.00', 'Refund', [{ invoiceId: either(), amount: '5.00' }]),
      () => allocate(dice.pick(payments).id, ...dice.shuffled(both('1.00'))),
      () => allocate(dice.pick(payments).id, { invoiceId: either(), amount: some() }),
      () => key.call('DELETE', `/v1/payments/${dice.pick(payments).id}?reason=x`),
      // A send locks the client and then its series; a credit note locks payments and then its own.
      () => key.call('POST', `/v1/invoices/${dice.pick(drafts).id}/send`),
      () => {
        const lines = [{ ...line, quantity: '1', unitPrice: '90.00' }];
        return key.call('POST', '/v1/credit-notes', { body: { invoiceId: either(), reason, lines } });
      },
    ];
    const answers = await Promise.all(Array.from({ length: 200 }, () => dice.pick(calls)()));
    expect(answers.filter(({ status }) => ![200, 201, 204, 409].includes(status)).map(({ text }) => text)).toEqual([]);
    expect(answers.filter(({ status }) => status < 300).length).toBeGreaterThan(20);

    const made = answers.flatMap(({ status, body: { id, kind } }) =>
      status === 201 && kind !== undefined && typeof id === 'number' ? [id] : [],
    );
    const all: PaymentView[] = [];
    for (const id of [...payments.map((payment) => payment.id), ...made]) {
      all.push(await records.get<PaymentView>(`/v1/payments/${id}`));
    }
    const standing = all.filter(({ status }) => status === 'Recorded');
    const signed = (kind: string, amount: string) =>
      kind === 'Refund' ? negate(decimalOrThrow(amount)) : decimalOrThrow(amount);
    for (const { amount, allocations, unallocated } of all) {
      expect(sum([...allocations.map((part) => decimalOrThrow(part.amount)), decimalOrThrow(unallocated)])).toBe(
        amount,
      );
    }
    const dues: Decimal[] = [];
    for (const { id } of drafts) {
      const { status, balance } = await records.invoice(id);
      if (status === 'Sent') dues.push(decimalOrThrow(balance));
    }
    for (const { id } of [one, two]) {
      const invoice = await records.get<InvoiceView>(`/v1/invoices/${id}`);
      const paid = standing.flatMap(({ kind, allocations }) =>
        allocations.filter(({ invoiceId }) => invoiceId === id).map(({ amount }) => signed(kind, amount)),
      );
      expect(sum(paid)).toBe(invoice.amountPaid);
      const notes = await Promise.all(
        invoice.creditNoteIds.map((note) => records.get<CreditNoteView>(`/v1/credit-notes/${note}`)),
      );
      expect(sum(notes.map(({ totals }) => decimalOrThrow(totals.due)))).toBe(invoice.amountCredited);
      const { due } = invoice.totals;
      const open = subtract(
        subtract(decimalOrThrow(due), decimalOrThrow(invoice.amountPaid)),
        decimalOrThrow(invoice.amountCredited),
      );
      expect(formatDecimal(open, 2)).toBe(invoice.balance);
      for (const amount of [invoice.balance, invoice.amountPaid]) expect(amount.startsWith('-')).toBe(false);
      dues.push(open);
    }
    const credit = sum(standing.map(({ kind, unallocated }) => signed(kind, unallocated)));
    expect(credit.startsWith('-')).toBe(false);
    const { balances } = await records.get<ClientView>(`/v1/clients/${clientId}`);
    expect(balances).toEqual([{ currency: 'EUR', due: sum(dues), overdue: '0.00', credit }]);
  });
});
