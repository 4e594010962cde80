import { describe, expect, it } from '@jest/globals';
import { filterErrors } from './filter-errors.rules.js';

describe('filterErrors', () => {
  it.each([
    { field: 'totals.gross', gte: '1000.00' },
    { field: 'lines.0.quantity', gt: 1 },
    { field: 'client.name', eq: 'Ada' },
    { field: 'customFields.anything', gt: 'abc' },
    { field: 'issueDate', gte: '2026-01-01' },
    { not: { field: 'purchaseOrder', exists: true } },
  ])('no error for %j', (filter) => {
    expect(filterErrors(filter, ['client.created', 'invoice.paid'])).toEqual([]);
  });

  it.each([
    ['totals.gros', 'did you mean totals.gross?'],
    ['totl.gross', 'did you mean totals.gross?'],
    ['data.currency', 'did you mean currency?'],
    ['lines[0].quantity', 'did you mean lines.0.quantity?'],
    ['lines.x.quantity', expect.stringMatching(/lines\.0 has id, /)],
    ['lines.quantity', 'did you mean lines.0.quantity?'],
    ['currency.code', 'currency has no members'],
    ['data', expect.stringMatching(/^the members are id, /)],
    ['constructor', expect.stringMatching(/^the members are id, .* and \d+ more$/)],
  ])('unknown_member for %s', (field, advice) => {
    const [error] = filterErrors({ all: [{ field: 'id', gt: 1 }, { not: { field, eq: '1' } }] }, ['invoice.paid']);
    expect(error).toMatchObject({ pointer: '/filter/all/1/not/field', code: 'unknown_member' });
    expect(error?.message.replace('is not a member of invoice; ', '')).toEqual(advice);
  });

  it('unknown_member for a member that only records of other types have', () => {
    const filter = { field: 'totals.gross', gte: '1' };
    expect(filterErrors(filter, ['client.created'])).toMatchObject([{ pointer: '/filter/field' }]);
    expect(filterErrors(filter, ['client.created', 'quote.created'])).toEqual([]);
  });

  it.each(['totals.gross', 'totals.tax', 'version'])('invalid_decimal for text at %s', (field) => {
    expect(filterErrors({ any: [{ field, gte: 'abc', lt: '10', eq: 'x' }] }, ['invoice.paid'])).toMatchObject([
      { pointer: '/filter/any/0/gte', code: 'invalid_decimal' },
    ]);
  });
});
