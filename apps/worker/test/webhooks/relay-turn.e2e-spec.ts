import { lockOfCell } from '@billhook/db/current-cell';
import { eventually } from '@billhook/testing/patience';
import { DeliveryStates } from '@billhook/webhooks/deliveries/delivery-states.repository';
import { EndpointStates } from '@billhook/webhooks/endpoints/endpoint-states';
import { Relay } from '@billhook/webhooks/engine/relay';
import { RelayTurn, type RelayTurnResult } from '@billhook/webhooks/engine/relay-turn';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { answered } from '../support/attempt-record.js';
import { startWorker } from '../support/running-worker.js';
import { World, type TestEndpoint } from '../support/world.js';

let world: World;
let deliveries: DeliveryStates;
let relay: Relay;
let turn: RelayTurn;
let workerId: number;

beforeAll(async () => {
  world = await World.create();
  deliveries = new DeliveryStates(world.db.autocommit, world.uow);
  relay = new Relay(world.uow, { fanOut: true, firstWaitMs: 0 });
  turn = new RelayTurn(world.uow, relay, deliveries);
  workerId = await world.createWorker();
  // The first event of a company is always for the general turn.
  await world.record();
  await relay.run();
  await world.sql('TRUNCATE events CASCADE');
});
afterAll(() => world.close());
afterEach(async () => {
  await world.sql('TRUNCATE webhook_attempts, webhook_deliveries, events CASCADE');
  await world.sql('UPDATE webhook_endpoints SET deleted_at = now()');
});

type Run = (more?: {
  places?: number;
  due?: boolean;
}) => Promise<Pick<RelayTurnResult, 'events' | 'deliveries' | 'held' | 'claim' | 'unclaimed'>>;

const run: Run = ({ places = 100, due = false } = {}) =>
  turn.run({ workerId, room: { places, bytes: 1_000_000_000, full: [] }, due });

/** A live turn, and the general one for what it leaves, as the engine runs them. */
const runLive: Run = async ({ places = 100, due = false } = {}) => {
  const { left, claimed, ...live } = await turn.live(workerId, { places, bytes: 1_000_000_000, full: [] });
  if (left || live.due) return run({ places, due: due || live.due });
  const claim = live.deliveries > 0 ? { isGone: false, claimed, blocked: false, opensInMs: undefined } : undefined;
  return { ...live, held: [], claim, unclaimed: false };
};

const one = async <T>(text: string): Promise<T | undefined> => {
  const [row] = await world.source.query<{ value: T }[]>(text);
  return row?.value;
};

describe.each([
  ['the general turn', run],
  ['a live turn, and the general one for what it leaves', runLive],
])('relay and claim by %s', (_, run) => {
  it('numbers an event, creates its delivery, claims it and writes the attempt in one commit', async () => {
    const endpoint = await world.createEndpoint('/one');
    await world.record();
    const { events, claim } = await run();
    expect(events).toBe(1);
    expect(claim).toMatchObject({ isGone: false, blocked: false });
    expect(claim?.claimed).toMatchObject([{ endpointId: endpoint.id, number: 1, trigger: 'Schedule', sequence: 1 }]);
    expect(await world.deliveries(endpoint)).toMatchObject([{ status: 'Sending', worker_id: workerId }]);
    const writers = `SELECT count(DISTINCT x)::integer AS value FROM (SELECT xmin::text FROM events UNION ALL
      SELECT xmin::text FROM webhook_deliveries UNION ALL SELECT xmin::text FROM webhook_attempts) AS t (x)`;
    expect(await one<number>(writers)).toBe(1);
  });

  it('keeps the limit of an endpoint, and the order of a record', async () => {
    const limited = await world.createEndpoint('/limited', { maxInFlight: 2 });
    const ordered = await world.createEndpoint('/ordered', { ordering: 'PerRecord' });
    for (let n = 0; n < 3; n++) await world.record(undefined, undefined, undefined, { recordId: 7 });
    const { claim, held } = await run();
    const sequencesOf = (id: number) =>
      claim?.claimed.filter(({ endpointId }) => endpointId === id).map(({ sequence }) => sequence);
    expect(sequencesOf(limited.id)).toEqual([1, 2]);
    expect(sequencesOf(ordered.id)).toEqual([1]);
    expect(claim?.blocked).toBe(true);
    expect(held).toHaveLength(2);
  });

  it('claims what was due before, too', async () => {
    const endpoint = await world.createEndpoint('/before');
    await world.record();
    await relay.run();
    expect((await run({ due: true })).claim?.claimed).toMatchObject([{ endpointId: endpoint.id, sequence: 1 }]);
  });

  it('claims nothing if it created nothing and nothing was due', async () => {
    await world.createEndpoint('/other-type', { types: ['client.updated'] });
    await world.record();
    expect(await run()).toMatchObject({ events: 1, deliveries: 0, claim: undefined });
  });

  it('without room creates deliveries, which are claimed later', async () => {
    const endpoint = await world.createEndpoint('/full');
    await world.record();
    expect(await turn.run(undefined)).toMatchObject({ events: 1, deliveries: 1, claim: undefined });
    expect(await world.deliveries(endpoint)).toMatchObject([{ status: 'Waiting' }]);
    expect((await run({ due: true })).claim?.claimed).toHaveLength(1);
  });

  it('in parallel turns of several workers creates and claims each delivery once', async () => {
    const endpoint = await world.createEndpoint('/parallel', { maxInFlight: 100 });
    await Promise.all(Array.from({ length: 30 }, () => world.record()));
    const turns = await Promise.all([run({ due: true }), run({ due: true }), run({ due: true })]);
    // A turn does not wait for the claim of another one.
    const rest = await deliveries.claim(workerId, { places: 100, bytes: 1_000_000_000, full: [] });
    const claimed = [...turns.map(({ claim }) => claim), rest].flatMap((claim) => claim?.claimed ?? []);
    expect(claimed.map(({ sequence }) => sequence).sort((a, b) => Number(a) - Number(b))).toEqual(
      Array.from({ length: 30 }, (_, index) => index + 1),
    );
    await deliveries.record(
      claimed.map((delivery) => answered(delivery, 'Succeeded')),
      [],
    );
    expect((await world.deliveries(endpoint)).every(({ status }) => status === 'Delivered')).toBe(true);
  });

  it('does not wait for another worker that claims, which may wait for an endpoint of the turn', async () => {
    const endpoint = await world.createEndpoint('/both', { maxPerSecond: 100 });
    await world.record();
    const other = world.source.createQueryRunner();
    try {
      await other.startTransaction();
      await other.query('SELECT pg_advisory_xact_lock($1)', [lockOfCell(7_301_946)]);
      expect(await run()).toMatchObject({ events: 1, deliveries: 1, claim: undefined, unclaimed: true });
      await other.query('SELECT endpoint_id FROM webhook_endpoint_states WHERE endpoint_id = $1 FOR NO KEY UPDATE', [
        endpoint.id,
      ]);
    } finally {
      await other.rollbackTransaction();
      await other.release();
    }
    expect(await run({ due: true })).toMatchObject({
      claim: { claimed: [{ endpointId: endpoint.id }] },
      unclaimed: false,
    });
  });

  it('finds the endpoints free that results change, while these wait for one of the turn', async () => {
    const [first, second] = [await world.createEndpoint('/first'), await world.createEndpoint('/second')];
    const failed = ({ id }: TestEndpoint) => ({
      endpointId: id,
      ...{ maxInFlight: 10, holdMs: null, results: [{ outcome: 'Failed', first: true } as const] },
    });
    const states = new EndpointStates(world.uow);
    const turnOf = world.source.createQueryRunner();
    const lock = (endpoint: TestEndpoint) =>
      turnOf.query('SELECT FROM webhook_endpoint_states WHERE endpoint_id = $1 FOR NO KEY UPDATE NOWAIT', [
        endpoint.id,
      ]);
    try {
      await turnOf.startTransaction();
      await lock(second);
      const rest = await states.applyFree([failed(first), failed(second)]);
      expect(rest.map(({ endpointId }) => endpointId)).toEqual([second.id]);
      const waiting = states.applyOne(failed(second));
      await eventually('it waits for the turn', async () =>
        (await one<number>(`SELECT count(*)::integer AS value FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`)) === 1
          ? true
          : undefined,
      );
      await lock(first);
      await turnOf.commitTransaction();
      await waiting;
    } finally {
      await turnOf.release();
    }
    const failures =
      'SELECT array_agg(consecutive_failures ORDER BY endpoint_id) AS value FROM webhook_endpoint_states';
    expect(await one<number[]>(`${failures} WHERE endpoint_id IN (${first.id}, ${second.id})`)).toEqual([1, 1]);
  });

  it('leaves the settings of the connection as they were', async () => {
    await world.createEndpoint('/settings');
    await world.record();
    await run();
    const modes = await Promise.all(
      Array.from({ length: 6 }, () => one<string>(`SELECT current_setting('plan_cache_mode') AS value`)),
    );
    expect(new Set(modes)).toEqual(new Set(['auto']));
  });
});

describe('a turn that fails', () => {
  it('numbers events while claims fail, and delivers when they work again', async () => {
    const endpoint = await world.createEndpoint('/claims-fail');
    const worker = await startWorker(world.env());
    try {
      await world.sql(`CREATE FUNCTION test_no_attempts() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'no attempts'; END $$`);
      await world.sql(`CREATE TRIGGER test_no_attempts BEFORE INSERT ON webhook_attempts FOR EACH ROW
        EXECUTE FUNCTION test_no_attempts()`);
      await world.record();
      await worker.engine.poke();
      await eventually('the event has its number', async () =>
        (await one<string | null>('SELECT sequence AS value FROM events')) === null ? undefined : true,
      );
      expect(await world.deliveries(endpoint)).toMatchObject([{ status: 'Waiting', attempt_count: 0 }]);
      await world.sql('DROP FUNCTION test_no_attempts CASCADE');
      await worker.engine.poke();
      await world.receiver.waitFor(endpoint.path, 1);
    } finally {
      await worker.stop();
    }
  });
});
