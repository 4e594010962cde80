import type { ListOf } from '@billhook/contract/shared/page';
import type { ProblemView } from '@billhook/contract/shared/problem';
import type { EventView } from '@billhook/contract/webhooks/event';
import { DAY_MS } from '@billhook/domain/shared/durations';
import { newTimedId } from '@billhook/platform/ids';
import { describe, expect, it } from '@jest/globals';
import { GuideBlocks } from '../support/guide-blocks.js';
import { Records } from '../support/records.js';
import { relayOf } from '../support/relay.js';
import { startWorld } from '../support/start.js';
import type { KeyCaller } from '../support/world.js';

const PATH = '/v1/events';
const KEPT_DAYS = 60;

const { api, world } = await startWorld({ WEBHOOK_METADATA_DAYS: String(KEPT_DAYS) });

async function sequence(): Promise<void> {
  const relay = relayOf(api);
  while ((await relay.run()).more);
}
const after = (by: KeyCaller, place: string | null | undefined, more = '') =>
  by.call<ListOf<EventView>>('GET', `${PATH}?after=${place}${more}`);
const idsOf = ({ data }: ListOf<EventView>) => data.map(({ id }) => id);

/** Creates clients, and numbers their events. */
async function happen(by: KeyCaller, count: number): Promise<void> {
  for (let n = 0; n < count; n++) await new Records(by).client();
  await sequence();
}

/** The texts of a company's messages, oldest first. */
const bodies = async ({ companyId }: KeyCaller) =>
  (await api.events()).filter((event) => event.companyId === companyId).map(({ body }) => body);

/** Deletes as retention does: first the messages of events, later the events. */
async function forget(by: KeyCaller, ids: readonly string[], what: 'message' | 'event'): Promise<void> {
  await api.database.query({
    name: `test_forget_${what}`,
    text: `${what === 'message' ? 'UPDATE events SET body = NULL' : 'DELETE FROM events'} WHERE company_id = $1 AND id = ANY ($2)`,
    values: [by.companyId, ids],
  });
}

describe(`GET ${PATH}?after=`, () => {
  it.each(['', 'nonsense', 'W10.AAAAAAAAAAAAAAAAAAAAAA', 'msg_%00', 'Beginning'])(
    '400 for %s, which is no place',
    async (place) => {
      const { status, body } = await (await world.key()).call('GET', `${PATH}?after=${place}`);
      expect([status, body]).toMatchObject([400, { code: 'cursor_mismatch', errors: [{ parameter: 'after' }] }]);
    },
  );

  it('400 with the allowed values, for neither a cursor nor an id', async () => {
    const { body } = await (await world.key()).call<ProblemView>('GET', `${PATH}?after=nope`);
    expect(body.detail).toContain('must be a nextCursor, the id of an event (msg_…) or beginning');
  });

  it('400 for the cursor of another company, of another list, and for the one that leads back in time', async () => {
    const [own, other] = [await world.key(), await world.key()];
    for (const key of [own, other]) await happen(key, 2);
    const foreign = (await after(other, 'beginning')).body.page.nextCursor;
    const back = (await own.call<ListOf<EventView>>('GET', `${PATH}?limit=1`)).body.page.nextCursor;
    for (const place of [foreign, back])
      expect((await after(own, place)).body).toMatchObject({ status: 400, code: 'cursor_mismatch' });
    const mark = (await after(own, 'beginning')).body.page.nextCursor;
    expect((await own.call('GET', `${PATH}?cursor=${mark}`)).body).toMatchObject({ code: 'cursor_mismatch' });
  });

  it("400 for an event that never was in the log: made up, of a time to come, or another company's", async () => {
    const [own, other] = [await world.key(), await world.key()];
    await happen(other, 2);
    const [foreign = ''] = idsOf((await after(other, 'beginning')).body);
    const now = api.clock.now().getTime();
    const madeUp = [now, now + DAY_MS, now + 400 * DAY_MS].map((ms) => newTimedId('msg', new Date(ms)));
    for (const place of ['msg_0', 'msg_nope', foreign, ...madeUp]) {
      const { body } = await after(own, place);
      expect(body).toMatchObject({ status: 400, code: 'cursor_mismatch', detail: expect.stringContaining(place) });
      expect(body).toMatchObject({ errors: [{ parameter: 'after', code: 'unknown_event' }] });
    }
  });

  it('410 for an event that is so old that nothing is kept of it', async () => {
    const own = await world.key();
    await happen(own, 2);
    const [first = ''] = idsOf((await after(own, 'beginning')).body);
    await forget(own, [first], 'event');
    const now = api.clock.now();
    api.clock.advance(KEPT_DAYS * DAY_MS);
    const { body } = await after(own, first);
    api.clock.set(now);
    expect(body).toMatchObject({
      status: 410,
      code: 'event_expired',
      detail: expect.stringContaining('after=beginning'),
    });
  });

  it('410 when messages behind the place are no longer kept; not for those of other types, nor from the beginning', async () => {
    const own = await world.key();
    const made = new Records(own);
    await happen(own, 1);
    const start = (await after(own, 'beginning')).body;
    await made.draft();
    await sequence();
    const [client = '', invoice = ''] = idsOf((await after(own, start.page.nextCursor)).body);
    await happen(own, 1);
    await forget(own, [...idsOf(start), client], 'message');
    for (const place of [start.page.nextCursor, idsOf(start)[0]])
      expect((await after(own, place)).body).toMatchObject({ status: 410, code: 'event_expired' });
    const drafts = await after(own, start.page.nextCursor, '&types=invoice.created');
    expect(idsOf(drafts.body)).toEqual([invoice]);
    expect((await after(own, client)).body.data).toHaveLength(2);
    expect(idsOf((await after(own, 'beginning')).body)[0]).toBe(invoice);
    expect(idsOf((await own.call<ListOf<EventView>>('GET', PATH)).body).at(-1)).toBe(invoice);
    const gone = await own.call('GET', `${PATH}/${client}`);
    expect(gone.body).toMatchObject({
      status: 410,
      code: 'event_expired',
      detail: expect.stringMatching(/client\.created \(client \d+, 20/),
    });
  });

  it('200 from the beginning to the end also where an old message is kept that still has to be delivered', async () => {
    const own = await world.key();
    await happen(own, 5);
    const [, ...later] = idsOf((await after(own, 'beginning')).body);
    await forget(own, later.slice(0, 2), 'message');
    const read: string[] = [];
    for (let place: string | null = 'beginning', more = true; more;) {
      const { status, body }: { status: number; body: ListOf<EventView> } = await after(own, place, '&limit=1');
      expect(status).toBe(200);
      read.push(...idsOf(body));
      ({ nextCursor: place, hasMore: more } = body.page);
    }
    expect(read).toEqual(later.slice(2));
  });

  it('410 for a cursor that the log has not reached, as after the restore of a backup', async () => {
    const own = await world.key();
    await happen(own, 3);
    const lost = (await after(own, 'beginning')).body.page.nextCursor;
    await forget(own, idsOf((await after(own, 'beginning')).body).slice(1), 'event');
    await api.database.query({
      name: 'test_earlier_end',
      text: 'UPDATE event_counters SET last = last - 2 WHERE company_id = $1',
      values: [own.companyId],
    });
    expect((await after(own, lost)).body).toMatchObject({ status: 410, code: 'event_expired' });
    expect((await after(own, 'beginning')).body.data).toHaveLength(1);
  });

  it('410 for a cursor so old that nothing is left of what lay behind it', async () => {
    const own = await world.key();
    await happen(own, 1);
    const cursor = (await after(own, 'beginning')).body.page.nextCursor;
    const now = api.clock.now();
    api.clock.advance((KEPT_DAYS - 1) * DAY_MS);
    expect((await after(own, cursor)).status).toBe(200);
    api.clock.advance(DAY_MS);
    expect((await after(own, cursor)).body).toMatchObject({ status: 410, code: 'event_expired' });
    api.clock.set(now);
  });

  it('200 with the very bytes of the messages, the oldest first, and a cursor also where nothing is left', async () => {
    const own = await world.key();
    const nothing = await after(own, 'beginning');
    expect(nothing.body).toEqual({
      data: [],
      page: { nextCursor: expect.any(String), prevCursor: null, limit: 25, hasMore: false },
    });
    const made = new Records(own);
    await made.paid(await made.sent({ clientId: (await made.client({ customFields: { z: 1, a: 'é', 7: null } })).id }));
    await sequence();
    const messages = await bodies(own);
    expect(messages).toHaveLength(5);
    const answer = await after(own, nothing.body.page.nextCursor);
    expect(answer.text.startsWith(`{"data":[${messages.join(',')}],"page":`)).toBe(true);
    expect(answer.body.page.hasMore).toBe(false);
    const end = await after(own, answer.body.page.nextCursor);
    expect(end.body.data).toEqual([]);
    await made.client();
    await sequence();
    for (const { body } of [answer, end])
      expect((await after(own, body.page.nextCursor)).body.data.map(({ type }) => type)).toEqual(['client.created']);
  });

  it('200 page by page without a gap or a repeat, from a cursor as from the id of the last message', async () => {
    const own = await world.key();
    await happen(own, 7);
    const all = idsOf((await after(own, 'beginning', '&limit=500')).body);
    expect(all).toHaveLength(7);
    const [byCursor, byId]: [string[], string[]] = [[], []];
    for (let place: string | null = 'beginning', more = true; more;) {
      const { data, page }: ListOf<EventView> = (await after(own, place, '&limit=3')).body;
      byCursor.push(...idsOf({ data, page }));
      ({ nextCursor: place, hasMore: more } = page);
      // A new event appears at the end.
      if (byCursor.length === 3) await happen(own, 1);
    }
    for (let ids = ['beginning']; ids.length > 0; byId.push(...ids))
      ids = idsOf((await after(own, ids.at(-1), '&limit=3')).body);
    expect(byCursor).toEqual(byId);
    expect(byCursor.slice(0, 7)).toEqual(all);
    expect(byCursor).toHaveLength(8);
  });

  it('200 with what a walk by a filter has looked at behind it: its cursor moves although nothing fits', async () => {
    const own = await world.key();
    await happen(own, 2);
    const { page } = (await after(own, 'beginning', '&types=payment.deleted')).body;
    expect((await after(own, page.nextCursor)).body.data).toEqual([]);
  });

  it('200 in the Link header: on by after, and back to the beginning', async () => {
    const own = await world.key();
    await happen(own, 1);
    const { headers, body } = await after(own, 'beginning', '&types=client.created');
    const { PUBLIC_URL } = { PUBLIC_URL: new URL(/<([^>]*)>/.exec(headers.get('link') ?? '')?.[1] ?? '').origin };
    const link = (place: string | null) => `<${PUBLIC_URL}${PATH}?types=client.created&after=${place}>`;
    expect(headers.get('link')).toBe(`${link(body.page.nextCursor)}; rel="next", ${link('beginning')}; rel="first"`);
  });

  it('304 for a repeated request without new events', async () => {
    const own = await world.key();
    await happen(own, 1);
    const cursor = (await after(own, 'beginning')).body.page.nextCursor;
    const etag = (await after(own, cursor)).headers.get('etag') ?? '';
    const again = await own.call('GET', `${PATH}?after=${cursor}`, { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
  });

  it('200 with a page cut short by large messages, which says that there is more', async () => {
    const own = await world.key();
    await happen(own, 1);
    await api.database.query({
      name: 'test_large_events',
      text: `INSERT INTO events (id, company_id, type, resource_id, body, test, created_at)
        SELECT 'msg_large' || company_id || 'x' || n, company_id, 'client.updated', resource_id,
          replace(body, '"notes":null', '"notes":"' || repeat('x', 3000000) || '"'), false, created_at
        FROM events, generate_series(1, 4) n WHERE company_id = $1`,
      values: [own.companyId],
    });
    await sequence();
    const seen: number[] = [];
    for (let place: string | null = 'beginning', more = true; more;) {
      const { data, page }: ListOf<EventView> = (await after(own, place, '&limit=100')).body;
      seen.push(data.length);
      ({ nextCursor: place, hasMore: more } = page);
    }
    expect(seen).toEqual([4, 1]);
  });
});

describe('the guide on reading on', () => {
  it('catches up, stops, and continues at its position', async () => {
    const own = await world.key();
    const made = new Records(own);
    const paid = await made.sent();
    await made.paid(paid);
    await sequence();
    const blocks = await GuideBlocks.open();
    const variables = { BILLHOOK_URL: api.url, BILLHOOK_API_KEY: own.secret };
    const run = () => blocks.run('catching-up', 'catch-up.mjs', variables);
    expect(await run()).toEqual({ code: 0, stdout: `invoice.paid ${paid.number}`, stderr: '' });
    expect(await run()).toEqual({ code: 0, stdout: '', stderr: '' });
    const next = await made.sent();
    await made.paid(next);
    await sequence();
    expect(await run()).toEqual({ code: 0, stdout: `invoice.paid ${next.number}`, stderr: '' });
    await blocks.close();
  });
});
