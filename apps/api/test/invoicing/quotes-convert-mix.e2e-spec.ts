import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import type { QuoteView } from '@billhook/contract/invoicing/quote';
import type { ProblemView } from '@billhook/contract/shared/problem';
import { currencyDigits } from '@billhook/domain/invoicing/codes/currency';
import { add, decimalOrThrow, formatDecimal, ZERO } from '@billhook/domain/shared/decimal';
import { describe, expect, it } from '@jest/globals';
import { line } from '../support/bodies.js';
import { Dice } from '../support/dice.js';
import { startWithKey } from '../support/start.js';

const { key, records } = await startWithKey();

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
  readonly roundingIncrement?: string;
}

/** A charge whose rate no line has. */
const FREIGHT = [{ amount: '9.5', taxCategory: 'S', taxRate: '2.1', reason: 'Freight' }];

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

/** Any conversion except that of the rest. */
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
    ['cash rounding', { currency: 'CHF', roundingIncrement: '0.05' }],
    ['three digits', { currency: 'KWD', pricesIncludeTax: true, roundingIncrement: '0.005' }],
  ])('add up to it to the cent in gross, net, VAT and payable, with any mix of conversions: %s', async (_, kind) => {
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
      const all = (read: (invoice: InvoiceView) => readonly string[]) => sum(invoices.flatMap(read), quote.currency);
      const { gross, net, tax, due } = quote.totals;
      expect({
        gross: all(({ totals }) => [totals.gross]),
        net: all(({ totals }) => [totals.net]),
        tax: all(({ totals }) => [totals.tax]),
        due: all(({ totals }) => [totals.due]),
      }).toEqual({ gross, net, tax, due });
      for (const { rate, ...row } of quote.taxBreakdown) {
        const of = ({ taxBreakdown }: InvoiceView) => taxBreakdown.filter((each) => each.rate === rate);
        expect({
          rate,
          taxable: all((invoice) => of(invoice).map(({ taxable }) => taxable)),
          tax: all((invoice) => of(invoice).map((each) => each.tax)),
        }).toEqual({ rate, taxable: row.taxable, tax: row.tax });
      }
      const zero = sum([], quote.currency);
      expect(await records.get(`/v1/quotes/${quote.id}`)).toMatchObject({
        ...{ status: 'Invoiced', invoicedTotal: gross, remaining: zero, invoiceIds: invoices.map(({ id }) => id) },
      });
    }
  });

  it('add up to it by lines as well: the last line takes the rest of the VAT', async () => {
    // 0.33 has 0.066 of VAT, 0.07 on a separate invoice; the three together have 0.20.
    const piece = { ...line, quantity: '1', unitPrice: '0.33' };
    const quote = await records.accepted({ lines: [piece, piece, piece] });
    const grosses = [];
    for (const { id } of quote.lines) {
      const { totals, lines } = await records.convert(quote, { mode: 'Lines', lineIds: [id] });
      expect(lines).toMatchObject([{ net: '0.33', tax: totals.tax, gross: totals.gross }]);
      grosses.push(totals.gross);
    }
    expect(grosses).toEqual(['0.40', '0.40', '0.39']);
    expect(await records.get(`/v1/quotes/${quote.id}`)).toMatchObject({ status: 'Invoiced', remaining: '0.00' });
  });

  it.each<[string, Kind & { readonly charges?: object[] }]>([
    ['a percentage', { currency: 'EUR', allowances: [{ percent: '10', reason: 'Loyalty' }] }],
    ['an amount and freight', { currency: 'EUR', allowances: [{ percent: '3.3333' }], charges: FREIGHT }],
    [
      'prices with VAT',
      { currency: 'EUR', pricesIncludeTax: true, allowances: [{ percent: '7.5' }], charges: FREIGHT },
    ],
    ['yen', { currency: 'JPY', allowances: [{ percent: '3.333' }] }],
    ['three digits', { currency: 'KWD', allowances: [{ percent: '12.5' }], charges: FREIGHT }],
  ])('add up to it line by line, with allowances and charges of the document: %s', async (_, kind) => {
    const dice = new Dice(29);
    const { id: clientId } = await records.client();
    for (let round = 0; round < 4; round++) {
      const quote = await records.accepted({ clientId, ...randomQuote(dice, kind) });
      const invoices: InvoiceView[] = [];
      const [first, ...others] = quote.lines.map(({ id }) => id);
      for (const lineIds of [others.slice(1), [first], others.slice(0, 1)])
        invoices.push(await records.convert(quote, { mode: 'Lines', lineIds }));
      expect(await records.get(`/v1/quotes/${quote.id}`)).toMatchObject({
        ...{ status: 'Invoiced', invoicedTotal: quote.totals.gross, remaining: sum([], quote.currency) },
      });
      for (const { rate, taxable, tax } of quote.taxBreakdown) {
        const rows = invoices.flatMap(({ taxBreakdown }) => taxBreakdown).filter((row) => row.rate === rate);
        const all = (key: 'taxable' | 'tax') =>
          sum(
            rows.map((row) => row[key]),
            quote.currency,
          );
        expect({ rate, taxable: all('taxable'), tax: all('tax') }).toEqual({ rate, taxable, tax });
      }
    }
  });

  it('take their part of a discount: the second line can be invoiced as well', async () => {
    const [desk, lamp] = [
      { ...line, quantity: '1', unitPrice: '100.00' },
      { ...line, quantity: '1', unitPrice: '75.83' },
    ];
    const quote = await records.accepted({ lines: [desk, lamp], allowances: [{ percent: '10', reason: 'Loyalty' }] });
    const [first, second] = quote.lines.map(({ id }) => id);
    const one = await records.convert(quote, { mode: 'Lines', lineIds: [first] });
    expect(one).toMatchObject({
      totals: { lineNet: '100.00', allowances: '10.00', net: '90.00', gross: '108.00' },
      allowances: [{ amount: '10.00', taxCategory: 'S', taxRate: '20', reason: 'Loyalty' }],
      lines: [{ name: line.name }],
    });
    const two = await records.convert(quote, { mode: 'Lines', lineIds: [second] });
    expect([quote.totals.gross, one.totals.gross, two.totals.gross]).toEqual(['189.90', '108.00', '81.90']);
    expect(await records.get(`/v1/quotes/${quote.id}`)).toMatchObject({ status: 'Invoiced', remaining: '0.00' });
  });

  /** CHF 10.01, payable as 10.00 by cash rounding. */
  const cash = {
    currency: 'CHF',
    roundingIncrement: '0.05',
    lines: [{ ...line, quantity: '1', unitPrice: '9.26', taxRate: '8.1' }],
  };

  it('add up to the payable amount of the quote, each with cash rounding', async () => {
    const quote = await records.accepted(cash);
    expect(quote.totals).toMatchObject({ gross: '10.01', due: '10.00' });
    const half = await records.convert(quote, { mode: 'Percent', percent: '50' });
    const rest = await records.convert(quote, { mode: 'Remaining' });
    expect([half, rest].map(({ roundingIncrement }) => roundingIncrement)).toEqual(['0.05', '0.05']);
    expect([half, rest].map(({ totals }) => totals)).toMatchObject([
      { gross: '5.01', rounding: '-0.01', due: '5.00' },
      { gross: '5.00', rounding: '0.00', due: '5.00' },
    ]);
  });

  it('the last one contains earlier rounding differences, and explains them', async () => {
    const lines = [{ ...line, quantity: '1', unitPrice: '9.34', taxRate: '8.1' }];
    const quote = await records.accepted({ ...cash, lines });
    expect(quote.totals).toMatchObject({ gross: '10.10', due: '10.10' });
    const thirds = [];
    for (const body of [{ mode: 'Amount', amount: '3.37' }, { mode: 'Amount', amount: '3.37' }, { mode: 'Remaining' }])
      thirds.push(await records.convert(quote, body));
    expect(thirds.map(({ totals }) => [totals.gross, totals.due])).toEqual([
      ['3.37', '3.35'],
      ['3.37', '3.40'],
      ['3.36', '3.35'],
    ]);
    const { text } = await key.call('GET', `/v1/invoices/${thirds[1]?.id}/calculation`);
    expect(text).toContain('3.37 to the nearest 0.05, adjusted to the rest of the quote');
  });

  it('an amount equal to the payable rest takes the rest, independent of rounding', async () => {
    const quote = await records.accepted(cash);
    await records.convert(quote, { mode: 'Amount', amount: '4.00' });
    const rest = await records.convert(quote, { mode: 'Amount', amount: '6.00' });
    expect(rest.totals).toMatchObject({ gross: '6.01', rounding: '-0.01', due: '6.00' });
    expect((await records.get<QuoteView>(`/v1/quotes/${quote.id}`)).status).toBe('Invoiced');
  });

  it('keep adjusted cents when only texts are edited, issued and credited; a duplicate is not a share', async () => {
    const quote = await records.accepted({ lines: [{ ...line, quantity: '1', unitPrice: '41.67' }] });
    const third = { mode: 'Percent', percent: '33.3333' };
    for (const body of [third, third]) await records.convert(quote, body);
    // By itself, 16.66 has 13.88 and 2.78.
    const last = await records.convert(quote, { mode: 'Remaining' });
    const amounts = { net: '13.89', tax: '2.77', gross: '16.66' };
    expect(last).toMatchObject({ totals: amounts, lines: [amounts] });

    const lines = [{ ...line, name: 'Last part', quantity: '1', unitPrice: '16.66' }];
    const edited = await key.call<InvoiceView>('PATCH', `/v1/invoices/${last.id}`, { body: { lines } });
    expect(edited.body).toMatchObject({ totals: amounts, lines: [{ ...amounts, name: 'Last part' }] });
    const { id } = await records.send(edited.body);
    const credit = { invoiceId: id, reason: { code: 'Error' } };
    expect((await key.call('POST', '/v1/credit-notes', { body: credit })).body).toMatchObject({ totals: amounts });
    const duplicate = await key.call('POST', `/v1/invoices/${id}/duplicate`);
    expect(duplicate.body).toMatchObject({ totals: { net: '13.88', tax: '2.78', gross: '16.66' } });
  });

  it('are never negative, nor above the quote beside negative lines', async () => {
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

  it('leave no rest if a draft was edited beyond the quote', async () => {
    const quote = await records.accepted();
    const draft = await records.convert(quote, { mode: 'Percent', percent: '50' });
    await key.call('PATCH', `/v1/invoices/${draft.id}`, { body: { lines: [{ ...line, quantity: '3' }] } });
    for (const body of [{ mode: 'Remaining' }, { mode: 'Amount', amount: '0.01' }]) {
      const answer = await convert(quote, body);
      expect(answer.body).toMatchObject({ status: 409, code: 'action_not_allowed', currentStatus: 'Invoiced' });
    }
  });
});
