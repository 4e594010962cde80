import { describe, expect, it } from '@jest/globals';
import { generator, randomDocument } from '../../../test/random-documents.js';
import { adjustmentsOfLines, type Adjustments } from './chosen-lines.js';
import { fitShares, fittedAmounts, remainingShares } from './shares.js';
import { computeTotals, type LineInput, type TotalsInput, type TotalsResult } from './totals.js';

const line = (unitPrice: string, taxRate = '20', quantity = '1'): LineInput => ({
  ...{ quantity, unitPrice, taxRate },
  taxCategory: 'S',
});
const document = (change: Partial<TotalsInput>): TotalsInput => ({ currency: 'EUR', lines: [], ...change });
const shown = ({ allowances, charges }: Adjustments): string[] => [
  ...allowances.map(({ amount, taxRate, reason }) => `-${amount} at ${taxRate}${reason ? `, ${reason}` : ''}`),
  ...charges.map(({ amount, taxRate, reason }) => `+${amount} at ${taxRate}${reason ? `, ${reason}` : ''}`),
];
const parts = (of: TotalsInput, ...chosen: number[][]): string[][] =>
  chosen.map((lines) => shown(adjustmentsOfLines(of, new Set(lines))));

describe('the parts of document allowances and charges of chosen lines', () => {
  it('are a percentage of each line, and unchanged for all lines', () => {
    const quote = document({ lines: [line('100'), line('75')], allowances: [{ percent: '10', reason: 'Loyalty' }] });
    expect(parts(quote, [0], [1])).toEqual([['-10.00 at 20, Loyalty'], ['-7.50 at 20, Loyalty']]);
    expect(adjustmentsOfLines(quote, new Set([0, 1]))).toEqual({ allowances: quote.allowances, charges: [] });
  });

  it('are an amount by largest remainder', () => {
    const quote = document({ lines: [line('10'), line('10'), line('10')], charges: [{ amount: '1.00' }] });
    expect(parts(quote, [0], [1], [2], [0, 2])).toEqual([
      ['+0.34 at 20'],
      ['+0.33 at 20'],
      ['+0.33 at 20'],
      ['+0.67 at 20'],
    ]);
  });

  it('are in the category and rate of each line', () => {
    const lines = [line('100'), line('50', '5.5'), line('50')];
    const quote = document({
      lines,
      allowances: [{ percent: '10' }, { amount: '3.00', taxCategory: 'S', taxRate: '20' }],
    });
    expect(parts(quote, [0, 1], [1], [2])).toEqual([
      ['-10.00 at 20', '-2.00 at 20', '-5.00 at 5.5'],
      ['-5.00 at 5.5'],
      ['-5.00 at 20', '-1.00 at 20'],
    ]);
  });

  it('of a category and rate without lines are spread over all lines', () => {
    const charges = [{ amount: '9.00', taxCategory: 'S', taxRate: '20', reason: 'Freight' }] as const;
    const quote = document({ lines: [line('10', '5.5'), line('20', '5.5')], charges: [...charges] });
    expect(parts(quote, [0], [1])).toEqual([['+3.00 at 20, Freight'], ['+6.00 at 20, Freight']]);
  });

  it('of a line that takes something back have the other sign', () => {
    const quote = document({ lines: [line('100'), line('10', '20', '-1')], allowances: [{ percent: '10' }] });
    expect(parts(quote, [0], [1])).toEqual([['-10.00 at 20'], ['+1.00 at 20']]);
  });

  it('do not exceed their lines if the sum of the lines is small', () => {
    const quote = document({ lines: [line('100'), line('99', '20', '-1')], charges: [{ amount: '19.90' }] });
    expect(parts(quote, [0], [1])).toEqual([['+10.00 at 20'], ['+9.90 at 20']]);
  });

  it('are none of nothing, and none without them', () => {
    const quote = document({ lines: [line('10'), line('5')], allowances: [{ amount: '0.00' }] });
    expect(parts(quote, [0], [])).toEqual([[], []]);
  });
});

describe('any quote whose lines are invoiced one after the other', () => {
  it('is the sum of its invoices: net and VAT of each group, gross, and the parts of all lines', () => {
    const next = generator(2027);
    let checked = 0;
    for (let round = 0; round < 400; round += 1) {
      const { prepaid: _, roundingIncrement: __, ...quote } = randomDocument(next, next(2) === 0);
      const whole = computeTotals(quote);
      // With amounts of both signs, an invoice can exceed the quote, which the API rejects.
      const positive = [
        ...whole.lines.map(({ net }) => net),
        ...whole.taxBreakdown.map(({ taxable }) => taxable),
      ].every((amount) => !amount.startsWith('-'));
      const invoices: TotalsResult[] = [];
      const left = () =>
        remainingShares(
          whole.taxBreakdown,
          invoices.map((each) => each.taxBreakdown),
          quote.currency,
        );
      // Random lines, each in one invoice.
      const waiting = quote.lines.map((_line, at) => at);
      while (waiting.length > 0) {
        const chosen = new Set(Array.from({ length: 1 + next(3) }, () => waiting[next(waiting.length)] ?? 0));
        for (const at of chosen) waiting.splice(waiting.indexOf(at), 1);
        const lines = quote.lines.filter((_line, at) => chosen.has(at));
        const body = { ...quote, lines, ...adjustmentsOfLines(quote, chosen) };
        const computed = computeTotals(body);
        const fitted = fitShares(computed.taxBreakdown, left(), body);
        invoices.push(fitted ? computeTotals({ ...body, fitted: fittedAmounts(body, fitted, null) }) : computed);
        if (!fitted) break;
      }
      const units = (text: string): bigint => BigInt(text.replace('.', ''));
      if (waiting.length > 0 || invoices.some(({ totals }) => totals.gross.startsWith('-'))) {
        expect(positive).toBe(false);
        continue;
      }
      expect(left()).toEqual([]);
      const sum = (key: 'gross' | 'net' | 'tax'): bigint =>
        invoices.reduce((total, { totals }) => total + units(totals[key]), 0n);
      expect([sum('gross'), sum('net'), sum('tax')]).toEqual(
        (['gross', 'net', 'tax'] as const).map((key) => units(whole.totals[key])),
      );
      checked += 1;
    }
    expect(checked).toBeGreaterThan(60);
  });
});
