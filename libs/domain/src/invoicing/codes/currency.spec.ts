import { describe, expect, it } from '@jest/globals';
import { currencyDigits, isCurrency } from './currency.js';

describe('currencyDigits', () => {
  it.each([
    [
      0,
      [
        'BIF',
        'CLP',
        'DJF',
        'GNF',
        'ISK',
        'JPY',
        'KMF',
        'KRW',
        'PYG',
        'RWF',
        'UGX',
        'UYI',
        'VND',
        'VUV',
        'XAF',
        'XOF',
        'XPF',
      ],
    ],
    [2, ['EUR', 'USD', 'GBP', 'CHF', 'DKK', 'HUF', 'LBP', 'MGA', 'MRU', 'SLE', 'XAD', 'XCG', 'ZWG']],
    [3, ['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND']],
    [4, ['CLF', 'UYW']],
  ])('is %d for %j', (digits, codes) => {
    expect(codes.filter((code) => currencyDigits(code) !== digits)).toEqual([]);
  });

  it('rejects a text that is not a currency', () => {
    expect(() => currencyDigits('EURO')).toThrow(RangeError);
  });
});

describe('isCurrency', () => {
  it.each(['EUR', 'JPY', 'KWD', 'CLF'])('accepts %s', (code) => {
    expect(isCurrency(code)).toBe(true);
  });

  it.each([
    ['in small letters', 'eur'],
    ['withdrawn in 2023', 'HRK'],
    ['withdrawn in 2025', 'ANG'],
    ['withdrawn in 2026', 'BGN'],
    ['a metal', 'XAU'],
    ['for tests', 'XTS'],
    ['no currency', 'XXX'],
    ['empty', ''],
    ['a property of every object', 'constructor'],
    ['a property of every object', '__proto__'],
  ])('rejects a code %s: %s', (_why, code) => {
    expect(isCurrency(code)).toBe(false);
  });
});
