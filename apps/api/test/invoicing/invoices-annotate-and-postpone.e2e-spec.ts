import type { ClientView } from '@billhook/contract/invoicing/client';
import type { CreditNoteView } from '@billhook/contract/invoicing/credit-note';
import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import type { QuoteView } from '@billhook/contract/invoicing/quote';
import type { TimelineView } from '@billhook/contract/invoicing/timeline';
import type { ProblemView } from '@billhook/contract/shared/problem';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { changesOf, expectOneStory } from '../support/changes.js';
import { tokenOf } from '../support/document-link.js';
import { invoiceIn, markOverdue } from '../support/document-states.js';
import { eventTypes, Records } from '../support/records.js';
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
const patch = <T>(path: string, body: object) => key.call<T>('PATCH', path, { body });
const lastLine = async (path: string) => (await records.get<TimelineView>(`${path}/timeline`)).data.at(-1);

const NOTES = { externalId: 'erp-4711', customFields: { posting: '4711' }, privateNotes: 'Call Jeanne first.' };

describe('private members', () => {
  it('409 for all other members of an issued invoice, each by name, and nothing changes', async () => {
    const sent = await records.sent();
    const body = { ...NOTES, terms: 'Sooner', lines: [] };
    const answer = await patch<ProblemView>(`/v1/invoices/${sent.id}`, body);
    expect(answer.body).toMatchObject({ status: 409, code: 'invoice_not_draft', currentStatus: 'Sent' });
    const message = 'cannot be changed after issue: only externalId, customFields, privateNotes can';
    expect(answer.body.errors).toEqual([
      { pointer: '/lines', code: 'invoice_not_draft', message },
      { pointer: '/terms', code: 'invoice_not_draft', message },
    ]);
    expect(await records.invoice(sent.id)).toEqual(sent);
    const quote = await records.sentQuote();
    const refused = await patch<ProblemView>(`/v1/quotes/${quote.id}`, { title: 'Other', privateNotes: 'x' });
    expect(refused.body).toMatchObject({ status: 409, code: 'quote_not_draft', errors: [{ pointer: '/title' }] });
  });

  it('409 for a taken externalId; 412 for an outdated version', async () => {
    const [sent, other] = [await records.sent(), await records.sent({ externalId: 'erp-1' })];
    const taken = await patch<ProblemView>(`/v1/invoices/${sent.id}`, { externalId: 'erp-1' });
    expect(taken.body).toMatchObject({ status: 409, code: 'external_id_taken', existingId: other.id });
    const stale = await key.call('PATCH', `/v1/invoices/${sent.id}`, { body: NOTES, headers: { 'if-match': '"1"' } });
    expect(stale).toMatchObject({ status: 412, body: { code: 'version_mismatch', currentVersion: sent.version } });
  });

  it.each(['Sent', 'Partial', 'Overdue', 'Paid', 'Rejected', 'WrittenOff', 'Void'] as const)(
    '200 for an invoice that is %s: a new version, one event, and nothing else changes',
    async (status) => {
      const paid = status === 'Partial' ? '80.00' : undefined;
      const invoice = await invoiceIn(status, { api, records, ...(paid && { paid }) });
      const changes = await changesOf(api, () => patch<InvoiceView>(`/v1/invoices/${invoice.id}`, NOTES));
      await expectOneStory(changes, key, key.secret.slice(0, 12));
      expect(changes.events.map(({ type }) => type)).toEqual(['invoice.updated']);
      const { version, updatedAt: _, ...rest } = changes.result.body;
      const { version: before, updatedAt: __, ...was } = invoice;
      expect(version).toBe(before + 1);
      expect(rest).toEqual({ ...was, ...NOTES });
      expect(await lastLine(`/v1/invoices/${invoice.id}`)).toMatchObject({ action: 'annotate', status });
    },
  );

  it('200 for no change, without a version or event; null clears', async () => {
    const sent = await records.sent(NOTES);
    for (const body of [{}, NOTES]) expect((await patch(`/v1/invoices/${sent.id}`, body)).body).toEqual(sent);
    expect(await eventTypes(api, 'invoice', sent.id)).toEqual(['invoice.created', 'invoice.sent']);
    const emptied = await patch<InvoiceView>(`/v1/invoices/${sent.id}`, {
      ...{ externalId: null, customFields: {}, privateNotes: null },
    });
    expect(emptied.body).toMatchObject({ externalId: null, customFields: {}, privateNotes: null });
  });

  it('200 for a sent quote and for a credit note', async () => {
    const quote = await records.sentQuote();
    const changed = await patch<QuoteView>(`/v1/quotes/${quote.id}`, NOTES);
    expect(changed.body).toMatchObject({ ...NOTES, status: 'Sent', number: quote.number, version: quote.version + 1 });
    await expectLastEvent(api, key, 'quote', quote.id, 'quote.updated');
    const note = await records.credit(await records.sent());
    const changes = await changesOf(api, () => patch<CreditNoteView>(`/v1/credit-notes/${note.id}`, NOTES));
    expect(changes.result.body).toEqual({ ...note, ...NOTES, version: note.version + 1 });
    expect(changes.events).toEqual([]);
    expect(changes.lines).toMatchObject([{ record: `credit_note/${note.id}`, action: 'annotate' }]);
  });

  it('stay private: neither on the public page nor in an email', async () => {
    const sent = await records.sent(NOTES);
    await act('send', sent.id, { channel: 'Email', to: ['ada@example.com'] });
    const { publicUrl } = await records.invoice(sent.id);
    const token = tokenOf({ publicUrl });
    const page = await api.call('GET', '/public/api/document', { headers: { authorization: `Bearer ${token}` } });
    expect(page.status).toBe(200);
    expect(page.text).not.toContain('Jeanne first');
    const mails = await key.call('GET', '/v1/mails');
    expect(mails.text).not.toContain('Jeanne first');
  });

  it('are kept by a copy and by the invoice of a quote; a credit note has its own', async () => {
    const sent = await records.sent({ privateNotes: NOTES.privateNotes });
    expect(await records.act(`/v1/invoices/${sent.id}/duplicate`)).toMatchObject({ privateNotes: NOTES.privateNotes });
    expect((await records.credit(sent)).privateNotes).toBeNull();
    const quote = await records.accepted({ privateNotes: 'Of the quote.' });
    expect((await records.convert(quote, { mode: 'Percent', percent: '10' })).privateNotes).toBe('Of the quote.');
  });
});

describe('PATCH /v1/credit-notes/{id}', () => {
  const makeNote = async (own: Records) => own.credit(await own.sent());
  itRequires('invoice.write', 'PATCH', '/v1/credit-notes/999999', suite);
  itReturns404ForOthers(
    { method: 'PATCH', path: '/v1/credit-notes', body: { privateNotes: 'Mine' }, make: makeNote },
    suite,
  );

  it('422 for printed members; 409 for a taken externalId', async () => {
    const note = await makeNote(records);
    const answer = await patch<ProblemView>(`/v1/credit-notes/${note.id}`, { notes: ['Other'] });
    expect(answer.body).toMatchObject({ status: 422, errors: [{ pointer: '/notes', code: 'unknown_property' }] });
    const other = await records.credit(await records.sent(), { externalId: 'rma-1' });
    const taken = await patch<ProblemView>(`/v1/credit-notes/${note.id}`, { externalId: 'rma-1' });
    expect(taken.body).toMatchObject({ status: 409, code: 'external_id_taken', existingId: other.id });
  });
});

describe('POST /v1/invoices/{id}/postpone', () => {
  const body = { dueDate: '2026-12-31', reason: 'Payment plan' };
  itRequires('invoice.write', 'POST', '/v1/invoices/999999/postpone', suite);
  itReturns404ForOthers(
    {
      method: 'POST',
      path: '/v1/invoices',
      rest: '/postpone',
      body,
      make: (own) => own.sent({ dueDate: '2026-12-01' }),
    },
    suite,
  );

  it.each<[string, object | undefined, string, string]>([
    ['no body', undefined, '/dueDate', 'required'],
    ['no reason', { dueDate: '2026-12-31' }, '/reason', 'required'],
    ['a blank reason', { ...body, reason: ' ' }, '/reason', 'too_small'],
    ['the due date that it has', { ...body, dueDate: '2026-12-01' }, '/dueDate', 'due_not_later'],
    ['an earlier one', { ...body, dueDate: '2026-11-30' }, '/dueDate', 'due_not_later'],
    ['one beyond the calendar', { ...body, dueDate: '3000-01-01' }, '/dueDate', 'invalid_value'],
  ])('422 for %s, and nothing changes', async (_, given, pointer, code) => {
    const sent = await records.sent({ dueDate: '2026-12-01' });
    const answer = await act<ProblemView>('postpone', sent.id, given);
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ pointer, code }));
    expect(await records.invoice(sent.id)).toEqual(sent);
  });

  it('409 for one without a due date, with the text of its availableActions', async () => {
    const sent = await records.sent({ dueDate: undefined });
    expect(sent.dueDate).toBeNull();
    const detail = 'The invoice has no due date.';
    expect(sent.availableActions).toContainEqual({ action: 'postpone', allowed: false, reason: detail });
    expect((await act<ProblemView>('postpone', sent.id, body)).body).toMatchObject({ status: 409, detail });
  });

  it('200: no longer Overdue, with the reason in the timeline, and falls due again on the new day', async () => {
    const late = await invoiceIn('Overdue', { api, records, paid: '80.00' });
    const changes = await changesOf(api, () => act('postpone', late.id, body));
    await expectOneStory(changes, key, key.secret.slice(0, 12));
    expect(changes.events.map(({ type }) => type)).toEqual(['invoice.updated']);
    expect(changes.result.body).toMatchObject({
      status: 'Partial',
      dueDate: '2026-12-31',
      overdueSince: null,
      version: late.version + 1,
      lastTransition: { from: 'Overdue', to: 'Partial', reason: 'Payment plan' },
    });
    expect(await lastLine(`/v1/invoices/${late.id}`)).toMatchObject({
      action: 'postpone',
      reason: 'Payment plan',
      details: { dueDate: '2026-12-31', dueDateBefore: late.dueDate },
    });
    const balances = (await records.get<ClientView>(`/v1/clients/${late.clientId}`)).balances;
    expect(balances).toMatchObject([{ due: '1000.00', overdue: '0.00' }]);
    api.clock.set('2027-01-01T10:00:00.000Z');
    await markOverdue(api);
    expect(await records.invoice(late.id)).toMatchObject({ status: 'Overdue' });
    await expectLastEvent(api, key, 'invoice', late.id, 'invoice.overdue');
  });

  it('200 to a later day in the past: it stays Overdue', async () => {
    const late = await invoiceIn('Overdue', { api, records });
    const answer = await act('postpone', late.id, { dueDate: '2026-11-20', reason: 'Agreed' });
    expect(answer.body).toMatchObject({ status: 'Overdue', dueDate: '2026-11-20', overdueSince: late.overdueSince });
  });
});
