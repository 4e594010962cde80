import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import type { ProblemView } from '@billhook/contract/shared/problem';
import {
  ALL_INVOICE_ACTIONS,
  allows,
  eventOf,
  invoiceStatusesAfter,
  INVOICE_ACTIONS,
  INVOICE_STATUSES,
  type InvoiceAction,
  type InvoiceStatus,
} from '@billhook/domain/invoicing/invoice';
import { describe, expect, it } from '@jest/globals';
import type { Answer } from '../support/api.js';
import { line } from '../support/bodies.js';
import { changesOf, expectOneStory } from '../support/changes.js';
import { FALLEN_DUE, invoiceIn, markOverdue } from '../support/document-states.js';
import { startWithKey } from '../support/start.js';

const { api, key, records } = await startWithKey('2026-11-21T10:30:00.000Z');

type Call = (invoice: InvoiceView) => Promise<Answer<ProblemView>>;

const post =
  (action: string, body?: object): Call =>
  ({ id }) =>
    key.call('POST', `/v1/invoices/${id}/${action}`, { body });

const pay =
  (kind: 'Payment' | 'Refund'): Call =>
  ({ id, clientId, currency }) => {
    const allocations = [{ invoiceId: id, amount: '1.00' }];
    const body = { kind, clientId, currency, date: '2026-11-21', amount: '1.00', allocations };
    return key.call('POST', '/v1/payments', { body });
  };

/** The request for each action. The clock's is below; the client's is on the public page. */
const CALLS: Readonly<Record<Exclude<InvoiceAction, 'fallDue' | 'view'>, Call>> = {
  update: ({ id }) => key.call('PATCH', `/v1/invoices/${id}`, { body: { purchaseOrder: 'PO-1' } }),
  annotate: ({ id }) => key.call('PATCH', `/v1/invoices/${id}`, { body: { customFields: { posting: '4711' } } }),
  delete: ({ id }) => key.call('DELETE', `/v1/invoices/${id}`),
  send: post('send'),
  resend: post('public-link'),
  pay: pay('Payment'),
  unpay: pay('Refund'),
  credit: ({ id: invoiceId }) =>
    key.call('POST', '/v1/credit-notes', {
      body: { invoiceId, reason: { code: 'Discount' }, lines: [{ ...line, quantity: '1', unitPrice: '1.00' }] },
    }),
  reject: post('reject', { code: 'Other' }),
  reopen: post('reopen', { reason: 'By phone' }),
  postpone: post('postpone', { dueDate: '2999-01-31', reason: 'Payment plan' }),
  writeOff: post('write-off', { reason: 'Insolvent' }),
  void: post('void', { code: 'Error' }),
  duplicate: post('duplicate'),
};
const ASKED = ALL_INVOICE_ACTIONS.filter((action) => action in CALLS) as (keyof typeof CALLS)[];

/** Each status, with nothing paid and, if possible, with a part payment: some actions depend on it. */
const STATES: readonly (readonly [InvoiceStatus, string | undefined])[] = [
  ...INVOICE_STATUSES.map((status) => [status, status === 'Partial' ? '80.00' : undefined] as const),
  ['Overdue', '80.00'],
  ['Rejected', '80.00'],
];

/** The table, and its two conditions on amounts beside the statuses; without a payment nothing can be refunded. */
function isAllowed(action: InvoiceAction, status: InvoiceStatus, paid: string | undefined): boolean {
  const holdsMoney = paid !== undefined || status === 'Paid';
  if (action === 'void' && holdsMoney) return false;
  if (action === 'unpay' && !holdsMoney) return false;
  return allows(action, status);
}

const CASES = STATES.flatMap(([status, paid]) => ASKED.map((action) => [action, status, paid] as const));
const name = (status: InvoiceStatus, paid: string | undefined) => status + (paid ? `, ${paid} paid` : '');

describe('the actions of an invoice: rejected if the table has no entry', () => {
  const refused = CASES.filter(([action, status, paid]) => !isAllowed(action, status, paid));

  it.each(STATES.map(([status, paid]) => [name(status, paid), status, paid] as const))(
    '%s',
    async (_, status, paid) => {
      const invoice = await invoiceIn(status, { api, records, paid });
      expect(invoice.status).toBe(status);
      for (const { action, allowed, reason } of invoice.availableActions) {
        expect([action, allowed]).toEqual([action, isAllowed(action, status, paid)]);
        expect(reason === null).toBe(allowed);
      }
      const before = await key.call('GET', `/v1/invoices/${invoice.id}`);
      for (const [action] of refused.filter(([, at, with_]) => at === status && with_ === paid)) {
        const { result, events, lines } = await changesOf(api, () => CALLS[action](invoice));
        expect([action, result.status]).toEqual([action, 409]);
        const { code, detail, currentStatus } = result.body;
        if (code !== 'over_refunded') expect(currentStatus).toBe(status);
        const stated = invoice.availableActions.find((available) => available.action === action);
        if (stated && code !== 'not_payable') expect(detail).toBe(stated.reason);
        expect([events, lines]).toEqual([[], []]);
      }
      expect((await key.call('GET', `/v1/invoices/${invoice.id}`)).text).toBe(before.text);
    },
  );

  it('a credit of a fully credited invoice', async () => {
    const invoice = await invoiceIn('Sent', { api, records });
    await records.credit(invoice);
    const { availableActions } = await records.invoice(invoice.id);
    const reason = 'The invoice is fully credited.';
    expect(availableActions).toContainEqual({ action: 'credit', allowed: false, reason });
    const { body } = await CALLS.credit(invoice);
    expect(body).toMatchObject({ code: 'action_not_allowed', currentStatus: 'Paid', detail: reason });
  });
});

describe('the actions of an invoice: carried out if the table has an entry, with one event', () => {
  const allowed = CASES.filter(([action, status, paid]) => isAllowed(action, status, paid));

  it.each(allowed.map(([action, status, paid]) => [action, name(status, paid), status, paid] as const))(
    '%s of one that is %s',
    async (action, _, status, paid) => {
      const invoice = await invoiceIn(status, { api, records, paid });
      const changes = await changesOf(api, () => CALLS[action](invoice));
      expect([200, 201, 204]).toContain(changes.result.status);
      await expectOneStory(changes, key, key.secret.slice(0, 12));

      const record = `invoice/${invoice.id}`;
      const types = changes.events.filter((event) => event.record === record).map(({ type }) => type);
      const lines = changes.lines.filter((entry) => entry.record === record);
      if (action === 'duplicate') {
        expect([types, lines]).toEqual([[], []]);
        expect(changes.events.map(({ type }) => type)).toEqual(['invoice.created']);
        return;
      }
      const after = action === 'delete' ? undefined : await records.invoice(invoice.id);
      if (after) expect(invoiceStatusesAfter(action, status)).toContain(after.status);
      else expect(invoiceStatusesAfter(action, status)).toEqual([]);
      expect(types).toEqual(eventsOf(action, status, after));
      expect(lines.map((entry) => entry.action)).toEqual([action === 'resend' ? 'openLink' : action]);
      expect(after?.version).toBe(after && invoice.version + 1);
      if (after) expect(lines[0]?.status).toBe(after.status);
    },
  );

  it('falls due by the clock if the table allows it, and never otherwise', async () => {
    // Earlier leftovers would emit events as well.
    await markOverdue(api);
    const made = [await records.draft(FALLEN_DUE)];
    for (let n = 0; n < 5; n++) made.push(await records.sent(FALLEN_DUE));
    const [, , partial, paid, rejected, voided] = made;
    if (partial && paid) await Promise.all([records.paid(partial, '80.00'), records.paid(paid)]);
    await records.act(`/v1/invoices/${rejected?.id}/reject`, { code: 'Other' });
    await records.act(`/v1/invoices/${voided?.id}/void`);
    const before = await Promise.all(made.map(({ id }) => records.invoice(id)));

    const changes = await changesOf(api, () => markOverdue(api));
    await expectOneStory(changes, key, 'system');
    const fallen = before.filter(({ status }) => allows('fallDue', status)).map(({ id }) => `invoice/${id}`);
    expect(fallen).toHaveLength(2);
    expect(changes.events.map(({ type, record }) => [type, record])).toEqual(
      fallen.map((record) => ['invoice.overdue', record]),
    );
    expect(changes.lines.map(({ action, record }) => [action, record])).toEqual(
      fallen.map((record) => ['fallDue', record]),
    );
    expect((await changesOf(api, () => markOverdue(api))).events).toEqual([]);
  });

  it('send of an invoice over 0.00: Paid immediately, with one event', async () => {
    const free = { lines: [{ ...line, unitPrice: '0.00' }] };
    const draft = await records.draft(free);
    const changes = await changesOf(api, () => CALLS.send(draft));
    await expectOneStory(changes, key, key.secret.slice(0, 12));
    expect(changes.events.map(({ type }) => type)).toEqual(['invoice.paid']);
    const paid = await records.invoice(draft.id);
    expect(invoiceStatusesAfter('send', 'Draft')).toContain(paid.status);
    expect(paid).toMatchObject({ status: 'Paid', settledBy: null, balance: '0.00', paidAt: paid.sentAt });
  });

  it('the way an invoice was settled is in the invoice and in the data of its event', async () => {
    const [byPayment, byCredit, byBoth, rejected] = await Promise.all([1, 2, 3, 4].map(() => records.sent()));
    if (!byPayment || !byCredit || !byBoth || !rejected) throw new Error('four invoices were sent');
    expect(byPayment.settledBy).toBeNull();
    await records.paid(byPayment);
    await records.credit(byCredit);
    await records.paid(byBoth, '80.00');
    expect((await records.invoice(byBoth.id)).settledBy).toBeNull();
    await records.credit(byBoth, { lines: [{ ...line, quantity: '1', unitPrice: '100.00' }] });
    await records.paid(byBoth, (await records.invoice(byBoth.id)).balance);
    await records.act(`/v1/invoices/${rejected.id}/reject`, { code: 'Other' });
    await records.credit(rejected);
    expect(await records.invoice(rejected.id)).toMatchObject({ status: 'Rejected', settledBy: null });
    await records.act(`/v1/invoices/${rejected.id}/reopen`);
    const emitted = await api.events();
    for (const [invoice, by] of [
      [byPayment, 'Payment'],
      [byCredit, 'Credit'],
      [byBoth, 'Both'],
      [rejected, 'Credit'],
    ] as const) {
      expect(await records.invoice(invoice.id)).toMatchObject({ status: 'Paid', settledBy: by });
      const last = emitted.findLast(
        (event) => (event.data as InvoiceView).id === invoice.id && event.type.startsWith('invoice.'),
      );
      expect(last).toMatchObject({ type: 'invoice.paid', data: { status: 'Paid', settledBy: by } });
    }
  });
});

/** The event from the table; a change of the balance depends on the outstanding amount. */
function eventsOf(action: InvoiceAction, before: InvoiceStatus, after: InvoiceView | undefined): string[] {
  const { event } = INVOICE_ACTIONS[action];
  if (!after) return event === null || event === 'settle' ? [] : [event];
  const date = (text: string | null) => (text === null ? null : new Date(text));
  const { issuedAt, rejectedAt, voidedAt, overdueSince, totals, dueDate } = after;
  const { amountPaid, amountCredited, amountWrittenOff } = after;
  const [issued, rejected, voided, overdue] = [issuedAt, rejectedAt, voidedAt, overdueSince].map(date);
  const type = eventOf(action, before, {
    issuedAt: issued ?? null,
    rejectedAt: rejected ?? null,
    voidedAt: voided ?? null,
    overdueSince: overdue ?? null,
    payable: totals.due,
    amountPaid,
    amountCredited,
    // Returns the allowed actions, without the events.
    fullyCredited: false,
    amountWrittenOff,
    dueDate,
  });
  return type === null ? [] : [type];
}
