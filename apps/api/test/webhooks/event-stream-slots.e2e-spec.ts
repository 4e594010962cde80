import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@billhook/testing/patience';
import { WAITS_HERE, withClient } from '@billhook/testing/test-server';
import { PLACES_LOCK, STREAMS_A_COMPANY, STREAMS_A_KEY } from '@billhook/webhooks/events/stream-slots.repository';
import { afterEach, describe, expect, it } from '@jest/globals';
import { TestApi } from '../support/api.js';
import { EventStreamClient } from '../support/sse.js';
import { startWorld } from '../support/start.js';
import type { KeyCaller } from '../support/world.js';

// 401, 403 and the content of streams: event-stream.e2e-spec.ts.
const PATH = '/v1/events/stream';

const { api, world } = await startWorld();
const clients: EventStreamClient[] = [];

afterEach(() => clients.splice(0).forEach((client) => client.close()));

async function open(...asked: Parameters<typeof EventStreamClient.open>): Promise<EventStreamClient> {
  const client = await EventStreamClient.open(...asked);
  clients.push(client);
  return client;
}

/** Repeats the request until a stream is open. */
async function untilOpen(process: TestApi, by: KeyCaller): Promise<void> {
  for (let status: number | undefined; status !== 200; await sleep(20)) {
    const stream = await open(process, by);
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
      await client.query('SELECT pg_advisory_lock($1, $2)', [PLACES_LOCK, other.companyId]);
      const opened = open(api, other);
      await eventually('the other stream waits', async () => {
        const text = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = $1 AND ${WAITS_HERE}`;
        return (await client.query(text, [PLACES_LOCK])).rows[0];
      });
      const before = await beatAt();
      await eventually('a heartbeat', async () => ((await beatAt()) > before ? true : undefined));
      await client.query('SELECT pg_advisory_unlock($1, $2)', [PLACES_LOCK, other.companyId]);
      expect((await opened).answer.statusCode).toBe(200);
    });
  });
});
