import { exampleQuote } from '@billhook/contract/examples/example-quotes';
import { ConvertQuote } from '@billhook/contract/invoicing/quote';
import { describe, expect, it } from '@jest/globals';
import { conversionAmount, conversionBody, isTooMuch, isUntouched, type Conversion } from './conversion.rules.js';

const choice = (part: Partial<Conversion>): Conversion => ({
  mode: 'Whole',
  percent: '',
  amount: '',
  lineIds: [],
  ...part,
});
const [line] = exampleQuote.lines;

describe('the total of an invoice of a part', () => {
  it.each([
    [{ mode: 'Whole' }, '1080.00'],
    [{ mode: 'Remaining' }, '1080.00'],
    [{ mode: 'Percent', percent: '33.3333' }, '360.00'],
    [{ mode: 'Percent', percent: '0' }, undefined],
    [{ mode: 'Percent', percent: 'x' }, undefined],
    [{ mode: 'Amount', amount: '100' }, '100.00'],
    [{ mode: 'Amount', amount: '100.001' }, undefined],
    [{ mode: 'Lines', lineIds: [line?.id ?? 0] }, '1080.00'],
    [{ mode: 'Lines', lineIds: [] }, undefined],
  ] as const)('%j is %s', (part, amount) => {
    expect(conversionAmount(exampleQuote, choice(part))).toBe(amount);
  });

  it('of chosen lines includes their parts of the allowances and charges', () => {
    if (!line) throw new Error('no line');
    const lines = [line, { ...line, id: line.id + 1, unitPrice: '150.00' }];
    const discounted = { ...exampleQuote, lines, allowances: [{ percent: '10' }] };
    const [first = 0, second = 0] = lines.map(({ id }) => id);
    const amounts = [[first], [second], [first, second]].map((lineIds) =>
      conversionAmount(discounted, choice({ mode: 'Lines', lineIds })),
    );
    expect(amounts).toEqual(['972.00', '324.00', '1296.00']);
  });

  it('must not exceed what remains', () => {
    const partly = { ...exampleQuote, invoicedTotal: '1000.00', remaining: '80.00', invoiceIds: [1] };
    expect([isTooMuch(partly, '80.00'), isTooMuch(partly, '80.01')]).toEqual([false, true]);
    expect([isUntouched(exampleQuote), isUntouched(partly)]).toEqual([true, false]);
  });

  it('is requested with the members of its mode only', () => {
    const chosen = choice({ percent: '30', amount: '10.00', lineIds: [1] });
    for (const mode of ['Whole', 'Percent', 'Amount', 'Lines', 'Remaining'] as const) {
      expect(ConvertQuote.safeParse(conversionBody({ ...chosen, mode })).success).toBe(true);
    }
  });
});
