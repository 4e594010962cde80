import { describe, expect, it } from '@jest/globals';
import { formatDecimal } from './decimal.js';
import { EVENTS } from './events.js';
import {
  allows,
  availableActions,
  balance,
  INVOICE_ACTIONS,
  INVOICE_STATUSES,
  invoiceStatus,
  refusal,
  settlementEvent,
  type InvoiceAction,
  type InvoiceFacts,
  type InvoiceStatus,
} from './invoice.js';

const AT = new Date('2026-11-21T09:30:00.000Z');

const facts = (change: Partial<InvoiceFacts> = {}): InvoiceFacts => ({
  issuedAt: AT,
  rejectedAt: null,
  overdueSince: null,
  payable: '100.00',
  amountPaid: '0.00',
  amountCredited: '0.00',
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
    ['nothing is owed from the start', { payable: '0.00' }, 'Paid'],
    ['fallen due', { overdueSince: AT }, 'Overdue'],
    ['rejected', { rejectedAt: AT }, 'Rejected'],
  ])('%s', (_, change, status) => {
    expect(invoiceStatus(facts(change))).toBe(status);
  });

  it('Draft outranks Rejected, then Paid, then Overdue, then Partial', () => {
    const all = facts({ issuedAt: null, rejectedAt: AT, overdueSince: AT, amountPaid: '100.00' });
    const seen = [
      all,
      { ...all, issuedAt: AT },
      { ...all, issuedAt: AT, rejectedAt: null },
      { ...all, issuedAt: AT, rejectedAt: null, amountPaid: '1.00' },
      { ...all, issuedAt: AT, rejectedAt: null, amountPaid: '1.00', overdueSince: null },
      { ...all, issuedAt: AT, rejectedAt: null, amountPaid: '0.00', overdueSince: null },
    ].map(invoiceStatus);
    expect(seen).toEqual([...INVOICE_STATUSES]);
  });
});

describe('balance', () => {
  it.each([
    ['100.00', '0.00', '0.00', '100.00'],
    ['100.00', '33.33', '0.00', '66.67'],
    ['100.00', '33.33', '66.67', '0.00'],
    ['0.30', '0.10', '0.10', '0.10'],
    ['999999999999999.99', '0.01', '0.00', '999999999999999.98'],
  ])('%s less %s less %s is %s', (payable, amountPaid, amountCredited, open) => {
    expect(formatDecimal(balance({ payable, amountPaid, amountCredited }), 2)).toBe(open);
  });

  it('refuses what is no decimal', () => {
    expect(() => balance({ payable: '1,00', amountPaid: '0', amountCredited: '0' })).toThrow(RangeError);
  });
});

describe('actions', () => {
  const allowed: Record<InvoiceAction, readonly InvoiceStatus[]> = {
    update: ['Draft'],
    delete: ['Draft'],
    send: ['Draft'],
    reject: ['Sent', 'Partial', 'Overdue'],
    reopen: ['Rejected'],
    pay: ['Sent', 'Partial', 'Overdue'],
    unpay: ['Sent', 'Partial', 'Overdue', 'Paid', 'Rejected'],
    fallDue: ['Sent', 'Partial'],
  };
  const actions = Object.keys(INVOICE_ACTIONS) as InvoiceAction[];
  const pairs = actions.flatMap((action) => INVOICE_STATUSES.map((status) => [action, status] as const));

  it('knows the actions listed here and no other', () => {
    expect(actions.sort()).toEqual(Object.keys(allowed).sort());
  });

  it.each(pairs)('%s when %s', (action, status) => {
    expect(allows(action, status)).toBe(allowed[action].includes(status));
  });

  it.each(INVOICE_STATUSES)(
    'availableActions when %s: those on request, each allowed or refused with a reason',
    (status) => {
      const rows = availableActions(status);
      expect(rows.map((row) => row.action)).toEqual(['update', 'delete', 'send', 'reject', 'reopen', 'pay']);
      for (const { action, allowed: may, reason } of rows) {
        expect(may).toBe(allowed[action].includes(status));
        expect(reason).toBe(may ? null : refusal(action, status));
      }
    },
  );

  it('a refusal names the status that is and those that would do', () => {
    expect(refusal('reject', 'Paid')).toBe(
      'The invoice is Paid; reject is possible when it is Sent, Partial, Overdue.',
    );
  });

  it.each(actions)('%s tells of itself by one event of the invoice', (action) => {
    const { event } = INVOICE_ACTIONS[action];
    expect(event === 'settle' || EVENTS[event].resource === 'invoice').toBe(true);
  });
});

describe('settlementEvent', () => {
  it.each([
    ['100.00', '100.00', '0.00', 'invoice.paid'],
    ['100.00', '40.00', '60.00', 'invoice.paid'],
    ['100.00', '99.99', '0.00', 'invoice.partial'],
    ['100.00', '0.00', '0.01', 'invoice.partial'],
    ['100.00', '0.00', '0.00', 'invoice.updated'],
  ])('of %s, %s paid and %s credited: %s', (payable, amountPaid, amountCredited, event) => {
    expect(settlementEvent({ payable, amountPaid, amountCredited })).toBe(event);
  });
});
