import { describe, expect, it } from '@jest/globals';
import { DOCUMENT_LOCALES, formatAmount, formatNumber } from './format-amount.js';
import { readNumber } from './read-number.js';

const NO = undefined;

describe('numbers as people type them', () => {
  it.each<[typed: string, en: string | undefined, fr: string | undefined]>([
    ['12', '12', '12'],
    ['007', '7', '7'],
    ['0.10', '0.10', '0.10'],
    ['.5', '0.5', '0.5'],
    [',5', '0.5', '0.5'],
    ['-,5', '-0.5', '-0.5'],
    ['5.', '5', '5'],
    ['−3', '-3', '-3'],
    ['- 3', '-3', '-3'],
    [' '.repeat(300), '', ''],
    // The patterns took minutes for it before there was a limit.
    [`${'1'.repeat(200_000)}x`, NO, NO],
    // A comma: thousands in English before exactly three digits, otherwise a decimal sign.
    ['1,234', '1234', '1.234'],
    ['1,000', '1000', '1.000'],
    ['12,345', '12345', '12.345'],
    ['-1,234', '-1234', '-1.234'],
    ['1,5', '1.5', '1.5'],
    ['1,23', '1.23', '1.23'],
    ['1,2345', '1.2345', '1.2345'],
    ['0,125', '0.125', '0.125'],
    [',125', '0.125', '0.125'],
    ['1234,567', NO, '1234.567'],
    // A point.
    ['1.234', '1.234', '1.234'],
    ['12.5', '12.5', '12.5'],
    // Both: the last one is the decimal sign.
    ['1,234.50', '1234.50', '1234.50'],
    ['1.234,50', '1234.50', '1234.50'],
    ['1,234,567.8', '1234567.8', '1234567.8'],
    ['12,34,567.8', '1234567.8', '1234567.8'],
    ['1,23.4', NO, NO],
    ['1,234.567,8', NO, NO],
    // One sign several times separates groups.
    ['1,234,567', '1234567', '1234567'],
    ['1.234.567', '1234567', '1234567'],
    ['1,23,4', NO, NO],
    ['1..5', NO, NO],
    // Blanks and apostrophes.
    ['1 234,50', '1234.50', '1234.50'],
    ['1\u00a0234,50', '1234.50', '1234.50'],
    ['1\u202f234,50', '1234.50', '1234.50'],
    ['1 234,567', '1234.567', '1234.567'],
    ["1'234.50", '1234.50', '1234.50'],
    ['1’234’567', '1234567', '1234567'],
    [' 12 ', '12', '12'],
    ['12 34', NO, NO],
    // Other digits.
    ['１２．５', '12.5', '12.5'],
    ['１，２３４', '1234', '1.234'],
    ['－３', '-3', '-3'],
    ['١٢٫٥', '12.5', '12.5'],
    ['١٬٢٣٤٫٥', '1234.5', '1234.5'],
    ['۱۲', '12', '12'],
    // Not numbers.
    ['', '', ''],
    [' ', '', ''],
    ['abc', NO, NO],
    ['-', NO, NO],
    ['.', NO, NO],
    ['1e3', NO, NO],
    ['12-', NO, NO],
    ['--1', NO, NO],
    ['10%', NO, NO],
    ['€12', NO, NO],
    ['1/2', NO, NO],
  ])('%j is %j in English and %j in French', (typed, en, fr) => {
    expect([readNumber(typed, 'en'), readNumber(typed, 'fr')]).toEqual([en, fr]);
  });

  it.each<[typed: string, currency: string, read: string | undefined]>([
    ['€ 12.50', 'EUR', '12.50'],
    ['12.50 €', 'EUR', '12.50'],
    ['EUR 1,234.50', 'EUR', '1234.50'],
    ['12.50eur', 'EUR', '12.50'],
    ['-€12', 'EUR', '-12'],
    ['−€1,234', 'EUR', '-1234'],
    ['€', 'EUR', NO],
    ['$12', 'EUR', NO],
    ['12 CHF', 'EUR', NO],
    ['$12', 'USD', '12'],
    ['12 $US', 'USD', '12'],
    ['£GB 3', 'GBP', '3'],
    ['￥12,345', 'JPY', '12345'],
    ['¥12,345', 'JPY', '12345'],
    ['12 kr', 'SEK', '12'],
    ['12 zł', 'PLN', '12'],
    ['1,234', 'KWD', '1234'],
  ])('%j of %s is %j', (typed, currency, read) => {
    expect(readNumber(typed, 'en', currency)).toBe(read);
  });

  it.each(DOCUMENT_LOCALES)('%s: what the screens print is read as what it was', (locale) => {
    for (const decimal of [
      '0',
      '0.5',
      '-0.125',
      '1234',
      '12345.678',
      '-1234567.89',
      '1000',
      '999.999',
      '100000.0001',
    ]) {
      expect(readNumber(formatNumber(decimal, locale), locale)).toBe(decimal);
      for (const currency of ['EUR', 'USD', 'GBP', 'JPY', 'CHF', 'KWD'])
        expect(readNumber(formatAmount(decimal, currency, locale), locale, currency)).toBe(decimal);
    }
  });
});
