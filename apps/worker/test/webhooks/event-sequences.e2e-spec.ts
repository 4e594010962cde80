import { setTimeout as sleep } from 'node:timers/promises';
import { lockOfCell } from '@billhook/db/current-cell';
import { createDataSource } from '@billhook/db/data-source';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { eventually } from '@billhook/testing/patience';
import { NUMBERING_LOCK, Relay } from '@billhook/webhooks/engine/relay';
import { EventLogRepository } from '@billhook/webhooks/events/event-log.repository';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { World } from '../support/world.js';

/** Each relay has its own connection, as in a separate process. */
const RELAYS = 3;

let world: World;
let sources: DataSource[];
let relays: Relay[];
let log: EventLogRepository;

beforeAll(async () => {
  world = await World.create();
  sources = await Promise.all(
    Array.from({ length: RELAYS }, () => createDataSource({ url: world.url, poolSize: 1 }, []).initialize()),
  );
  log = new EventLogRepository(world.db);
});
afterAll(async () => {
  for (const source of sources) await source.destroy();
  await world.close();
});
beforeEach(async () => {
  relays = sources.map((source) => new Relay(new UnitOfWork(source), { fanOut: true, firstWaitMs: 0 }));
  await world.sql('TRUNCATE webhook_attempts, webhook_deliveries, events CASCADE');
  await world.sql('UPDATE webhook_endpoints SET deleted_at = now()');
});

const relayOf = (n: number): Relay => relays[n] ?? fail(`there is no relay ${n}`);

function fail(message: string): never {
  throw new Error(message);
}

async function relayAll(relay = relayOf(0)): Promise<void> {
  while ((await relay.run()).more);
}

interface Numbered {
  readonly id: string;
  readonly sequence: number | null;
}

/** The events of a company in the order of their numbers, those without one last. */
const numbered = (companyId: number): Promise<Numbered[]> =>
  world.db.query({
    name: 'test_numbered',
    text: 'SELECT id, sequence FROM events WHERE company_id = $1 ORDER BY sequence, position',
    values: [companyId],
  });

const numbersOf = async (companyId: number): Promise<(number | null)[]> =>
  (await numbered(companyId)).map(({ sequence }) => sequence);

const countFrom = (start: number, count: number): number[] => Array.from({ length: count }, (_, n) => start + n);

/** Reads the log of a company from a place to its end, as a client with `after=` does. */
async function readOn(companyId: number, place: number): Promise<{ ids: string[]; end: number }> {
  const ids: string[] = [];
  for (let end = place; ;) {
    const from = { sequence: end, fromOldest: false };
    const stretch = await log.read(companyId, from, undefined, { limit: 3, bytes: 1_000_000 });
    ids.push(...stretch.entries.map(({ id }) => id));
    end = stretch.end;
    if (!stretch.hasMore) return { ids, end };
  }
}

/** A session that holds a lock until it is released. */
async function holding(text: string, values: readonly unknown[]): Promise<{ release: () => Promise<void> }> {
  const runner = world.source.createQueryRunner();
  await runner.startTransaction();
  await runner.query(text, [...values]);
  return {
    release: async () => {
      await runner.rollbackTransaction();
      await runner.release();
    },
  };
}

/** Makes the next relay that creates a delivery for the endpoint wait in the middle of its batch. */
const stopAt = (endpointId: number) =>
  holding('SELECT FROM webhook_endpoint_states WHERE endpoint_id = $1 FOR UPDATE', [endpointId]);

/** The server process of the relay that waits for the lock of another session. */
const waitingRelay = (): Promise<number> =>
  eventually('a relay waits', async () => {
    const [row] = await world.source.query<{ pid: number }[]>(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%event_counters%'`,
    );
    return row?.pid;
  });

describe('the numbers of a company', () => {
  it('are those of its events only, without gaps', async () => {
    const [one, two] = [await world.createCompany(), await world.createCompany()];
    for (const company of [one, two, two, one, two]) await world.record(undefined, 'client.created', company);
    await relayAll();
    expect([await numbersOf(one), await numbersOf(two)]).toEqual([countFrom(1, 2), countFrom(1, 3)]);
  });

  it('continue after retention has deleted all of its events', async () => {
    const company = await world.createCompany();
    for (let n = 0; n < 2; n++) await world.record(undefined, 'client.created', company);
    await relayAll();
    await world.sql('DELETE FROM events WHERE company_id = $1', [company]);
    expect(await log.end(company)).toBe(2);
    await world.record(undefined, 'client.created', company);
    await relayAll();
    expect(await numbersOf(company)).toEqual([3]);
  });

  it('are assigned in the order of commits: an event that commits late has a higher number', async () => {
    const company = await world.createCompany();
    const late = world.source.createQueryRunner();
    await late.startTransaction();
    await late.query(EVENT, ['msg_late', company]);
    await world.sql(EVENT, ['msg_early', company]);
    await relayAll();
    const first = await readOn(company, 0);
    expect(first.ids).toEqual(['msg_early']);
    await late.commitTransaction();
    await late.release();
    await relayAll();
    expect((await readOn(company, first.end)).ids).toEqual(['msg_late']);
  });
});

describe('several relays', () => {
  it('number other companies while one is locked', async () => {
    const [locked, free] = [await world.createCompany(), await world.createCompany()];
    const lock = await holding('SELECT pg_advisory_xact_lock($1, ($2::bigint % 2147483648)::integer)', [
      lockOfCell(NUMBERING_LOCK),
      locked,
    ]);
    for (const company of [locked, free]) await world.record(undefined, 'client.created', company);
    await relayAll();
    expect([await numbersOf(locked), await numbersOf(free)]).toEqual([[null], [1]]);
    await lock.release();
    await relayAll();
    expect(await numbersOf(locked)).toEqual([1]);
  });

  it('leave no event behind that commits while another one numbers its company', async () => {
    const endpoint = await world.createEndpoint('/busy', { companyId: await world.createCompany() });
    await world.record(undefined, 'client.created', endpoint.companyId);
    const stop = await stopAt(endpoint.id);
    const first = relayOf(0).run();
    await waitingRelay();
    await world.record(undefined, 'client.created', endpoint.companyId);
    expect(await relayOf(1).run()).toMatchObject({ events: 0, more: false });
    await stop.release();
    expect(await first).toMatchObject({ events: 1, more: true });
    expect(await relayOf(0).run()).toMatchObject({ events: 1 });
    expect(await numbersOf(endpoint.companyId)).toEqual([1, 2]);
  });

  it('continue without a gap when one is killed in the middle of a batch', async () => {
    const endpoint = await world.createEndpoint('/killed', { companyId: await world.createCompany() });
    for (let n = 0; n < 3; n++) await world.record(undefined, 'client.created', endpoint.companyId);
    const stop = await stopAt(endpoint.id);
    const killed = relayOf(0)
      .run()
      .then(
        () => 'finished',
        () => 'lost',
      );
    await world.source.query('SELECT pg_terminate_backend($1)', [await waitingRelay()]);
    expect(await killed).toBe('lost');
    await stop.release();
    expect(await numbersOf(endpoint.companyId)).toEqual([null, null, null]);
    await relayAll(relayOf(1));
    expect(await numbersOf(endpoint.companyId)).toEqual([1, 2, 3]);
    expect((await world.deliveries(endpoint)).map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
  });

  it('give each company its turn while many others have new events all the time', async () => {
    const companies: number[] = [];
    for (let n = 0; n < 300; n++) companies.push(await world.createCompany());
    const happen = (ids: readonly number[]) =>
      world.sql(
        `INSERT INTO events (id, company_id, type, resource_id, body, test, created_at)
          SELECT 'msg_' || gen_random_uuid(), id, 'client.created', 1, '{}', false, now() FROM unnest($1::bigint[]) AS c (id)`,
        [ids],
      );
    await happen(companies);
    const [relay, busy] = [relayOf(0), companies.slice(0, 200)];
    for (let round = 0; round < 3; round++) {
      await relay.run();
      await happen(busy);
    }
    expect(await numbersOf(companies.at(-1) ?? 0)).toEqual([1]);
    await Promise.all(relays.map((each) => relayAll(each)));
    for (const company of busy) expect(await numbersOf(company)).toEqual([1, 2, 3, 4]);
  });
});

const EVENT = `INSERT INTO events (id, company_id, type, resource_id, body, test, created_at)
  VALUES ($1, $2, 'client.created', 1, '{"data":{}}', false, now())`;

describe('a reader', () => {
  /** Writes events in transactions that end in a different order than they began; every fifth is rolled back. */
  async function write(writer: number, companies: readonly number[], count: number): Promise<void> {
    for (let n = 0; n < count; n++) {
      const runner = world.source.createQueryRunner();
      await runner.startTransaction();
      await runner.query(EVENT, [`msg_${writer}x${n}`, companies[Math.floor(Math.random() * companies.length)]]);
      await sleep(Math.random() * 6);
      await (n % 5 === 4 ? runner.rollbackTransaction() : runner.commitTransaction());
      await runner.release();
    }
  }

  it('that follows the log of a company never misses an event while four writers and three relays run', async () => {
    const companies = [await world.createCompany(), await world.createCompany(), await world.createCompany()];
    const endpoints = await Promise.all(companies.map((companyId) => world.createEndpoint('/all', { companyId })));
    let isWriting = true;
    const numbering = relays.map(async (relay) => {
      while (isWriting) {
        await relay.run();
        await sleep(Math.random() * 3);
      }
    });
    const reading = companies.map(async (company) => {
      const seen: string[] = [];
      for (let [end, isOver] = [0, false]; !isOver;) {
        isOver = !isWriting;
        if (isOver) await Promise.all(numbering).then(() => relayAll());
        const read = await readOn(company, end);
        seen.push(...read.ids);
        end = read.end;
        await sleep(Math.random() * 3);
      }
      return seen;
    });
    await Promise.all([1, 2, 3, 4].map((writer) => write(writer, companies, 150)));
    isWriting = false;
    let total = 0;
    for (const [n, company] of companies.entries()) {
      const all = await numbered(company);
      expect(await reading[n]).toEqual((await numbered(company)).map(({ id }) => id));
      expect(await numbersOf(company)).toEqual(countFrom(1, all.length));
      const endpoint = endpoints[n] ?? fail('each company has an endpoint');
      const sequences = (await world.deliveries(endpoint)).map(({ sequence }) => Number(sequence));
      expect(sequences.toSorted((a, b) => a - b)).toEqual(countFrom(1, all.length));
      total += all.length;
    }
    expect(total).toBe(4 * 120);
  });
});
