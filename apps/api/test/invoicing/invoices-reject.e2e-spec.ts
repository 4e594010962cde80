import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import type { ProblemView } from '@billhook/contract/shared/problem';
import { describe, expect, it } from '@jest/globals';
import { expectLastEvent, itReturns404ForOthers, itRequires } from '../support/route-cases.js';
import { startWithKey } from '../support/start.js';

const NOW = '2026-11-21T10:30:00.000Z';

const { api, world, key, records } = await startWithKey(NOW);
const suite = () => ({ api, world });

const act = <T = InvoiceView>(action: string, id: number, body?: object) =>
  key.call<T>('POST', `/v1/invoices/${id}/${action}`, { body });

describe('POST /v1/invoices/{id}/reject', () => {
  itRequires('invoice.write', 'POST', '/v1/invoices/999999/reject', suite);
  itReturns404ForOthers(
    { method: 'POST', path: '/v1/invoices', rest: '/reject', body: { code: 'Other' }, make: (own) => own.sent() },
    suite,
  );

  it.each<[string, object | undefined, string]>([
    ['no body', undefined, '/code'],
    ['no code', { text: 'No.' }, '/code'],
    ['an unknown code', { code: 'Mood' }, '/code'],
    ['an unknown property', { code: 'Other', by: 'me' }, '/by'],
  ])('422 for %s', async (_, body, pointer) => {
    const { id } = await records.sent();
    const answer = await act<ProblemView>('reject', id, body);
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ pointer }));
  });

  it('409 for a draft, a paid one, and one that is already rejected', async () => {
    const [draft, paid, rejected] = [await records.draft(), await records.sent(), await records.sent()];
    await records.paid(paid);
    await act('reject', rejected.id, { code: 'Other' });
    for (const [{ id }, currentStatus] of [
      [draft, 'Draft'],
      [paid, 'Paid'],
      [rejected, 'Rejected'],
    ] as const) {
      const answer = await act<ProblemView>('reject', id, { code: 'Other' });
      expect(answer.body).toMatchObject({ status: 409, code: 'action_not_allowed', currentStatus });
    }
  });

  it.each([
    [{ code: 'WrongAmount', text: 'One day only.' }, 'One day only.', 'One day only.'],
    [{ code: 'Duplicate' }, null, 'Duplicate'],
  ])('200 with %j, and its event', async (body, text, reason) => {
    const sent = await records.sent();
    const answer = await act('reject', sent.id, body);
    const actor = { kind: 'key', name: key.secret.slice(0, 12) };
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      status: 'Rejected',
      rejectedAt: NOW,
      rejection: { code: body.code, text, at: NOW, actor },
      lastTransition: { from: 'Sent', to: 'Rejected', reason, actor },
      number: sent.number,
      balance: sent.balance,
    });
    await expectLastEvent(api, key, 'invoice', sent.id, 'invoice.rejected');
  });
});

describe('POST /v1/invoices/{id}/reopen', () => {
  itRequires('invoice.write', 'POST', '/v1/invoices/999999/reopen', suite);
  itReturns404ForOthers({ method: 'POST', path: '/v1/invoices', rest: '/reopen', make: (own) => own.sent() }, suite);

  it('409 for one that is not rejected', async () => {
    for (const invoice of [await records.draft(), await records.sent()]) {
      const answer = await act<ProblemView>('reopen', invoice.id);
      expect(answer.body).toMatchObject({ status: 409, code: 'action_not_allowed', currentStatus: invoice.status });
    }
  });

  it.each([
    ['Sent', undefined],
    ['Partial', '100.00'],
  ])('200: %s again, without the rejection, with the event updated', async (status, amount) => {
    const sent = await records.sent();
    if (amount) await records.paid(sent, amount);
    await act('reject', sent.id, { code: 'Other' });
    const { body } = await act('reopen', sent.id, { reason: 'By phone' });
    expect(body).toMatchObject({
      status,
      rejection: null,
      rejectedAt: null,
      lastTransition: { from: 'Rejected', to: status, reason: 'By phone' },
    });
    await expectLastEvent(api, key, 'invoice', sent.id, 'invoice.updated');
  });
});
