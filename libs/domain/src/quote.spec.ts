import { describe, expect, it } from '@jest/globals';
import { EVENTS } from './events.js';
import { QUOTE_ACTIONS, QUOTE_STATUSES, quoteStatus, type QuoteStatus } from './quote.js';

const AT = new Date('2026-11-01T09:30:00.000Z');
const TODAY = '2026-11-21';

describe('quoteStatus', () => {
  it.each<[string, Date | null, string | null, QuoteStatus]>([
    ['not sent', null, null, 'Draft'],
    ['not sent, its expiry past', null, '2026-11-20', 'Draft'],
    ['sent, without an end', AT, null, 'Sent'],
    ['sent, ending tomorrow', AT, '2026-11-22', 'Sent'],
    ['sent, on its last day', AT, TODAY, 'Sent'],
    ['sent, ended yesterday', AT, '2026-11-20', 'Expired'],
    ['sent, ended last year', AT, '2025-12-31', 'Expired'],
  ])('%s', (_, sentAt, expiryDate, status) => {
    expect(quoteStatus({ sentAt, expiryDate }, TODAY)).toBe(status);
  });
});

describe('QUOTE_ACTIONS', () => {
  const only: readonly QuoteStatus[] = ['Draft'];
  const rows = Object.entries(QUOTE_ACTIONS);

  it.each(rows)('%s: from a draft alone, told by one event of the quote', (_, { from, event }) => {
    expect(QUOTE_STATUSES.filter((status) => (from as readonly QuoteStatus[]).includes(status))).toEqual(only);
    expect(EVENTS[event].resource).toBe('quote');
  });

  it('knows update, delete and send', () => {
    expect(rows.map(([name, { event }]) => [name, event])).toEqual([
      ['update', 'quote.updated'],
      ['delete', 'quote.deleted'],
      ['send', 'quote.updated'],
    ]);
  });
});
