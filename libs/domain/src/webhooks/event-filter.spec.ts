import { describe, expect, it } from '@jest/globals';
import { filterError, FILTER_LIMITS, matchesFilter, type EventFilter } from './event-filter.js';

const invoice = {
  id: 42,
  status: 'Sent',
  clientId: 17,
  currency: 'EUR',
  number: 'INV-2026-00042',
  externalId: '007',
  dueDate: '2026-12-01',
  paidAt: null,
  pricesIncludeTax: false,
  totals: { gross: '1080.00', net: '900.00' },
  lines: [{ name: 'Design', quantity: '2' }, { name: 'Travel' }],
  customFields: { costCentre: 'A7', 'job no': 12 },
};

describe('matchesFilter', () => {
  it.each<[holds: boolean, filter: EventFilter]>([
    [true, { field: 'status', eq: 'Sent' }],
    [false, { field: 'status', eq: 'sent' }],
    [true, { field: 'status', ne: 'Draft' }],
    [true, { field: 'clientId', eq: 17 }],
    [true, { field: 'clientId', eq: '17' }],
    [true, { field: 'pricesIncludeTax', eq: false }],
    [false, { field: 'pricesIncludeTax', eq: 'false' }],
    // Compares amounts by value in any notation.
    [true, { field: 'totals.gross', eq: '1080' }],
    [true, { field: 'totals.gross', gt: '999.99' }],
    [true, { field: 'totals.gross', gte: 1080, lt: 1080.01 }],
    [false, { field: 'totals.gross', gt: 1080 }],
    [true, { field: 'totals.gross', in: ['5', '1080.000'] }],
    // Text that is not in our number format stays text: leading zeros matter.
    [false, { field: 'externalId', eq: 7 }],
    [true, { field: 'externalId', eq: '007' }],
    [true, { field: 'dueDate', gte: '2026-11-30', lte: '2026-12-01' }],
    [true, { field: 'number', startsWith: 'INV-2026', endsWith: '42', contains: '-000' }],
    [false, { field: 'number', startsWith: 'INV-2026', endsWith: '43' }],
    [false, { field: 'clientId', contains: '1' }],
    [true, { field: 'currency', in: ['CHF', 'EUR'] }],
    [true, { field: 'currency', notIn: ['USD'] }],
    [false, { field: 'currency', notIn: ['USD', 'EUR'] }],
    // A missing member counts as null.
    [true, { field: 'paidAt', eq: null }],
    [true, { field: 'paidAt', exists: false }],
    [true, { field: 'rejection.code', exists: false }],
    [true, { field: 'rejection.code', eq: null, ne: 'Other', notIn: ['Other'] }],
    [false, { field: 'paidAt', lt: '9' }],
    [false, { field: 'paidAt', startsWith: '' }],
    [true, { field: 'status', exists: true }],
    // Paths lead into lists and custom fields, never into properties that JavaScript adds.
    [true, { field: 'lines.1.name', eq: 'Travel' }],
    [false, { field: 'lines.2.name', exists: true }],
    [true, { field: 'customFields.job no', gt: 9 }],
    [false, { field: 'lines.length', exists: true }],
    [false, { field: 'constructor.name', exists: true }],
    [false, { field: 'status.length', exists: true }],
    [
      true,
      {
        all: [
          { field: 'currency', eq: 'EUR' },
          {
            any: [
              { field: 'id', eq: 1 },
              { field: 'id', eq: 42 },
            ],
          },
        ],
      },
    ],
    [
      false,
      {
        all: [
          { field: 'currency', eq: 'EUR' },
          { field: 'id', eq: 1 },
        ],
      },
    ],
    [
      false,
      {
        any: [
          { field: 'id', eq: 1 },
          { field: 'id', eq: 2 },
        ],
      },
    ],
    [true, { not: { field: 'status', in: ['Draft', 'Void'] } }],
  ])('%s for %j', (holds, filter) => {
    expect(filterError(filter)).toBeUndefined();
    expect(matchesFilter(filter, invoice)).toBe(holds);
  });

  it.each([null, undefined, 'text', 4, [], {}])('treats %j as a record without members', (data) => {
    expect(matchesFilter({ field: 'status', eq: 'Sent' }, data)).toBe(false);
    expect(matchesFilter({ field: 'status', eq: null }, data)).toBe(true);
  });

  it('compares numbers with more digits than a float holds', () => {
    const data = { amount: '9007199254740993.01' };
    expect(matchesFilter({ field: 'amount', gt: '9007199254740993.00' }, data)).toBe(true);
    expect(matchesFilter({ field: 'amount', eq: '9007199254740992.01' }, data)).toBe(false);
  });
});

describe('filterError', () => {
  const leaf: EventFilter = { field: 'status', eq: 'Sent' };
  const nested = (deep: number): EventFilter => (deep === 1 ? leaf : { not: nested(deep - 1) });
  const many = (count: number): EventFilter => ({ any: Array.from({ length: count }, () => leaf) });

  it.each<[error: string, filter: EventFilter]>([
    ['must contain exactly one of field, all, any and not', {}],
    ['must contain exactly one of field, all, any and not', { eq: 'Sent' }],
    ['must contain exactly one of field, all, any and not', { ...leaf, all: [leaf] }],
    ['must contain exactly one of field, all, any and not', { any: [leaf], not: leaf }],
    ['must not contain eq without field', { any: [leaf], eq: 'Sent' }],
    ['must contain at least one comparison with field', { field: 'status' }],
    ['must contain at least one comparison with field', { field: 'status', eq: undefined }],
    ['must not be nested more than 5 levels deep', nested(FILTER_LIMITS.depth + 1)],
    ['must not contain more than 50 conditions', many(FILTER_LIMITS.conditions + 1)],
  ])('%s', (error, filter) => expect(filterError(filter)).toBe(error));

  it('accepts filters up to the limits', () => {
    expect(filterError(nested(FILTER_LIMITS.depth))).toBeUndefined();
    expect(filterError(many(FILTER_LIMITS.conditions))).toBeUndefined();
  });
});
