import type { ListOf } from '@billhook/contract/shared/page';
import type { ProblemView } from '@billhook/contract/shared/problem';
import type { EventView } from '@billhook/contract/webhooks/event';
import { describe, expect, it } from '@jest/globals';
import { Records } from '../support/records.js';
import { relayOf } from '../support/relay.js';
import { itRequires } from '../support/route-cases.js';
import { startWorld } from '../support/start.js';
import type { KeyCaller } from '../support/world.js';

const { api, world } = await startWorld();
const suite = () => ({ api, world });

/** Numbers all events recorded so far, as the worker does. */
const sequence = () => relayOf(api).run();

const list = async (by: KeyCaller, query = '') => (await by.call<ListOf<EventView>>('GET', `/v1/events?${query}`)).body;

/** The ids of a company's events, newest first. */
const recorded = async (by: KeyCaller) => {
  const events = (await api.events()).filter((event) => event.companyId === by.companyId);
  return events.map((event) => (JSON.parse(event.body) as EventView).id).reverse();
};

describe('GET /v1/events', () => {
  itRequires('event.read', 'GET', '/v1/events', suite);

  it.each([
    ['limit=0', 'limit'],
    ['limit=501', 'limit'],
    ['type=invoice.lost', 'type'],
    ['types=invoice.paid,invoice.lost', 'types'],
    ['after=beginning&cursor=x', 'after'],
    ['resource=invoice', 'resource'],
  ])('400 for ?%s, naming the parameter', async (query, parameter) => {
    const answer = await (await world.key()).call<ProblemView>('GET', `/v1/events?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ parameter }));
  });

  it('400 for a cursor of another type, or of another company', async () => {
    const [own, other] = [await world.key(), await world.key()];
    for (const key of [own, other]) await new Records(key).draft();
    await sequence();
    const { nextCursor } = (await list(own, 'limit=1')).page;
    for (const [by, query] of [
      [own, 'limit=1&type=client.created'],
      [other, 'limit=1'],
    ] as const) {
      const answer = await by.call<ProblemView>('GET', `/v1/events?${query}&cursor=${nextCursor}`);
      expect(answer.body).toMatchObject({ status: 400, code: 'cursor_mismatch' });
    }
  });

  it('200 with what the relay has put in order, and nothing before', async () => {
    const own = await world.key();
    const made = new Records(own);
    await made.client();
    expect(await list(own)).toEqual({
      data: [],
      page: { nextCursor: null, prevCursor: null, limit: 25, hasMore: false },
    });
    await sequence();
    expect((await list(own)).data.map(({ type }) => type)).toEqual(['client.created']);
    await made.client();
    expect((await list(own)).data).toHaveLength(1);
    await sequence();
    expect((await list(own)).data).toHaveLength(2);
  });

  it('200 with the very bytes of the messages, newest first', async () => {
    const own = await world.key();
    const made = new Records(own);
    const client = await made.client({ customFields: { z: 1, a: 'é "quoted"', 7: null } });
    const invoice = await made.sent({ clientId: client.id });
    await made.paid(invoice);
    await made.quote({ clientId: client.id });
    await sequence();
    const messages = (await api.events()).filter((event) => event.companyId === own.companyId).reverse();
    expect(messages.map(({ type }) => type)).toEqual([
      'quote.created',
      'invoice.paid',
      'payment.created',
      'invoice.sent',
      'invoice.created',
      'client.created',
    ]);
    const answer = await own.call('GET', '/v1/events');
    expect(answer.text.startsWith(`{"data":[${messages.map(({ body }) => body).join(',')}],"page":`)).toBe(true);
  });

  it('200 page by page without a gap or a repeat, also when new ones come meanwhile', async () => {
    const own = await world.key();
    const made = new Records(own);
    const { id: clientId } = await made.client();
    for (let n = 0; n < 6; n++) await made.draft({ clientId });
    await sequence();
    const expected = await recorded(own);
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { data, page }: ListOf<EventView> = await list(own, cursor ? `limit=3&cursor=${cursor}` : 'limit=3');
      seen.push(...data.map(({ id }) => id));
      expect(page.hasMore).toBe(page.nextCursor !== null);
      cursor = page.nextCursor;
      await made.draft({ clientId });
      await sequence();
    }
    expect(seen).toEqual(expected);
  });

  it('200 filtered by type, and page by page within it', async () => {
    const own = await world.key();
    const made = new Records(own);
    for (let n = 0; n < 3; n++) await made.sent();
    await sequence();
    const first = await list(own, 'type=invoice.sent&limit=2');
    const last = await list(own, `type=invoice.sent&limit=2&cursor=${first.page.nextCursor}`);
    expect([first.data.length, last.data.length, last.page.hasMore]).toEqual([2, 1, false]);
    expect(new Set([...first.data, ...last.data].map(({ type }) => type))).toEqual(new Set(['invoice.sent']));
    expect((await list(own, 'type=payment.deleted')).data).toEqual([]);
    const several = ['types=invoice.sent,client.created', 'types=client.created&types=invoice.sent'];
    for (const query of several) expect((await list(own, query)).data).toHaveLength(6);
    expect((await list(own, 'types=invoice.sent,client.created&type=client.created')).data).toHaveLength(3);
    expect((await list(own, 'types=invoice.sent&type=client.created')).data).toEqual([]);
  });

  it('200 in the order of the changes of each record, also in parallel', async () => {
    const own = await world.key();
    const made = new Records(own);
    const drafts = await Promise.all(Array.from({ length: 10 }, () => made.draft()));
    const sequencing = Promise.all([sequence(), sequence()]);
    await Promise.all(drafts.map(async (draft) => made.paid(await made.send(draft))));
    await sequencing;
    await Promise.all([sequence(), sequence()]);
    const { data } = await list(own, 'limit=100');
    expect(data).toHaveLength(50);
    for (const { id } of drafts) {
      const mine = data.filter(({ type, data: record }) => type.startsWith('invoice.') && record?.['id'] === id);
      expect(mine.map(({ type }) => type)).toEqual(['invoice.paid', 'invoice.sent', 'invoice.created']);
      expect(mine.map(({ data: record }) => record?.['version'])).toEqual([3, 2, 1]);
    }
  });

  it('200 with nothing of another company', async () => {
    const [own, other] = [await world.key(), await world.key()];
    await new Records(own).draft();
    await sequence();
    expect((await list(other)).data).toEqual([]);
    expect((await list(own)).data).toHaveLength(2);
  });
});

describe('GET /v1/events/{id}', () => {
  itRequires('event.read', 'GET', '/v1/events/msg_0', suite);

  it("404 alike for an unknown id, another company's, and an invalid id", async () => {
    const [own, other] = [await world.key(), await world.key()];
    await new Records(own).client();
    const [id] = await recorded(own);
    for (const unknown of [id, 'msg_0', '1', '%00', 'msg_%00', '%E2%82%AC', "msg_'"]) {
      const answer = await other.call<ProblemView>('GET', `/v1/events/${unknown}`);
      expect(answer.status).toBe(404);
      expect(answer.body.code).toBe('not_found');
    }
  });

  it('404 for the test of an endpoint, which is no event', async () => {
    const own = await world.key();
    const body = { url: 'http://127.0.0.1:4999/hooks', eventTypes: ['client.created'] };
    const endpoint = await own.call<{ id: number }>('POST', '/v1/webhook-endpoints', { body });
    expect((await own.call('POST', `/v1/webhook-endpoints/${endpoint.body.id}/test`)).status).toBeLessThan(300);
    const ids = await recorded(own);
    expect(ids).toHaveLength(1);
    await sequence();
    expect((await list(own)).data).toEqual([]);
    expect((await own.call('GET', `/v1/events/${ids[0]}`)).status).toBe(404);
  });

  it('200 with the very bytes of the message', async () => {
    const own = await world.key();
    await new Records(own).client({ customFields: { z: 1, a: 2 } });
    const [event] = (await api.events()).filter(({ companyId }) => companyId === own.companyId);
    const [id] = await recorded(own);
    expect((await own.call('GET', `/v1/events/${id}`)).text).toBe(event?.body);
  });
});
