import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ListOf } from '@billhook/contract/shared/page';
import type { EventView } from '@billhook/contract/webhooks/event';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { GRANTABLE_PERMISSIONS } from '@billhook/domain/identity/permissions';
import { ClientsRepository } from '@billhook/invoicing/clients/clients.repository';
import { changeOf } from '@billhook/invoicing/records/change';
import { eventually } from '@billhook/testing/patience';
import { STREAMS_A_KEY } from '@billhook/webhooks/events/stream-slots.repository';
import { afterEach, describe, expect, it } from '@jest/globals';
import { TestApi } from '../support/api.js';
import { Records } from '../support/records.js';
import { relayOf } from '../support/relay.js';
import { itRequires } from '../support/route-cases.js';
import { EventStreamClient } from '../support/sse.js';
import { startWorld } from '../support/start.js';
import type { KeyCaller } from '../support/world.js';

const PATH = '/v1/events/stream';

const { api, world } = await startWorld();
const suite = () => ({ api, world });
const clients: EventStreamClient[] = [];

afterEach(() => clients.splice(0).forEach((client) => client.close()));

const sequence = () => relayOf(api).run();

async function open(...asked: Parameters<typeof EventStreamClient.open>): Promise<EventStreamClient> {
  const client = await EventStreamClient.open(...asked);
  clients.push(client);
  return client;
}

/** The ids of a company's events, oldest first. */
const log = async (by: KeyCaller) =>
  (await by.call<ListOf<EventView>>('GET', '/v1/events?after=beginning&limit=500')).body.data.map(({ id }) => id);

/** Creates clients, and numbers their events. */
async function happen(by: KeyCaller, count: number): Promise<void> {
  for (let n = 0; n < count; n++) await new Records(by).client();
  await sequence();
}

async function openStreams(of: KeyCaller): Promise<number> {
  const [row] = await api.database.query<{ open: number }>({
    name: 'test_open_streams',
    text: 'SELECT coalesce(sum(streams), 0)::int AS open FROM event_stream_places WHERE key_id = $1',
    values: [of.id],
  });
  return row?.open ?? 0;
}

describe(`GET ${PATH}`, () => {
  itRequires('event.read', 'GET', PATH, suite);

  it.each([
    ['?types=invoice.lost', 'invalid_query'],
    ['?types=', 'invalid_query'],
    ['?colour=red', 'invalid_query'],
    ['?after=nonsense', 'cursor_mismatch'],
    ['?after=', 'cursor_mismatch'],
  ])('400 for %s: %s', async (query, code) => {
    const answer = await (await world.key()).call('GET', PATH + query);
    expect([answer.status, answer.body['code']]).toEqual([400, code]);
  });

  it("400 for the cursor of another company, and for an event that never was, or is another company's", async () => {
    const [own, other] = [await world.key(), await world.key()];
    await happen(other, 1);
    const { body } = await other.call<ListOf<EventView>>('GET', '/v1/events?after=beginning');
    const foreign = await own.call('GET', `${PATH}?after=${body.page.nextCursor}`);
    expect([foreign.status, foreign.body['code']]).toEqual([400, 'cursor_mismatch']);
    for (const id of ['msg_0', body.data[0]?.id ?? '']) {
      const refused = { status: 400, code: 'cursor_mismatch' };
      expect((await own.call('GET', `${PATH}?after=${id}`)).body).toMatchObject(refused);
      const headers = { 'last-event-id': id };
      expect((await own.call('GET', PATH, { headers })).body).toMatchObject({
        ...refused,
        detail: expect.stringContaining('Last-Event-ID'),
      });
    }
  });

  it('200 immediately, unbuffered, with the reconnect time, and as one request of the limit', async () => {
    const own = await world.key();
    const { answer } = await open(api, own);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      ratelimit: expect.any(String),
    });
    expect(answer.headers.etag).toBeUndefined();
  });

  it('200 with what happens from then on: id, type, and the very bytes of the message in one line', async () => {
    const own = await world.key();
    await happen(own, 1);
    const stream = await open(api, own);
    await new Records(own).client({ notes: 'Zwei\nZeilen', customFields: { z: 1, a: 'é "quoted"' } });
    await sequence();
    const [event, ...others] = await stream.waitFor(1);
    const [message] = (await api.events()).filter(({ companyId }) => companyId === own.companyId).slice(-1);
    expect(event).toEqual({ id: expect.stringMatching(/^msg_/), event: 'client.created', data: message?.body });
    expect([others, stream.retry]).toEqual([[], 2000]);
  });

  it('200 from the beginning, from an id, from a cursor, and from Last-Event-ID, which goes before the others', async () => {
    const own = await world.key();
    await happen(own, 5);
    const ids = await log(own);
    const first = await own.call<ListOf<EventView>>('GET', '/v1/events?after=beginning&limit=2');
    expect((await (await open(api, own, { query: '?after=beginning' })).waitFor(5)).map(({ id }) => id)).toEqual(ids);
    const from = async (asked: { query?: string; lastEventId?: string }, count: number) => {
      const stream = await open(api, own, asked);
      await stream.waitFor(count);
      return stream.ids;
    };
    expect(await from({ query: `?after=${ids[2]}` }, 2)).toEqual(ids.slice(3));
    expect(await from({ query: `?after=${first.body.page.nextCursor}` }, 3)).toEqual(ids.slice(2));
    expect(await from({ query: '?after=beginning', lastEventId: ids[3] ?? '' }, 1)).toEqual(ids.slice(4));
    expect(await from({ query: '?after=beginning', lastEventId: '' }, 5)).toEqual(ids);
  });

  it('200 with the requested types, among past and new events', async () => {
    const own = await world.key();
    const made = new Records(own);
    await made.draft();
    await sequence();
    const stream = await open(api, own, { query: '?after=beginning&types=invoice.created,payment.created' });
    await stream.waitFor(1);
    await made.paid(await made.sent());
    await sequence();
    const events = await stream.waitFor(3);
    expect(events.map(({ event }) => event)).toEqual(['invoice.created', 'invoice.created', 'payment.created']);
  });

  it('200 to HEAD, which listens to nothing', async () => {
    const own = await world.key();
    for (let n = 0; n < 2 * STREAMS_A_KEY; n++) {
      const answer = await own.call('HEAD', PATH);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    }
  });

  it('200 to several in parallel, each company only with its own', async () => {
    const [own, other] = [await world.key(), await world.key()];
    const streams = await Promise.all([own, own, other].map((by) => open(api, by)));
    await Promise.all([happen(own, 3), happen(other, 2)]);
    await sequence();
    for (const [n, count] of [3, 3, 2].entries()) await streams[n]?.waitFor(count);
    const [mine, theirs] = [await log(own), await log(other)];
    expect(streams.map(({ ids }) => ids)).toEqual([mine, mine, theirs]);
  });
});

describe('a stream that breaks', () => {
  /** Writes events in transactions that end in a different order than they began; some are rolled back. */
  async function write(companyId: number, clientId: number, count: number): Promise<void> {
    const [uow, repository] = [api.app.get(UnitOfWork), api.app.get(ClientsRepository)];
    for (let n = 0; n < count; n++) {
      await uow
        .run(async (tx) => {
          const client = await repository.lock(tx, companyId, { id: clientId });
          const at = api.clock.now();
          const change = changeOf('update', 'client.updated', { by: 'test', at });
          await repository.write(tx, client, { phone: `+33 ${n}` }, change);
          await sleep(Math.random() * 8);
          if (n % 5 === 4) throw new Error('undone');
        })
        .catch((error: unknown) => {
          if (!(error instanceof Error) || error.message !== 'undone') throw error;
        });
    }
  }

  it('continues without a gap and without a repeat, during any transactions', async () => {
    const own = await world.key();
    const made = new Records(own);
    const ids = await Promise.all(Array.from({ length: 6 }, async () => (await made.client()).id));
    await sequence();
    const start = (await log(own)).at(-1) ?? '';
    let writing = true;
    const relays = [1, 2].map(async () => {
      while (writing) {
        await sequence();
        await sleep(Math.random() * 20);
      }
    });
    const seen: string[] = [];
    const reader = async (): Promise<void> => {
      for (let expected = true; expected;) {
        const stream = await open(api, own, { lastEventId: seen.at(-1) ?? start });
        await Promise.race([stream.waitFor(1 + Math.random() * 40, 1_000).catch(() => undefined), stream.over]);
        stream.close();
        // The client has what arrived before the connection broke.
        seen.push(...stream.ids);
        expected = writing || stream.ids.length > 0;
      }
    };
    const reading = reader();
    await api.within(own.companyId, () => Promise.all(ids.map((id) => write(own.companyId, id, 25))));
    writing = false;
    await Promise.all(relays);
    await sequence();
    await reading;
    const all = await log(own);
    expect(all).toHaveLength(6 + 6 * 20);
    expect(seen).toEqual(all.slice(6));
  });

  it('ends with the right to it: the key revoked, the permission lost, the creator deactivated', async () => {
    const member = await world.member(await world.company());
    const [revoked, lost] = [await world.key({ member }), await world.key({ member })];
    const off = await world.member(member.companyId);
    const ofOff = await world.key({ member: off });
    const streams = await Promise.all([revoked, lost, ofOff].map((by) => open(api, by)));
    await api.database.query({
      name: 'test_revoke',
      text: `UPDATE api_keys SET revoked_at = now(), revoked_by = 'test', revocation_reason = 'test' WHERE id = $1`,
      values: [revoked.id],
    });
    await world.change(off, { status: 'Deactivated' });
    expect(await streams[0]?.over).toBe('ended');
    expect(streams[0]?.comments.at(-1)).toContain('revoked');
    expect(await streams[2]?.over).toBe('ended');
    expect(streams[2]?.comments.at(-1)).toContain('deactivated');
    await happen(lost, 1);
    await streams[1]?.waitFor(1);
    await world.change(member, { permissions: GRANTABLE_PERMISSIONS.filter((each) => each !== 'event.read') });
    expect(await streams[1]?.over).toBe('ended');
    expect(streams[1]?.comments.at(-1)).toContain('event.read');
    expect((await lost.call('GET', PATH)).body).toMatchObject({ status: 403, code: 'creator_permission_lost' });
  });

  it('with a slow reader delays no other, continues from the log, and ends as well', async () => {
    const own = await world.key();
    const { port } = new URL(api.url);
    const slow = connect(Number(port), '127.0.0.1');
    slow.on('error', () => undefined);
    slow.pause();
    slow.write(`GET ${PATH}?after=beginning HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${own.secret}\r\n\r\n`);
    const quick = await open(api, own, { query: '?after=beginning' });
    const notes = 'x'.repeat(5_000);
    const made = new Records(own);
    // More than the buffers of two sockets hold.
    const { id } = await made.client();
    await api.database.query({
      name: 'test_many_events',
      text: `INSERT INTO events (id, company_id, type, resource_id, body, test, created_at)
        SELECT 'msg_many' || n, company_id, 'client.updated', resource_id, replace(body, '"notes":null', '"notes":"' || $2 || '"'),
          false, created_at FROM events, generate_series(1, 3000) n WHERE company_id = $1 AND resource_id = $3`,
      values: [own.companyId, notes, id],
    });
    for (let more = true; more;) ({ more } = await sequence());
    await quick.waitFor(3_001);
    expect(slow.bytesRead).toBe(0);
    // The stream continues where it stopped, and arrives completely.
    const ids: string[] = [];
    const all = new Promise<void>((resolve) => {
      let rest = '';
      slow.on('data', (piece) => {
        const lines = (rest + piece.toString('latin1')).split('\n');
        rest = lines.pop() ?? '';
        ids.push(...lines.filter((line) => line.startsWith('id: ')).map((line) => line.slice(4)));
        if (ids.length >= 3_001) resolve();
      });
    });
    slow.resume();
    await all;
    expect(ids).toEqual(quick.ids);
    slow.destroy();
  });

  it('ends when the service stops, also for a client that reads nothing, within the time of a stop', async () => {
    const second = await TestApi.beside(api);
    const own = await world.key();
    const stream = await open(second, own);
    const { port } = new URL(second.url);
    const silent = connect(Number(port), '127.0.0.1');
    silent.on('error', () => undefined);
    silent.pause();
    silent.write(`GET ${PATH}?after=beginning HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${own.secret}\r\n\r\n`);
    await eventually('both streams are open', async () => ((await openStreams(own)) === 2 ? true : undefined));
    await second.stop();
    expect(await stream.over).toBe('ended');
    expect(stream.comments.at(-1)).toBe('The service is stopping.');
    silent.destroy();
  });
});
