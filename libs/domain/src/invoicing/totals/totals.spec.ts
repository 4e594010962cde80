import { describe, expect, it } from '@jest/globals';
import { generator, randomDocument } from '../../../test/random-documents.js';
import { taxGroupKey } from './totals-input.js';
import { computeTotals, type DocumentAdjustmentInput, type LineInput, type TotalsInput } from './totals.js';

const line = (quantity: string, unitPrice: string, taxRate: string, more: Partial<LineInput> = {}): LineInput => ({
  quantity,
  unitPrice,
  taxCategory: 'S',
  taxRate,
  ...more,
});
const nets = (document: TotalsInput): string[] => computeTotals(document).lines.map(({ net }) => net);

describe('the net of a line', () => {
  it.each<[string, LineInput, string]>([
    ['quantity and price with all their decimals', line('1.2345', '0.123456', '20'), '0.15'],
    ['a half goes away from zero', line('1', '0.125', '20'), '0.13'],
    ['also below zero', line('-1', '0.125', '20'), '-0.13'],
    ['a base quantity with a remainder', line('1', '10', '20', { priceBaseQuantity: '3' }), '3.33'],
    ['a discount in percent', line('3', '33.335', '20', { discount: { percent: '10' } }), '90.00'],
    ['rounded once, not at the discount and again', line('1', '0.30', '20', { discount: { percent: '15' } }), '0.26'],
    ['a discount in percent of a returned quantity', line('-2', '50', '20', { discount: { percent: '25' } }), '-75.00'],
    ['a discount amount', line('2', '50', '20', { discount: { amount: '0.01' } }), '99.99'],
    [
      'percentages of the same base, which do not compound',
      line('1', '100', '20', { allowances: [{ percent: '10' }, { percent: '10' }], charges: [{ percent: '5' }] }),
      '85.00',
    ],
    ['a percentage with four decimals', line('1', '1000000', '20', { discount: { percent: '0.0001' } }), '999999.00'],
    ['all of it off', line('1', '19.99', '20', { discount: { percent: '100' } }), '0.00'],
  ])('%s', (_name, input, net) => {
    expect(nets({ currency: 'EUR', lines: [input] })).toEqual([net]);
  });
});

describe('VAT', () => {
  it('is due once per category and rate, not per line', () => {
    const { lines, totals } = computeTotals({
      currency: 'EUR',
      lines: Array.from({ length: 3 }, () => line('1', '0.33', '20')),
    });
    expect(lines.map(({ tax, gross }) => [tax, gross])).toEqual([
      ['0.07', '0.40'],
      ['0.07', '0.40'],
      ['0.06', '0.39'],
    ]);
    expect(totals).toMatchObject({ net: '0.99', tax: '0.20', gross: '1.19' });
  });

  it.each<[string, Partial<TotalsInput>, string[]]>([
    ['lines alone', {}, ['0.07', '0.07', '0.06']],
    ['with an allowance, which takes a share', { allowances: [{ percent: '10' }] }, ['0.07', '0.07', '0.06']],
    ['of prices that include it', { pricesIncludeTax: true }, ['0.05', '0.05', '0.06']],
    ['of a group below zero', { lines: [line('-1', '0.33', '20'), line('-2', '0.33', '20')] }, ['-0.07', '-0.13']],
  ])('is shared over the lines of a group by largest remainder: %s', (_name, change, taxes) => {
    const lines = Array.from({ length: 3 }, () => line('1', '0.33', '20'));
    expect(computeTotals({ currency: 'EUR', lines, ...change }).lines.map(({ tax }) => tax)).toEqual(taxes);
  });

  it('of the lines adds up to the breakdown, over many documents', () => {
    const next = generator(41);
    for (let round = 0; round < 100; round += 1) {
      const document = randomDocument(next, round % 2 === 0);
      const { lines, taxBreakdown, totals } = computeTotals({ ...document, allowances: [], charges: [] });
      const units = (text: string): bigint => BigInt(text.replace('.', ''));
      for (const { category, rate, tax } of taxBreakdown) {
        const of = lines.filter((_, at) => {
          const { taxCategory, taxRate } = document.lines[at] ?? { taxCategory: 'O' };
          return taxGroupKey(taxCategory, taxRate) === taxGroupKey(category, rate);
        });
        expect(of.reduce((sum, each) => sum + units(each.tax), 0n)).toBe(units(tax));
      }
      expect(lines.reduce((sum, { gross }) => sum + units(gross), 0n)).toBe(units(totals.gross));
    }
  });

  it('treats all notations of a rate as one, and separates categories of the same rate', () => {
    const { taxBreakdown } = computeTotals({
      currency: 'EUR',
      lines: [
        line('1', '10', '20'),
        line('1', '10', '20.00'),
        line('1', '5', '0', { taxCategory: 'Z' }),
        line('1', '6', '0', { taxCategory: 'E', exemptionReason: 'Article 132' }),
        line('1', '7', '0.0', { taxCategory: 'E', exemptionReason: 'Article 135' }),
        line('1', '8', '0', { taxCategory: 'E', exemptionReason: 'Article 132' }),
      ],
    });
    expect(taxBreakdown).toEqual([
      { category: 'S', rate: '20', taxable: '20.00', tax: '4.00', exemptionReason: null },
      { category: 'Z', rate: '0', taxable: '5.00', tax: '0.00', exemptionReason: null },
      { category: 'E', rate: '0', taxable: '21.00', tax: '0.00', exemptionReason: 'Article 132; Article 135' },
    ]);
  });

  it('has no rate in category O', () => {
    const lines: LineInput[] = [
      { quantity: '1', unitPrice: '9', taxCategory: 'O', exemptionReason: 'Not subject to VAT' },
    ];
    expect(computeTotals({ currency: 'EUR', lines }).taxBreakdown).toEqual([
      { category: 'O', rate: null, taxable: '9.00', tax: '0.00', exemptionReason: 'Not subject to VAT' },
    ]);
  });

  it('takes the reason of an allowance only if no line has that category', () => {
    const off: DocumentAdjustmentInput = { amount: '1.00', taxCategory: 'E', taxRate: '0', reason: 'Deposit, exempt' };
    const alone = computeTotals({ currency: 'EUR', lines: [line('1', '9', '20')], allowances: [off] });
    expect(alone.taxBreakdown[1]).toMatchObject({ taxable: '-1.00', exemptionReason: 'Deposit, exempt' });
    const lines = [line('1', '9', '0', { taxCategory: 'E' })];
    expect(computeTotals({ currency: 'EUR', lines, allowances: [off] }).taxBreakdown[0]?.exemptionReason).toBeNull();
  });

  it.each([
    ['the Québec rate, on which binary fractions give 13.96', 'CAD', '140', '9.975', '13.97'],
    ['a price from a reverse calculation', 'EUR', '82.6446', '21', '17.35'],
    ['three decimals', 'KWD', '12.3455', '5', '0.617'],
    ['four decimals', 'CLF', '1.00005', '19', '0.1900'],
    ['no decimals', 'JPY', '1234.5', '8', '99'],
  ])('%s', (_name, currency, price, rate, tax) => {
    expect(computeTotals({ currency, lines: [line('1', price, rate)] }).totals.tax).toBe(tax);
  });
});

describe('document allowances and charges', () => {
  const lines = [line('1', '10', '20'), line('1', '10', '10'), line('1', '10', '5.5')];

  it('spreads a percentage of the whole over the groups by largest remainder', () => {
    const { totals, taxBreakdown } = computeTotals({ currency: 'EUR', lines, allowances: [{ percent: '3.3333' }] });
    expect(totals).toMatchObject({ lineNet: '30.00', allowances: '1.00', net: '29.00' });
    expect(taxBreakdown.map(({ taxable }) => taxable)).toEqual(['9.66', '9.67', '9.67']);
  });

  it('applies percentages to the lines alone: allowances and charges do not compound', () => {
    const { totals } = computeTotals({
      currency: 'EUR',
      lines: [line('1', '100', '20')],
      allowances: [{ percent: '10' }, { percent: '10' }],
      charges: [{ percent: '1', taxCategory: 'S', taxRate: '20' }],
    });
    expect(totals).toMatchObject({ allowances: '20.00', charges: '1.00', net: '81.00', tax: '16.20' });
  });

  it('adds an amount without a category to the only group, otherwise to each in proportion', () => {
    const one = computeTotals({ currency: 'EUR', lines: [line('1', '10', '20')], charges: [{ amount: '2.50' }] });
    expect(one.taxBreakdown.map(({ taxable }) => taxable)).toEqual(['12.50']);
    const three = computeTotals({ currency: 'EUR', lines, allowances: [{ amount: '1.00' }] });
    expect(three.taxBreakdown.map(({ taxable }) => taxable)).toEqual(['9.66', '9.67', '9.67']);
  });

  it('spreads over groups that cancel out', () => {
    const { totals, taxBreakdown } = computeTotals({
      currency: 'EUR',
      lines: [line('1', '100', '20'), line('-1', '100', '10')],
      allowances: [{ percent: '10' }],
    });
    expect(totals).toMatchObject({ allowances: '0.00', net: '0.00', tax: '9.00' });
    expect(taxBreakdown.map(({ taxable }) => taxable)).toEqual(['90.00', '-90.00']);
  });
});

describe('prices including tax', () => {
  const inclusive = (lines: LineInput[], more: Partial<TotalsInput> = {}): TotalsInput => ({
    currency: 'EUR',
    pricesIncludeTax: true,
    lines,
    ...more,
  });

  it('keep the gross and round the net', () => {
    const { lines, totals } = computeTotals(inclusive([line('1', '100', '21')]));
    expect(totals).toMatchObject({ net: '82.64', tax: '17.36', gross: '100.00' });
    expect(lines).toEqual([{ net: '82.64', tax: '17.36', gross: '100.00' }]);
  });

  it('spread the net of a group over its lines by largest remainder', () => {
    const { lines, totals } = computeTotals(inclusive(Array.from({ length: 3 }, () => line('1', '10', '20'))));
    expect(lines.map(({ net }) => net)).toEqual(['8.34', '8.33', '8.33']);
    expect(lines.map(({ gross }) => gross)).toEqual(['10.00', '10.00', '10.00']);
    expect(totals).toMatchObject({ lineNet: '25.00', tax: '5.00', gross: '30.00' });
  });

  it('keep the lines of a group that cancels out', () => {
    const { lines, totals } = computeTotals(inclusive([line('1', '10', '20'), line('-1', '10', '20')]));
    expect(lines.map(({ net }) => net)).toEqual(['8.33', '-8.33']);
    expect(totals).toMatchObject({ net: '0.00', tax: '0.00', gross: '0.00' });
  });

  it('include it in document allowances and charges as well', () => {
    const { totals } = computeTotals(
      inclusive([line('1', '120', '20')], { allowances: [{ percent: '10' }], charges: [{ amount: '6.00' }] }),
    );
    expect(totals).toMatchObject({
      lineNet: '100.00',
      allowances: '10.00',
      charges: '5.00',
      net: '95.00',
      gross: '114.00',
    });
  });
});

describe('cash rounding', () => {
  it.each([
    ['10.02', undefined, '-0.02', '10.00'],
    ['10.03', undefined, '0.02', '10.05'],
    ['10.025', undefined, '0.02', '10.05'],
    ['10.05', undefined, '0.00', '10.05'],
    ['10.03', '5.00', '0.02', '5.05'],
    ['10.03', '10.03', '0.00', '0.00'],
  ])('of %s less %s to 0.05 is %s', (price, prepaid, rounding, due) => {
    const lines = [line('1', price, '0', { taxCategory: 'Z' })];
    const { totals } = computeTotals({ currency: 'CHF', lines, prepaid, roundingIncrement: '0.05' });
    expect(totals).toMatchObject({ rounding, due, tax: '0.00' });
  });

  it('rounds half away from zero and never changes VAT', () => {
    const up = computeTotals({ currency: 'SEK', lines: [line('1', '100.40', '25')], roundingIncrement: '1.00' });
    expect(up.totals).toMatchObject({ tax: '25.10', gross: '125.50', rounding: '0.50', due: '126.00' });
    const down = computeTotals({ currency: 'SEK', lines: [line('-1', '100.40', '25')], roundingIncrement: '1.00' });
    expect(down.totals).toMatchObject({ tax: '-25.10', gross: '-125.50', rounding: '-0.50', due: '-126.00' });
  });

  it('with an increment of zero rounds nothing', () => {
    const { totals } = computeTotals({ currency: 'EUR', lines: [line('1', '9.99', '20')], roundingIncrement: '0.00' });
    expect(totals).toMatchObject({ rounding: '0.00', due: '11.99' });
  });
});

describe('edge cases', () => {
  it.each([
    ['EUR', '0.00'],
    ['JPY', '0'],
    ['KWD', '0.000'],
  ])('a document without lines is zero in %s', (currency, zero) => {
    expect(computeTotals({ currency, lines: [], allowances: [{ percent: '10' }] })).toEqual({
      lines: [],
      totals: {
        lineNet: zero,
        allowances: zero,
        charges: zero,
        net: zero,
        tax: zero,
        gross: zero,
        rounding: zero,
        due: zero,
      },
      taxBreakdown: [],
    });
  });

  it.each<[string, Partial<TotalsInput>]>([
    ['an unknown currency', { currency: 'XYZ' }],
    ['a quantity that is not a decimal', { lines: [line('1e3', '1', '20')] }],
    ['too many decimals', { lines: [line('1.00001', '1', '20')] }],
    ['a base quantity of zero', { lines: [line('1', '1', '20', { priceBaseQuantity: '0' })] }],
    ['no rate', { lines: [line('1', '1', '20', { taxRate: undefined })] }],
    ['both amount and percent', { allowances: [{ amount: '1.00', percent: '1' }] }],
    ['an amount without a group', { lines: [], charges: [{ amount: '1.00' }] }],
  ])('rejects %s instead of guessing', (_name, change) => {
    expect(() => computeTotals({ currency: 'EUR', lines: [line('1', '1', '20')], ...change })).toThrow(RangeError);
  });
});
