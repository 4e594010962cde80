import { describe, expect, it } from '@jest/globals';
import { documentLocale, formatAmount, formatNumber } from './format-amount.js';

describe('formatAmount', () => {
  it.each([
    ['1080.00', 'EUR', '€1,080.00', '1\u202f080,00\u00a0€'],
    ['0.00', 'EUR', '€0.00', '0,00\u00a0€'],
    ['999.99', 'GBP', '£999.99', '999,99\u00a0£'],
    ['-12.50', 'USD', '-$12.50', '-12,50\u00a0$US'],
    ['1234', 'JPY', 'JPY\u00a01,234', '1\u202f234\u00a0JPY'],
    ['-1234567.891', 'KWD', '-KWD\u00a01,234,567.891', '-1\u202f234\u202f567,891\u00a0KWD'],
    // A float would end in …991.00.
    ['999999999999990.99', 'EUR', '€999,999,999,999,990.99', '999\u202f999\u202f999\u202f999\u202f990,99\u00a0€'],
  ])('%s %s', (amount, currency, en, fr) => {
    expect(formatAmount(amount, currency, 'en')).toBe(en);
    expect(formatAmount(amount, currency, 'fr')).toBe(fr);
  });
});

describe('formatNumber', () => {
  it('shows the decimals that are given, no more and no less', () => {
    expect(formatNumber('1000.1000', 'en')).toBe('1,000.1000');
    expect(formatNumber('100', 'fr')).toBe('100');
  });

  it.each(['', 'NaN', '1e3', '1,5', '01', '+1'])('refuses %j', (text) => {
    expect(() => formatNumber(text, 'en')).toThrow(RangeError);
  });
});

describe('documentLocale', () => {
  it.each([
    ['fr', 'fr'],
    ['fr-CA', 'fr'],
    ['FR-be', 'fr'],
    ['frr', 'en'],
    ['de', 'en'],
    ['', 'en'],
    [null, 'en'],
    [undefined, 'en'],
  ])('reads %s as %s', (locale, language) => {
    expect(documentLocale(locale)).toBe(language);
  });
});
