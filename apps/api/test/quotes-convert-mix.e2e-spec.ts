import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { InvoiceView } from '@billhook/contract/invoice';
import type { ProblemView } from '@billhook/contract/problem';
import type { QuoteView } from '@billhook/contract/quote';
import { currencyDigits } from '@billhook/domain/currency';
import { add, decimalOrThrow, formatDecimal, ZERO } from '@billhook/domain/decimal';
import { TestApi } from './support/api.js';
import { line } from './support/bodies.js';
import { Dice } from './support/dice.js';
import { Records } from './support/records.js';
import { World, type KeyCaller } from './support/world.js';

let api: TestApi;
let key: KeyCaller;
let records: Records;

beforeAll(async () => {
  api = await TestApi.start();
  key = await new World(api).key();
  records = new Records(key);
});
afterAll(() => api.stop());

const convert = ({ id }: QuoteView, body: object) =>
  key.call<ProblemView>('POST', `/v1/quotes/${id}/convert`, { body });

const sum = (amounts: readonly string[], currency: string) =>
  formatDecimal(
    amounts.reduce((total, amount) => add(total, decimalOrThrow(amount)), ZERO),
    currencyDigits(currency),
  );

interface Kind {
  readonly currency: string;
  readonly pricesIncludeTax?: boolean;
  readonly allowances?: object[];
  readonly back?: boolean;
}

function randomQuote(dice: Dice, { back, ...kind }: Kind) {
  const digits = currencyDigits(kind.currency);
  const lines = ['20', '10', '5.5', '20'].map((taxRate) => ({
    name: 'Piece',
    quantity: String(1 + dice.below(9)),
    unitPrice: dice.amount(99_999, digits),
    taxCategory: 'S',
    taxRate,
  }));
  const returned = { ...line, name: 'Returned', quantity: '-1', unitPrice: digits === 0 ? '50' : '0.50' };
  return { ...kind, lines: back ? [...lines, returned] : lines };
}

/** Any conversion but that of what remains. */
function randomPart(dice: Dice, quote: QuoteView): object {
  const digits = currencyDigits(quote.currency);
  const bodies = [
    { mode: 'Percent', percent: String(1 + dice.below(40)) },
    { mode: 'Percent', percent: '33.3333' },
    { mode: 'Amount', amount: dice.amount(20_000, digits) },
    { mode: 'Lines', lineIds: [dice.pick(quote.lines).id] },
  ];
  return dice.pick(bodies);
}

describe('the invoices of a quote', () => {
  it.each<[string, Kind]>([
    ['prices without VAT', { currency: 'EUR' }],
    ['prices with VAT', { currency: 'EUR', pricesIncludeTax: true }],
    ['a line that takes something back', { currency: 'EUR', back: true }],
    ['an allowance on the whole', { currency: 'EUR', allowances: [{ percent: '7.5' }] }],
    ['yen', { currency: 'JPY', back: true, allowances: [{ percent: '3.333' }] }],
  ])('add up to its gross to the cent, whatever the mix of ways: %s', async (_, kind) => {
    const dice = new Dice(11);
    const { id: clientId } = await records.client();
    for (let round = 0; round < 5; round++) {
      const quote = await records.accepted({ clientId, ...randomQuote(dice, kind) });
      const invoices: InvoiceView[] = [];
      for (let n = 0; n < 5; n++) {
        const answer = await key.call<InvoiceView>('POST', `/v1/quotes/${quote.id}/convert`, {
          body: randomPart(dice, quote),
        });
        if (answer.status === 201) invoices.push(answer.body);
        else expect([409, 422]).toContain(answer.status);
      }
      expect(invoices.length).toBeGreaterThan(0);
      const { status } = await records.get<QuoteView>(`/v1/quotes/${quote.id}`);
      if (status === 'Accepted') invoices.push(await records.convert(quote, { mode: 'Remaining' }));
      const gross = sum(
        invoices.map(({ totals }) => totals.gross),
        quote.currency,
      );
      expect(gross).toBe(quote.totals.gross);
      for (const { rate, taxable, tax } of quote.taxBreakdown) {
        const rows = invoices.flatMap(({ taxBreakdown }) => taxBreakdown.filter((row) => row.rate === rate));
        const amounts = rows.flatMap((row) => [row.taxable, row.tax]);
        expect([rate, sum(amounts, quote.currency)]).toEqual([rate, sum([taxable, tax], quote.currency)]);
      }
      const zero = sum([], quote.currency);
      expect(await records.get(`/v1/quotes/${quote.id}`)).toMatchObject({
        ...{ status: 'Invoiced', invoicedTotal: gross, remaining: zero, invoiceIds: invoices.map(({ id }) => id) },
      });
    }
  });

  it('add up to it line by line too, though the VAT of each rounds up: the last cents come with what remains', async () => {
    // 0.33 has 0.066 of VAT, 0.07 on an invoice of its own; the three together have 0.20. No line can have 0.06 of it.
    const piece = { ...line, quantity: '1', unitPrice: '0.33' };
    const quote = await records.accepted({ lines: [piece, piece, piece] });
    const [first, second, last] = quote.lines.map(({ id }) => id);
    for (const id of [first, second]) {
      expect((await records.convert(quote, { mode: 'Lines', lineIds: [id] })).totals.gross).toBe('0.40');
    }
    const refused = await convert(quote, { mode: 'Lines', lineIds: [last] });
    expect(refused.body).toMatchObject({ status: 409, code: 'over_invoiced', remaining: '0.39' });
    expect(refused.body.detail).toContain('0.40');
    expect((await records.convert(quote, { mode: 'Remaining' })).totals).toMatchObject({ net: '0.33', gross: '0.39' });
    expect(await records.get(`/v1/quotes/${quote.id}`)).toMatchObject({ status: 'Invoiced', remaining: '0.00' });
  });

  it('never hold less than nothing, nor more than the quote beside lines that take something back', async () => {
    const back = { ...line, name: 'Returned', quantity: '-1', unitPrice: '20.00', taxRate: '10' };
    const quote = await records.accepted({ lines: [line, back] });
    expect(quote.totals.gross).toBe('1058.00');
    const [positive, negative] = quote.lines.map(({ id }) => id);
    const less = await convert(quote, { mode: 'Lines', lineIds: [negative] });
    expect(less.body).toMatchObject({ status: 422, errors: [{ pointer: '/lineIds', code: 'total_negative' }] });
    const more = await convert(quote, { mode: 'Lines', lineIds: [positive] });
    expect(more.body).toMatchObject({ status: 409, code: 'over_invoiced', remaining: '1058.00' });
    expect((await convert(quote, { mode: 'Lines', lineIds: [positive, negative] })).status).toBe(201);
  });

  it('where a draft was edited beyond the quote, nothing remains', async () => {
    const quote = await records.accepted();
    const draft = await records.convert(quote, { mode: 'Percent', percent: '50' });
    await key.call('PATCH', `/v1/invoices/${draft.id}`, { body: { lines: [{ ...line, quantity: '3' }] } });
    for (const body of [{ mode: 'Remaining' }, { mode: 'Amount', amount: '0.01' }]) {
      const answer = await convert(quote, body);
      expect(answer.body).toMatchObject({ status: 409, code: 'action_not_allowed', currentStatus: 'Invoiced' });
    }
  });
});
