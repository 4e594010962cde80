import type { QuoteView } from '@billhook/contract/invoicing/quote';
import type { ProblemView } from '@billhook/contract/shared/problem';
import { addDays, dateInZone } from '@billhook/domain/shared/calendar';
import { describe, expect, it } from '@jest/globals';
import { line } from '../support/bodies.js';
import { changesOf } from '../support/changes.js';
import { letExpire, quoteIn } from '../support/document-states.js';
import { eventTypes, Records } from '../support/records.js';
import { expectLastEvent, itReturns404ForOthers, itRequires } from '../support/route-cases.js';
import { startWithKey } from '../support/start.js';

const { api, world, key, records } = await startWithKey();
const suite = () => ({ api, world });

const act = <T = QuoteView>(action: string, id: number, body?: object, by = key) =>
  by.call<T>('POST', `/v1/quotes/${id}/${action}`, { body });
const quote = (id: number) => records.get<QuoteView>(`/v1/quotes/${id}`);
const by = 'Jeanne Lumen';

describe('POST /v1/quotes/{id}/accept', () => {
  itRequires('quote.write', 'POST', '/v1/quotes/999999/accept', suite);
  itReturns404ForOthers(
    { method: 'POST', path: '/v1/quotes', rest: '/accept', body: { by }, make: (own) => own.sentQuote() },
    suite,
  );

  it.each<[string, object | undefined, string]>([
    ['no body', undefined, '/by'],
    ['nobody', { by: ' ' }, '/by'],
    ['an unknown member', { by, at: '2026-11-21' }, '/at'],
  ])('422 for %s', async (_, body, pointer) => {
    const { id } = await records.sentQuote();
    const answer = await act<ProblemView>('accept', id, body);
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ pointer }));
  });

  it('409 for an expired one, unless this is allowed explicitly', async () => {
    const expired = await quoteIn('Expired', { api, records });
    const refused = await act<ProblemView>('accept', expired.id, { by, allowExpired: false });
    expect(refused.body).toMatchObject({ status: 409, code: 'action_not_allowed', currentStatus: 'Expired' });
    expect(await quote(expired.id)).toEqual(expired);
    const { body } = await act('accept', expired.id, { by, allowExpired: true });
    expect(body).toMatchObject({ status: 'Accepted', acceptance: { by, poNumber: null } });
    await expectLastEvent(api, key, 'quote', expired.id, 'quote.updated');
  });

  it('409 even then for a draft and a declined one', async () => {
    for (const status of ['Draft', 'Declined'] as const) {
      const { id } = await quoteIn(status, { api, records });
      const answer = await act<ProblemView>('accept', id, { by, allowExpired: true });
      expect(answer.body).toMatchObject({ status: 409, code: 'action_not_allowed', currentStatus: status });
    }
  });

  it('200 with the purchase order, which the invoice copies instead of that of the quote', async () => {
    const sent = await records.sentQuote({ purchaseOrder: 'PO-old' });
    const { body } = await act('accept', sent.id, { by, poNumber: 'PO-7781' });
    const at = api.clock.now().toISOString();
    expect(body).toMatchObject({ status: 'Accepted', acceptedAt: at, acceptance: { by, at, poNumber: 'PO-7781' } });
    expect({ ...body, ...changing }).toEqual({ ...sent, ...changing });
    await expectLastEvent(api, key, 'quote', sent.id, 'quote.updated');
    expect((await records.convert(sent, { mode: 'Percent', percent: '50' })).purchaseOrder).toBe('PO-7781');
    const without = await records.accepted({ purchaseOrder: 'PO-old' });
    expect((await records.convert(without, { mode: 'Whole' })).purchaseOrder).toBe('PO-old');
  });

  it('in parallel with a decline: one of them wins, with one event', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await records.sentQuote();
      const answers = await Promise.all([
        act<ProblemView>('accept', id, { by }),
        act<ProblemView>('decline', id, { code: 'Other' }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const won = answers[0]?.status === 200 ? 'Accepted' : 'Declined';
      expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ currentStatus: won });
      expect(await quote(id)).toMatchObject({ status: won, version: 3 });
      expect(await eventTypes(api, 'quote', id)).toEqual(['quote.created', 'quote.updated', 'quote.updated']);
    }
  });
});

/** The members that an answer of the client changes. */
const changing = {
  status: undefined,
  acceptance: undefined,
  acceptedAt: undefined,
  availableActions: undefined,
  version: undefined,
};

describe('POST /v1/quotes/{id}/decline', () => {
  itRequires('quote.write', 'POST', '/v1/quotes/999999/decline', suite);
  itReturns404ForOthers(
    { method: 'POST', path: '/v1/quotes', rest: '/decline', body: { code: 'Other' }, make: (own) => own.sentQuote() },
    suite,
  );

  it('422 for a missing and an unknown reason', async () => {
    const { id } = await records.sentQuote();
    for (const body of [undefined, { text: 'No' }, { code: 'Mood' }]) {
      const answer = await act<ProblemView>('decline', id, body);
      expect(answer.status).toBe(422);
      expect(answer.body.errors).toContainEqual(expect.objectContaining({ pointer: '/code' }));
    }
  });

  it('200, also for an expired one', async () => {
    for (const status of ['Sent', 'Expired'] as const) {
      const { id } = await quoteIn(status, { api, records });
      const { body } = await act('decline', id, { code: 'TooExpensive', text: 'By half' });
      const at = api.clock.now().toISOString();
      const decline = { code: 'TooExpensive', text: 'By half', at };
      expect(body).toMatchObject({ status: 'Declined', declinedAt: at, decline });
      await expectLastEvent(api, key, 'quote', id, 'quote.updated');
    }
  });
});

describe('POST /v1/quotes/{id}/revise', () => {
  itRequires('quote.write', 'POST', '/v1/quotes/999999/revise', suite);
  itReturns404ForOthers({ method: 'POST', path: '/v1/quotes', rest: '/revise', make: (own) => own.sentQuote() }, suite);

  it('409 while there is a draft of a revision, also in parallel; not after its deletion', async () => {
    const { id } = await records.sentQuote();
    const answers = await Promise.all([act<ProblemView>('revise', id), act<ProblemView>('revise', id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const existingId = Number(answers.find(({ status }) => status === 201)?.body['id']);
    const again = await act<ProblemView>('revise', id);
    expect(again.body).toMatchObject({ status: 409, code: 'quote_revised', existingId });
    expect((await key.call('DELETE', `/v1/quotes/${existingId}`)).status).toBe(204);
    expect((await act('revise', id)).status).toBe(201);
  });

  it('409 for an archived client', async () => {
    const { id, clientId } = await records.sentQuote();
    await key.call('DELETE', `/v1/clients/${clientId}`);
    expect((await act<ProblemView>('revise', id)).body).toMatchObject({ status: 409, code: 'client_archived' });
  });

  it('201: a draft with the same lines, dated today with the same validity, without the externalId', async () => {
    const issueDate = addDays(dateInZone(api.clock.now(), 'Europe/Paris'), -10);
    const own = await world.key();
    const made = new Records(own);
    const original = await made.sentQuote({
      ...{ title: 'Spring', issueDate, expiryDate: addDays(issueDate, 30), externalId: `crm-${issueDate}` },
      ...{ lines: [line, { ...line, name: 'Travel', taxRate: '10' }], customFields: { b: 1 }, purchaseOrder: 'PO-1' },
    });
    const { result, events, lines } = await changesOf(api, () => act('revise', original.id, undefined, own));
    const today = addDays(issueDate, 10);
    const { title, totals, taxBreakdown, clientId, customFields, purchaseOrder } = original;
    expect(result.body).toMatchObject({
      ...{ status: 'Draft', number: null, revision: 2, previousRevisionId: original.id, externalId: null, version: 1 },
      ...{ issueDate: today, expiryDate: addDays(today, 30), publicUrl: null, sentAt: null },
      ...{ title, totals, taxBreakdown, clientId, customFields, purchaseOrder },
    });
    expect(events.map(({ type, record }) => [type, record])).toEqual([
      ['quote.created', `quote/${result.body.id}`],
      ['quote.updated', `quote/${original.id}`],
    ]);
    expect(lines.map(({ action }) => action)).toEqual(['revise', 'revise']);
    const { status, version, nextRevisionId, availableActions } = await made.get<QuoteView>(
      `/v1/quotes/${original.id}`,
    );
    expect([status, version, nextRevisionId]).toEqual(['Sent', original.version + 1, result.body.id]);
    expect(availableActions.find(({ action }) => action === 'revise')?.allowed).toBe(false);
    await expectLastEvent(api, own, 'quote', original.id, 'quote.updated');
  });

  it('sent: it keeps the number and replaces its predecessor, which can only be annotated', async () => {
    const own = await world.key();
    const made = new Records(own);
    const original = await made.sentQuote();
    const draft = (await act('revise', original.id, undefined, own)).body;
    await own.call('PATCH', `/v1/quotes/${draft.id}`, { body: { lines: [{ ...line, quantity: '1' }] } });
    const { body: second } = await act('send', draft.id, { channel: 'Link' }, own);
    expect(second).toMatchObject({ status: 'Sent', number: original.number, revision: 2, totals: { gross: '540.00' } });
    const superseded = await made.get<QuoteView>(`/v1/quotes/${original.id}`);
    expect(superseded).toMatchObject({ status: 'Superseded', number: original.number, version: original.version + 2 });
    expect(superseded.availableActions.flatMap(({ action, allowed }) => (allowed ? [action] : []))).toEqual([
      'annotate',
    ]);
    await expectLastEvent(api, own, 'quote', original.id, 'quote.updated');
    await expectLastEvent(api, own, 'quote', second.id, 'quote.updated');

    const third = (await act('revise', second.id, undefined, own)).body;
    expect((await act('send', third.id, undefined, own)).body).toMatchObject({ number: original.number, revision: 3 });
    // The numbers of the series continue as without revisions.
    expect((await made.sentQuote()).number).toBe(`QUO-${original.issueDate.slice(0, 4)}-00002`);
  });

  it('before that its predecessor can be accepted, and then the revision cannot be sent', async () => {
    const original = await records.sentQuote();
    const draft = (await act('revise', original.id)).body;
    expect((await act('accept', original.id, { by })).body.status).toBe('Accepted');
    const refused = await act<ProblemView>('send', draft.id);
    expect(refused.body).toMatchObject({ status: 409, code: 'action_not_allowed', currentStatus: 'Accepted' });
    expect(await quote(draft.id)).toEqual(draft);
    expect((await key.call('DELETE', `/v1/quotes/${draft.id}`)).status).toBe(204);
    expect(await quote(original.id)).toMatchObject({ status: 'Accepted', nextRevisionId: null });
    await expectLastEvent(api, key, 'quote', original.id, 'quote.updated');
  });

  it('the send of a revision in parallel with an accept of its predecessor: one of them wins', async () => {
    for (let round = 0; round < 5; round++) {
      const original = await records.sentQuote();
      const draft = (await act('revise', original.id)).body;
      const answers = await Promise.all([act('send', draft.id), act('accept', original.id, { by })]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const sent = answers[0]?.status === 200;
      expect((await quote(original.id)).status).toBe(sent ? 'Superseded' : 'Accepted');
      expect((await quote(draft.id)).status).toBe(sent ? 'Sent' : 'Draft');
    }
  });

  it('201 for a declined one and an expired one', async () => {
    const declined = await quoteIn('Declined', { api, records });
    const expired = await records.sentQuote();
    await letExpire(api, expired.id);
    for (const { id } of [declined, expired]) {
      const draft = (await act('revise', id)).body;
      expect((await act('send', draft.id)).body).toMatchObject({ status: 'Sent', revision: 2 });
      expect((await quote(id)).status).toBe('Superseded');
    }
  });
});
