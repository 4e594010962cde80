import type { ClientView } from '@billhook/contract/invoicing/client';
import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import type { TimelineView } from '@billhook/contract/invoicing/timeline';
import type { ProblemView } from '@billhook/contract/shared/problem';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { line } from '../support/bodies.js';
import { changesOf, expectOneStory } from '../support/changes.js';
import { DOCUMENT, Links } from '../support/document-link.js';
import { invoiceIn } from '../support/document-states.js';
import { Records } from '../support/records.js';
import { expectLastEvent, itReturns404ForOthers, itRequires } from '../support/route-cases.js';
import { startWorld } from '../support/start.js';
import type { KeyCaller, SeededMember } from '../support/world.js';

const NOW = '2026-11-21T10:30:00.000Z';

const { api, world } = await startWorld();
let owner: SeededMember;
let key: KeyCaller;
let records: Records;
const suite = () => ({ api, world });

beforeEach(async () => {
  api.clock.set(NOW);
  owner = await world.member(await world.company());
  key = await world.key({ member: owner });
  records = new Records(key);
});

const act = <T = InvoiceView>(action: string, id: number, body?: object, headers?: Record<string, string>) =>
  key.call<T>('POST', `/v1/invoices/${id}/${action}`, { body, headers });
const lastLine = async (path: string) => (await records.get<TimelineView>(`${path}/timeline`)).data.at(-1);

describe('POST /v1/invoices/{id}/write-off', () => {
  const body = { reason: 'Insolvent' };
  itRequires('invoice.write', 'POST', '/v1/invoices/999999/write-off', suite);
  itReturns404ForOthers(
    { method: 'POST', path: '/v1/invoices', rest: '/write-off', body, make: (own) => own.sent() },
    suite,
  );

  it.each<[string, object | undefined, string, string]>([
    ['no reason', {}, '/reason', 'required'],
    ['an amount: all that is outstanding is written off', { ...body, amount: '1.00' }, '/amount', 'unknown_property'],
    ['a day that has not come', { ...body, date: '2026-11-22' }, '/date', 'date_in_future'],
    ['a day before the invoice', { ...body, date: '2026-10-31' }, '/date', 'date_before_invoice'],
  ])('422 for %s, and nothing changes', async (_, given, pointer, code) => {
    const sent = await records.sent({ issueDate: '2026-11-01' });
    const answer = await act<ProblemView>('write-off', sent.id, given);
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ pointer, code }));
    expect(await records.invoice(sent.id)).toEqual(sent);
  });

  it('200 for a cent short: nothing is outstanding, and no event says that it was paid', async () => {
    const sent = await records.sent({ issueDate: '2026-11-01' });
    await records.paid(sent, '1079.99');
    const changes = await changesOf(api, () =>
      act('write-off', sent.id, { reason: 'Bank charges', date: '2026-11-20' }),
    );
    await expectOneStory(changes, key, key.secret.slice(0, 12));
    expect(changes.events.map(({ type }) => type)).toEqual(['invoice.updated']);
    const prefix = key.secret.slice(0, 12);
    const byKey = { by: `key ${prefix}`, actor: { kind: 'key', name: prefix } };
    expect(changes.result.body).toMatchObject({
      status: 'WrittenOff',
      settledBy: null,
      amountPaid: '1079.99',
      amountWrittenOff: '0.01',
      balance: '0.00',
      paidAt: null,
      writeOff: { date: '2026-11-20', reason: 'Bank charges', ...byKey, at: NOW },
    });
    expect(await lastLine(`/v1/invoices/${sent.id}`)).toMatchObject({
      action: 'writeOff',
      status: 'WrittenOff',
      reason: 'Bank charges',
      details: { amount: '0.01' },
    });
  });

  it('200 for a bad debt: it leaves what the client owes, and the list of open invoices', async () => {
    const late = await invoiceIn('Overdue', { api, records });
    expect((await act('write-off', late.id, body)).body).toMatchObject({
      status: 'WrittenOff',
      amountWrittenOff: '1080.00',
      writeOff: { date: '2026-11-21' },
    });
    expect((await records.get<ClientView>(`/v1/clients/${late.clientId}`)).balances).toEqual([]);
    const idsOf = async (query: string) =>
      (await records.get<{ data: InvoiceView[] }>(`/v1/invoices?${query}`)).data.map(({ id }) => id);
    expect(await idsOf('hasBalance=true')).toEqual([]);
    expect(await idsOf('hasBalance=false')).toEqual([late.id]);
    expect(await idsOf('status=WrittenOff')).toEqual([late.id]);
  });

  it('409 for all that would change its amounts, until it is reopened', async () => {
    const sent = await records.sent();
    const payment = await records.paid(sent, '1000.00');
    await act('write-off', sent.id, body);
    const { clientId } = sent;
    const money = { clientId, currency: 'EUR', date: '2026-11-21', amount: '1.00' };
    const allocations = [{ invoiceId: sent.id, amount: '1.00' }];
    const tried = await Promise.all([
      key.call<ProblemView>('POST', '/v1/payments', { body: { ...money, allocations } }),
      key.call<ProblemView>('POST', '/v1/payments', { body: { ...money, kind: 'Refund', allocations } }),
      key.call<ProblemView>('DELETE', `/v1/payments/${payment.id}?reason=Bounced`),
      key.call<ProblemView>('POST', '/v1/credit-notes', { body: { invoiceId: sent.id, reason: { code: 'Return' } } }),
      act<ProblemView>('void', sent.id),
      act<ProblemView>('write-off', sent.id, body),
      act<ProblemView>('postpone', sent.id, { dueDate: '2999-01-01', reason: 'Later' }),
    ]);
    expect(tried.map(({ status, body: { code } }) => [status, code])).toEqual([
      [409, 'not_payable'],
      [409, 'not_payable'],
      [409, 'invoice_written_off'],
      ...Array<unknown>(4).fill([409, 'action_not_allowed']),
    ]);
    const reopened = await act('reopen', sent.id, { reason: 'They pay after all' });
    expect(reopened.body).toMatchObject({
      status: 'Partial',
      amountWrittenOff: '0.00',
      writeOff: null,
      balance: '80.00',
      lastTransition: { from: 'WrittenOff', to: 'Partial', reason: 'They pay after all' },
    });
    await expectLastEvent(api, key, 'invoice', sent.id, 'invoice.updated');
    await records.paid(reopened.body);
    expect(await records.invoice(sent.id)).toMatchObject({ status: 'Paid', settledBy: 'Payment' });
  });

  it('shows its client that nothing is left to pay, and neither a credit note nor a write-off', async () => {
    const { record, client } = await new Links(world, key, records).invoice();
    await act('write-off', record.id, body);
    const shown = await client.call('GET', DOCUMENT);
    expect(shown.body).toMatchObject({
      status: 'Settled',
      amountPaid: '0.00',
      amountCredited: '0.00',
      balance: '0.00',
    });
    const late = await client.call<ProblemView>('POST', `${DOCUMENT}/reject`, { body: { code: 'Other' } });
    expect(late.body).toMatchObject({ status: 409, code: 'action_not_allowed', currentStatus: 'Settled' });
    expect(late.body.detail).toBe('Nothing is outstanding on this invoice.');
    expect(shown.text + late.text).not.toMatch(/written|insolvent/i);
  });

  it('20 in parallel, beside payments: the outstanding amount is written off once, or paid once', async () => {
    const sent = await records.sent();
    const allocations = [{ invoiceId: sent.id, amount: '1080.00' }];
    const payment = { clientId: sent.clientId, currency: 'EUR', date: '2026-11-21', amount: '1080.00', allocations };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        n % 2 ? key.call('POST', '/v1/payments', { body: payment }) : act('write-off', sent.id, body),
      ),
    );
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    expect(await records.invoice(sent.id)).toMatchObject({ balance: '0.00' });
  });
});

describe('GET /v1/invoices?settledBy', () => {
  it('400 for another word; 200 with those that it settled', async () => {
    const refused = await key.call<ProblemView>('GET', '/v1/invoices?settledBy=Nobody');
    expect(refused.body).toMatchObject({ status: 400, errors: [{ parameter: 'settledBy' }] });
    const [paid, credited, both] = [await records.sent(), await records.sent(), await records.sent()];
    await records.draft();
    await records.paid(paid);
    await records.credit(credited);
    await records.credit(both, { lines: [{ ...line, quantity: '1' }] });
    await records.paid(await records.invoice(both.id));
    const found = async (by: string) =>
      (await records.get<{ data: InvoiceView[] }>(`/v1/invoices?settledBy=${by}&includeTotal=true`)).data;
    for (const [by, { id }] of [
      ['Payment', paid],
      ['Credit', credited],
      ['Both', both],
    ] as const) {
      expect(await found(by)).toMatchObject([{ id, settledBy: by }]);
    }
  });
});
