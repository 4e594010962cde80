import { describe, expect, it } from '@jest/globals';
import {
  DOCUMENT_LOCALES,
  documentLocale,
  formatAmount,
  formatNumber,
  formatPercent,
  formatPrice,
  formatQuantity,
  formatUnitPrice,
  type DocumentLocale,
} from './format-amount.js';

describe('formatAmount', () => {
  it.each([
    ['1080.00', 'EUR', '€1,080.00', '1\u202f080,00\u00a0€'],
    ['0.00', 'EUR', '€0.00', '0,00\u00a0€'],
    ['999.99', 'GBP', '£999.99', '999,99\u00a0£GB'],
    ['-12.50', 'USD', '−$12.50', '−12,50\u00a0$US'],
    ['1234', 'JPY', '¥1,234', '1\u202f234\u00a0JPY'],
    ['-1234567.891', 'KWD', '−KWD\u00a01,234,567.891', '−1\u202f234\u202f567,891\u00a0KWD'],
    // A floating-point number would end in …991.00.
    ['999999999999990.99', 'EUR', '€999,999,999,999,990.99', '999\u202f999\u202f999\u202f999\u202f990,99\u00a0€'],
  ])('%s %s', (amount, currency, en, fr) => {
    expect(formatAmount(amount, currency, 'en')).toBe(en);
    expect(formatAmount(amount, currency, 'fr')).toBe(fr);
  });

  it.each(DOCUMENT_LOCALES)('%s: equals CLDR, except for the minus', (locale) => {
    for (const currency of ['EUR', 'GBP', 'USD', 'CHF', 'SEK', 'KWD']) {
      for (const number of [0, 1, 12.34, 999.99, 1000, 1234567.89, -5.5, -98765.43]) {
        const text = number.toFixed(2);
        const intl = new Intl.NumberFormat(locale, {
          style: 'currency',
          currency,
          minimumFractionDigits: 2,
          maximumFractionDigits: 2,
        });
        expect(formatAmount(text, currency, locale)).toBe(intl.format(number).replace('-', '−'));
      }
    }
  });
});

describe('formatNumber', () => {
  it('keeps the given decimals', () => {
    expect(formatNumber('1000.1000', 'en')).toBe('1,000.1000');
    expect(formatNumber('100', 'fr')).toBe('100');
    expect(formatNumber('123456789012345678901234.000001', 'en')).toBe('123,456,789,012,345,678,901,234.000001');
  });

  it.each(['', 'NaN', '1e3', '1,5', '01', '+1'])('rejects %j', (text) => {
    expect(() => formatNumber(text, 'en')).toThrow(RangeError);
    expect(() => formatQuantity(text, 'en')).toThrow(RangeError);
    expect(() => formatUnitPrice(text, 2, 'en')).toThrow(RangeError);
  });
});

describe('numbers without a currency', () => {
  it.each<[string, DocumentLocale, string]>([
    ['2.0000', 'en', '2'],
    ['2.5000', 'fr', '2,5'],
    ['-1000.25', 'en', '−1,000.25'],
    ['0.0000', 'en', '0'],
  ])('quantity %s in %s', (quantity, locale, expected) => {
    expect(formatQuantity(quantity, locale)).toBe(expected);
  });

  it.each<[string, number, string]>([
    ['450', 2, '450.00'],
    ['0.008800', 2, '0.0088'],
    ['19.995', 2, '19.995'],
    ['19.900000', 2, '19.90'],
    ['1127.0', 0, '1,127'],
    ['0.5', 0, '0.5'],
    ['3', 3, '3.000'],
  ])('unit price %s with %i digits', (price, digits, expected) => {
    expect(formatUnitPrice(price, digits, 'en')).toBe(expected);
  });

  it.each<[string, string, number, string, string]>([
    ['450', 'EUR', 2, '€450.00', '450,00\u00a0€'],
    ['0.008800', 'EUR', 2, '€0.0088', '0,0088\u00a0€'],
    ['-1127.5', 'CHF', 2, '−CHF\u00a01,127.50', '−1\u202f127,50\u00a0CHF'],
  ])('price %s %s', (price, currency, digits, en, fr) => {
    expect(formatPrice(price, currency, digits, 'en')).toBe(en);
    expect(formatPrice(price, currency, digits, 'fr')).toBe(fr);
  });

  it('formats rates', () => {
    expect(formatPercent('20.0000', 'en')).toBe('20%');
    expect(formatPercent('5.50', 'fr')).toBe('5,5\u202f%');
    expect(formatPercent('9.975', 'en')).toBe('9.975%');
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
