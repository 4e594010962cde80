import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import type { PaymentView } from '@billhook/contract/invoicing/payment';
import type { ProblemView } from '@billhook/contract/shared/problem';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { auditOf } from '../support/audit-rows.js';
import { Records } from '../support/records.js';
import { startWorld } from '../support/start.js';
import type { KeyCaller, SeededMember, SessionCaller } from '../support/world.js';

const NOW = '2026-11-21T10:30:00.000Z';

const { api, world } = await startWorld();
let owner: SeededMember;
let session: SessionCaller;
let key: KeyCaller;
let records: Records;

beforeEach(async () => {
  api.clock.set(NOW);
  owner = await world.member(await world.company());
  session = await world.session(owner);
  key = await world.key({ member: owner });
  records = new Records(key);
});

const act = <T = InvoiceView>(action: string, id: number, body?: object, headers?: Record<string, string>) =>
  key.call<T>('POST', `/v1/invoices/${id}/${action}`, { body, headers });
const patch = <T>(path: string, body: object) => key.call<T>('PATCH', path, { body });

const NOTES = { externalId: 'erp-4711', customFields: { posting: '4711' }, privateNotes: 'Call Jeanne first.' };

describe('the lock date of the company', () => {
  const lock = (lockedUntil: string | null, by = session) =>
    by.call<{ lockedUntil: string | null } & ProblemView>('PATCH', '/app/company', { body: { lockedUntil } });

  it('403 without company.manage; 422 for a future day', async () => {
    const by = await world.session(await world.member(owner.companyId, { permissions: ['invoice.read'] }));
    expect(await lock('2026-10-31', by)).toMatchObject({ status: 403, body: { missing: ['company.manage'] } });
    const future = await lock('2026-11-22');
    expect(future.body).toMatchObject({ status: 422, errors: [{ pointer: '/lockedUntil', code: 'date_in_future' }] });
  });

  it('200 for a time zone in which its day has not begun; the day stays', async () => {
    api.clock.set('2026-11-21T01:00:00.000Z');
    await lock('2026-11-21');
    const change = { timeZone: 'America/New_York' };
    const moved = await session.call('PATCH', '/app/company', { body: change });
    expect(moved).toMatchObject({ status: 200, body: { ...change, lockedUntil: '2026-11-21' } });
    expect((await lock('2026-11-21')).status).toBe(422);
  });

  it('moves forward with a session, and back only with the password; both are audited', async () => {
    expect((await lock('2026-09-30')).body.lockedUntil).toBe('2026-09-30');
    api.clock.advance(11 * 60_000);
    expect((await lock('2026-10-31')).status).toBe(200);
    for (const back of ['2026-09-30', null]) {
      expect((await lock(back)).body).toMatchObject({ status: 403, code: 'step_up_required' });
    }
    const fresh = await world.session(owner);
    expect((await lock(null, fresh)).body.lockedUntil).toBeNull();
    const entries = await auditOf(api, owner.companyId, 'company.updated');
    expect(entries.map(({ details }) => details)).toMatchObject([
      { changed: { lockedUntil: { from: null, to: '2026-09-30' } } },
      { changed: { lockedUntil: { from: '2026-09-30', to: '2026-10-31' } } },
      { changed: { lockedUntil: { from: '2026-10-31', to: null } } },
    ]);
  });

  it('409 for documents dated on or before that day, naming it; 200 for the day after', async () => {
    const terms = { issueDate: '2026-10-01', dueDate: '2998-12-31' };
    const [draft, sent, paid, written] = [
      await records.draft({ ...terms, issueDate: '2026-10-31' }),
      await records.sent(terms),
      await records.sent(terms),
      await records.sent(terms),
    ];
    const allocations = [{ invoiceId: paid.id, amount: '1080.00' }];
    const money = { clientId: paid.clientId, currency: 'EUR', amount: '1080.00', date: '2026-10-31', allocations };
    const payment = await records.act<PaymentView>('/v1/payments', money);
    await act('write-off', written.id, { reason: 'Insolvent', date: '2026-10-15' });
    await lock('2026-10-31');

    const credit = { invoiceId: sent.id, reason: { code: 'Return' } };
    const closed = { issueDate: '2026-10-31' };
    const open = { issueDate: '2026-11-01' };
    const tried: [string, Promise<{ status: number; body: ProblemView }>, string | undefined][] = [
      ['send', act<ProblemView>('send', draft.id), '/issueDate'],
      ['credit', key.call('POST', '/v1/credit-notes', { body: { ...credit, ...closed } }), '/issueDate'],
      ['void', act<ProblemView>('void', sent.id, closed), '/issueDate'],
      ['pay', key.call('POST', '/v1/payments', { body: { ...money, allocations: [] } }), '/date'],
      ['delete a payment', key.call('DELETE', `/v1/payments/${payment.id}?reason=Twice`), undefined],
      ['write off', act<ProblemView>('write-off', sent.id, { reason: 'No', date: '2026-10-31' }), '/date'],
      ['reopen what is written off', act<ProblemView>('reopen', written.id), undefined],
    ];
    for (const [what, asked, pointer] of tried) {
      const { body } = await asked;
      expect([what, body.status, body.code, body['lockedUntil']]).toEqual([what, 409, 'period_closed', '2026-10-31']);
      expect(body.detail).toMatch(/closed up to 2026-10-31/);
      expect(body.errors?.map((fault) => fault.pointer)).toEqual(pointer === undefined ? undefined : [pointer]);
    }
    const { faults } = await records.act<{ faults: { pointer: string; code: string }[] }>(
      `/v1/invoices/${draft.id}/validate`,
    );
    expect(faults).toMatchObject([{ pointer: '/issueDate', code: 'period_closed' }]);

    // The due date, private members and a rejection belong to no period.
    expect((await act('postpone', sent.id, { dueDate: '2999-01-01', reason: 'Plan' })).status).toBe(200);
    expect((await patch(`/v1/invoices/${sent.id}`, NOTES)).status).toBe(200);
    expect((await key.call('POST', '/v1/credit-notes', { body: { ...credit, ...open } })).status).toBe(201);
    await patch(`/v1/invoices/${draft.id}`, open);
    expect((await act('send', draft.id)).status).toBe(200);
    await lock(null);
    expect((await key.call('DELETE', `/v1/payments/${payment.id}?reason=Twice`)).status).toBe(204);
    expect((await act('reopen', written.id)).status).toBe(200);
  });

  it('never includes a send in flight: either the date or the document comes first', async () => {
    const drafts: InvoiceView[] = [];
    for (let n = 0; n < 10; n++) drafts.push(await records.draft({ issueDate: '2026-11-01' }));
    const [locked, ...answers] = await Promise.all([
      lock('2026-11-15'),
      ...drafts.map(({ id }) => act<InvoiceView & { code?: string }>('send', id)),
    ]);
    expect(locked.status).toBe(200);
    for (const { status, body } of answers)
      expect([200, 409]).toContain(status === 409 ? (body.code === 'period_closed' ? 409 : 0) : status);
  });
});
