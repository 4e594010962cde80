import { describe, expect, it } from '@jest/globals';
import { generator, pick, randomDocument, scaled, type Next } from '../test/random-documents.js';
import { grossOf, percentOf, remainingShares, shareOf, sumShares, type GroupShare } from './shares.js';
import { computeTotals } from './totals.js';
import type { TaxCategory } from './totals-input.js';

const share = (gross: string, rate: string | null = '20', category: TaxCategory = 'S'): GroupShare => ({
  category,
  rate,
  exemptionReason: null,
  gross,
});
const shown = (shares: readonly GroupShare[]): string[] =>
  shares.map(({ category, rate, gross }) => `${category} ${rate} ${gross}`);

describe('grossOf', () => {
  it('adds the VAT of each row to its net', () => {
    const { taxBreakdown } = computeTotals({
      currency: 'EUR',
      lines: [
        { quantity: '1', unitPrice: '100', taxCategory: 'S', taxRate: '20.00' },
        { quantity: '-1', unitPrice: '5', taxCategory: 'E', taxRate: '0', exemptionReason: 'Article 132' },
      ],
    });
    expect(grossOf(taxBreakdown, 'EUR')).toEqual([
      { category: 'S', rate: '20', exemptionReason: null, gross: '120.00' },
      { category: 'E', rate: '0', exemptionReason: 'Article 132', gross: '-5.00' },
    ]);
  });

  it.each([
    ['JPY', '1127', '113', '1240'],
    ['KWD', '1.000', '0.050', '1.050'],
  ])('knows the digits of %s', (currency, taxable, tax, gross) => {
    const row = { category: 'S', rate: '10', exemptionReason: null, taxable, tax } as const;
    expect(grossOf([row], currency)[0]?.gross).toBe(gross);
  });
});

describe('remainingShares', () => {
  const whole = [share('120.00'), share('-20.00', '0', 'Z'), share('10.00', '5.5')];

  it.each<[string, GroupShare[][], string[]]>([
    ['nothing taken', [], ['S 20 120.00', 'Z 0 -20.00', 'S 5.5 10.00']],
    ['an empty invoice', [[]], ['S 20 120.00', 'Z 0 -20.00', 'S 5.5 10.00']],
    [
      'two invoices',
      [[share('20.01')], [share('0.99'), share('-5.00', '0', 'Z')]],
      ['S 20 99.00', 'Z 0 -15.00', 'S 5.5 10.00'],
    ],
    ['another writing of the rate', [[share('20.00', '20.00')]], ['S 20 100.00', 'Z 0 -20.00', 'S 5.5 10.00']],
    ['a group all taken', [[share('120.00')]], ['Z 0 -20.00', 'S 5.5 10.00']],
    ['all', [whole], []],
    ['more than there is', [whole, [share('0.01')]], ['S 20 -0.01']],
    ['what is no part of it', [whole, [share('1.00', '7')]], ['S 7 -1.00']],
  ])('of %s', (_name, taken, expected) => {
    expect(shown(remainingShares(whole, taken, 'EUR'))).toEqual(expected);
  });
});

describe('shareOf', () => {
  it.each<[string, GroupShare[], string, string[]]>([
    ['one group', [share('120.00')], '40.00', ['S 20 40.00']],
    [
      'thirds of a cent, by largest remainder',
      [share('1.00'), share('1.00', '10'), share('1.00', '5.5')],
      '1.00',
      ['S 20 0.34', 'S 10 0.33', 'S 5.5 0.33'],
    ],
    ['groups that get nothing', [share('100.00'), share('0.01', '10')], '1.00', ['S 20 1.00']],
    ['a negative group', [share('120.00'), share('-20.00', '0', 'Z')], '50.00', ['S 20 60.00', 'Z 0 -10.00']],
    ['nearly all', [share('120.00'), share('-20.00', '0', 'Z')], '99.99', ['S 20 119.98', 'Z 0 -19.99']],
    ['all', [share('120.00'), share('-20.00', '0', 'Z')], '100.00', ['S 20 120.00', 'Z 0 -20.00']],
    ['nothing', [share('120.00')], '0.00', []],
    ['all of what cancels out', [share('20.00'), share('-20.00', '0', 'Z')], '0.00', ['S 20 20.00', 'Z 0 -20.00']],
    [
      'a quote of less than nothing',
      [share('-120.00'), share('20.00', '0', 'Z')],
      '-50.00',
      ['S 20 -60.00', 'Z 0 10.00'],
    ],
    ['two rows of a group', [share('1.00'), share('2.00', '20.0')], '1.50', ['S 20 1.50']],
    ['no groups', [], '0.00', []],
  ])('spreads over %s', (_name, remaining, total, expected) => {
    expect(shown(shareOf(remaining, total, 'EUR'))).toEqual(expected);
  });

  it.each<[string, GroupShare[], string]>([
    ['more than remains', [share('120.00')], '120.01'],
    ['more than the sum, though a group has it', [share('120.00'), share('-20.00', '0', 'Z')], '110.00'],
    ['a negative total', [share('120.00')], '-0.01'],
    ['a positive total of a negative sum', [share('-120.00')], '0.01'],
    ['less than a negative sum', [share('-120.00')], '-120.01'],
    ['anything of nothing', [], '0.01'],
    ['anything of what cancels out', [share('20.00'), share('-20.00', '0', 'Z')], '0.01'],
    ['fractions of a cent', [share('120.00')], '0.001'],
    ['what is no number', [share('120.00')], 'all'],
  ])('refuses %s', (_name, remaining, total) => {
    expect(() => shareOf(remaining, total, 'EUR')).toThrow(RangeError);
  });
});

describe('percentOf', () => {
  it.each([
    ['100.00', '30', 'EUR', '30.00'],
    ['0.05', '50', 'EUR', '0.03'],
    ['-0.05', '50', 'EUR', '-0.03'],
    ['33.33', '33.3333', 'EUR', '11.11'],
    ['1127', '50', 'JPY', '564'],
    ['1.001', '50', 'KWD', '0.501'],
    ['100.00', '100', 'EUR', '100.00'],
    ['100.00', '0', 'EUR', '0.00'],
  ])('%s × %s %% in %s is %s', (gross, percent, currency, expected) => {
    expect(percentOf(gross, percent, currency)).toBe(expected);
  });

  it('refuses five decimals', () => {
    expect(() => percentOf('1.00', '1.00001', 'EUR')).toThrow(RangeError);
  });
});

describe('sumShares', () => {
  it('adds up, and is zero of nothing', () => {
    expect(sumShares([share('120.00'), share('-20.01', '0', 'Z')], 'EUR')).toBe('99.99');
    expect(sumShares([], 'EUR')).toBe('0.00');
    expect(sumShares([], 'JPY')).toBe('0');
  });
});

describe('any quote that is invoiced in parts', () => {
  const units = (text: string): bigint => BigInt(text.replace('.', ''));

  function wholeOf(next: Next): { whole: GroupShare[]; currency: string } {
    const document = randomDocument(next, next(2) === 0);
    return { whole: grossOf(computeTotals(document).taxBreakdown, document.currency), currency: document.currency };
  }

  it('adds up to it, and no part takes more of a group than there is', () => {
    const next = generator(37);
    for (let round = 0; round < 150; round += 1) {
      const { whole, currency } = wholeOf(next);
      const taken: GroupShare[][] = [];
      for (
        let left = remainingShares(whole, taken, currency);
        left.length > 0;
        left = remainingShares(whole, taken, currency)
      ) {
        const total =
          taken.length < 5
            ? percentOf(
                sumShares(left, currency),
                pick(next, ['30', '33.3333', '50', scaled(next(1_000_000), 4)]),
                currency,
              )
            : sumShares(left, currency);
        const part = shareOf(left, total, currency);
        expect(sumShares(part, currency)).toBe(total);
        for (const row of part) {
          const of = left.find(({ category, rate }) => category === row.category && rate === row.rate);
          const [mine, all] = [units(row.gross), units(of?.gross ?? '0')];
          expect(mine < 0n === all < 0n && (mine < 0n ? mine >= all : mine <= all)).toBe(true);
        }
        taken.push(part);
      }
      const sums = whole.map((row) => ({
        ...row,
        gross: sumShares(
          taken.flat().filter(({ category, rate }) => category === row.category && rate === row.rate),
          currency,
        ),
      }));
      expect(sums).toEqual(whole);
    }
  });
});
