import { RECORD_VIEWS } from '@billhook/contract/webhooks/event';
import type { EventFilter } from '@billhook/domain/webhooks/event-filter';
import { describe, expect, it } from '@jest/globals';
import { draftOf, filterOf, SUGGESTED_FIELDS, withMode } from './filter-draft.js';

const FLAT: EventFilter[] = [
  { field: 'currency', eq: 'EUR' },
  { field: 'currency', in: ['EUR', 'CHF'] },
  {
    any: [
      { field: 'totals.gross', gte: '1000.00' },
      { field: 'dueDate', exists: false },
    ],
  },
  {
    all: [
      { field: 'title', ne: null },
      { field: 'currency', startsWith: 'E' },
    ],
  },
];

const NESTED: EventFilter[] = [
  { not: { field: 'currency', eq: 'EUR' } },
  { all: [{ any: [{ field: 'currency', eq: 'EUR' }] }] },
  { field: 'totals.gross', gte: '10', lt: '20' },
  { field: 'title', eq: 'true' },
  { field: 'title', eq: 'Lamps, and more' },
];

describe('the draft of a filter', () => {
  it.each(FLAT)('%j is shown as conditions and read back', (filter) => {
    const draft = draftOf(filter);
    expect(draft.mode).toBe('conditions');
    expect(filterOf(draft)).toEqual({ filter });
  });

  it.each(NESTED)('%j is shown as JSON and read back', (filter) => {
    const draft = draftOf(filter);
    expect(draft.mode).toBe('json');
    expect(filterOf(draft)).toEqual({ filter });
    expect(withMode(draft, 'conditions').mode).toBe('conditions');
  });

  it.each([
    [
      { mode: 'conditions', rows: [{ field: ' ', comparison: 'eq', value: 'x' }] },
      { text: 'fieldMissing', row: 0 },
    ],
    [
      { mode: 'conditions', rows: [{ field: 'currency', comparison: 'eq', value: '' }] },
      { text: 'valueMissing', row: 0 },
    ],
    [{ mode: 'json', json: '[]' }, { text: 'notObject' }],
    [
      { mode: 'json', json: '{' },
      { text: 'notJson', message: expect.any(String) },
    ],
    [{ mode: 'none', json: '{' }, { filter: null }],
  ] as const)('%j is %j', (change, result) => {
    expect(filterOf({ ...draftOf(null), ...change })).toEqual(result);
  });

  it('keeps the conditions when the mode changes', () => {
    const draft = draftOf({ field: 'currency', eq: 'EUR' });
    const json = withMode(draft, 'json');
    expect(JSON.parse(json.json)).toEqual({ field: 'currency', eq: 'EUR' });
    expect(filterOf(withMode(json, 'conditions'))).toEqual({ filter: { field: 'currency', eq: 'EUR' } });
    expect(filterOf(withMode(draft, 'none'))).toEqual({ filter: null });
  });

  it.each(SUGGESTED_FIELDS)('%s is a member of a record', (field) => {
    const [name = ''] = field.split('.');
    expect(Object.values(RECORD_VIEWS).some(({ shape }) => Object.hasOwn(shape, name))).toBe(true);
  });
});
