import type { CreditNoteView } from '@billhook/contract/invoicing/credit-note';
import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import type { ProblemView } from '@billhook/contract/shared/problem';
import { currencyDigits } from '@billhook/domain/invoicing/codes/currency';
import { add, decimalOrThrow, formatDecimal, ZERO } from '@billhook/domain/shared/decimal';
import { describe, expect, it } from '@jest/globals';
import { line } from '../support/bodies.js';
import { Dice } from '../support/dice.js';
import { startWithKey } from '../support/start.js';

const { key, records } = await startWithKey();

const create = <T = ProblemView>(invoice: InvoiceView, body: object) =>
  key.call<T>('POST', '/v1/credit-notes', { body: { invoiceId: invoice.id, reason: { code: 'Return' }, ...body } });

const sum = (amounts: readonly string[], currency: string) =>
  formatDecimal(
    amounts.reduce((total, amount) => add(total, decimalOrThrow(amount)), ZERO),
    currencyDigits(currency),
  );

/** Net, VAT, gross and payable of the credit notes add up to the invoice, and so does each row of the breakdown. */
function expectWhole(invoice: InvoiceView, notes: readonly CreditNoteView[]): void {
  const { currency, totals, taxBreakdown } = invoice;
  for (const name of ['net', 'tax', 'gross', 'rounding', 'due'] as const) {
    const all = notes.map((note) => note.totals[name]);
    expect([name, sum(all, currency)]).toEqual([name, totals[name]]);
  }
  for (const { category, rate, taxable, tax } of taxBreakdown) {
    const rows = notes.flatMap((note) =>
      note.taxBreakdown.filter((row) => row.category === category && row.rate === rate),
    );
    const sums = [rows.map((row) => row.taxable), rows.map((row) => row.tax)].map((all) => sum(all, currency));
    expect([rate, ...sums]).toEqual([rate, taxable, tax]);
  }
  for (const note of notes) {
    expect(
      sum(
        note.lines.map(({ net }) => net),
        currency,
      ),
    ).toBe(note.totals.lineNet);
    expect(sum([note.allocation.invoice, note.allocation.released], currency)).toBe(note.totals.due);
  }
}

const RATES = ['20', '10', '5.5'] as const;

interface Kind {
  readonly currency: string;
  readonly pricesIncludeTax?: boolean;
  readonly roundingIncrement?: string;
}

function randomInvoice(dice: Dice, kind: Kind) {
  const lines = Array.from({ length: 2 + dice.below(3) }, () => ({
    name: 'Piece',
    quantity: String(1 + dice.below(9)),
    unitPrice: dice.amount(9_999, currencyDigits(kind.currency)),
    taxCategory: 'S',
    taxRate: dice.pick(RATES),
  }));
  return { ...kind, lines, ...(dice.below(3) === 0 ? { allowances: [{ percent: '7.5' }] } : {}) };
}

describe('the credit notes of an invoice', () => {
  it.each<[string, Kind]>([
    ['prices without VAT', { currency: 'EUR' }],
    ['prices with VAT', { currency: 'EUR', pricesIncludeTax: true }],
    ['yen', { currency: 'JPY' }],
    ['yen, prices with VAT', { currency: 'JPY', pricesIncludeTax: true }],
    ['dinars of three digits', { currency: 'KWD' }],
    ['cash rounding', { currency: 'CHF', roundingIncrement: '0.05' }],
    ['cash rounding, prices with VAT', { currency: 'CHF', pricesIncludeTax: true, roundingIncrement: '0.05' }],
  ])('add up to it to the cent, with any split: %s', async (_, kind) => {
    const dice = new Dice(7);
    const { id: clientId } = await records.client();
    for (let round = 0; round < 6; round++) {
      const invoice = await records.sent({ clientId, ...randomInvoice(dice, kind) });
      const notes: CreditNoteView[] = [];
      for (const { unitPrice, taxRate } of invoice.lines) {
        const part = { name: 'Part', quantity: '0.3333', unitPrice, taxCategory: 'S', taxRate };
        const answer = await create<CreditNoteView>(invoice, { lines: [part] });
        // An allowance can leave less of the invoice than the sum of its lines.
        if (answer.status === 201) notes.push(answer.body);
        else expect(answer.status).toBe(409);
      }
      expect(notes.length).toBeGreaterThan(0);
      notes.push(await records.credit(invoice));
      expectWhole(invoice, notes);
      expect(await records.invoice(invoice.id)).toMatchObject({ status: 'Paid', amountCredited: invoice.totals.due });
    }
  });

  it.each<[string, Kind]>([
    ['prices without VAT', { currency: 'EUR' }],
    ['prices with VAT', { currency: 'EUR', pricesIncludeTax: true }],
  ])('add up to it if each line is credited separately: %s', async (_, kind) => {
    const pieces = Array.from({ length: 7 }, () => ({ ...line, quantity: '1', unitPrice: '0.33' }));
    const invoice = await records.sent({ ...kind, lines: pieces });
    const notes: CreditNoteView[] = [];
    for (const piece of pieces) notes.push(await records.credit(invoice, { lines: [piece] }));
    expectWhole(invoice, notes);
    expect((await create(invoice, { lines: pieces.slice(1) })).status).toBe(409);
  });

  it('never exceed the payable amount if cash rounding reduced it by a cent', async () => {
    const invoice = await records.sent({
      roundingIncrement: '0.05',
      lines: [{ ...line, quantity: '1', unitPrice: '8.35' }],
    });
    expect(invoice.totals).toMatchObject({ gross: '10.02', rounding: '-0.02', due: '10.00' });
    const part = await records.credit(invoice, { lines: [{ ...line, quantity: '1', unitPrice: '8.34' }] });
    expect(part.totals).toMatchObject({ gross: '10.01', rounding: '-0.01', due: '10.00' });
    expect(part.allocation).toEqual({ invoice: '10.00', released: '0.00' });
    expect(await records.invoice(invoice.id)).toMatchObject({
      status: 'Paid',
      balance: '0.00',
      amountCredited: '10.00',
    });
  });

  it('never exceed the rest, nor become negative, beside negative lines', async () => {
    const off = { ...line, name: 'Returned', quantity: '-1', unitPrice: '20.00', taxRate: '10' };
    const invoice = await records.sent({ lines: [{ ...line, quantity: '1', unitPrice: '100.00' }, off] });
    expect(invoice.totals.gross).toBe('98.00');
    const over = await create(invoice, { lines: [{ ...line, quantity: '1', unitPrice: '100.00' }] });
    expect(over.body).toMatchObject({
      status: 409,
      code: 'over_credited',
      errors: [{ pointer: '/lines', message: 'have a total of 120.00, but at most 98.00 can still be credited' }],
    });
    const back = await create(invoice, { lines: [off] });
    expect(back.body).toMatchObject({ status: 422, errors: [{ pointer: '/lines', code: 'total_negative' }] });
    const half = await records.credit(invoice, { lines: [{ ...line, quantity: '1', unitPrice: '50.00' }] });
    expectWhole(invoice, [half, await records.credit(invoice)]);
  });

  it('are checked against the total after the adjustment to the rest', async () => {
    // Each line alone has 0.07 of VAT (0.066), all three together 0.20 (0.198): 0.06 is left for the last one.
    const piece = { ...line, quantity: '1', unitPrice: '0.33' };
    const invoice = await records.sent({ lines: [piece, piece, piece] });
    await records.credit(invoice, { lines: [piece], expectedTotal: '0.40' });
    await records.credit(invoice, { lines: [piece], expectedTotal: '0.40' });
    const wrong = await create(invoice, { lines: [piece], expectedTotal: '0.40' });
    expect(wrong.body).toMatchObject({ status: 422, code: 'total_mismatch', computedTotal: '0.39', cause: 'Unknown' });
    expect(wrong.body.detail).toContain('0.39');
    await records.credit(invoice, { lines: [piece], expectedTotal: '0.39' });
    expect((await records.invoice(invoice.id)).balance).toBe('0.00');
  });

  it('explain which common mistake leads to the expected total', async () => {
    const invoice = await records.sent({ pricesIncludeTax: true });
    const { body } = await create(invoice, { lines: [{ ...line, quantity: '1' }], expectedTotal: '540.00' });
    expect(body).toMatchObject({ code: 'total_mismatch', cause: 'TaxIncludedOrNot', computedTotal: '450.00' });
    expect(body['lines']).toMatchObject([{ pointer: '/lines/0' }]);
  });
});
