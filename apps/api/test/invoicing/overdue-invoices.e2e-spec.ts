import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import { withCellOf } from '@billhook/testing/test-server';
import { describe, expect, it } from '@jest/globals';
import { markOverdue } from '../support/document-states.js';
import { eventTypes, Records } from '../support/records.js';
import { expectLastEvent } from '../support/route-cases.js';
import { startWorld } from '../support/start.js';
import type { KeyCaller } from '../support/world.js';

const { api, world } = await startWorld();
let key: KeyCaller;
let records: Records;

/** Marks invoices that are overdue at that moment, in all companies. */
function mark(moment: string): Promise<number> {
  api.clock.set(moment);
  return markOverdue(api);
}

async function inZone(timeZone: string): Promise<Records> {
  key = await world.key({ member: await world.member(await world.company({ timeZone })) });
  records = new Records(key);
  return records;
}

const due = (dueDate: string | undefined) => ({ issueDate: '2026-11-01', dueDate });

/** This number of copies of the invoice, with other numbers. */
async function copies(invoice: InvoiceView, count: number): Promise<void> {
  const text = `INSERT INTO invoices SELECT (jsonb_populate_record(i, jsonb_build_object(
      'id', nextval(pg_get_serial_sequence('invoices', 'id')), 'number', i.number || '-' || n))).*
    FROM invoices i, generate_series(1, $2::int) n WHERE i.id = $1`;
  await withCellOf(api.databaseUrl, key.companyId, (client) => client.query(text, [invoice.id, count]));
}

describe('markOverdueInvoices', () => {
  it.each([
    // At 10:30 UTC on the 21st it is already the 22nd there, and still the 20th elsewhere.
    ['Pacific/Kiritimati', '2026-11-21', 'Overdue'],
    ['Pacific/Kiritimati', '2026-11-22', 'Sent'],
    ['Europe/Paris', '2026-11-20', 'Overdue'],
    ['Europe/Paris', '2026-11-21', 'Sent'],
    ['Pacific/Pago_Pago', '2026-11-19', 'Overdue'],
    ['Pacific/Pago_Pago', '2026-11-20', 'Sent'],
    ['Europe/Paris', undefined, 'Sent'],
  ])('in %s, an invoice due on %s is %s', async (timeZone, dueDate, status) => {
    const made = await inZone(timeZone);
    const { id } = await made.sent(due(dueDate));
    await mark('2026-11-21T10:30:00.000Z');
    expect((await made.invoice(id)).status).toBe(status);
  });

  it('turns at midnight of the zone: due today is not overdue', async () => {
    const made = await inZone('Europe/Paris');
    const { id } = await made.sent(due('2026-11-23'));
    await mark('2026-11-23T22:59:59.999Z');
    expect((await made.invoice(id)).status).toBe('Sent');
    await mark('2026-11-23T23:00:00.000Z');
    expect((await made.invoice(id)).status).toBe('Overdue');
  });

  it('records the transition with one event: the same bytes as in the GET response', async () => {
    const made = await inZone('UTC');
    const { id } = await made.sent(due('2026-11-24'));
    const at = '2026-11-27T06:00:00.000Z';
    expect(await mark(at)).toBe(1);
    const lastTransition = { from: 'Sent', to: 'Overdue', at, by: 'system', reason: null };
    expect(await made.invoice(id)).toMatchObject({
      status: 'Overdue',
      overdueSince: at,
      updatedAt: at,
      version: 3,
      lastTransition,
    });
    await expectLastEvent(api, key, 'invoice', id, 'invoice.overdue');
  });

  it('emits it once, however often it runs', async () => {
    const made = await inZone('UTC');
    const { id } = await made.sent(due('2026-11-28'));
    expect(await mark('2026-11-29T00:00:00.000Z')).toBe(1);
    expect(await mark('2026-11-29T00:15:00.000Z')).toBe(0);
    expect(await mark('2026-12-29T00:00:00.000Z')).toBe(0);
    expect((await eventTypes(api, 'invoice', id)).slice(2)).toEqual(['invoice.overdue']);
  });

  it('marks part-paid ones, and ignores drafts, paid and rejected ones', async () => {
    const made = await inZone('UTC');
    const [draft, partial, paid, rejected] = [
      await made.draft(due('2026-11-10')),
      await made.sent(due('2026-11-10')),
      await made.sent(due('2026-11-10')),
      await made.sent(due('2026-11-10')),
    ];
    await made.paid(partial, '80.00');
    await made.paid(paid);
    await key.call('POST', `/v1/invoices/${rejected.id}/reject`, { body: { code: 'Other' } });
    expect(await mark('2026-12-30T00:00:00.000Z')).toBe(1);
    const statuses = await Promise.all(
      [draft, partial, paid, rejected].map(async ({ id }) => (await made.invoice(id)).status),
    );
    expect(statuses).toEqual(['Draft', 'Overdue', 'Paid', 'Rejected']);
  });

  it('includes invoices reopened after their due date, which stay overdue until they are paid', async () => {
    const made = await inZone('UTC');
    const [bounced, reopened] = [await made.sent(due('2026-12-01')), await made.sent(due('2026-12-01'))];
    const payment = await made.paid(bounced);
    await key.call('POST', `/v1/invoices/${reopened.id}/reject`, { body: { code: 'Other' } });
    expect(await mark('2027-01-01T00:00:00.000Z')).toBe(0);
    await key.call('DELETE', `/v1/payments/${payment.id}?reason=Bounced`);
    await key.call('POST', `/v1/invoices/${reopened.id}/reopen`);
    expect(await mark('2027-01-01T00:15:00.000Z')).toBe(2);
    await made.paid(bounced, '1000.00');
    expect(await made.invoice(bounced.id)).toMatchObject({ status: 'Overdue', balance: '80.00' });
    const rest = await made.paid(bounced, '80.00');
    expect((await made.invoice(bounced.id)).status).toBe('Paid');
    // After a deletion it is overdue as before, without another event.
    await key.call('DELETE', `/v1/payments/${rest.id}?reason=Bounced`);
    expect((await made.invoice(bounced.id)).status).toBe('Overdue');
    expect(await mark('2027-01-01T00:30:00.000Z')).toBe(0);
    expect((await eventTypes(api, 'invoice', bounced.id)).filter((type) => type === 'invoice.overdue')).toHaveLength(1);
  });

  it.each([
    ['one run', 1],
    ['two runs at once', 2],
    ['four runs at once', 4],
  ])('marks more than two batches, each invoice once, by %s', async (_, runs) => {
    const made = await inZone('UTC');
    await copies(await made.sent(due('2027-01-10')), 249);
    const marked = await Promise.all(Array.from({ length: runs }, () => mark('2027-02-01T00:00:00.000Z')));
    expect(marked.reduce((sum, count) => sum + count, 0)).toBe(250);
    const overdue = (await api.events()).filter(
      (event) => event.type === 'invoice.overdue' && event.companyId === key.companyId,
    );
    expect(new Set(overdue.map((event) => event.data['id'])).size).toBe(250);
    expect(overdue).toHaveLength(250);
    const { body } = await key.call<{ data: InvoiceView[] }>('GET', '/v1/invoices?status=Sent');
    expect(body.data).toEqual([]);
  });
});
