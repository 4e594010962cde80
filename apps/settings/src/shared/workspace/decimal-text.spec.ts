import { describe, expect, it } from '@jest/globals';
import { amountOf, decimalOf } from './decimal-text.js';

describe('decimals as people type them', () => {
  it.each([
    ['12', '12'],
    ['12,5', '12.5'],
    ['1 234,50', '1234.50'],
    ['1\u202f234,50', '1234.50'],
    ['1.234,50', '1234.50'],
    ['1,234.50', '1234.50'],
    ["1'234.50", '1234.50'],
    ['1,234,567', '1234567'],
    ['.5', '0.5'],
    ['-,5', '-0.5'],
    ['−3', '-3'],
    ['007', '7'],
    ['0.10', '0.10'],
    ['5.', '5'],
    ['', ''],
    ['abc', 'abc'],
  ])('%j is %j', (typed, decimal) => {
    expect(decimalOf(typed)).toBe(decimal);
  });

  it.each([
    ['12', 'EUR', '12.00'],
    ['12,5', 'EUR', '12.50'],
    ['12', 'JPY', '12'],
    ['1,5', 'KWD', '1.500'],
    // Additional digits are not cut off: the API rejects them.
    ['19.995', 'EUR', '19.995'],
    ['', 'EUR', ''],
    ['x', 'EUR', 'x'],
    ['12', '', '12'],
  ])('%j in %s is %j', (typed, currency, amount) => {
    expect(amountOf(typed, currency)).toBe(amount);
  });
});
