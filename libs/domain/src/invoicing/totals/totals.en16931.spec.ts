import { describe, expect, it } from '@jest/globals';
import { line, printed } from '../../../test/printed-cases.js';
import { amountDue } from './settlement.js';
import { computeTotals } from './totals.js';

describe('printed totals', () => {
  it.each(printed)('$source', ({ document, totals, vat }) => {
    const result = computeTotals(document);
    expect(result.totals).toMatchObject(totals);
    expect(result.taxBreakdown.map((row) => row.tax)).toEqual(vat);
  });
});

describe('VAT of one category, EN 16931 unit tests BR-CO-17 and BR-S-09', () => {
  it.each([
    ['-6491.34', '25', '-1622.84'],
    ['2141.05', '14', '299.75'],
    ['2141.19', '2.1', '44.96'],
    ['-2141.19', '5.5', '-117.77'],
    ['12342.61', '4.8', '592.45'],
    ['-6170.72', '20', '-1234.14'],
    ['979.15', '4.8', '47.00'],
  ])('%s at %s %% is %s', (taxable, rate, tax) => {
    const quantity = taxable.startsWith('-') ? '-1' : '1';
    const { taxBreakdown } = computeTotals({
      currency: 'EUR',
      lines: [line(quantity, taxable.replace('-', ''), rate)],
    });
    expect(taxBreakdown).toEqual([{ category: 'S', rate, taxable, tax, exemptionReason: null }]);
  });
});

describe('the amount due', () => {
  const cents = (text: string): bigint => BigInt(text.replace('.', ''));

  it.each([
    ['EN 16931 BR-CO-16', '1200.78', '1000.00', '0.22', '201.00'],
    ['EN 16931 BR-CO-16', '1200.78', '0.00', '0.22', '1201.00'],
    ['EN 16931 BR-CO-16', '1200.22', '0.00', '-0.22', '1200.00'],
    ['XRechnung 01.17a', '336.90', '0.00', '0.01', '336.91'],
  ])('%s: %s - %s + %s = %s', (_source, gross, prepaid, rounding, due) => {
    expect(amountDue(cents(gross), cents(prepaid), cents(rounding))).toBe(cents(due));
  });

  it.each([
    ['1200.78', '1000.00', '0.22', '201.00'],
    ['1200.78', undefined, '0.22', '1201.00'],
    ['1200.22', undefined, '-0.22', '1200.00'],
  ])('EN 16931 BR-CO-16 by an increment of 1.00: %s - %s rounds by %s to %s', (price, prepaid, rounding, due) => {
    const lines = [line('1', price, '0', { taxCategory: 'Z' })];
    const { totals } = computeTotals({ currency: 'EUR', lines, prepaid, roundingIncrement: '1.00' });
    expect(totals).toMatchObject({ gross: price, rounding, due });
  });
});

/**
 * SFS 1970:1029 § 2 (as amended by SFS 2009:283) rounds 1 to 49 öre down and 50 to 99 öre up. Its first version rounded 1, 2, 6 and 7 öre
 * down and 3, 4, 8 and 9 up, as Swiss five-rappen coins do. 52.54 to 52.55 is from Odoo's point-of-sale tests (HALF-UP, 0.05).
 */
describe('cash rounding', () => {
  it.each([
    ['SEK', '1.00', '1000.00', '0.00', '1000.00'],
    ['SEK', '1.00', '1000.01', '-0.01', '1000.00'],
    ['SEK', '1.00', '1000.49', '-0.49', '1000.00'],
    ['SEK', '1.00', '1000.50', '0.50', '1001.00'],
    ['SEK', '1.00', '1000.99', '0.01', '1001.00'],
    ['CHF', '0.05', '47.80', '0.00', '47.80'],
    ['CHF', '0.05', '47.81', '-0.01', '47.80'],
    ['CHF', '0.05', '47.82', '-0.02', '47.80'],
    ['CHF', '0.05', '47.83', '0.02', '47.85'],
    ['CHF', '0.05', '47.84', '0.01', '47.85'],
    ['CHF', '0.05', '47.85', '0.00', '47.85'],
    ['CHF', '0.05', '47.86', '-0.01', '47.85'],
    ['CHF', '0.05', '47.87', '-0.02', '47.85'],
    ['CHF', '0.05', '47.88', '0.02', '47.90'],
    ['CHF', '0.05', '47.89', '0.01', '47.90'],
    ['CHF', '0.05', '52.54', '0.01', '52.55'],
  ])('%s to %s: %s rounds by %s to %s', (currency, roundingIncrement, price, rounding, due) => {
    const lines = [line('1', price, '0', { taxCategory: 'Z' })];
    const { totals } = computeTotals({ currency, lines, roundingIncrement });
    expect(totals).toMatchObject({ net: price, tax: '0.00', gross: price, rounding, due });
  });

  it('rounds the gross and does not change the VAT: 80.40 at 25 % is 100.50, 101 to pay', () => {
    const { totals } = computeTotals({
      currency: 'SEK',
      lines: [line('1', '80.40', '25')],
      roundingIncrement: '1.00',
    });
    expect(totals).toMatchObject({ net: '80.40', tax: '20.10', gross: '100.50', rounding: '0.50', due: '101.00' });
  });
});
