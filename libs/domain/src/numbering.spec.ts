import { describe, expect, it } from '@jest/globals';
import { formatNumber, seriesPeriod, type SeriesKind } from './numbering.js';

describe('formatNumber', () => {
  it.each<[SeriesKind, string, number, string]>([
    ['invoice', '2026', 1, 'INV-2026-00001'],
    ['invoice', '2026', 42, 'INV-2026-00042'],
    ['invoice', '2027', 99_999, 'INV-2027-99999'],
    ['invoice', '2027', 100_000, 'INV-2027-100000'],
    ['quote', '2026', 1, 'QUO-2026-00001'],
  ])('%s %s %d is %s', (kind, period, value, number) => {
    expect(formatNumber(kind, period, value)).toBe(number);
  });

  it('keeps to the 35 characters that French and Peppol rules allow, whatever the count', () => {
    expect(formatNumber('invoice', '9999', 2 ** 31 - 1)).toMatch(/^[A-Za-z0-9+\-_/]{1,35}$/);
  });
});

describe('seriesPeriod', () => {
  it.each([
    ['2026-01-01', '2026'],
    ['2026-12-31', '2026'],
    ['2027-01-01', '2027'],
  ])('of %s is %s', (date, period) => {
    expect(seriesPeriod(date)).toBe(period);
  });
});
