import { describe, expect, it } from '@jest/globals';
import { line } from '../../../test/printed-cases.js';
import { generator, randomDocument, scaled } from '../../../test/random-documents.js';
import {
  add,
  compare,
  formatDecimal,
  parseDecimal,
  roundQuotient,
  subtract,
  ZERO,
  type Decimal,
} from '../../shared/decimal.js';
import { explainMismatch, type MismatchLine, type TotalMismatch } from './total-mismatch.js';
import { computeTotals, type TotalsInput } from './totals.js';

const thirds = Array.from({ length: 3 }, () => line('1', '0.33', '20'));
const document = (change: Partial<TotalsInput> = {}): TotalsInput => ({ currency: 'EUR', lines: thirds, ...change });
const shown = ({ pointer, figure, net, tax, theirs }: MismatchLine): string =>
  `${pointer} ${figure}: ${net} + ${tax}, theirs ${theirs}`;

describe('explainMismatch', () => {
  it.each<[string, TotalsInput, string, TotalMismatch['cause'], RegExp, string[]]>([
    [
      'VAT rounded on each line',
      document(),
      '1.20',
      'LineTaxRounded',
      /VAT is rounded on each line\. VAT is computed once per category and rate/,
      ['/lines/2 tax: 0.33 + 0.06, theirs 0.07'],
    ],
    [
      // Invoice Ninja's own test of 82.6446 at 21 %, which gives 100.00 or 99.99.
      'VAT recalculated from the net of a price that includes it',
      document({ pricesIncludeTax: true, lines: [line('1', '100', '21')] }),
      '99.99',
      'LineTaxRounded',
      /extracted from each line/,
      ['/lines/0 gross: 82.64 + 17.36, theirs 99.99'],
    ],
    [
      'lines that are not rounded',
      document({ lines: [line('1', '0.335', '20'), line('3', '0.335', '20'), line('1', '5', '20')] }),
      '7.61',
      'LineNetUnrounded',
      /not rounded on each line\. Each line is rounded to 2 decimals/,
      ['/lines/0 net: 0.34 + 0.07, theirs 0.335', '/lines/1 net: 1.01 + 0.20, theirs 1.005'],
    ],
    [
      'lines with infinite decimals, whole yen',
      document({
        currency: 'JPY',
        lines: Array.from({ length: 5 }, () => line('1', '10', '10', { priceBaseQuantity: '3' })),
      }),
      '18',
      'LineNetUnrounded',
      /rounded to 0 decimals/,
      [
        ...[0, 1].map((at) => `/lines/${at} net: 3 + 1, theirs 3.3333`),
        ...[2, 3, 4].map((at) => `/lines/${at} net: 3 + 0, theirs 3.3333`),
      ],
    ],
    [
      'lines that are not rounded, with VAT in the prices',
      document({ pricesIncludeTax: true, lines: Array.from({ length: 2 }, () => line('1', '0.335', '20')) }),
      '0.67',
      'LineNetUnrounded',
      /not rounded/,
      ['/lines/0 gross: 0.29 + 0.05, theirs 0.335', '/lines/1 gross: 0.28 + 0.06, theirs 0.335'],
    ],
    [
      'prices treated as including VAT',
      document({ lines: [line('1', '100', '20'), line('1', '7', '0', { taxCategory: 'Z' })] }),
      '107.00',
      'TaxIncludedOrNot',
      /as including VAT\. pricesIncludeTax is false/,
      ['/lines/0 net: 100.00 + 20.00, theirs 83.33'],
    ],
    [
      'prices treated as without VAT',
      document({ pricesIncludeTax: true, lines: [line('1', '120', '20')] }),
      '144.00',
      'TaxIncludedOrNot',
      /excluding VAT\. pricesIncludeTax is true/,
      ['/lines/0 net: 100.00 + 20.00, theirs 120.00'],
    ],
    [
      'the net for the gross, with VAT in the prices',
      document({ pricesIncludeTax: true, lines: [line('1', '120', '20')] }),
      '100',
      'TaxIncludedOrNot',
      /total leaves out VAT/,
      ['/lines/0 gross: 100.00 + 20.00, theirs 100.00'],
    ],
    [
      'allowances and charges of the document left out',
      document({ lines: [line('1', '100', '20')], allowances: [{ percent: '10' }], charges: [{ amount: '5.00' }] }),
      '120.00',
      'AllowanceIgnored',
      /the allowances and charges of the document are left out/,
      [],
    ],
    [
      'the allowances alone left out',
      document({ lines: [line('1', '100', '20')], allowances: [{ percent: '10' }], charges: [{ amount: '5.00' }] }),
      '126.00',
      'AllowanceIgnored',
      /the allowances of the document are left out/,
      [],
    ],
    [
      'the charges alone left out',
      document({ lines: [line('1', '100', '20')], allowances: [{ percent: '10' }], charges: [{ amount: '5.00' }] }),
      '108.00',
      'AllowanceIgnored',
      /the charges of the document are left out/,
      [],
    ],
    [
      'the discount of a line left out',
      document({ lines: [line('1', '100', '20', { discount: { percent: '10' } }), line('1', '1', '20')] }),
      '121.20',
      'AllowanceIgnored',
      /of the lines are left out/,
      ['/lines/0 net: 90.00 + 18.00, theirs 100.00'],
    ],
    [
      'all of them left out',
      document({
        pricesIncludeTax: true,
        lines: [line('1', '100', '20', { discount: { percent: '10' } })],
        allowances: [{ amount: '1.00' }],
      }),
      '100.00',
      'AllowanceIgnored',
      /all discounts, allowances and charges/,
      ['/lines/0 gross: 75.00 + 15.00, theirs 100.00'],
    ],
    [
      'lines cut off',
      document({
        lines: [line('1', '0.129', '0', { taxCategory: 'Z' }), line('1', '0.128', '0', { taxCategory: 'Z' })],
      }),
      '0.24',
      'Truncated',
      /lines are truncated/,
      ['/lines/0 net: 0.13 + 0.00, theirs 0.12', '/lines/1 net: 0.13 + 0.00, theirs 0.12'],
    ],
    [
      'VAT cut off',
      document({ lines: [line('1', '1.04', '20')] }),
      '1.24',
      'Truncated',
      /VAT is truncated instead of rounded/,
      [],
    ],
    [
      'lines and VAT cut off',
      document({ lines: ['0.578', '1.243', '1.135'].map((price) => line('1', price, '20')) }),
      '3.52',
      'Truncated',
      /lines and VAT are truncated/,
      ['/lines/0 net: 0.58 + 0.11, theirs 0.57', '/lines/2 net: 1.14 + 0.23, theirs 1.13'],
    ],
    [
      'VAT cut off on each line',
      document({ lines: ['0.676', '0.526', '0.783'].map((price) => line('1', price, '20')) }),
      '2.37',
      'Truncated',
      /VAT is truncated on each line/,
      ['/lines/0 tax: 0.68 + 0.14, theirs 0.13', '/lines/1 tax: 0.53 + 0.11, theirs 0.10'],
    ],
    [
      'lines and the VAT of each cut off',
      document({ lines: ['0.676', '0.526', '0.783'].map((price) => line('1', price, '20')) }),
      '2.35',
      'Truncated',
      /lines and their VAT are truncated/,
      ['/lines/0 net: 0.68 + 0.14, theirs 0.67', '/lines/1 net: 0.53 + 0.11, theirs 0.52'],
    ],
    [
      'prices with VAT cut off',
      document({ pricesIncludeTax: true, lines: [line('1', '0.129', '20'), line('1', '0.128', '20')] }),
      '0.24',
      'Truncated',
      /lines are truncated/,
      ['/lines/0 gross: 0.11 + 0.02, theirs 0.12', '/lines/1 gross: 0.11 + 0.02, theirs 0.12'],
    ],
  ])('finds %s', (_name, input, expected, cause, message, lines) => {
    const mismatch = explainMismatch(input, expected);
    expect(mismatch).toMatchObject({ cause, message: expect.stringMatching(message) });
    expect(mismatch.lines.map(shown)).toEqual(lines);
  });

  it('begins with both totals', () => {
    expect(explainMismatch(document(), '1.20').message).toBe(
      'expectedTotal is 1.20, but the computed total is 1.19: a difference of 0.01. The result is 1.20 if VAT is rounded ' +
        'on each line. VAT is computed once per category and rate, on the sum of the lines.',
    );
  });

  it.each([
    ['9.99', /a difference of 8\.80\. No common mistake/],
    ['-1.19', /a difference of -2\.38\./],
    ['1.195', /a difference of 0\.005\./],
    ['1.19', /a difference of 0\.00\./],
    ['1.1900', /a difference of 0\.00\./],
  ])('finds no cause of %s and reports the difference', (expected, message) => {
    expect(explainMismatch(document(), expected)).toEqual({
      cause: 'Unknown',
      message: expect.stringMatching(message),
      lines: [],
    });
  });

  it('distinguishes the amount due from the total', () => {
    const lines = [line('1', '100', '20')];
    expect(explainMismatch(document({ lines, prepaid: '50.00' }), '70.00')).toMatchObject({
      cause: 'Unknown',
      message: expect.stringMatching(/This is the amount due/),
    });
  });

  it.each(['', '1,20', 'NaN', '1e3'])('rejects %j, which is not a number', (expected) => {
    expect(() => explainMismatch(document(), expected)).toThrow(RangeError);
  });

  it('is fast for a thousand lines whose base quantities have no common factor', () => {
    const lines = Array.from({ length: 1000 }, (_, at) =>
      line('1.0001', `${at + 1}.000001`, '9.9751', { priceBaseQuantity: `${999_999_999_000_000 + at}.0001` }),
    );
    expect(explainMismatch(document({ lines }), '0.01').cause).toBe('Unknown');
  });
});

describe('over many documents', () => {
  const decimal = (text: string): Decimal => parseDecimal(text, 12) ?? ZERO;
  const total = (texts: readonly string[]): Decimal => texts.reduce((acc, text) => add(acc, decimal(text)), ZERO);

  it('the lines explain the whole difference when VAT is rounded for each line', () => {
    const next = generator(29);
    let found = 0;
    for (let round = 0; round < 400; round += 1) {
      const input = { ...randomDocument(next, false), allowances: [], charges: [] };
      const { totals } = computeTotals(input);
      const gross = total(input.lines.map((each) => computeTotals({ ...input, lines: [each] }).totals.gross));
      if (compare(gross, decimal(totals.gross)) === 0) continue;
      const mismatch = explainMismatch(input, formatDecimal(gross, 4));
      expect(mismatch.cause).toBe('LineTaxRounded');
      const ours = total(mismatch.lines.map(({ tax }) => tax));
      const theirs = total(mismatch.lines.map((row) => row.theirs));
      expect(compare(subtract(theirs, ours), subtract(gross, decimal(totals.gross)))).toBe(0);
      found += 1;
    }
    expect(found).toBeGreaterThan(50);
  });

  it('covers every place where lines can be rounded', () => {
    const next = generator(53);
    // In hundredths of a cent; with VAT, in ten-thousandths.
    const cents = (units: bigint, perCent: bigint): bigint => roundQuotient(units, perCent);
    const sum = (values: readonly bigint[]): bigint => values.reduce((acc, value) => acc + value, 0n);
    for (let round = 0; round < 300; round += 1) {
      const groups = [20n, 7n].map((rate) => ({
        rate,
        prices: Array.from({ length: 1 + next(4) }, () => BigInt(next(100_000))),
      }));
      const input = document({
        lines: groups.flatMap(({ rate, prices }) =>
          prices.map((price) => line('1', scaled(Number(price), 4), String(rate))),
        ),
      });
      const perGroup = (gross: (net: bigint, rate: bigint) => bigint): bigint =>
        sum(groups.map(({ rate, prices }) => gross(sum(prices), rate)));
      const ways = [
        perGroup((net, rate) => cents(net, 100n) + cents(net * rate, 10_000n)),
        perGroup((net, rate) => cents(net, 100n) + cents(cents(net, 100n) * rate, 100n)),
        perGroup((net, rate) => cents(net * (100n + rate), 10_000n)),
        cents(sum(groups.map(({ rate, prices }) => sum(prices) * (100n + rate))), 10_000n),
        sum(groups.flatMap(({ rate, prices }) => prices.map((price) => cents(price * (100n + rate), 10_000n)))),
      ];
      const ours = computeTotals(input).totals.gross;
      const theirs = ways.map((units) => formatDecimal({ units, scale: 2 }, 2)).filter((text) => text !== ours);
      expect(theirs.filter((text) => explainMismatch(input, text).cause === 'Unknown')).toEqual([]);
    }
  });

  it('every total is either explained or reported as unknown, for any document', () => {
    const next = generator(31);
    for (let round = 0; round < 200; round += 1) {
      const input = randomDocument(next, round % 2 === 0);
      const { totals } = computeTotals(input);
      const flipped = computeTotals({ ...input, pricesIncludeTax: !input.pricesIncludeTax }).totals;
      if (flipped.gross !== totals.gross) expect(explainMismatch(input, flipped.gross).cause).not.toBe('Unknown');
      const cents = formatDecimal(add(decimal(totals.gross), decimal('0.001')), 3);
      expect(explainMismatch(input, cents).message).toContain(totals.gross);
    }
  });
});
