import { describe, expect, it } from '@jest/globals';
import { formatDecimal } from '../shared/decimal.js';
import { EVENTS } from '../shared/event-types.js';
import {
  ALL_QUOTE_ACTIONS,
  availableQuoteActions,
  QUOTE_ACTIONS,
  QUOTE_STATUSES,
  quoteAllows,
  quoteActionError,
  quoteRemaining,
  quoteStatus,
  REQUESTABLE_QUOTE_ACTIONS,
  type QuoteAction,
  type QuoteFacts,
  type QuoteStatus,
} from './quote.js';

const AT = new Date('2026-11-01T09:30:00.000Z');
const TODAY = '2026-11-21';

const facts = (change: Partial<QuoteFacts> = {}): QuoteFacts => ({
  sentAt: AT,
  acceptedAt: null,
  declinedAt: null,
  supersededAt: null,
  expiryDate: null,
  today: TODAY,
  revised: false,
  gross: '100.00',
  invoicedTotal: '0.00',
  invoices: 0,
  ...change,
});

describe('quoteStatus', () => {
  it.each<[string, Partial<QuoteFacts>, QuoteStatus]>([
    ['not sent', { sentAt: null }, 'Draft'],
    ['not sent, its expiry past', { sentAt: null, expiryDate: '2026-11-20' }, 'Draft'],
    ['sent, without an end', {}, 'Sent'],
    ['sent, ending tomorrow', { expiryDate: '2026-11-22' }, 'Sent'],
    ['sent, on its last day', { expiryDate: TODAY }, 'Sent'],
    ['sent, ended yesterday', { expiryDate: '2026-11-20' }, 'Expired'],
    ['sent, ended last year', { expiryDate: '2025-12-31' }, 'Expired'],
    ['accepted', { acceptedAt: AT }, 'Accepted'],
    ['accepted, its expiry past', { acceptedAt: AT, expiryDate: '2026-11-20' }, 'Accepted'],
    ['accepted, a part invoiced', { acceptedAt: AT, invoicedTotal: '99.99', invoices: 2 }, 'Accepted'],
    ['accepted, all invoiced', { acceptedAt: AT, invoicedTotal: '100.00', invoices: 3 }, 'Invoiced'],
    ['accepted, more than all invoiced', { acceptedAt: AT, invoicedTotal: '100.01', invoices: 2 }, 'Invoiced'],
    ['accepted, over 0.00, not invoiced', { acceptedAt: AT, gross: '0.00' }, 'Accepted'],
    ['accepted, over 0.00, invoiced', { acceptedAt: AT, gross: '0.00', invoices: 1 }, 'Invoiced'],
    ['declined', { declinedAt: AT }, 'Declined'],
    ['declined, its expiry past', { declinedAt: AT, expiryDate: '2026-11-20' }, 'Declined'],
    ['replaced by a revision', { supersededAt: AT, declinedAt: AT }, 'Superseded'],
  ])('%s', (_, change, status) => {
    expect(quoteStatus(facts(change))).toBe(status);
  });
});

describe('quoteRemaining', () => {
  it.each([
    ['100.00', '0.00', '100.00'],
    ['100.00', '33.33', '66.67'],
    ['100.00', '100.00', '0.00'],
  ])('of %s with %s invoiced: %s', (gross, invoicedTotal, left) => {
    expect(formatDecimal(quoteRemaining({ gross, invoicedTotal }), 2)).toBe(left);
  });
});

/** A quote in each status. */
const IN: Record<QuoteStatus, QuoteFacts> = {
  Draft: facts({ sentAt: null }),
  Superseded: facts({ supersededAt: AT, revised: true }),
  Invoiced: facts({ acceptedAt: AT, invoicedTotal: '100.00', invoices: 1 }),
  Accepted: facts({ acceptedAt: AT }),
  Declined: facts({ declinedAt: AT }),
  Expired: facts({ expiryDate: '2026-11-20' }),
  Sent: facts(),
};

describe('actions', () => {
  const allowed: Record<QuoteAction, readonly QuoteStatus[]> = {
    update: ['Draft'],
    annotate: QUOTE_STATUSES,
    delete: ['Draft'],
    send: ['Draft'],
    resend: ['Sent', 'Expired', 'Accepted', 'Invoiced'],
    accept: ['Sent'],
    acceptExpired: ['Expired'],
    decline: ['Sent', 'Expired'],
    revise: ['Sent', 'Declined', 'Expired'],
    unrevise: ['Sent', 'Accepted', 'Declined', 'Expired', 'Invoiced'],
    supersede: ['Sent', 'Declined', 'Expired'],
    convert: ['Accepted'],
    reckon: ['Accepted', 'Invoiced'],
    view: ['Sent', 'Expired', 'Accepted', 'Declined', 'Invoiced'],
  };
  const pairs = ALL_QUOTE_ACTIONS.flatMap((action) => QUOTE_STATUSES.map((status) => [action, status] as const));

  it('are exactly those listed here', () => {
    expect([...ALL_QUOTE_ACTIONS].sort()).toEqual(Object.keys(allowed).sort());
  });

  it.each(pairs)('%s when %s', (action, status) => {
    expect(quoteAllows(action, status)).toBe(allowed[action].includes(status));
    expect(quoteActionError(action, IN[status]) === null).toBe(allowed[action].includes(status));
  });

  it.each(QUOTE_STATUSES)('availableActions when %s: the requestable ones, each allowed or with a reason', (status) => {
    const rows = availableQuoteActions(IN[status]);
    expect(rows.map((row) => row.action)).toEqual(REQUESTABLE_QUOTE_ACTIONS);
    for (const { action, allowed: may, reason } of rows)
      expect([may, reason]).toEqual([reason === null, quoteActionError(action, IN[status])]);
  });

  it.each<[QuoteAction, string, Partial<QuoteFacts>]>([['revise', 'a revision was begun', { revised: true }]])(
    '%s is refused in words when %s',
    (action, _, change) => {
      expect(quoteAllows(action, quoteStatus(facts(change)))).toBe(true);
      expect(quoteActionError(action, facts(change))).toMatch(/^[A-Z].+\.$/);
    },
  );

  it.each(ALL_QUOTE_ACTIONS)('%s emits at most one event of the quote', (action) => {
    const { event } = QUOTE_ACTIONS[action];
    expect(event === null || EVENTS[event].resource === 'quote').toBe(true);
  });
});
