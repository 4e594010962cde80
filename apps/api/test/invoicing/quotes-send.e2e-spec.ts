import type { QuoteView } from '@billhook/contract/invoicing/quote';
import type { ProblemView } from '@billhook/contract/shared/problem';
import { describe, expect, it } from '@jest/globals';
import { eventTypes, Records } from '../support/records.js';
import { expectLastEvent, itReturns404ForOthers, itRequires } from '../support/route-cases.js';
import { startWithKey } from '../support/start.js';

const { api, world, key, records } = await startWithKey();
const suite = () => ({ api, world });

const send = <T = QuoteView>(id: number, by = key) => by.call<T>('POST', `/v1/quotes/${id}/send`);

async function sent(body: Parameters<Records['quote']>[0] = {}): Promise<QuoteView> {
  const answer = await send((await records.quote(body)).id);
  expect(answer.status).toBe(200);
  return answer.body;
}

describe('POST /v1/quotes/{id}/send', () => {
  itRequires('quote.write', 'POST', '/v1/quotes/999999/send', suite);
  itReturns404ForOthers({ method: 'POST', path: '/v1/quotes', rest: '/send', make: (own) => own.quote() }, suite);

  it('422 without a line', async () => {
    const own = await world.key();
    const made = new Records(own);
    const empty = await send<ProblemView>((await made.quote({ lines: [] })).id, own);
    expect(empty.body).toMatchObject({
      status: 422,
      code: 'quote_not_sendable',
      errors: [{ pointer: '/lines', code: 'lines_missing' }],
    });
  });

  it('422 for another issue date of a quote that is already sent', async () => {
    const { id } = await sent();
    const body = { channel: 'Link', issueDate: '2026-11-21' };
    const refused = await key.call<ProblemView>('POST', `/v1/quotes/${id}/send`, { body });
    expect(refused.body).toMatchObject({ status: 422, errors: [{ pointer: '/issueDate', code: 'already_issued' }] });
  });

  it('200 for a date before the last one of its series: only invoices and credit notes follow their dates', async () => {
    const own = await world.key();
    const made = new Records(own);
    await send((await made.quote({ issueDate: '2026-11-20' })).id, own);
    const earlier = await send((await made.quote({ issueDate: '2026-11-19' })).id, own);
    expect(earlier.body).toMatchObject({ number: 'QUO-2026-00002', issueDate: '2026-11-19' });
  });

  it('200 with another issue date than that of the draft', async () => {
    const { id } = await records.quote({ issueDate: '2026-11-18', expiryDate: '2999-01-01' });
    const body = { channel: 'Link', issueDate: '2026-11-21' };
    const { body: quote } = await key.call<QuoteView>('POST', `/v1/quotes/${id}/send`, { body });
    expect(quote).toMatchObject({ status: 'Sent', issueDate: '2026-11-21', expiryDate: '2999-01-01', version: 2 });
    await expectLastEvent(api, key, 'quote', id, 'quote.updated');
  });

  it('409 the second time, with its status', async () => {
    const { id } = await sent();
    expect((await send<ProblemView>(id)).body).toMatchObject({
      status: 409,
      code: 'action_not_allowed',
      currentStatus: 'Sent',
    });
    expect(await eventTypes(api, 'quote', id)).toEqual(['quote.created', 'quote.updated']);
  });

  it('200: numbered in its own series, with the event updated', async () => {
    const own = await world.key();
    const made = new Records(own);
    await made.sent({ issueDate: '2026-11-21' });
    const quote = await made.quote({ issueDate: '2026-11-20' });
    const { body } = await send(quote.id, own);
    const sentAt = api.clock.now().toISOString();
    const { availableActions, seller, client } = body;
    expect([seller?.vatNumber, client?.id]).toEqual(['FR83404833048', quote.clientId]);
    expect(body).toEqual({
      ...quote,
      status: 'Sent',
      number: 'QUO-2026-00001',
      sentAt,
      version: 2,
      availableActions,
      seller,
      client,
    });
    expect((await own.call('GET', `/v1/quotes/${quote.id}`)).body).toEqual(body);
  });

  it('422 if its last day is in the past', async () => {
    const quote = await records.quote({ issueDate: '2020-01-01', expiryDate: '2020-01-31' });
    const answer = await send<ProblemView>(quote.id);
    expect(answer.body).toMatchObject({ status: 422, code: 'quote_not_sendable' });
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ pointer: '/expiryDate', code: 'expired' }));
  });

  it('20 parallel requests on 10 drafts: 1 to 10 without a gap or a repeat', async () => {
    const own = await world.key();
    const made = new Records(own);
    const { id: clientId } = await made.client();
    const ids: number[] = [];
    for (let n = 0; n < 10; n++) ids.push((await made.quote({ clientId, issueDate: '2026-11-21' })).id);
    const answers = await Promise.all([...ids, ...ids].map((id) => send(id, own)));
    const numbers = answers.filter(({ status }) => status === 200).map(({ body }) => Number(body.number?.slice(-5)));
    expect(numbers.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(10);
  });
});
