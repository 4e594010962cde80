import { describe, expect, it } from '@jest/globals';
import { trimmed } from './trim-result.js';

const line = { name: 'Support', description: 'x'.repeat(90) };
const record = { id: 1, number: null, customFields: {}, notes: [], total: '1.00', lines: [line, line, line] };

describe('trimmed', () => {
  it('keeps what fits', () => {
    expect(trimmed(record, undefined)).toEqual({ value: record, notes: [] });
    expect(trimmed({ data: [record] }, undefined)).toEqual({ value: { data: [record] }, notes: [] });
    expect(trimmed(undefined, undefined)).toEqual({ value: undefined, notes: [] });
  });

  it('leaves out large and empty members of a list whose records another tool returns', () => {
    const page = { nextCursor: 'c' };
    const { value, notes } = trimmed({ data: [record], page }, 'invoices_get');
    expect(value).toEqual({ data: [{ id: 1, total: '1.00' }], page });
    expect(notes).toEqual([expect.stringMatching(/lines and empty members are left out\. invoices_get returns/)]);
  });

  it('leaves out records that do not fit, with the cursor, which would skip them', () => {
    const data = Array.from({ length: 10 }, (_, id) => ({ id, text: 'x'.repeat(80) }));
    const { value, notes } = trimmed({ data, page: { nextCursor: 'c' } }, undefined, 500);
    expect(value).toEqual({ data: data.slice(0, 5) });
    expect(notes).toEqual([expect.stringMatching(/first 5 of the 10 records.* limit 5 /)]);
    expect(trimmed({ data }, undefined, 10).value).toEqual({ data: data.slice(0, 1) });
  });

  it.each([
    [
      'half of a list',
      { id: 1, lines: Array.from({ length: 8 }, () => line) },
      700,
      'lines is cut to the first 4 of 8 entries.',
    ],
    ['the start of a text', { id: 1, text: 'x'.repeat(9_000) }, 3_000, 'text is cut to its first 2000 characters.'],
    ['nothing of an object', { id: 1, expanded: { client: 'x'.repeat(900) } }, 500, 'expanded is left out.'],
    ['nothing of a list of one', { id: 1, lines: [{ text: 'x'.repeat(900) }] }, 500, 'lines is left out.'],
  ])('keeps %s that is too large', (_, given, most, note) => {
    const { value, notes } = trimmed(given, undefined, most);
    expect(JSON.stringify(value).length).toBeLessThanOrEqual(most);
    expect([value, notes]).toEqual([expect.objectContaining({ id: 1 }), [note]]);
  });

  it('ends with any limit', () => {
    expect(trimmed(record, undefined, 1).value).toEqual({});
  });
});
