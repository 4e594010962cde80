import { describe, expect, it } from '@jest/globals';
import { printed } from '../../../test/printed-cases.js';
import { generator, randomDocument } from '../../../test/random-documents.js';
import { compare, formatDecimal, parseDecimal, ZERO } from '../../shared/decimal.js';
import {
  addFractions,
  fraction,
  multiplyFractions,
  roundHalfAway,
  wholeUnits,
  type Fraction,
} from '../../shared/fraction.js';
import { currencyDigits } from '../codes/currency.js';
import { CALCULATION_STEPS, explainCalculation, type CalculationStep } from './calculation.js';
import { computeTotals, type TotalsInput } from './totals.js';

const stepsOf = (document: TotalsInput): string[] =>
  explainCalculation(document).map(
    ({ step, pointer, group, formula, exact, rounded, difference }) =>
      `${step} ${pointer} [${group ? [group.category, group.rate].join(' ') : ''}] ${formula} = ${exact} ~ ${rounded} (${difference})`,
  );

describe('explainCalculation', () => {
  it('explains every step of prices without VAT in order', () => {
    const document: TotalsInput = {
      currency: 'EUR',
      lines: [
        {
          quantity: '3',
          unitPrice: '19.995',
          priceBaseQuantity: '1',
          discount: { percent: '10' },
          charges: [{ amount: '1.50' }],
          taxCategory: 'S',
          taxRate: '20.00',
        },
        { quantity: '-1', unitPrice: '10', priceBaseQuantity: '3', taxCategory: 'E', taxRate: '0' },
      ],
      allowances: [{ percent: '3.3333' }],
      charges: [{ amount: '2.50', taxCategory: 'S', taxRate: '20' }],
      prepaid: '10.00',
      roundingIncrement: '0.05',
    };
    expect(stepsOf(document)).toEqual([
      'LineNet /lines/0 [S 20] 3 × 19.995 − 10 % + 1.50 = 55.4865 ~ 55.49 (0.0035)',
      'LineNet /lines/1 [E 0] -1 × 10 / 3 = -10/3 ~ -3.33 (1/300)',
      'DocumentAllowance /allowances/0 [] 3.3333 % × 52.16 = 1.73864928 ~ 1.74 (0.00135072)',
      'Share /allowances/0 [S 20] 3.3333 % × 55.49 = 1.84964817 ~ 1.85 (0.00035183)',
      'Share /allowances/0 [E 0] 3.3333 % × -3.33 = -0.11099889 ~ -0.11 (0.00099889)',
      'DocumentCharge /charges/0 [S 20] 2.50 = 2.5 ~ 2.50 (0)',
      'Sum /taxBreakdown/0 [S 20] 55.49 − 1.85 + 2.50 = 56.14 ~ 56.14 (0)',
      'Tax /taxBreakdown/0 [S 20] 56.14 × 20 % = 11.228 ~ 11.23 (0.002)',
      'Sum /taxBreakdown/1 [E 0] -3.33 + 0.11 = -3.22 ~ -3.22 (0)',
      'Tax /taxBreakdown/1 [E 0] -3.22 × 0 % = 0 ~ 0.00 (0)',
      'LineTax /lines/0 [S 20] 55.49 × 20 % = 11.098 ~ 11.10 (0.002)',
      'LineTax /lines/1 [E 0] -3.33 × 0 % = 0 ~ 0.00 (0)',
      'Sum /totals/lineNet [] 55.49 − 3.33 = 52.16 ~ 52.16 (0)',
      'Sum /totals/allowances [] 1.85 − 0.11 = 1.74 ~ 1.74 (0)',
      'Sum /totals/charges [] 2.50 = 2.5 ~ 2.50 (0)',
      'Sum /totals/net [] 52.16 − 1.74 + 2.50 = 52.92 ~ 52.92 (0)',
      'Sum /totals/tax [] 11.23 + 0.00 = 11.23 ~ 11.23 (0)',
      'Sum /totals/gross [] 52.92 + 11.23 = 64.15 ~ 64.15 (0)',
      'CashRounding /totals/rounding [] 64.15 − 10.00 to the nearest 0.05 = 54.15 ~ 54.15 (0)',
      'Sum /totals/due [] 64.15 − 10.00 = 54.15 ~ 54.15 (0)',
    ]);
  });

  it('explains every step of prices with VAT in order', () => {
    const line = { quantity: '1', unitPrice: '10', taxCategory: 'S', taxRate: '20' } as const;
    const document: TotalsInput = { currency: 'EUR', pricesIncludeTax: true, lines: [line, line, line] };
    expect(stepsOf({ ...document, allowances: [{ amount: '6.00' }] })).toEqual([
      ...[0, 1, 2].map((at) => `LineGross /lines/${at} [S 20] 1 × 10 = 10 ~ 10.00 (0)`),
      'DocumentAllowance /allowances/0 [] 6.00 = 6 ~ 6.00 (0)',
      'Share /allowances/0 [S 20] 6.00 × 30.00 / 30.00 = 6 ~ 6.00 (0)',
      'Sum /taxBreakdown/0 [S 20] 10.00 + 10.00 + 10.00 − 6.00 = 24 ~ 24.00 (0)',
      'InclusiveNet /taxBreakdown/0 [S 20] 24.00 / (1 + 20 %) = 20 ~ 20.00 (0)',
      'Spread /lines/0 [S 20] 10.00 / (1 + 20 %) = 25/3 ~ 8.34 (1/150)',
      'Spread /lines/1 [S 20] 10.00 / (1 + 20 %) = 25/3 ~ 8.33 (-1/300)',
      'Spread /lines/2 [S 20] 10.00 / (1 + 20 %) = 25/3 ~ 8.33 (-1/300)',
      'Spread /allowances/0 [S 20] 6.00 / (1 + 20 %) = 5 ~ 5.00 (0)',
      'Tax /taxBreakdown/0 [S 20] 24.00 − 20.00 = 4 ~ 4.00 (0)',
      'LineTax /lines/0 [S 20] 10.00 − 8.34 = 1.66 ~ 1.66 (0)',
      'LineTax /lines/1 [S 20] 10.00 − 8.33 = 1.67 ~ 1.67 (0)',
      'LineTax /lines/2 [S 20] 10.00 − 8.33 = 1.67 ~ 1.67 (0)',
      'Sum /totals/lineNet [] 8.34 + 8.33 + 8.33 = 25 ~ 25.00 (0)',
      'Sum /totals/allowances [] 5.00 = 5 ~ 5.00 (0)',
      'Sum /totals/net [] 25.00 − 5.00 = 20 ~ 20.00 (0)',
      'Sum /totals/tax [] 4.00 = 4 ~ 4.00 (0)',
      'Sum /totals/gross [] 20.00 + 4.00 = 24 ~ 24.00 (0)',
      'Sum /totals/due [] 24.00 = 24 ~ 24.00 (0)',
    ]);
  });

  it('shares an amount evenly over groups that cancel out', () => {
    const line = { unitPrice: '100', taxCategory: 'S' } as const;
    const lines = [
      { ...line, quantity: '1', taxRate: '20' },
      { ...line, quantity: '-1', taxRate: '10' },
    ];
    const steps = stepsOf({ currency: 'EUR', lines, charges: [{ amount: '0.01' }] });
    expect(steps.filter((text) => text.startsWith('Share'))).toEqual([
      'Share /charges/0 [S 20] 0.01 / 2 = 0.005 ~ 0.01 (0.005)',
      'Share /charges/0 [S 10] 0.01 / 2 = 0.005 ~ 0.00 (-0.005)',
    ]);
  });

  it('explains a document without lines with zeros', () => {
    expect(stepsOf({ currency: 'JPY', lines: [] })).toEqual([
      'Sum /totals/lineNet [] 0 = 0 ~ 0 (0)',
      'Sum /totals/net [] 0 = 0 ~ 0 (0)',
      'Sum /totals/tax [] 0 = 0 ~ 0 (0)',
      'Sum /totals/gross [] 0 + 0 = 0 ~ 0 (0)',
      'Sum /totals/due [] 0 = 0 ~ 0 (0)',
    ]);
  });

  it('marks an amount that was adjusted to the rest of a quote', () => {
    const lines = [{ quantity: '1', unitPrice: '50.01', taxCategory: 'S', taxRate: '20' }] as const;
    const fitted = {
      groups: [{ category: 'S', rate: '20', taxable: '41.67', tax: '8.34' }],
      cash: { gross: '50.01', roundingIncrement: '0.05', due: '50.05' },
    } as const;
    const document = { currency: 'EUR', pricesIncludeTax: true, roundingIncrement: '0.05', lines: [...lines], fitted };
    expect(stepsOf(document).filter((text) => text.includes('adjusted'))).toEqual([
      'InclusiveNet /taxBreakdown/0 [S 20] 50.01 / (1 + 20 %), adjusted to the rest of the quote = 41.675 ~ 41.67 (-0.005)',
      'CashRounding /totals/rounding [] 50.01 to the nearest 0.05, adjusted to the rest of the quote = 50.01 ~ 50.05 (0.04)',
    ]);
  });

  it('names category O without a rate', () => {
    const steps = explainCalculation({
      currency: 'EUR',
      lines: [{ quantity: '1', unitPrice: '9', taxCategory: 'O', exemptionReason: 'Not subject to VAT' }],
    });
    expect(steps.find(({ step }) => step === 'Tax')).toMatchObject({ group: { category: 'O', rate: null } });
  });
});

/** Each value of `computeTotals` next to the value of its step. */
function compared(document: TotalsInput): [what: string, step: string | undefined, total: string][] {
  const steps = explainCalculation(document);
  const { lines, totals, taxBreakdown } = computeTotals(document);
  const rounded = (name: CalculationStep['step'], pointer: string): string | undefined =>
    steps.find(({ step, pointer: at }) => step === name && at === pointer)?.rounded;
  const optional = { allowances: document.allowances?.length, charges: document.charges?.length };
  return [
    ...lines.flatMap(({ net, tax, gross }, at): [string, string | undefined, string][] => {
      const pointer = `/lines/${at}`;
      const entered = document.pricesIncludeTax ? rounded('LineGross', pointer) : rounded('LineNet', pointer);
      return [
        [`${pointer} as entered`, entered, document.pricesIncludeTax ? gross : net],
        [`${pointer}/net`, document.pricesIncludeTax ? rounded('Spread', pointer) : entered, net],
        [`${pointer}/tax`, rounded('LineTax', pointer), tax],
      ];
    }),
    ...taxBreakdown.flatMap(({ taxable, tax }, at): [string, string | undefined, string][] => {
      const pointer = `/taxBreakdown/${at}`;
      return [
        [`${pointer}/taxable`, rounded(document.pricesIncludeTax ? 'InclusiveNet' : 'Sum', pointer), taxable],
        [`${pointer}/tax`, rounded('Tax', pointer), tax],
      ];
    }),
    ...(['lineNet', 'allowances', 'charges', 'net', 'tax', 'gross', 'due'] as const).flatMap(
      (name): [string, string | undefined, string][] =>
        (name === 'allowances' || name === 'charges') && !optional[name]
          ? []
          : [[name, rounded('Sum', `/totals/${name}`), totals[name]]],
    ),
  ];
}

/** Reads `1.25`, `-10/3`, `5 %`. */
function value(text: string): Fraction {
  const [, number = '', percent] = /^(\S+)( %)?$/.exec(text) ?? [];
  const [numerator = '', denominator = '1'] = number.split('/');
  const { units, scale } = parseDecimal(numerator, 24, 40) ?? ZERO;
  if (numerator === '') throw new Error(`no number: ${text}`);
  return fraction(units, BigInt(denominator) * 10n ** BigInt(scale + (percent ? 2 : 0)));
}

/** Evaluates a formula independently of the code that wrote it. */
function reckon(formula: string): Fraction {
  const [sum = '', increment] = formula.split(' to the nearest ');
  if (increment !== undefined) return reckon(sum);
  const [, gross, rate] = /^(\S+) \/ \(1 \+ (\S+ %)\)$/.exec(sum) ?? [];
  if (gross !== undefined && rate !== undefined) return over(value(gross), addFractions(wholeUnits(1n), value(rate)));
  const [first = '', ...terms] = sum.split(/(?= [+−] )/);
  const product = factors(first);
  return terms.reduce((acc, term) => {
    const amount = value(term.slice(3));
    const signed = term.startsWith(' −') ? { ...amount, numerator: -amount.numerator } : amount;
    return addFractions(acc, term.endsWith('%') ? multiplyFractions(product, signed) : signed);
  }, product);
}

function factors(text: string): Fraction {
  const [first = '', ...rest] = text.split(/ (?=[×/] )/);
  return rest.reduce((acc, factor) => {
    const operand = value(factor.slice(2));
    return factor.startsWith('/') ? over(acc, operand) : multiplyFractions(acc, operand);
  }, value(first));
}

const over = (a: Fraction, b: Fraction): Fraction => fraction(a.numerator * b.denominator, a.denominator * b.numerator);
const difference = (a: Fraction, b: Fraction): Fraction => addFractions(a, { ...b, numerator: -b.numerator });

/** The members of a step that are wrong. */
function untruths({ step, formula, exact, rounded, difference: stepsOf }: CalculationStep, digits: number): string[] {
  const same = (a: Fraction, b: Fraction): boolean => difference(a, b).numerator === 0n;
  const minor = multiplyFractions(value(exact), wholeUnits(10n ** BigInt(digits)));
  const half = formatDecimal({ units: roundHalfAway(minor).units, scale: digits }, digits);
  const away = difference(minor, multiplyFractions(value(rounded), wholeUnits(10n ** BigInt(digits))));
  // These steps do not simply round: the remainders decide the shares, and the increment decides the cash rounding.
  const rounds = !['Share', 'Spread', 'LineTax', 'CashRounding'].includes(step);
  const neighbour = away.numerator < away.denominator && -away.numerator < away.denominator;
  return [
    ...(same(reckon(formula), value(exact)) ? [] : ['formula']),
    ...(same(difference(value(rounded), value(exact)), value(stepsOf)) ? [] : ['difference']),
    ...(rounds && half !== rounded ? ['rounding'] : []),
    ...(step === 'CashRounding' || neighbour ? [] : ['more than a minor unit away']),
  ];
}

function expectTrue(document: TotalsInput): void {
  const steps = explainCalculation(document);
  // A single expectation: one for each step would be most of the test's duration.
  expect({
    values: compared(document).filter(([, step, total]) => step !== total),
    untruths: steps.flatMap((step) => {
      const found = untruths(step, currencyDigits(document.currency));
      return found.length > 0 ? [{ step, found }] : [];
    }),
    unnamed: steps.filter(({ step }) => !CALCULATION_STEPS.includes(step)),
  }).toEqual({ values: [], untruths: [], unnamed: [] });
  const { rounding } = computeTotals(document).totals;
  const cash = steps.find(({ step }) => step === 'CashRounding')?.difference ?? '0';
  expect(compare(parseDecimal(cash, 4) ?? ZERO, parseDecimal(rounding, 4) ?? ZERO)).toBe(0);
}

describe('the steps end in the values of computeTotals, and their formulas are correct', () => {
  it.each(printed)('$source', ({ document }) => {
    expectTrue(document);
    expectTrue({ ...document, pricesIncludeTax: true });
  });

  it.each([
    ['exclusive', false, 19],
    ['inclusive', true, 23],
  ])('in many documents of %s prices', (_name, inclusive, seed) => {
    const next = generator(seed);
    for (let round = 0; round < 300; round += 1) expectTrue(randomDocument(next, inclusive));
  });
});
