import { describe, expect, it } from '@jest/globals';
import { parseDecimal } from './decimal.js';
import { DATE_PATTERN, decimalPattern, INSTANT_PATTERN, type Sign } from './value-patterns.js';

const DECIMALS = [
  ...['0', '-0', '0.0', '-0.00', '1', '-1', '10.5', '0.5', '0.0001', '0.00001', '0.0000', '-0.0001', '999999999999999'],
  ...['1000000000000000', '01', '+1', '1.', '.5', '1e3', '', ' 1', '1 ', '1\n', '١', '1,5', '--1', '0.10', '0.0100'],
];

describe('a decimal matches its pattern', () => {
  it.each<[Sign, number]>([
    ['any', 4],
    ['nonnegative', 4],
    ['positive', 4],
    ['any', 12],
    ['positive', 1],
  ])('%s with %d fraction digits where parseDecimal reads one of that sign', (sign, scale) => {
    const isRead = (text: string): boolean => {
      const units = parseDecimal(text, scale)?.units;
      if (units === undefined) return false;
      return sign === 'any' || (sign === 'positive' ? units > 0n : units >= 0n);
    };
    const pattern = decimalPattern(scale, sign);
    expect(DECIMALS.filter((text) => pattern.test(text))).toEqual(DECIMALS.filter(isRead));
  });
});

describe('a date', () => {
  it('is any existing day from 1900 to 2999, and no other', () => {
    const missed: string[] = [];
    for (let at = Date.UTC(1899, 11, 1); at < Date.UTC(3000, 1, 1); at += 86_400_000) {
      const date = new Date(at).toISOString().slice(0, 10);
      if (DATE_PATTERN.test(date) !== (date >= '1900-01-01' && date <= '2999-12-31')) missed.push(date);
    }
    expect(missed).toEqual([]);
    const none = ['1900-02-29', '2026-02-29', '2100-02-29', '2026-04-31', '2026-13-01', '2026-00-10', '2026-1-1'];
    expect(none.filter((date) => DATE_PATTERN.test(date))).toEqual([]);
  });

  it.each([
    ['2026-11-21T09:30:00.000Z', true],
    ['2026-11-21T09:30:00Z', true],
    ['2026-11-21T09:30Z', true],
    ['2026-11-21T09:30:00.123456789Z', true],
    ['2026-11-21T09:30:00.1234567890Z', false],
    ['2026-11-21T24:00:00Z', false],
    ['2026-11-21T09:30:00+01:00', false],
    ['2026-11-21 09:30:00Z', false],
    ['1899-12-31T23:59:59Z', false],
    ['3000-01-01T00:00:00Z', false],
  ])('with a time, as %s: %s', (text, taken) => {
    expect(INSTANT_PATTERN.test(text)).toBe(taken);
  });
});
