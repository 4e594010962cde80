import { describe, expect, it } from '@jest/globals';
import { add, compare, formatDecimal, parseDecimal, subtract, ZERO, type Decimal } from './decimal.js';
import { computeTotals, type DocumentAdjustmentInput, type LineInput, type TotalsInput } from './totals.js';

const line = (quantity: string, unitPrice: string, taxRate: string, more: Partial<LineInput> = {}): LineInput => ({
  quantity,
  unitPrice,
  taxCategory: 'S',
  taxRate,
  ...more,
});
const decimal = (text: string): Decimal => parseDecimal(text, 6) ?? ZERO;
const total = (texts: readonly string[]): Decimal => texts.reduce((sum, text) => add(sum, decimal(text)), ZERO);

describe('over many documents', () => {
  /** A fixed sequence, so that a failure can be repeated. */
  function generator(seed: number): (below: number) => number {
    let state = seed;
    return (below) => {
      state = (state * 48271) % 2147483647;
      return state % below;
    };
  }

  const scaled = (units: number, scale: number): string => formatDecimal({ units: BigInt(units), scale }, scale);

  function randomDocument(next: (below: number) => number, inclusive: boolean): TotalsInput {
    const [currency, digits] = (
      [
        ['EUR', 2],
        ['JPY', 0],
        ['KWD', 3],
      ] as const
    )[next(3)] ?? ['EUR', 2];
    const rates = ['20', '5.5', '2.1', '9.975', '19', '25'];
    const lines = Array.from({ length: 1 + next(8) }, () =>
      line(scaled(next(40_000) - 8_000, 1 + next(4)), scaled(next(9_000_000), 2 + next(5)), rates[next(6)] ?? '20', {
        ...(next(3) === 0 ? { discount: { percent: scaled(next(500_000), 4) } } : {}),
        ...(next(5) === 0 ? { charges: [{ amount: scaled(next(5_000), digits) }] } : {}),
      }),
    );
    const allowances: DocumentAdjustmentInput[] = next(3) === 0 ? [{ percent: scaled(next(300_000), 4) }] : [];
    const charges: DocumentAdjustmentInput[] =
      next(3) === 0 ? [{ amount: scaled(next(5_000), digits), taxCategory: 'S', taxRate: rates[next(6)] ?? '20' }] : [];
    return { currency, pricesIncludeTax: inclusive, lines, allowances, charges, roundingIncrement: scaled(5, digits) };
  }

  it.each([
    ['exclusive', false, 7],
    ['inclusive', true, 11],
  ])('every sum of %s prices closes to the cent', (_name, inclusive, seed) => {
    const next = generator(seed);
    for (let round = 0; round < 1_000; round += 1) {
      const document = randomDocument(next, inclusive);
      const { lines, totals, taxBreakdown } = computeTotals(document);
      const same = (a: Decimal, b: Decimal): void => {
        if (compare(a, b) !== 0) throw new Error(`the sums differ: ${JSON.stringify({ document, totals })}`);
      };
      same(total(lines.map(({ net }) => net)), decimal(totals.lineNet));
      same(
        add(subtract(decimal(totals.lineNet), decimal(totals.allowances)), decimal(totals.charges)),
        decimal(totals.net),
      );
      same(total(taxBreakdown.map(({ taxable }) => taxable)), decimal(totals.net));
      same(total(taxBreakdown.map(({ tax }) => tax)), decimal(totals.tax));
      same(add(decimal(totals.net), decimal(totals.tax)), decimal(totals.gross));
      same(add(decimal(totals.gross), decimal(totals.rounding)), decimal(totals.due));
      for (const row of lines) same(add(decimal(row.net), decimal(row.tax)), decimal(row.gross));
    }
  });

  it('loses no cent of prices that include tax: the gross is the sum of what was asked', () => {
    const next = generator(13);
    for (let round = 0; round < 1_000; round += 1) {
      const prices = Array.from({ length: 1 + next(12) }, () => scaled(next(100_000), 2));
      const lines = prices.map((price) => line('1', price, ['20', '5.5', '21', '7'][next(4)] ?? '20'));
      const result = computeTotals({ currency: 'EUR', pricesIncludeTax: true, lines });
      const gross = formatDecimal(total(prices), 2);
      expect(result.totals.gross).toBe(gross);
      expect(result.lines.map((row) => row.gross)).toEqual(prices);
      expect(formatDecimal(add(total(result.lines.map(({ net }) => net)), decimal(result.totals.tax)), 2)).toBe(gross);
    }
  });

  it('a document with all quantities negated is the mirror image', () => {
    const next = generator(17);
    const mirror = (text: string): string =>
      /^[0.]*$/.test(text) ? text : text.startsWith('-') ? text.slice(1) : `-${text}`;
    for (let round = 0; round < 300; round += 1) {
      const lines = randomDocument(next, round % 2 === 0).lines.map(({ charges: _charges, ...rest }) => rest);
      const document = { currency: 'KWD', pricesIncludeTax: round % 2 === 0, lines, allowances: [{ percent: '7.5' }] };
      const credit = { ...document, lines: lines.map((row) => ({ ...row, quantity: mirror(row.quantity) })) };
      const { totals } = computeTotals(document);
      const mirrored = Object.fromEntries(Object.entries(totals).map(([name, text]) => [name, mirror(text)]));
      expect(computeTotals(credit).totals).toEqual(mirrored);
    }
  });
});
