import { describe, expect, it } from '@jest/globals';
import { line } from '../../test/printed-cases.js';
import { generator, GROUPS, pick, scaled, type Next } from '../../test/random-documents.js';
import { remainderAsLines, remainderResult, remainingCredit, settleCredit, type CreditContext } from './credit-note.js';
import { checkTaxRules } from './taxes/tax-rules.js';
import {
  computeTotals,
  type LineInput,
  type TaxBreakdownRow,
  type TotalsInput,
  type TotalsResult,
} from './totals/totals.js';

const row = (taxable: string, tax: string, change: Partial<TaxBreakdownRow> = {}): TaxBreakdownRow => ({
  category: 'S',
  rate: '20',
  taxable,
  tax,
  exemptionReason: null,
  ...change,
});
const zeroRated = { category: 'Z', rate: '0' } as const;
const exempt = { category: 'E', rate: '0', exemptionReason: 'Article 132' } as const;
const shown = (rows: readonly TaxBreakdownRow[]): string[] =>
  rows.map(({ category, rate, taxable, tax }) => `${category} ${rate} ${taxable} + ${tax}`);
const computed = (lines: LineInput[], change: Partial<TotalsInput> = {}): TotalsResult =>
  computeTotals({ currency: 'EUR', lines, ...change });

function settled(result: TotalsResult, remaining: TaxBreakdownRow[], context?: CreditContext, currency = 'EUR') {
  const answer = settleCredit(result, remaining, currency, context);
  if ('errors' in answer) throw new Error(`refused: ${answer.errors.map(({ message }) => message).join(' ')}`);
  return answer.result;
}

describe('remainingCredit', () => {
  const invoice = [row('100.00', '20.00'), row('-5.00', '0.00', zeroRated), row('9.00', '0.00', exempt)];

  it.each<[string, TaxBreakdownRow[][], string[]]>([
    ['no credit note', [], ['S 20 100.00 + 20.00', 'Z 0 -5.00 + 0.00', 'E 0 9.00 + 0.00']],
    [
      'two of them',
      [[row('33.33', '6.67')], [row('33.33', '6.67'), row('-1.00', '0.00', zeroRated)]],
      ['S 20 33.34 + 6.66', 'Z 0 -4.00 + 0.00', 'E 0 9.00 + 0.00'],
    ],
    [
      'another writing of the rate',
      [[row('1.00', '0.20', { rate: '20.00' })]],
      ['S 20 99.00 + 19.80', 'Z 0 -5.00 + 0.00', 'E 0 9.00 + 0.00'],
    ],
    ['a whole group', [[row('100.00', '20.00')]], ['Z 0 -5.00 + 0.00', 'E 0 9.00 + 0.00']],
    ['all', [invoice], []],
  ])('after %s', (_name, credited, expected) => {
    expect(shown(remainingCredit(invoice, credited, 'EUR'))).toEqual(expected);
  });

  it('keeps the exemption reason of the invoice', () => {
    expect(remainingCredit(invoice, [], 'EUR')[2]).toEqual(row('9.00', '0.00', exempt));
  });
});

describe('settleCredit', () => {
  const remaining = [row('100.00', '20.00'), row('9.00', '0.00', exempt)];

  it('does not change a part', () => {
    const result = computed([line('1', '10', '20')]);
    expect(settled(result, remaining)).toEqual(result);
  });

  it.each<[string, TaxBreakdownRow[], string, Partial<TotalsResult['totals']>]>([
    ['less than rounded', [row('0.33', '0.06')], '0.33', { net: '0.33', tax: '0.06', gross: '0.39', due: '0.39' }],
    ['more than the rounded', [row('0.33', '0.08')], '0.33', { net: '0.33', tax: '0.08', gross: '0.41', due: '0.41' }],
  ])('gives the whole rest of a group the rest of its VAT: %s', (_name, rest, price, totals) => {
    const document = { currency: 'EUR', lines: [line('1', price, '20')] };
    const result = settled(computeTotals(document), rest, { document });
    expect(result.totals).toMatchObject(totals);
    expect(shown(result.taxBreakdown)).toEqual(shown(rest));
    const { net, tax, gross } = result.totals;
    expect(result.lines).toEqual([{ net, tax, gross }]);
  });

  it('gives the cents of the VAT to the largest line of the group', () => {
    const document = { currency: 'EUR', lines: [line('1', '0.10', '20'), line('1', '0.33', '20')] };
    const result = settled(computeTotals(document), [row('0.43', '0.08')], { document });
    expect(result.lines.map(({ tax, gross }) => [tax, gross])).toEqual([
      ['0.02', '0.12'],
      ['0.06', '0.39'],
    ]);
  });

  it('never gives a part more VAT than remains', () => {
    const result = settled(computed([line('1', '0.33', '20')]), [row('0.34', '0.05')]);
    expect(result.totals).toMatchObject({ net: '0.33', tax: '0.05', gross: '0.38' });
  });

  it('mirrors everything for a negative group', () => {
    const rest = [row('-0.34', '-0.05')];
    expect(settled(computed([line('-1', '0.33', '20')]), rest).totals).toMatchObject({ tax: '-0.05', gross: '-0.38' });
    expect(settled(computed([line('-1', '0.34', '20')]), rest).totals).toMatchObject({ tax: '-0.05', gross: '-0.39' });
  });

  it('has no cash rounding', () => {
    const result = computed([line('1', '10.01', '20')], { roundingIncrement: '0.05' });
    expect(result.totals).toMatchObject({ gross: '12.01', rounding: '-0.01', due: '12.00' });
    expect(settled(result, remaining).totals).toMatchObject({ gross: '12.01', rounding: '0.00', due: '12.01' });
  });

  it.each<[string, LineInput[], string[]]>([
    ['more than remains', [line('1', '100.01', '20')], ['over_credited S 20']],
    ['the other sign', [line('-1', '1', '20')], ['over_credited S 20']],
    ['a rate that was not invoiced', [line('1', '1', '10')], ['tax_group_not_invoiced S 10']],
    [
      'invalid amounts in two groups',
      [line('1', '1', '10'), line('1', '9.01', '0', { taxCategory: 'E' }), line('1', '1', '20')],
      ['tax_group_not_invoiced S 10', 'over_credited E 0'],
    ],
  ])('rejects %s', (_name, lines, expected) => {
    const answer = settleCredit(computed(lines), remaining, 'EUR');
    const errors = 'errors' in answer ? answer.errors : [];
    expect(errors.map(({ code, group }) => `${code} ${group.category} ${group.rate}`)).toEqual(expected);
  });

  it('accepts a line that credits nothing of a fully credited group', () => {
    expect(settled(computed([line('1', '1', '20'), line('0', '9', '10')]), remaining).totals.gross).toBe('1.20');
  });

  it('reports the rest, and detects groups that are already credited', () => {
    const lines = [line('1', '5', '10')];
    const invoiced = [row('5.00', '0.50', { rate: '10' }), ...remaining];
    expect(settleCredit(computed(lines), remaining, 'EUR', { invoiced })).toEqual({
      errors: [
        {
          code: 'over_credited',
          group: { category: 'S', rate: '10' },
          message: 'In category S at 10 %, 0.00 and 0.00 VAT are left to credit, not 5.00 and 0.50.',
        },
      ],
    });
    const [outside] = [{ quantity: '1', unitPrice: '1', taxCategory: 'O', exemptionReason: 'None' } as const];
    expect(settleCredit(computed([outside]), remaining, 'EUR')).toEqual({
      errors: [
        {
          code: 'tax_group_not_invoiced',
          group: { category: 'O', rate: null },
          message:
            'Nothing is left to credit in category O: the invoice has no such lines, or they are fully credited.',
        },
      ],
    });
  });

  it('keeps the gross if prices include VAT, and moves the cent in the largest line', () => {
    const thirds = { currency: 'EUR', pricesIncludeTax: true, lines: [line('1', '10', '20')] };
    // Lines of 10.00, 25.00 and 5.00: two of them alone are 8.33 and 1.67 each, so 8.34 and 1.66 remain.
    const last = settled(computeTotals(thirds), [row('8.34', '1.66')], { document: thirds });
    expect(last.totals).toMatchObject({ lineNet: '8.34', net: '8.34', tax: '1.66', gross: '10.00' });
    expect(last.lines).toEqual([{ net: '8.34', tax: '1.66', gross: '10.00' }]);

    const two = { ...thirds, lines: [line('1', '1', '20'), line('1', '9', '20')] };
    const part = settled(computeTotals(two), [row('8.32', '1.70')], { document: two });
    expect(part.totals).toMatchObject({ lineNet: '8.32', net: '8.32', tax: '1.68', gross: '10.00' });
    expect(part.lines).toEqual([
      { net: '0.83', tax: '0.17', gross: '1.00' },
      { net: '7.49', tax: '1.51', gross: '9.00' },
    ]);
    expect(settleCredit(computeTotals(two), [row('8.00', '1.60')], 'EUR', { document: two })).toHaveProperty('errors');
  });
});

describe('the remainder', () => {
  const remaining = [
    row('33.34', '6.66'),
    row('-4.00', '0.00', zeroRated),
    row('9.00', '0.00', exempt),
    row('0.00', '0.01', { rate: '5.5' }),
  ];
  const label = ({ category, rate }: TaxBreakdownRow): string => `Rest of ${category} ${rate ?? ''}`.trim();

  it('has one line per group, with a quantity of 1 or -1', () => {
    const outside = row('1.00', '0.00', { category: 'O', rate: null, exemptionReason: 'Not subject to VAT' });
    expect(remainderAsLines([...remaining, outside], 'EUR', label)).toEqual([
      { name: 'Rest of S 20', quantity: '1', unitPrice: '33.34', taxCategory: 'S', taxRate: '20' },
      { name: 'Rest of Z 0', quantity: '-1', unitPrice: '4.00', taxCategory: 'Z', taxRate: '0' },
      {
        name: 'Rest of E 0',
        quantity: '1',
        unitPrice: '9.00',
        taxCategory: 'E',
        taxRate: '0',
        exemptionReason: 'Article 132',
      },
      { name: 'Rest of S 5.5', quantity: '1', unitPrice: '0.00', taxCategory: 'S', taxRate: '5.5' },
      { name: 'Rest of O', quantity: '1', unitPrice: '1.00', taxCategory: 'O', exemptionReason: 'Not subject to VAT' },
    ]);
  });

  it('has exactly the remaining totals', () => {
    expect(remainderResult(remaining, 'EUR')).toEqual({
      lines: [
        { net: '33.34', tax: '6.66', gross: '40.00' },
        { net: '-4.00', tax: '0.00', gross: '-4.00' },
        { net: '9.00', tax: '0.00', gross: '9.00' },
        { net: '0.00', tax: '0.01', gross: '0.01' },
      ],
      totals: {
        lineNet: '38.34',
        allowances: '0.00',
        charges: '0.00',
        net: '38.34',
        tax: '6.67',
        gross: '45.01',
        rounding: '0.00',
        due: '45.01',
      },
      taxBreakdown: remaining,
    });
  });

  it('equals the settlement of its lines', () => {
    const lines = remainderAsLines(remaining, 'EUR', label);
    expect(checkTaxRules({ currency: 'EUR', lines })).toEqual([]);
    const { totals, taxBreakdown } = settled(computed(lines), remaining);
    expect({ totals, taxBreakdown }).toEqual({
      totals: remainderResult(remaining, 'EUR').totals,
      taxBreakdown: remaining,
    });
  });
});

describe('any invoice that is credited in parts', () => {
  const units = (text: string): bigint => BigInt(text.replace('.', ''));
  const NEGATIVE_RATES: ReadonlySet<string> = new Set(['0', '25.00']);

  function randomLines(next: Next): LineInput[] {
    return Array.from({ length: 1 + next(9) }, () => {
      const group = pick(next, GROUPS);
      // With lines of both signs in one group, a part of the lines could exceed the group.
      const sign = NEGATIVE_RATES.has(group.taxRate) ? '-' : '';
      return { quantity: `${sign}${1 + next(30)}`, unitPrice: scaled(next(300_000), 2 + next(3)), ...group };
    });
  }

  /** Splits the items at random, in any order. */
  function split<T>(next: Next, items: readonly T[]): T[][] {
    const shuffled = [...items];
    for (let at = shuffled.length - 1; at > 0; at -= 1) {
      const other = next(at + 1);
      const [a, b] = [shuffled[at], shuffled[other]];
      if (a !== undefined && b !== undefined) [shuffled[at], shuffled[other]] = [b, a];
    }
    const parts: T[][] = [];
    for (const item of shuffled) {
      const last = parts.at(-1);
      if (!last || next(2) === 0) parts.push([item]);
      else last.push(item);
    }
    return parts;
  }

  function expectToAddUp(invoice: TotalsResult, notes: readonly TotalsResult[]): void {
    for (const name of ['lineNet', 'net', 'tax', 'gross', 'due'] as const) {
      const sum = notes.reduce((acc, { totals }) => acc + units(totals[name]), 0n);
      expect([name, sum]).toEqual([name, units(invoice.totals[name])]);
    }
    for (const { lines, totals, taxBreakdown } of notes) {
      const sum = (values: string[]): bigint => values.reduce((acc, text) => acc + units(text), 0n);
      expect(sum(lines.map(({ net }) => net))).toBe(units(totals.net));
      expect(sum(taxBreakdown.map(({ taxable }) => taxable))).toBe(units(totals.net));
      expect(sum(taxBreakdown.map(({ tax }) => tax))).toBe(units(totals.tax));
      expect(lines.filter(({ net, tax, gross }) => units(net) + units(tax) !== units(gross))).toEqual([]);
    }
  }

  it.each([
    ['without VAT in its prices', false, 41],
    ['with VAT in its prices', true, 43],
  ])('%s adds up to it, by its own lines in any order', (_name, pricesIncludeTax, seed) => {
    const next = generator(seed);
    for (let round = 0; round < 200; round += 1) {
      const currency = pick(next, ['EUR', 'JPY', 'KWD']);
      const whole: TotalsInput = { currency, pricesIncludeTax, lines: randomLines(next) };
      const invoice = computeTotals(whole);
      const notes: TotalsResult[] = [];
      const remaining = () =>
        remainingCredit(
          invoice.taxBreakdown,
          notes.map((note) => note.taxBreakdown),
          currency,
        );
      for (const lines of split(next, whole.lines)) {
        const document = { ...whole, lines };
        notes.push(settled(computeTotals(document), remaining(), { document }, currency));
      }
      expect(remaining()).toEqual([]);
      expectToAddUp(invoice, notes);
    }
  });

  it('adds up if some lines are credited and then the rest', () => {
    const next = generator(47);
    for (let round = 0; round < 150; round += 1) {
      const lines = randomLines(next);
      const pricesIncludeTax = next(2) === 0;
      const invoice = computed(lines, { pricesIncludeTax, allowances: [{ percent: scaled(next(2_000), 4) }] });
      const document: TotalsInput = { currency: 'EUR', pricesIncludeTax, lines: lines.filter(() => next(3) === 0) };
      const answer = settleCredit(computeTotals(document), invoice.taxBreakdown, 'EUR', { document });
      // A document allowance can make a group smaller than the sum of its lines.
      const first = 'result' in answer ? [answer.result] : [];
      const remaining = remainingCredit(
        invoice.taxBreakdown,
        first.map((note) => note.taxBreakdown),
        'EUR',
      );
      const rest = remainderResult(remaining, 'EUR');
      const asLines = settled(computed(remainderAsLines(remaining, 'EUR', () => 'Rest')), remaining);
      expect(asLines.totals).toEqual(rest.totals);
      expectToAddUp({ ...invoice, totals: { ...invoice.totals, lineNet: invoice.totals.net } }, [...first, rest]);
      expect(remainingCredit(remaining, [rest.taxBreakdown], 'EUR')).toEqual([]);
    }
  });
});
