import { describe, expect, it } from '@jest/globals';
import { generator, pick, randomDocument, scaled, type Next } from '../../../test/random-documents.js';
import { currencyDigits } from '../codes/currency.js';
import {
  dueOfShare,
  fitShares,
  fittedAmounts,
  grossOf,
  percentOf,
  remainingShares,
  shareOf,
  sumShares,
  type GroupShare,
  type Invoiced,
} from './shares.js';
import type { TaxCategory, TotalsInput } from './totals-input.js';
import { computeTotals, type TotalsResult } from './totals.js';

/** A group whose gross is all net, so amounts are easy to read. */
const share = (gross: string, rate: string | null = '20', category: TaxCategory = 'S'): GroupShare => ({
  category,
  rate,
  exemptionReason: null,
  taxable: gross,
  tax: '0.00',
});
const group = (taxable: string, tax: string, rate = '20'): GroupShare => ({ ...share(taxable, rate), tax });
const shown = (shares: readonly GroupShare[]): string[] =>
  shares.map((row) => `${row.category} ${row.rate} ${grossOf(row, 'EUR')}`);
const split = (shares: readonly GroupShare[]): string[] => shares.map(({ taxable, tax }) => `${taxable} + ${tax}`);

describe('grossOf', () => {
  it.each([
    ['EUR', '100.00', '20.00', '120.00'],
    ['EUR', '-5.00', '0.00', '-5.00'],
    ['JPY', '1127', '113', '1240'],
    ['KWD', '1.000', '0.050', '1.050'],
  ])('adds VAT to the net in %s', (currency, taxable, tax, gross) => {
    expect(grossOf(group(taxable, tax), currency)).toBe(gross);
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
    ['a group that it does not have', [whole, [share('1.00', '7')]], ['S 7 -1.00']],
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
    [
      'zero over groups that cancel out',
      [share('20.00'), share('-20.00', '0', 'Z')],
      '0.00',
      ['S 20 20.00', 'Z 0 -20.00'],
    ],
    ['a negative quote', [share('-120.00'), share('20.00', '0', 'Z')], '-50.00', ['S 20 -60.00', 'Z 0 10.00']],
    ['no groups', [], '0.00', []],
  ])('splits over %s', (_name, remaining, total, expected) => {
    expect(shown(shareOf(remaining, remaining, total, 'EUR'))).toEqual(expected);
  });

  it.each<[string, GroupShare[], string]>([
    ['more than remains', [share('120.00')], '120.01'],
    ['more than the sum, though a group has it', [share('120.00'), share('-20.00', '0', 'Z')], '110.00'],
    ['a negative total', [share('120.00')], '-0.01'],
    ['a positive total of a negative sum', [share('-120.00')], '0.01'],
    ['less than a negative sum', [share('-120.00')], '-120.01'],
    ['anything of nothing', [], '0.01'],
    ['a total over groups that cancel out', [share('20.00'), share('-20.00', '0', 'Z')], '0.01'],
    ['fractions of a cent', [share('120.00')], '0.001'],
    ['a text that is not a number', [share('120.00')], 'all'],
  ])('rejects %s', (_name, remaining, total) => {
    expect(() => shareOf(remaining, remaining, total, 'EUR')).toThrow(RangeError);
  });
});

describe('net and VAT of a share', () => {
  it.each<[string, GroupShare[], string, string[]]>([
    ['a part: taken out of its gross', [group('100.00', '20.00')], '40.00', ['33.33 + 6.67']],
    ['the rest: the remaining net and VAT', [group('66.66', '13.34')], '80.00', ['66.66 + 13.34']],
    ['never more net than is left', [group('41.66', '8.35')], '50.00', ['41.66 + 8.34']],
    ['never more VAT than is left', [group('41.68', '8.32')], '49.99', ['41.67 + 8.32']],
    ['of a negative group', [group('-100.00', '-20.00')], '-40.00', ['-33.33 + -6.67']],
  ])('%s', (_name, remaining, total, expected) => {
    expect(split(shareOf(remaining, remaining, total, 'EUR'))).toEqual(expected);
  });

  it.each<[number, string, GroupShare, string[]]>([
    [3, '1.00', group('2.50', '0.50'), ['0.83 + 0.17', '0.84 + 0.16', '0.83 + 0.17']],
    [12, '127.56', group('1265.06', '265.66', '21'), ['105.42 + 22.14', '105.43 + 22.13']],
    [36, '18.19', group('545.70', '109.14'), ['15.16 + 3.03', '15.15 + 3.04']],
    [100, '1.00', group('83.33', '16.67'), ['0.83 + 0.17', '0.84 + 0.16']],
    [100, '-1.00', group('-83.33', '-16.67'), ['-0.83 + -0.17', '-0.84 + -0.16']],
  ])('%s shares of %s: each within a cent of its rate', (count, total, whole, expected) => {
    const invoices: GroupShare[][] = [];
    while (invoices.length < count) {
      invoices.push(shareOf([whole], remainingShares([whole], invoices, 'EUR'), total, 'EUR'));
    }
    expect(remainingShares([whole], invoices, 'EUR')).toEqual([]);
    const splits = invoices.flatMap((shares) => split(shares));
    expect(new Set(splits)).toEqual(new Set(expected));
    expect(expected).toContain(splits.at(-1));
  });

  it.each<[string, GroupShare, GroupShare, string, string]>([
    ['more net than its gross has', group('100.00', '20.00'), group('50.05', '9.95'), '12.00', '9.99 + 2.01'],
    ['less net than its gross has', group('100.00', '20.00'), group('49.95', '10.05'), '12.00', '10.01 + 1.99'],
    ['a cent more net', group('100.00', '20.00'), group('50.01', '9.99'), '12.00', '9.99 + 2.01'],
  ])('after an invoice of lines that took %s: it corrects one cent', (_name, whole, taken, total, expected) => {
    expect(split(shareOf([whole], remainingShares([whole], [[taken]], 'EUR'), total, 'EUR'))).toEqual([expected]);
  });

  it.each<[string, boolean, GroupShare[], GroupShare[], string[] | null]>([
    ['lines without VAT keep their VAT', false, [group('0.33', '0.07')], [group('0.99', '0.20')], ['0.33 + 0.07']],
    ['the last of them takes the rest', false, [group('0.33', '0.07')], [group('0.33', '0.06')], ['0.33 + 0.06']],
    ['no share takes more VAT than remains', false, [group('0.03', '0.01')], [group('0.06', '0.00')], ['0.03 + 0.00']],
    ['prices with VAT keep their gross', true, [group('0.43', '0.08')], [group('0.42', '0.09')], ['0.42 + 0.09']],
    ['more net than is left', false, [group('0.34', '0.06')], [group('0.33', '0.07')], null],
    ['more gross than is left', true, [group('0.34', '0.07')], [group('0.33', '0.07')], null],
    ['a fully taken group', false, [group('0.33', '0.07')], [group('0.33', '0.07', '10')], null],
  ])('of lines: %s', (_name, pricesIncludeTax, taken, remaining, expected) => {
    const fitted = fitShares(taken, remaining, { currency: 'EUR', pricesIncludeTax });
    expect(fitted && split(fitted)).toEqual(expected);
  });
});

describe('dueOfShare', () => {
  it.each<[string, string, Invoiced[], string | undefined, string | null]>([
    ['the first is rounded by itself', '5.01', [], '0.05', '5.00'],
    ['the last takes the rest', '5.00', [{ gross: '5.01', due: '5.00' }], '0.05', '5.00'],
    ['so far 6.74, due 6.75', '3.37', [{ gross: '3.37', due: '3.35' }], '0.05', '3.40'],
    ['without an increment', '5.01', [], undefined, null],
    ['with an increment of nothing', '5.01', [], '0.00', null],
    ['a draft was edited to more than it was', '1.00', [{ gross: '1.00', due: '5.00' }], '0.05', null],
  ])('%s', (_name, gross, invoiced, roundingIncrement, due) => {
    expect(dueOfShare([share(gross)], invoiced, { currency: 'EUR', roundingIncrement })).toBe(due);
  });
});

describe('fittedAmounts', () => {
  const document = (unitPrice: string, more: object = {}): TotalsInput => ({
    ...{ currency: 'EUR', pricesIncludeTax: true, ...more },
    lines: [{ quantity: '1', unitPrice, taxCategory: 'S', taxRate: '20' }],
  });

  it('is absent if the document already has the amounts', () => {
    expect(fittedAmounts(document('40.00'), [group('33.33', '6.67')], null)).toBeUndefined();
    expect(fittedAmounts(document('5.01', { roundingIncrement: '0.05' }), [group('4.18', '0.83')], '5.00')).toBe(
      undefined,
    );
  });

  it('sets the totals while the document has the same amounts', () => {
    const source = document('50.01', { roundingIncrement: '0.05' });
    const fitted = fittedAmounts(source, [group('41.67', '8.34')], '50.05');
    expect(computeTotals({ ...source, fitted }).totals).toMatchObject({ net: '41.67', tax: '8.34', due: '50.05' });
    const other = { ...document('50.02', { roundingIncrement: '0.05' }), fitted };
    expect(computeTotals(other)).toEqual(computeTotals({ ...other, fitted: undefined }));
    expect(computeTotals({ ...source, fitted, roundingIncrement: '1.00' }).totals.due).toBe('50.00');
  });

  it('gives the cents to the largest line', () => {
    const lines = ['1', '3'].map((quantity) => ({ quantity, unitPrice: '0.33', taxCategory: 'S', taxRate: '20' }));
    const source = { currency: 'EUR', lines } as TotalsInput;
    const fitted = fittedAmounts(source, [group('1.32', '0.25')], null);
    expect(computeTotals({ ...source, fitted }).lines.map(({ tax }) => tax)).toEqual(['0.06', '0.19']);
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

  it('rejects five decimals', () => {
    expect(() => percentOf('1.00', '1.00001', 'EUR')).toThrow(RangeError);
  });
});

describe('sumShares', () => {
  it('adds up, and is zero without shares', () => {
    expect(sumShares([share('120.00'), share('-20.01', '0', 'Z')], 'EUR')).toBe('99.99');
    expect(sumShares([], 'EUR')).toBe('0.00');
    expect(sumShares([], 'JPY')).toBe('0');
  });
});

describe('any quote that is invoiced in parts', () => {
  const units = (text: string): bigint => BigInt(text.replace('.', ''));

  /** The document that the conversion creates for a share: one line per group, with VAT in its price. */
  function documentOf(shares: readonly GroupShare[], currency: string, roundingIncrement?: string): TotalsInput {
    const lines = shares.map((row) => {
      const gross = grossOf(row, currency);
      const negative = gross.startsWith('-');
      return {
        quantity: negative ? '-1' : '1',
        unitPrice: negative ? gross.slice(1) : gross,
        ...{ taxCategory: row.category, taxRate: row.rate ?? undefined },
        exemptionReason: row.exemptionReason ?? undefined,
      };
    });
    return { currency, pricesIncludeTax: true, lines, roundingIncrement };
  }

  /** The next of up to six uneven parts, or of `parts` equal ones. */
  function nextTotal(
    next: Next,
    left: readonly GroupShare[],
    taken: number,
    { currency, parts }: { currency: string; parts: number },
  ): string {
    const sum = sumShares(left, currency);
    if (parts > 1) {
      const each = units(sum) / BigInt(Math.max(parts - taken, 1));
      return each > 0n ? scaled(Number(each), currencyDigits(currency)) : sum;
    }
    const percent = pick(next, ['30', '33.3333', '50', scaled(next(1_000_000), 4)]);
    return taken < 5 ? percentOf(sum, percent, currency) : sum;
  }

  const sumOf = (invoices: readonly TotalsResult[], key: 'taxable' | 'tax', { category, rate }: GroupShare): bigint =>
    invoices
      .flatMap(({ taxBreakdown }) => taxBreakdown)
      .filter((row) => row.category === category && row.rate === rate)
      .reduce((sum, row) => sum + units(row[key]), 0n);

  /** Expects the net to differ from gross / (1 + rate) by at most one minor unit. */
  function expectRightSplit({ rate, taxable, tax }: GroupShare): void {
    const one = 1_000_000n;
    const onePlusRate = one + units(Number(rate ?? '0').toFixed(4));
    const difference = units(taxable) * onePlusRate - (units(taxable) + units(tax)) * one;
    const isRight = difference <= onePlusRate && difference >= -onePlusRate;
    expect([taxable, tax, isRight]).toEqual([taxable, tax, true]);
  }

  it.each<[string, number]>([
    ['up to six uneven parts', 1],
    ['12 even parts', 12],
    ['36 even parts', 36],
  ])('adds up to it in %s: net and VAT of each group, gross and payable', (_name, parts) => {
    const next = generator(37);
    for (let round = 0; round < 120 / parts; round += 1) {
      const { prepaid: _, ...document } = randomDocument(next, next(2) === 0);
      const { currency, roundingIncrement } = document;
      const quote = computeTotals(document);
      if (units(quote.totals.due) < 0n || quote.totals.gross.startsWith('-')) continue;
      const invoices: TotalsResult[] = [];
      const remaining = (): GroupShare[] =>
        remainingShares(
          quote.taxBreakdown,
          invoices.map(({ taxBreakdown }) => taxBreakdown),
          currency,
        );
      for (let left = remaining(); left.length > 0; left = remaining()) {
        const total = nextTotal(next, left, invoices.length, { currency, parts });
        const shares = shareOf(quote.taxBreakdown, left, total, currency);
        shares.forEach(expectRightSplit);
        expect(sumShares(shares, currency)).toBe(total);
        const before = invoices.map(({ totals }) => totals);
        const body = documentOf(shares, currency, roundingIncrement);
        const fitted = fittedAmounts(body, shares, dueOfShare(shares, before, body));
        const invoice = computeTotals({ ...body, fitted });
        expect(invoice.totals.gross).toBe(total);
        const increment = units(roundingIncrement ?? '0');
        if (increment > 0n) expect(units(invoice.totals.due) % increment).toBe(0n);
        invoices.push(invoice);
      }
      for (const row of quote.taxBreakdown) {
        expect([sumOf(invoices, 'taxable', row), sumOf(invoices, 'tax', row)]).toEqual([
          units(row.taxable),
          units(row.tax),
        ]);
      }
      const sum = (key: 'gross' | 'net' | 'tax' | 'due'): bigint =>
        invoices.reduce((total, { totals }) => total + units(totals[key]), 0n);
      const { gross, net, tax, due } = quote.totals;
      expect([sum('gross'), sum('net'), sum('tax'), sum('due')]).toEqual([gross, net, tax, due].map(units));
    }
  });
});
