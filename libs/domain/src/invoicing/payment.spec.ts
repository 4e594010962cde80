import { describe, expect, it } from '@jest/globals';
import { formatDecimal } from '../shared/decimal.js';
import { unallocated } from './payment.js';

describe('unallocated', () => {
  it.each<[string, string[], string | undefined]>([
    ['100.00', [], '100.00'],
    ['100.00', ['100.00'], '0.00'],
    ['100.00', ['33.33', '33.33', '33.34'], '0.00'],
    ['100.00', ['0.01'], '99.99'],
    ['0.30', ['0.10', '0.10'], '0.10'],
    ['100.00', ['100.01'], undefined],
    ['100.00', ['50.00', '50.01'], undefined],
    ['1080', ['1080.00'], '0.00'],
    ['999999999999999.99', ['0.01'], '999999999999999.98'],
  ])('of %s with %j', (amount, allocations, rest) => {
    const value = unallocated(
      amount,
      allocations.map((part) => ({ amount: part })),
    );
    expect(value && formatDecimal(value, 2)).toBe(rest);
  });
});
