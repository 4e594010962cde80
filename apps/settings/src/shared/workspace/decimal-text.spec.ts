import { describe, expect, it } from '@jest/globals';
import { amountOf, decimalOf, isUnreadable, shownDecimal } from './decimal-text.js';

describe('decimals as people type them', () => {
  it.each([
    ['1,234', 'en', undefined, '1234'],
    ['1,234', 'fr', undefined, '1.234'],
    ['€ 12.50', 'en', 'EUR', '12.50'],
    ['12,50 €', 'fr', 'EUR', '12.50'],
    // Of no currency, and of one that is not known yet.
    ['€ 12.50', 'en', undefined, '€ 12.50'],
    ['€ 12.50', 'en', '', '€ 12.50'],
    // Text that is not a number stays for its error.
    [' abc ', 'en', 'EUR', 'abc'],
    ['1234,567', 'en', 'EUR', '1234,567'],
    ['', 'en', 'EUR', ''],
  ] as const)('%j in %s, of %s, is %j', (typed, locale, currency, decimal) => {
    expect(decimalOf(typed, locale, currency)).toBe(decimal);
  });

  it.each([
    ['', false],
    ['12.50', false],
    ['-0.5', false],
    ['123456789012345678901234567890', false],
    ['abc', true],
    ['1,5', true],
    ['-', true],
  ])('%j is unreadable: %s', (value, unreadable) => {
    expect(isUnreadable(value)).toBe(unreadable);
  });

  it.each([
    ['12', 'EUR', '12.00'],
    ['12.5', 'EUR', '12.50'],
    ['12', 'JPY', '12'],
    ['1.5', 'KWD', '1.500'],
    // Additional digits are not cut off: the API rejects them.
    ['19.995', 'EUR', '19.995'],
    ['', 'EUR', ''],
    ['x', 'EUR', 'x'],
    ['12', '', '12'],
  ])('%j in %s is %j', (decimal, currency, amount) => {
    expect(amountOf(decimal, currency)).toBe(amount);
  });

  it.each([
    ['1234.5', 'en', false, '1,234.5'],
    ['1234.5', 'fr', false, '1\u202f234,5'],
    ['1234.5', 'en', true, '1234.5'],
    ['1234.5', 'fr', true, '1234,5'],
    ['abc', 'en', false, 'abc'],
    ['', 'en', false, ''],
  ] as const)('%j in %s, edited: %s, is shown as %j', (value, locale, edited, shown) => {
    expect(shownDecimal(value, locale, edited)).toBe(shown);
  });
});
