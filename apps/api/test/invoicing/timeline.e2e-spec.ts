import type { QuoteView } from '@billhook/contract/invoicing/quote';
import type { TimelineView } from '@billhook/contract/invoicing/timeline';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { FALLEN_DUE, markOverdue } from '../support/document-states.js';
import { Records } from '../support/records.js';
import { itReturns404ForOthers, itRequires } from '../support/route-cases.js';
import { startWorld } from '../support/start.js';
import type { KeyCaller, SeededMember } from '../support/world.js';

const NOW = '2026-11-21T10:30:00.000Z';

const { api, world } = await startWorld();
let member: SeededMember;
let key: KeyCaller;
let records: Records;
const suite = () => ({ api, world });

beforeAll(async () => {
  api.clock.set(NOW);
  member = await world.member(await world.company());
  key = await world.key({ member });
  records = new Records(key);
});

const lines = async (path: string) => (await records.get<TimelineView>(`/v1/${path}/timeline`)).data;
const actionsOf = async (path: string) => (await lines(path)).map(({ action, status }) => [action, status]);

const ROUTES = [
  ['client.read', 'clients', (own: Records) => own.client()],
  ['invoice.read', 'invoices', (own: Records) => own.draft()],
  ['quote.read', 'quotes', (own: Records) => own.quote()],
  ['payment.read', 'payments', async (own: Records) => own.payment(await own.draft(), '1.00')],
  ['invoice.read', 'credit-notes', async (own: Records) => own.credit(await own.sent())],
] as const;

describe.each(ROUTES)('with %s: GET /v1/%s/{id}/timeline', (permission, name, make) => {
  itRequires(permission, 'GET', `/v1/${name}/999999/timeline`, suite);
  itReturns404ForOthers({ method: 'GET', path: `/v1/${name}`, rest: '/timeline', make }, suite);
});

describe('the timeline', () => {
  it('of an invoice: action, time, actor and reason, oldest first', async () => {
    const draft = await records.draft(FALLEN_DUE);
    const path = `/v1/invoices/${draft.id}`;
    await key.call('PATCH', path, { body: { purchaseOrder: 'PO-1' } });
    await key.call('PATCH', path, { body: {} });
    const sent = await records.act(`${path}/send`, { channel: 'Link' });
    api.clock.set('2026-11-21T10:31:00.000Z');
    const session = await world.session(member);
    await session.call('POST', `/app/invoices/${draft.id}/reject`, { body: { code: 'WrongAmount', text: 'One day.' } });
    await session.call('POST', `/app/invoices/${draft.id}/reopen`, { body: { reason: 'By phone' } });
    await markOverdue(api);
    const payment = await records.paid(sent, '80.00');
    await key.call('DELETE', `/v1/payments/${payment.id}?reason=Bounced`);
    const note = await records.credit(sent, { reason: { code: 'Discount', text: 'Goodwill' } });
    api.clock.set(NOW);

    const data = await lines(`invoices/${draft.id}`);
    const prefix = key.secret.slice(0, 12);
    const byKey = { by: `key ${prefix}`, actor: { kind: 'key', name: prefix } };
    const byMember = { by: `member ${member.email}`, actor: { kind: 'member', name: member.email } };
    const bySystem = { by: 'system', actor: { kind: 'system', name: null } };
    const later = '2026-11-21T10:31:00.000Z';
    const line = (action: string, status: string, by: object, reason: string | null = null, details: object = {}) => ({
      ...{ id: expect.any(Number), action, status, ...by, reason, details },
      at: ['create', 'update', 'send'].includes(action) ? NOW : later,
    });
    expect(data).toEqual([
      line('create', 'Draft', byKey),
      line('update', 'Draft', byKey),
      line('send', 'Sent', byKey, null, { channel: 'Link' }),
      line('reject', 'Rejected', byMember, 'One day.'),
      line('reopen', 'Sent', byMember, 'By phone'),
      line('fallDue', 'Overdue', bySystem),
      line('pay', 'Overdue', byKey, null, { paymentId: payment.id, amount: '80.00' }),
      line('unpay', 'Overdue', byKey, 'Bounced', { paymentId: payment.id, amount: '80.00' }),
      line('credit', 'Paid', byKey, 'Goodwill', {
        ...{ creditNoteId: note.id, creditNoteNumber: note.number, amount: '1080.00' },
      }),
    ]);
    expect(data.map(({ id }) => id)).toEqual(data.map(({ id }) => id).sort((a, b) => a - b));
    expect(await actionsOf(`payments/${payment.id}`)).toEqual([
      ['create', 'Recorded'],
      ['delete', 'Deleted'],
    ]);
    expect(await lines(`credit-notes/${note.id}`)).toMatchObject([
      { action: 'issue', reason: 'Goodwill', details: { invoiceId: draft.id, gross: '1080.00' } },
    ]);
  });

  it('of a quote and its revision, and of the invoice created from it', async () => {
    const quote = await records.sentQuote();
    const revision = await records.act<QuoteView>(`/v1/quotes/${quote.id}/revise`);
    await records.act(`/v1/quotes/${revision.id}/send`);
    await records.act(`/v1/quotes/${revision.id}/accept`, { by: 'Jeanne Lumen', poNumber: 'PO-7' });
    const invoice = await records.convert(revision, { mode: 'Percent', percent: '50' });
    expect(await actionsOf(`quotes/${quote.id}`)).toEqual([
      ['create', 'Draft'],
      ['send', 'Sent'],
      ['revise', 'Sent'],
      ['supersede', 'Superseded'],
    ]);
    expect(await lines(`quotes/${revision.id}`)).toMatchObject([
      { action: 'revise', status: 'Draft', details: { revises: quote.id, number: quote.number } },
      { action: 'send', status: 'Sent', details: { channel: 'None' } },
      { action: 'accept', status: 'Accepted', details: { by: 'Jeanne Lumen', poNumber: 'PO-7' } },
      { action: 'convert', status: 'Accepted', details: { invoiceId: invoice.id, mode: 'Percent', gross: '540.00' } },
    ]);
    expect(await lines(`invoices/${invoice.id}`)).toMatchObject([
      {
        action: 'convert',
        status: 'Draft',
        details: { quoteId: revision.id, quoteNumber: quote.number, mode: 'Percent' },
      },
    ]);
  });

  it('of a client with documents: archived, not deleted, and restored', async () => {
    const { clientId } = await records.draft();
    await key.call('DELETE', `/v1/clients/${clientId}`);
    await key.call('DELETE', `/v1/clients/${clientId}`);
    await key.call('PATCH', `/v1/clients/${clientId}`, { body: { status: 'Active' } });
    expect(await actionsOf(`clients/${clientId}`)).toEqual([
      ['create', 'Active'],
      ['archive', 'Archived'],
      ['update', 'Active'],
    ]);
  });

  it('of a rolled back transaction is empty', async () => {
    const draft = await records.draft({ lines: [] });
    await key.call('POST', `/v1/invoices/${draft.id}/send`);
    expect(await actionsOf(`invoices/${draft.id}`)).toEqual([['create', 'Draft']]);
  });

  it('of a deleted draft returns the same 404 as the draft', async () => {
    const { id } = await records.draft();
    await key.call('DELETE', `/v1/invoices/${id}`);
    expect((await key.call('GET', `/v1/invoices/${id}/timeline`)).status).toBe(404);
  });
});
