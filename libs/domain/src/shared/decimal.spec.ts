import { describe, expect, it } from '@jest/globals';
import {
  floorQuotient,
  add,
  compare,
  decimalOfNumber,
  decimalOrThrow,
  divideRounded,
  formatDecimal,
  formatShortest,
  isZero,
  isZeroText,
  multiply,
  negate,
  negatedText,
  parseDecimal,
  round,
  roundQuotient,
  subtract,
  unsignedZero,
  type Decimal,
} from './decimal.js';

function decimal(text: string): Decimal {
  const value = parseDecimal(text, 20, 20);
  if (!value) throw new Error(`the table holds no decimal: ${text}`);
  return value;
}

describe('parseDecimal', () => {
  it.each([
    ['0', 0n, 0],
    ['-0', 0n, 0],
    ['7', 7n, 0],
    ['0.05', 5n, 2],
    ['-12.50', -1250n, 2],
    ['-0.001', -1n, 3],
    ['1.0000', 10000n, 4],
    ['999999999999999.9999', 9999999999999999999n, 4],
  ])('reads %s', (text, units, scale) => {
    expect(parseDecimal(text, 4)).toEqual({ units, scale });
  });

  it.each([
    '',
    ' ',
    '-',
    '.',
    '1.',
    '.5',
    '+1',
    '--1',
    '1e3',
    '1E3',
    '01',
    '-01',
    '00',
    '00.5',
    '1,5',
    '1 000',
    ' 1',
    '1 ',
    '1\n',
    '0x10',
    '1_000',
    '١',
    'NaN',
    'Infinity',
  ])('rejects %j', (text) => {
    expect(parseDecimal(text, 4)).toBeUndefined();
  });

  it('rejects more decimals or more integer digits than allowed', () => {
    expect(parseDecimal('1.23', 1)).toBeUndefined();
    expect(parseDecimal('1.0', 0)).toBeUndefined();
    expect(parseDecimal('1000000000000000', 0)).toBeUndefined();
    expect(parseDecimal('1000', 0, 3)).toBeUndefined();
    expect(parseDecimal('1000', 0, 4)).toEqual({ units: 1000n, scale: 0 });
  });
});

describe('arithmetic', () => {
  it.each([
    ['0.1', '0.2', '0.3', '-0.1', '0.02'],
    ['1.5', '2', '3.5', '-0.5', '3.0'],
    ['-1.005', '1', '-0.005', '-2.005', '-1.005'],
    ['999999999999999.99', '0.01', '1000000000000000.00', '999999999999999.98', '9999999999999.9999'],
  ])('%s and %s', (a, b, sum, difference, product) => {
    const same = (value: Decimal, text: string): void => {
      expect(formatShortest(value)).toBe(formatShortest(decimal(text)));
    };
    same(add(decimal(a), decimal(b)), sum);
    same(subtract(decimal(a), decimal(b)), difference);
    same(multiply(decimal(a), decimal(b)), product);
    expect(isZero(add(decimal(a), negate(decimal(a))))).toBe(true);
  });

  it.each([
    ['1', '3', 4, '0.3333'],
    ['2', '3', 2, '0.67'],
    ['-2', '3', 2, '-0.67'],
    ['1', '8', 2, '0.13'],
    ['-1', '8', 2, '-0.13'],
    ['1', '-8', 2, '-0.13'],
    ['-1', '-8', 2, '0.13'],
    ['15.24', '12', 6, '1.270000'],
    ['5', '10', 0, '1'],
    ['-5', '10', 0, '-1'],
    ['4.9', '10', 0, '0'],
    ['0.00005', '0.1', 3, '0.001'],
  ])('%s / %s to %d decimals is %s', (a, b, scale, expected) => {
    expect(formatDecimal(divideRounded(decimal(a), decimal(b), scale), scale)).toBe(expected);
  });

  it('rejects a division by zero', () => {
    expect(() => divideRounded(decimal('1'), decimal('0.00'), 2)).toThrow(RangeError);
    expect(() => roundQuotient(0n, 0n)).toThrow(RangeError);
  });

  it.each([
    ['1.005', 2, '1.01'],
    ['-1.005', 2, '-1.01'],
    ['-1622.835', 2, '-1622.84'],
    ['1.004999', 2, '1.00'],
    ['0.5', 0, '1'],
    ['-0.5', 0, '-1'],
    ['1.5', 0, '2'],
    ['2.5', 0, '3'],
    ['13.965', 2, '13.97'],
    ['7', 3, '7.000'],
  ])('rounds %s to %d decimals as %s: half away from zero', (text, scale, expected) => {
    expect(round(decimal(text), scale)).toEqual(decimal(expected));
  });

  it.each([
    ['1.0', '1', 0],
    ['-0', '0.000', 0],
    ['1.01', '1.1', -1],
    ['-2', '-3', 1],
    ['-0.01', '0', -1],
  ])('compares %s with %s', (a, b, expected) => {
    expect(compare(decimal(a), decimal(b))).toBe(expected);
  });
});

describe('decimalOrThrow', () => {
  it.each(['', '1,00', '1e3', '0.0000001', `1${'0'.repeat(30)}`])('rejects %j', (text) => {
    expect(() => decimalOrThrow(text)).toThrow(RangeError);
  });

  it('parses sums that are longer than any amount', () => {
    expect(decimalOrThrow('-12345678901234567890.000001')).toEqual({ units: -12345678901234567890000001n, scale: 6 });
  });
});

describe('texts of decimals', () => {
  it('negates, except zero', () => {
    expect(['5.00', '-5.00', '0.00', '-0'].map(negatedText)).toEqual(['-5.00', '5.00', '0.00', '-0']);
  });

  it('detects zero in any notation', () => {
    expect(['0', '-0.00', '0.01', '-10'].map(isZeroText)).toEqual([true, true, false, false]);
  });
});

describe('formatDecimal', () => {
  it.each([
    ['1234.5', 2, '1234.50'],
    ['-0.05', 2, '-0.05'],
    ['-0.004', 2, '0.00'],
    ['1240', 0, '1240'],
    ['0', 3, '0.000'],
    ['-0.999', 2, '-1.00'],
  ])('%s with %d decimals', (text, scale, expected) => {
    expect(formatDecimal(decimal(text), scale)).toBe(expected);
  });

  it.each([
    ['25.00', '25'],
    ['9.9750', '9.975'],
    ['100', '100'],
    ['0.000', '0'],
    ['-1.10', '-1.1'],
  ])('shortens %s to %s', (text, expected) => {
    expect(formatShortest(decimal(text))).toBe(expected);
  });
});

describe('floorQuotient', () => {
  it.each([
    [7n, 2n, 3n],
    [-7n, 2n, -4n],
    [-8n, 2n, -4n],
    [0n, 3n, 0n],
  ])('of %s / %s is %s', (numerator, denominator, expected) => {
    expect(floorQuotient(numerator, denominator)).toBe(expected);
  });

  it.each([0n, -2n])('rejects the denominator %s', (denominator) => {
    expect(() => floorQuotient(1n, denominator)).toThrow(RangeError);
  });
});

describe('unsignedZero', () => {
  it.each([
    ['-0', '0'],
    ['-0.000', '0.000'],
    ['--0', '--0'],
    ['-0.01', '-0.01'],
    ['-00', '-00'],
    ['0', '0'],
    ['-', '-'],
  ])('of %s is %s', (text, expected) => {
    expect(unsignedZero(text)).toBe(expected);
  });
});

describe('decimalOfNumber', () => {
  it.each([
    [90, '90'],
    [-2.5, '-2.5'],
    [-0, '0'],
    [0.1, '0.1'],
    [1e-7, '0.0000001'],
    [-1.25e-9, '-0.00000000125'],
    [123_456_789_012_345, '123456789012345'],
    [0.000_123_456_789_012_345, '0.000123456789012345'],
    [100_000_000_000_000, '100000000000000'],
  ])('%s is "%s"', (value, text) => {
    expect(decimalOfNumber(value)).toBe(text);
  });

  it.each([
    0.1 + 0.2,
    1_234_567_890_123_456,
    1e15,
    Number.MAX_SAFE_INTEGER,
    1e21,
    -1e300,
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ])('%s has none', (value) => {
    expect(decimalOfNumber(value)).toBeUndefined();
  });
});
