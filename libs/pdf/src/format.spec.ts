import { describe, expect, it } from '@jest/globals';
import {
  formatDate,
  formatIban,
  formatLegalId,
  formatMoney,
  formatNumber,
  formatPercent,
  formatPeriod,
  formatQuantity,
  formatUnitPrice,
  negated,
} from './format.js';
import type { PdfLocale } from './pdf-source.js';

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

describe('formatMoney', () => {
  it.each<[string, string, PdfLocale, string]>([
    ['1234.50', 'EUR', 'fr', '1 234,50 €'],
    ['1234.50', 'EUR', 'en', '€1,234.50'],
    ['-1234.50', 'EUR', 'en', '−€1,234.50'],
    ['-1234.50', 'EUR', 'fr', '−1 234,50 €'],
    ['1240', 'JPY', 'en', '¥1,240'],
    ['1240', 'JPY', 'fr', '1 240 JPY'],
    ['0.250', 'KWD', 'en', 'KWD 0.250'],
    ['999999999999999.99', 'USD', 'en', '$999,999,999,999,999.99'],
    ['999999999999999.99', 'USD', 'fr', '999 999 999 999 999,99 $US'],
    ['0.00', 'CHF', 'fr', '0,00 CHF'],
  ])('%s %s in %s', (amount, currency, locale, expected) => {
    expect(plain(formatMoney(amount, currency, locale))).toBe(expected);
  });

  it.each(['en', 'fr'] as const)('%s: as CLDR has it, but for the minus', (locale) => {
    for (const currency of ['EUR', 'GBP', 'USD', 'CHF', 'SEK', 'KWD']) {
      for (const number of [0, 1, 12.34, 999.99, 1000, 1234567.89, -5.5, -98765.43]) {
        const text = number.toFixed(2);
        const intl = new Intl.NumberFormat(locale, {
          style: 'currency',
          currency,
          minimumFractionDigits: 2,
          maximumFractionDigits: 2,
        });
        expect(formatMoney(text, currency, locale)).toBe(intl.format(number).replace('-', '−'));
      }
    }
  });
});

describe('other numbers', () => {
  it('keep all their digits', () => {
    expect(formatNumber('123456789012345678901234.000001', 'en')).toBe('123,456,789,012,345,678,901,234.000001');
    expect(formatNumber('not a number', 'en')).toBe('not a number');
  });

  it.each<[string, PdfLocale, string]>([
    ['2.0000', 'en', '2'],
    ['2.5000', 'fr', '2,5'],
    ['-1000.25', 'en', '−1,000.25'],
    ['0.0000', 'en', '0'],
  ])('quantity %s in %s', (quantity, locale, expected) => {
    expect(plain(formatQuantity(quantity, locale))).toBe(expected);
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

  it('rates', () => {
    expect(formatPercent('20.0000', 'en')).toBe('20%');
    expect(plain(formatPercent('5.50', 'fr'))).toBe('5,5 %');
    expect(formatPercent('9.975', 'en')).toBe('9.975%');
  });

  it('the other sign, but not of zero', () => {
    expect([negated('5.00'), negated('-5.00'), negated('0.00')]).toEqual(['-5.00', '5.00', '0.00']);
  });
});

describe('dates', () => {
  it.each<[string, PdfLocale, string]>([
    ['2026-11-21', 'en', '21 November 2026'],
    ['2026-11-21', 'fr', '21 novembre 2026'],
    ['2026-12-01', 'fr', '1er décembre 2026'],
    ['2026-02-01', 'en', '1 February 2026'],
    ['someday', 'en', 'someday'],
  ])('%s in %s', (date, locale, expected) => {
    expect(plain(formatDate(date, locale))).toBe(expected);
  });

  it.each<[string, string, string]>([
    ['2026-10-01', '2026-10-31', '1 – 31 October 2026'],
    ['2026-10-15', '2026-11-14', '15 October – 14 November 2026'],
    ['2026-12-15', '2027-01-14', '15 December 2026 – 14 January 2027'],
    ['2026-10-01', '2026-10-01', '1 October 2026'],
  ])('from %s to %s', (start, end, expected) => {
    expect(plain(formatPeriod({ start, end }, 'en'))).toBe(expected);
  });
});

describe('numbers of registers', () => {
  it('IBAN in fours', () => {
    expect(plain(formatIban('fr1420041010050500013M02606'))).toBe('FR14 2004 1010 0505 0001 3M02 606');
    expect(plain(formatIban('IE29 AIBK 9311 5212 3456 78'))).toBe('IE29 AIBK 9311 5212 3456 78');
  });

  it.each([
    ['0002', '303265045', 'SIREN 303 265 045'],
    ['0009', '30326504500017', 'SIRET 303 265 045 00017'],
    ['0106', '12345678', 'KvK 12345678'],
    ['9999', 'HRB 1', 'Company no. HRB 1'],
  ])('%s %s', (scheme, value, expected) => {
    expect(plain(formatLegalId({ scheme, value }, 'en'))).toBe(expected);
  });
});
