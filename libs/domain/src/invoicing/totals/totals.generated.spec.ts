import { describe, expect, it } from '@jest/globals';
import { generator, randomDocument, scaled } from '../../../test/random-documents.js';
import { add, compare, decimalOrThrow, formatDecimal, subtract, ZERO, type Decimal } from '../../shared/decimal.js';
import { computeTotals, type LineInput } from './totals.js';

const line = (quantity: string, unitPrice: string, taxRate: string, more: Partial<LineInput> = {}): LineInput => ({
  quantity,
  unitPrice,
  taxCategory: 'S',
  taxRate,
  ...more,
});
const total = (texts: readonly string[]): Decimal => texts.reduce((sum, text) => add(sum, decimalOrThrow(text)), ZERO);

describe('over many documents', () => {
  it.each([
    ['exclusive', false, 7],
    ['inclusive', true, 11],
  ])('every sum of %s prices is exact to the cent', (_name, inclusive, seed) => {
    const next = generator(seed);
    for (let round = 0; round < 1_000; round += 1) {
      const document = randomDocument(next, inclusive);
      const { lines, totals, taxBreakdown } = computeTotals(document);
      const same = (a: Decimal, b: Decimal): void => {
        if (compare(a, b) !== 0) throw new Error(`the sums differ: ${JSON.stringify({ document, totals })}`);
      };
      same(total(lines.map(({ net }) => net)), decimalOrThrow(totals.lineNet));
      same(
        add(
          subtract(decimalOrThrow(totals.lineNet), decimalOrThrow(totals.allowances)),
          decimalOrThrow(totals.charges),
        ),
        decimalOrThrow(totals.net),
      );
      same(total(taxBreakdown.map(({ taxable }) => taxable)), decimalOrThrow(totals.net));
      same(total(taxBreakdown.map(({ tax }) => tax)), decimalOrThrow(totals.tax));
      same(add(decimalOrThrow(totals.net), decimalOrThrow(totals.tax)), decimalOrThrow(totals.gross));
      same(
        add(
          subtract(decimalOrThrow(totals.gross), decimalOrThrow(document.prepaid ?? '0')),
          decimalOrThrow(totals.rounding),
        ),
        decimalOrThrow(totals.due),
      );
      for (const row of lines) same(add(decimalOrThrow(row.net), decimalOrThrow(row.tax)), decimalOrThrow(row.gross));
    }
  });

  it('loses no cent of prices that include tax: the gross is the sum of the prices', () => {
    const next = generator(13);
    for (let round = 0; round < 1_000; round += 1) {
      const prices = Array.from({ length: 1 + next(12) }, () => scaled(next(100_000), 2));
      const lines = prices.map((price) => line('1', price, ['20', '5.5', '21', '7'][next(4)] ?? '20'));
      const result = computeTotals({ currency: 'EUR', pricesIncludeTax: true, lines });
      const gross = formatDecimal(total(prices), 2);
      expect(result.totals.gross).toBe(gross);
      expect(result.lines.map((row) => row.gross)).toEqual(prices);
      expect(formatDecimal(add(total(result.lines.map(({ net }) => net)), decimalOrThrow(result.totals.tax)), 2)).toBe(
        gross,
      );
    }
  });

  it('a document with all quantities negated is the mirror image', () => {
    const next = generator(17);
    const mirror = (text: string): string =>
      /^[0.]*$/.test(text) ? text : text.startsWith('-') ? text.slice(1) : `-${text}`;
    for (let round = 0; round < 300; round += 1) {
      const lines = randomDocument(next, round % 2 === 0).lines.map((row) => ({
        ...row,
        // Amounts keep their sign when the quantity is negated; percentages follow it.
        discount: { percent: row.discount?.percent ?? '0' },
        allowances: [],
        charges: [],
      }));
      const document = { currency: 'KWD', pricesIncludeTax: round % 2 === 0, lines, allowances: [{ percent: '7.5' }] };
      const credit = { ...document, lines: lines.map((row) => ({ ...row, quantity: mirror(row.quantity) })) };
      const { totals } = computeTotals(document);
      const mirrored = Object.fromEntries(Object.entries(totals).map(([name, text]) => [name, mirror(text)]));
      expect(computeTotals(credit).totals).toEqual(mirrored);
    }
  });
});
