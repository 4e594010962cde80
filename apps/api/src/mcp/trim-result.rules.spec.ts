import { describe, expect, it } from '@jest/globals';
import { trimmed } from './trim-result.rules.js';

const line = { name: 'Support', description: 'x'.repeat(90) };
const record = { id: 1, number: null, customFields: {}, notes: [], total: '1.00', lines: [line, line, line] };

const WHOLE = { getTool: undefined, isRecords: false };

describe('trimmed', () => {
  it('keeps what fits', () => {
    expect(trimmed(record, WHOLE)).toEqual({ value: record, notes: [] });
    expect(trimmed({ data: [record] }, WHOLE)).toEqual({ value: { data: [record] }, notes: [] });
    expect(trimmed(undefined, WHOLE)).toEqual({ value: undefined, notes: [] });
  });

  it('leaves out large and empty members of a list whose records another tool returns', () => {
    const page = { nextCursor: 'c' };
    const { value, notes } = trimmed({ data: [record], page }, { getTool: 'invoices_get', isRecords: true });
    expect(value).toEqual({ data: [{ id: 1, total: '1.00' }], page });
    expect(notes).toEqual([
      expect.stringMatching(/lines, times of changes and empty members are left out\. invoices_get returns/),
    ]);
  });

  it('leaves out the texts of every document and the times of changes of records, and keeps their days', () => {
    const invoice = {
      ...{ id: 1, dueDate: '2026-12-01', balance: '1.00', updatedAt: '2026-11-21T09:30:00.000Z' },
      ...{ terms: 'Late payment costs 40 EUR.', taxBreakdown: [{ rate: '20' }], totals: { gross: '1.00' } },
    };
    const deleted = { id: 2, version: 3, deletedAt: '2026-11-21T09:30:00.000Z' };
    const { value, notes } = trimmed({ data: [invoice, deleted] }, { getTool: 'invoices_get', isRecords: true });
    const kept = { id: 1, dueDate: '2026-12-01', balance: '1.00', totals: { gross: '1.00' } };
    expect(value).toEqual({ data: [kept, deleted] });
    expect(notes).toEqual([expect.stringContaining('terms, taxBreakdown, times of changes')]);
    const delivery = { id: 1, createdAt: '2026-11-21T09:30:00.000Z' };
    const whole = trimmed({ data: [delivery] }, { getTool: 'webhook_deliveries_get', isRecords: false });
    expect(whole).toEqual({ value: { data: [delivery] }, notes: [] });
  });

  it('keeps the names, numbers and amounts of expanded records in a list', () => {
    const client = {
      ...{ id: 7, name: 'Atelier Lumen SARL', tradingName: null, notes: 'x'.repeat(400), contacts: [{ name: 'Y' }] },
      ...{ billingAddress: { city: 'Lyon' }, createdAt: '2026-11-21T09:30:00.000Z' },
    };
    const payment = { id: 8, amount: '1.00', date: '2026-12-01', allocations: [{ invoiceId: 1 }] };
    const many = Array.from({ length: 60 }, (_, id) => ({ ...payment, id }));
    const expanded = { client, quote: null, payments: [payment], creditNotes: many };
    const { value, notes } = trimmed({ data: [{ id: 1, expanded }] }, { getTool: 'invoices_get', isRecords: true });
    const shown = {
      client: { id: 7, name: 'Atelier Lumen SARL' },
      quote: null,
      payments: [{ id: 8, amount: '1.00', date: '2026-12-01' }],
    };
    expect(value).toEqual({ data: [{ id: 1, expanded: shown }] });
    expect(notes).toEqual([expect.stringContaining('expanded.creditNotes')]);
  });

  it('leaves out records that do not fit, with the cursor, which would skip them', () => {
    const data = Array.from({ length: 10 }, (_, id) => ({ id, text: 'x'.repeat(80) }));
    const { value, notes } = trimmed({ data, page: { nextCursor: 'c' } }, WHOLE, 500);
    expect(value).toEqual({ data: data.slice(0, 5) });
    expect(notes).toEqual([expect.stringMatching(/first 5 of the 10 records.* limit 5 /)]);
    expect(trimmed({ data }, WHOLE, 10).value).toEqual({ data: data.slice(0, 1) });
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
    const { value, notes } = trimmed(given, WHOLE, most);
    expect(JSON.stringify(value).length).toBeLessThanOrEqual(most);
    expect([value, notes]).toEqual([expect.objectContaining({ id: 1 }), [note]]);
  });

  it('ends with any limit', () => {
    expect(trimmed(record, WHOLE, 1).value).toEqual({});
  });
});
