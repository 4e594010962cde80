import { setTimeout as sleep } from 'node:timers/promises';
import { currentCell } from '@billhook/db/current-cell';
import { cellOfId } from '@billhook/testing/own-tables';
import { eventually } from '@billhook/testing/patience';
import { WAITS_HERE, withClient } from '@billhook/testing/test-server';
import { PostgresSignals } from '@billhook/webhooks/engine/wake-signal';
import {
  PLACES_LOCK,
  STREAMS_A_COMPANY,
  STREAMS_A_KEY,
  STREAMS_A_MEMBER,
} from '@billhook/webhooks/events/stream-slots.repository';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { createApp } from '../../src/create-app.js';
import { ScreenLog } from '../../src/webhooks/changes/screen-streams.service.js';
import { TestApi } from '../support/api.js';
import { Records } from '../support/records.js';
import { Sandboxes } from '../support/sandboxes.js';
import { EventStreamClient } from '../support/sse.js';
import { startWorld } from '../support/start.js';
import type { KeyCaller, SessionCaller } from '../support/world.js';

// 401, 403 and the content of streams: event-stream.e2e-spec.ts.
const PATH = '/v1/events/stream';

const { api, world } = await startWorld();
const clients: EventStreamClient[] = [];

afterEach(() => {
  clients.splice(0).forEach((client) => client.close());
  jest.restoreAllMocks();
});

async function open(...asked: Parameters<typeof EventStreamClient.open>): Promise<EventStreamClient> {
  const client = await EventStreamClient.open(...asked);
  clients.push(client);
  return client;
}

/** Repeats the request until a stream is open. */
async function untilOpen(process: TestApi, by: KeyCaller | SessionCaller, path = PATH): Promise<void> {
  for (let status: number | undefined; status !== 200; await sleep(20)) {
    const stream = await open(process, by, { path });
    status = stream.answer.statusCode;
    stream.close();
  }
}

describe('the places of event streams', () => {
  it('429 for more streams than a key may have at all processes together; one that was closed makes room', async () => {
    const beside = await TestApi.beside(api);
    const own = await world.key();
    const streams = await Promise.all(Array.from({ length: STREAMS_A_KEY }, (_, n) => open(n % 2 ? beside : api, own)));
    expect(streams.map(({ answer }) => answer.statusCode)).toEqual(streams.map(() => 200));
    for (const process of [api, beside]) {
      const refused = await process.call('GET', PATH, { headers: { authorization: `Bearer ${own.secret}` } });
      expect(refused.body).toMatchObject({ status: 429, code: 'too_many_streams', limitedBy: 'key' });
      expect(refused.body['detail']).toContain('This key has 10 open event streams, and the limit is 10.');
      expect(refused.headers.get('retry-after')).toBe('5');
    }
    streams[0]?.close();
    await untilOpen(beside, own);
    await beside.stop();
    await untilOpen(api, own);
  });

  it('429 for more streams than a company may have; those of a process that was killed are free after its silence', async () => {
    const own = await world.key();
    const place = (process: string, seconds: number): Promise<unknown> =>
      withClient(api.databaseUrl, (client) =>
        client.query(
          `INSERT INTO event_stream_places (process, company_id, key_id, streams, beat_at)
            VALUES ($1, $2, 0, $3, clock_timestamp() - make_interval(secs => $4))`,
          [process, own.companyId, STREAMS_A_COMPANY, seconds],
        ),
      );
    await place('killed', 11);
    await untilOpen(api, own);
    await place('alive', 0);
    const refused = await own.call('GET', PATH);
    expect(refused.body).toMatchObject({ status: 429, code: 'too_many_streams', limitedBy: 'company' });
    expect(refused.body['detail']).toContain('The API keys of this company have 50 open event streams');
  });

  it('keeps the places of open streams while another stream waits for its own', async () => {
    const [own, other] = [await world.key(), await world.key()];
    await open(api, own);
    await withClient(api.databaseUrl, async (client) => {
      const beatAt = async (): Promise<Date> => {
        const text = 'SELECT beat_at FROM event_stream_places WHERE company_id = $1';
        const { rows } = await client.query<{ beat_at: Date }>(text, [own.companyId]);
        return rows[0]?.beat_at ?? new Date(0);
      };
      await client.query('SELECT pg_advisory_lock($1, $2)', [PLACES_LOCK, other.companyId % 2 ** 31]);
      const opened = open(api, other);
      await eventually('the other stream waits', async () => {
        const text = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = $1 AND ${WAITS_HERE}`;
        return (await client.query(text, [PLACES_LOCK])).rows[0];
      });
      const before = await beatAt();
      await eventually('a heartbeat', async () => ((await beatAt()) > before ? true : undefined));
      await client.query('SELECT pg_advisory_unlock($1, $2)', [PLACES_LOCK, other.companyId % 2 ** 31]);
      expect((await opened).answer.statusCode).toBe(200);
    });
  });
});

const SCREENS = '/app/changes/stream';

describe(`GET ${SCREENS}`, () => {
  /** A member with a browser, and a key that changes the records of the company. */
  async function screen() {
    const member = await world.member(await world.company());
    const key = await world.key({ member });
    return { member, key, made: new Records(key), session: await world.session(member) };
  }
  /** Opens a stream, which has sent everything up to now. */
  async function follow(by: SessionCaller, query = ''): Promise<EventStreamClient> {
    const stream = await open(api, by, { path: SCREENS, query });
    await eventually('the stream is ready', async () => stream.events.find(({ event }) => event === 'ready'));
    return stream;
  }
  const sent = ({ events }: EventStreamClient) =>
    events.filter(({ event }) => event === 'change').map(({ data }) => JSON.parse(data) as Record<string, unknown>);

  it('401 without a session and with a key', async () => {
    const { key } = await screen();
    expect((await api.call('GET', SCREENS)).body).toMatchObject({ status: 401, code: 'session_missing' });
    expect((await key.call('GET', SCREENS)).body).toMatchObject({ status: 401, code: 'wrong_credential' });
  });

  it('403 to a member who may read no records', async () => {
    const { member } = await screen();
    const none = await world.session(await world.member(member.companyId, { permissions: ['event.read'] }));
    expect((await none.call('GET', SCREENS)).body).toMatchObject({ status: 403, code: 'permission_missing' });
  });

  it('200 with which records of the company change, and nothing else of them', async () => {
    const [own, other] = [await screen(), await screen()];
    const stream = await follow(own.session);
    expect(stream.answer.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    await other.made.client();
    const { id, version } = await own.made.client();
    await own.key.call('DELETE', `/v1/clients/${id}`);
    await stream.waitFor(3);
    expect(sent(stream)).toEqual([
      { resource: 'client', id, version, deleted: false },
      { resource: 'client', id, version: version + 1, deleted: true },
    ]);
    expect(JSON.parse(stream.events[0]?.data ?? '')).toEqual({ companyId: own.member.companyId, gap: false });
  });

  it('200 with the changes after an id, or of the last minute; an unknown position is a gap', async () => {
    const { made, session } = await screen();
    await made.client();
    api.clock.advance(120_000);
    const { id } = await made.client();
    const first = await follow(session);
    expect(sent(first)).toMatchObject([{ id }]);
    const place = first.events.at(-1)?.id ?? '';
    const next = await made.client();
    expect(sent(await follow(session, `?after=${place}`))).toMatchObject([{ id: next.id }]);
    const foreign = (await follow((await screen()).session)).events.at(-1)?.id ?? '';
    for (const unknown of ['nonsense', foreign]) {
      const lost = await follow(session, `?after=${unknown}`);
      expect([sent(lost), JSON.parse(lost.events[0]?.data ?? '')]).toMatchObject([[], { gap: true }]);
    }
  });

  it('200 without a gap where fewer changes are still stored than a stream begins with', async () => {
    const sandboxes = new Sandboxes(api, world);
    const { id: companyId, within, key, name } = await sandboxes.ready((await screen()).session);
    await new Records(key).client();
    expect((await within.call('POST', '/app/sandbox/reset', { body: { name } })).status).toBe(200);
    // As after a thousand changes.
    const expire = 'UPDATE record_change_counters SET last = 1000, dropped = 1000 WHERE company_id = $1 RETURNING last';
    expect(await sandboxes.rows(expire, [companyId])).toEqual([{ last: 1000 }]);
    const { id } = await new Records(key).client();
    const stream = await follow(within);
    expect([sent(stream), JSON.parse(stream.events.at(-1)?.data ?? '')]).toMatchObject([[{ id }], { gap: false }]);
  });

  it('sends only what the member may read now, and nothing after the end of the session', async () => {
    const { member, key, made, session } = await screen();
    const reader = await world.member(member.companyId, { permissions: ['client.read'] });
    const [limited, signedOut, switched] = [await world.session(reader), await world.session(member), session];
    const streams = await Promise.all([limited, signedOut, switched].map((by) => follow(by)));
    const client = await made.client();
    await Promise.all(streams.map((stream) => stream.waitFor(2)));
    await signedOut.call('DELETE', '/app/session');
    await world.change(reader, { permissions: ['invoice.read'] });
    await key.call('PATCH', `/v1/clients/${client.id}`, { body: { name: 'Atelier Lumen' } });
    const { id } = await made.draft({ clientId: client.id });
    expect(await streams[1]?.over).toBe('ended');
    expect(streams[1]?.comments.at(-1)).toBe('Sign in first.');
    await streams[0]?.waitFor(3);
    await streams[2]?.waitFor(4);
    expect(streams.map((stream) => sent(stream).map(({ resource }) => resource))).toEqual([
      ['client', 'invoice'],
      ['client'],
      ['client', 'client', 'invoice'],
    ]);
    expect(sent(streams[0] as EventStreamClient).at(-1)).toMatchObject({ resource: 'invoice', id });
    await world.change(reader, { status: 'Deactivated' });
    await made.client();
    expect(await streams[0]?.over).toBe('ended');
  });

  it('is no use of the session, which an open page would never end', async () => {
    const { session } = await screen();
    api.clock.advance(119 * 60_000);
    await follow(session);
    api.clock.advance(60_000);
    expect((await session.call('GET', SCREENS)).body).toMatchObject({ status: 401, code: 'session_missing' });
  });

  it('ends when the browser switches to another company, and follows that one, such as a sandbox', async () => {
    const { made, session } = await screen();
    const stream = await follow(session);
    const sandbox = await new Sandboxes(api, world).ready(session);
    const inside = await follow(sandbox.within);
    await made.client();
    expect(await stream.over).toBe('ended');
    expect(sent(stream)).toEqual([]);
    const { id } = await new Records(sandbox.key).client();
    await eventually('the change of the sandbox', async () => sent(inside).find((change) => change['id'] === id));
  });

  it('is woken by the signals of other processes, before the regular query', async () => {
    const { made, session } = await screen();
    const signals = new PostgresSignals(api.databaseUrl);
    const beside = await TestApi.beside(api, {}, (platform, wake) => createApp(platform, wake, signals));
    const stream = await open(beside, session, { path: SCREENS });
    await stream.waitFor(1);
    const sender = signals.sender();
    await made.client();
    await sender.send();
    await stream.waitFor(2);
    await sender.close();
    await beside.stop();
    expect(await stream.over).toBe('ended');
    expect(stream.comments.at(-1)).toBe('The service is stopping.');
  });

  it('is woken by a commit in its cell, and not by one in another cell', async () => {
    const log = api.app.get(ScreenLog);
    const ends = log.ends.bind(log);
    let queries: { readonly cell: number | undefined; readonly of: readonly number[]; readonly at: number }[] = [];
    jest.spyOn(log, 'ends').mockImplementation((of) => {
      queries.push({ cell: currentCell(), of, at: performance.now() });
      return ends(of);
    });
    const round = async () => {
      const [own, other] = [await screen(), await screen()];
      const stream = await follow(own.session);
      await follow(other.session);
      const first = await eventually('both streams are in a query', () => {
        const found = [own, other].map(({ key }) => queries.find(({ of }) => of.includes(key.companyId))?.at);
        return found.includes(undefined) ? undefined : Math.min(...found.map(Number));
      });
      queries = [];
      await own.made.client();
      await stream.waitFor(stream.events.length + 1);
      // The query of the other cell might follow a little later.
      await sleep(250);
      // The regular queries, every two seconds, would follow in any case.
      if (performance.now() > first + 2_000) return undefined;
      return { queried: new Set(queries.map(({ cell }) => cell)), expected: new Set([cellOfId(own.key.companyId)]) };
    };
    const { queried, expected } = await eventually('a change before the next regular query', round);
    expect(queried).toEqual(expected);
  });

  it('429 for more browsers than a member may have, whose places are not those of keys; one that was closed makes room', async () => {
    const { member, key, session } = await screen();
    const browsers = await Promise.all(Array.from({ length: STREAMS_A_MEMBER }, () => follow(session)));
    expect((await session.call('GET', SCREENS)).body).toMatchObject({
      status: 429,
      code: 'too_many_streams',
      limitedBy: 'member',
    });
    await follow(await world.session(await world.member(member.companyId)));
    await open(api, key);
    browsers[0]?.close();
    await untilOpen(api, session, SCREENS);
  });
});
