import { describe, expect, it } from '@jest/globals';
import { formatDecimal } from '../shared/decimal.js';
import { EVENTS } from '../shared/event-types.js';
import {
  ALL_INVOICE_ACTIONS,
  allows,
  availableActions,
  balance,
  INVOICE_ACTIONS,
  INVOICE_STATUSES,
  invoiceStatus,
  invoiceActionError,
  REQUESTABLE_INVOICE_ACTIONS,
  settledBy,
  settlementEvent,
  eventOf,
  type InvoiceAction,
  type InvoiceFacts,
  type InvoiceStatus,
} from './invoice.js';

const AT = new Date('2026-11-21T09:30:00.000Z');

const facts = (change: Partial<InvoiceFacts> = {}): InvoiceFacts => ({
  issuedAt: AT,
  rejectedAt: null,
  voidedAt: null,
  overdueSince: null,
  payable: '100.00',
  amountPaid: '0.00',
  amountCredited: '0.00',
  fullyCredited: false,
  amountWrittenOff: '0.00',
  dueDate: '2026-12-21',
  ...change,
});

describe('invoiceStatus', () => {
  it.each<[string, Partial<InvoiceFacts>, InvoiceStatus]>([
    ['not issued', { issuedAt: null }, 'Draft'],
    ['issued', {}, 'Sent'],
    ['a part is paid', { amountPaid: '0.01' }, 'Partial'],
    ['a part is credited', { amountCredited: '99.99' }, 'Partial'],
    ['all is paid', { amountPaid: '100.00' }, 'Paid'],
    ['all is credited', { amountCredited: '100.00' }, 'Paid'],
    ['all is settled by both', { amountPaid: '60.50', amountCredited: '39.50' }, 'Paid'],
    ['all is paid, written with other digits', { amountPaid: '100' }, 'Paid'],
    ['a payable amount of zero', { payable: '0.00' }, 'Paid'],
    ['fallen due', { overdueSince: AT }, 'Overdue'],
    ['rejected', { rejectedAt: AT }, 'Rejected'],
    ['a cent short is written off', { amountPaid: '99.99', amountWrittenOff: '0.01' }, 'WrittenOff'],
    ['all of it is written off', { overdueSince: AT, amountWrittenOff: '100.00' }, 'WrittenOff'],
    ['void, all of it credited', { voidedAt: AT, rejectedAt: AT, amountCredited: '100.00' }, 'Void'],
  ])('%s', (_, change, status) => {
    expect(invoiceStatus(facts(change))).toBe(status);
  });

  it('Void outranks Draft, then Rejected, then WrittenOff, then Paid, then Overdue, then Partial', () => {
    const all = facts({ issuedAt: null, rejectedAt: AT, overdueSince: AT, amountPaid: '100.00' });
    const seen = [
      { ...all, voidedAt: AT },
      all,
      { ...all, issuedAt: AT },
      { ...all, issuedAt: AT, rejectedAt: null, amountPaid: '99.00', amountWrittenOff: '1.00' },
      { ...all, issuedAt: AT, rejectedAt: null },
      { ...all, issuedAt: AT, rejectedAt: null, amountPaid: '1.00' },
      { ...all, issuedAt: AT, rejectedAt: null, amountPaid: '1.00', overdueSince: null },
      { ...all, issuedAt: AT, rejectedAt: null, amountPaid: '0.00', overdueSince: null },
    ].map(invoiceStatus);
    expect(seen).toEqual([...INVOICE_STATUSES]);
  });
});

describe('settledBy', () => {
  it.each<[InvoiceStatus, string, string, ReturnType<typeof settledBy>]>([
    ['Paid', '100.00', '0.00', 'Payment'],
    ['Paid', '0.00', '100.00', 'Credit'],
    ['Paid', '40.00', '60.00', 'Both'],
    ['Paid', '0.00', '0.00', null],
    ['Partial', '40.00', '0.00', null],
    ['Void', '0.00', '100.00', null],
  ])('%s with %s paid and %s credited: %s', (status, amountPaid, amountCredited, by) => {
    expect(settledBy({ status, amountPaid, amountCredited })).toBe(by);
  });
});

describe('balance', () => {
  it.each([
    ['100.00', '0.00', '0.00', '0.00', '100.00'],
    ['100.00', '33.33', '0.00', '0.00', '66.67'],
    ['100.00', '33.33', '66.67', '0.00', '0.00'],
    ['100.00', '33.33', '0.00', '66.67', '0.00'],
    ['0.30', '0.10', '0.10', '0.00', '0.10'],
    ['999999999999999.99', '0.01', '0.00', '0', '999999999999999.98'],
  ])('%s less %s less %s less %s is %s', (payable, amountPaid, amountCredited, amountWrittenOff, open) => {
    expect(formatDecimal(balance({ payable, amountPaid, amountCredited, amountWrittenOff }), 2)).toBe(open);
  });

  it('rejects a text that is not a decimal', () => {
    expect(() => balance({ payable: '1,00', amountPaid: '0', amountCredited: '0', amountWrittenOff: '0' })).toThrow(
      RangeError,
    );
  });
});

/** An unpaid invoice in each status. */
const IN: Record<InvoiceStatus, InvoiceFacts> = {
  Void: facts({ voidedAt: AT, amountCredited: '100.00', fullyCredited: true }),
  Draft: facts({ issuedAt: null }),
  Rejected: facts({ rejectedAt: AT }),
  WrittenOff: facts({ amountWrittenOff: '100.00' }),
  Paid: facts({ payable: '0.00' }),
  Overdue: facts({ overdueSince: AT }),
  Partial: facts({ amountCredited: '40.00' }),
  Sent: facts(),
};

describe('actions', () => {
  const issued: readonly InvoiceStatus[] = ['Sent', 'Partial', 'Overdue', 'Paid', 'Rejected'];
  const allowed: Record<InvoiceAction, readonly InvoiceStatus[]> = {
    update: ['Draft'],
    annotate: INVOICE_STATUSES,
    delete: ['Draft'],
    send: ['Draft'],
    resend: [...issued, 'WrittenOff'],
    pay: ['Sent', 'Partial', 'Overdue'],
    unpay: issued,
    credit: issued,
    reject: ['Sent', 'Partial', 'Overdue'],
    reopen: ['Rejected', 'WrittenOff'],
    postpone: ['Sent', 'Partial', 'Overdue'],
    writeOff: ['Sent', 'Partial', 'Overdue'],
    void: issued,
    duplicate: INVOICE_STATUSES,
    fallDue: ['Sent', 'Partial'],
    view: [...issued, 'WrittenOff'],
  };
  const pairs = ALL_INVOICE_ACTIONS.flatMap((action) => INVOICE_STATUSES.map((status) => [action, status] as const));

  it.each(INVOICE_STATUSES)('the facts of %s result in that status', (status) => {
    expect(invoiceStatus(IN[status])).toBe(status);
  });

  it('are exactly those listed here', () => {
    expect([...ALL_INVOICE_ACTIONS].sort()).toEqual(Object.keys(allowed).sort());
  });

  it.each(pairs)('%s when %s', (action, status) => {
    expect(allows(action, status)).toBe(allowed[action].includes(status));
    expect(invoiceActionError(action, IN[status]) === null).toBe(allowed[action].includes(status));
  });

  it.each(INVOICE_STATUSES)(
    'availableActions when %s: the requestable ones, each allowed or with a reason',
    (status) => {
      const rows = availableActions(IN[status]);
      expect(rows.map((row) => row.action)).toEqual(REQUESTABLE_INVOICE_ACTIONS);
      for (const { action, allowed: may, reason } of rows) {
        expect(may).toBe(allowed[action].includes(status));
        expect(reason).toBe(invoiceActionError(action, IN[status]));
      }
    },
  );

  it('a rejection names the current status and the allowed ones', () => {
    expect(invoiceActionError('reject', IN.Paid)).toBe(
      'The invoice is Paid; reject is possible when it is Sent, Partial, Overdue.',
    );
  });

  it.each<[InvoiceAction, string, Partial<InvoiceFacts>]>([
    ['void', 'something is paid of it', { overdueSince: AT, amountPaid: '0.01' }],
    ['void', 'something was paid before it was rejected', { rejectedAt: AT, amountPaid: '40.00' }],
    ['void', 'a part is paid', { amountPaid: '40.00' }],
    ['void', 'all is paid', { amountPaid: '100.00' }],
    ['void', 'all of it is credited', { amountCredited: '100.00', fullyCredited: true }],
    ['credit', 'all of it is credited', { amountCredited: '100.00', fullyCredited: true }],
    ['credit', 'all of it is credited, though nothing was asked for', { payable: '0.00', fullyCredited: true }],
    ['postpone', 'it has no due date', { dueDate: null }],
  ])('%s is rejected with a reason when %s', (action, _, change) => {
    expect(allows(action, invoiceStatus(facts(change)))).toBe(true);
    expect(invoiceActionError(action, facts(change))).toMatch(/^[A-Z].+\.$/);
  });

  it.each<[string, Partial<InvoiceFacts>]>([
    ['the payable amount is zero', { payable: '0.00' }],
    ['the total is credited, and groups that cancel out remain', { amountCredited: '100.00' }],
  ])('credit and void are allowed while a part of the breakdown remains: %s', (_, change) => {
    expect(['credit' as const, 'void' as const].map((action) => invoiceActionError(action, facts(change)))).toEqual([
      null,
      null,
    ]);
  });

  it.each(ALL_INVOICE_ACTIONS)('%s emits at most one event of the invoice', (action) => {
    const { event } = INVOICE_ACTIONS[action];
    expect(event === null || event === 'settle' || EVENTS[event].resource === 'invoice').toBe(true);
  });
});

describe('settlementEvent', () => {
  it.each<[InvoiceStatus, string, string, string, string]>([
    ['Sent', '100.00', '0.00', 'all is paid', 'invoice.paid'],
    ['Partial', '40.00', '60.00', 'the rest is credited', 'invoice.paid'],
    ['Sent', '99.99', '0.00', 'a part is paid', 'invoice.partial'],
    ['Overdue', '0.00', '0.01', 'a cent is credited', 'invoice.partial'],
    ['Paid', '60.00', '0.00', 'a part is given back', 'invoice.partial'],
    ['Paid', '0.00', '0.00', 'all is given back', 'invoice.updated'],
    ['Paid', '40.00', '60.00', 'a paid part is credited', 'invoice.updated'],
  ])('from %s, %s paid and %s credited (%s): %s', (before, amountPaid, amountCredited, _, event) => {
    expect(settlementEvent(before, facts({ amountPaid, amountCredited }))).toBe(event);
  });

  it('a removed payment of a rejected invoice only updates it', () => {
    expect(settlementEvent('Rejected', facts({ rejectedAt: AT, amountPaid: '40.00' }))).toBe('invoice.updated');
  });
});

describe('eventOf', () => {
  const nothing = facts({ payable: '0.00' });

  it.each<[InvoiceAction, InvoiceStatus, InvoiceFacts, string, string | null]>([
    ['send', 'Draft', facts(), 'something is owed', 'invoice.sent'],
    ['send', 'Draft', nothing, 'nothing is owed', 'invoice.paid'],
    ['resend', 'Paid', nothing, 'it is Paid before', null],
    ['reopen', 'Rejected', facts(), 'something is owed', 'invoice.updated'],
    ['reopen', 'Rejected', facts({ amountCredited: '100.00' }), 'all is credited', 'invoice.paid'],
    ['reopen', 'Rejected', facts({ amountPaid: '40.00' }), 'a part is paid', 'invoice.updated'],
    ['pay', 'Sent', facts({ amountPaid: '100.00' }), 'all is paid', 'invoice.paid'],
    ['credit', 'Paid', facts({ amountPaid: '40.00', amountCredited: '60.00' }), 'it is Paid before', 'invoice.updated'],
    ['credit', 'Rejected', facts({ rejectedAt: AT, amountCredited: '100.00' }), 'it stays Rejected', 'invoice.updated'],
    ['void', 'Sent', facts({ voidedAt: AT, amountCredited: '100.00' }), 'it is Void', 'invoice.updated'],
    ['delete', 'Draft', facts({ issuedAt: null, payable: '0.00' }), 'it is a draft', 'invoice.deleted'],
  ])('%s of one that is %s: %#', (action, before, after, _, event) => {
    expect(eventOf(action, before, after)).toBe(event);
  });
});
