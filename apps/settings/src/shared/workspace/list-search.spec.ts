import { describe, expect, it } from '@jest/globals';
import { day, filterCount, flag, isFiltered, oneOf, recordId, searchOf, sortBy, words } from './list-search.js';

const read = searchOf({
  q: words,
  status: oneOf(['Sent', 'Paid']),
  clientId: recordId,
  from: day,
  open: flag,
  sort: sortBy(['issueDate', 'gross']),
});

describe('filters in the address', () => {
  it('are parsed', () => {
    const search = { q: ' lumen ', status: 'Paid', clientId: 7, from: '2026-11-21', open: true, sort: '-issueDate' };
    expect(read(search)).toEqual({ ...search, q: 'lumen' });
    expect(read({ q: 2026 })).toEqual({ q: '2026' });
  });

  it.each([
    ['status', 'Lost'],
    ['clientId', -1],
    ['clientId', '1 OR 1=1'],
    ['from', '2026-13-41'],
    ['from', 'yesterday'],
    ['open', 'maybe'],
    ['sort', 'secret'],
    ['q', '   '],
    ['unknown', 'x'],
  ])('drops %s=%s', (name, value) => {
    expect(read({ [name]: value })).toEqual({});
  });

  it('do not include the order', () => {
    expect(isFiltered({ sort: 'gross' })).toBe(false);
    expect(isFiltered({ sort: 'gross', q: 'x' })).toBe(true);
    expect(filterCount({ sort: 'gross', q: 'x', clientId: undefined })).toBe(0);
    expect(filterCount({ status: 'Sent', from: '2026-01-01', to: '2026-02-01' })).toBe(2);
  });
});
