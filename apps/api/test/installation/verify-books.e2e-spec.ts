import { Database } from '@billhook/db/database';
import { HAS_TWO_CELLS } from '@billhook/testing/spec-path';
import { describe, expect, it } from '@jest/globals';
import { setPlan } from '../../src/installation/admin/company.command.js';
import { finishRestore } from '../../src/installation/admin/finish-restore.command.js';
import { verifyBooks } from '../../src/installation/admin/verify-books.command.js';
import { Records } from '../support/records.js';
import { relayOf } from '../support/relay.js';
import { startWithKey } from '../support/start.js';

const { api, world, key, records } = await startWithKey();

/** Gives the new events of all companies their numbers, as a worker does. */
async function number(): Promise<void> {
  const relay = relayOf(api);
  while ((await relay.run()).more);
}

const verify = (): Promise<string> => verifyBooks.run(api.app, []);

describe('verify-books', () => {
  it('confirms books with part payments, refunds, credit notes and write-offs', async () => {
    const paid = await records.sent();
    await records.paid(paid, '500.00');
    await records.paid(await records.invoice(paid.id));
    const credited = await records.sent();
    await records.credit(credited);
    const refunded = await records.sent();
    await records.payment(refunded, '2000.00', [{ invoiceId: refunded.id, amount: refunded.balance }]);
    await records.refund(refunded, '100.00');
    await records.act(`/v1/invoices/${(await records.sent()).id}/write-off`, { reason: 'Insolvent' });
    await records.sentQuote();
    const neighbour = new Records(await world.key());
    for (let count = 0; count < 3; count++) await neighbour.sent();
    await number();
    await setPlan.run(api.app, ['--company', String(await world.company()), '--plan', 'Free']);
    const report = await verify();
    expect(report.trimEnd().split('\n')).toHaveLength(HAS_TWO_CELLS ? 12 : 11);
    expect(report).not.toContain('BROKEN');
  });
});

describe('finish-restore', () => {
  const finish = (...args: string[]): Promise<string> => finishRestore.run(api.app, args);
  const heldUntil = () =>
    api.app.get(Database).query<{ heldUntil: Date | null }>({
      name: 'spec_held',
      text: 'SELECT held_until AS "heldUntil" FROM webhook_endpoint_states',
    });

  it('refuses another choice than the two', async () => {
    await expect(finish('--deliveries', 'cancel')).rejects.toThrow('--deliveries');
  });

  it('verifies the books, and holds deliveries unless the operator sends them', async () => {
    const body = { url: 'https://example.com/hooks', eventTypes: ['invoice.paid'] };
    expect((await key.call('POST', '/v1/webhook-endpoints', { body })).status).toBe(201);
    const sent = await finish('--deliveries', 'send');
    expect(sent).toMatch(/^Nothing is held: the worker sends what waits\.\nOK {6}/);
    expect(await heldUntil()).toEqual([{ heldUntil: null }]);
    const held = await finish();
    expect(held).toMatch(
      /^Holding 1 endpoints with 0 waiting deliveries\. Nothing is sent until release-deliveries\.\nOK {6}/,
    );
    expect(held).not.toContain('BROKEN');
    expect(await heldUntil()).toEqual([{ heldUntil: new Date('9999-01-01') }]);
  });
});

describe('verify-books after a change in SQL', () => {
  it.each<[string, string, string]>([
    [
      'a payment of an invoice',
      'The paid amount of each invoice',
      'UPDATE invoices SET amount_paid = amount_paid + 1 WHERE amount_paid > 0',
    ],
    ['a credit note', 'The credited amount of each invoice', 'UPDATE credit_notes SET payable = payable - 1'],
    ['a status', 'The outstanding amount of each paid', `UPDATE invoices SET status = 'Sent' WHERE status = 'Paid'`],
    ['an allocation', 'The unallocated rest of each payment', 'UPDATE payments SET unallocated = unallocated + 1'],
    ['a number', 'Each number that a series has given', `UPDATE number_series_periods SET next = next + 1`],
    ['an event', 'The sequence of events', 'UPDATE events SET sequence = sequence + 1000'],
    [
      'the order of events',
      'The sequence of events',
      'UPDATE events SET sequence = sequence + 1 WHERE (company_id, sequence) IN (SELECT company_id, max(sequence) FROM events GROUP BY 1)',
    ],
    [
      'an audit entry',
      'No entry of an audit log',
      'SET LOCAL session_replication_role = replica; UPDATE audit_heads SET entries = entries + 1',
    ],
  ])('detects a change of %s', async (_, says, text) => {
    await expect(verifyAfter(text)).rejects.toThrow(`BROKEN  ${says}`);
  });
});

/** The changes add up: each report names all of them. */
async function verifyAfter(text: string): Promise<string> {
  await api.app.get(Database).autocommit.query({ name: '', text });
  return verify();
}
