import { lockOfCell } from '@billhook/db/current-cell';
import type { ClaimedDelivery, Room } from '@billhook/webhooks/deliveries/claim-deliveries';
import { DeliveryStates } from '@billhook/webhooks/deliveries/delivery-states.repository';
import { Relay } from '@billhook/webhooks/engine/relay';
import { RelayTurn, type LiveTurnResult } from '@billhook/webhooks/engine/relay-turn';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { answered } from '../support/attempt-record.js';
import { switchOff } from '../support/delivery-steps.js';
import { World, type TestEndpoint } from '../support/world.js';

const ROOM: Room = { places: 100, bytes: 1_000_000_000, full: [] };

let world: World;
let deliveries: DeliveryStates;
let relay: Relay;
let turn: RelayTurn;
let workerId: number;
let other: number;

beforeAll(async () => {
  world = await World.create();
  deliveries = new DeliveryStates(world.db.autocommit, world.uow);
  relay = new Relay(world.uow, { fanOut: true, firstWaitMs: 0 });
  turn = new RelayTurn(world.uow, relay, deliveries);
  workerId = await world.createWorker();
  other = await world.createCompany();
  // Both have counted before: the first event of a company is for the general turn.
  for (const companyId of [world.companyId, other]) await world.record(undefined, 'client.created', companyId);
  await relay.run();
  await world.sql('TRUNCATE events CASCADE');
});
afterAll(() => world.close());
afterEach(async () => {
  await world.sql('TRUNCATE webhook_attempts, webhook_deliveries, events CASCADE');
  await world.sql('UPDATE webhook_endpoints SET deleted_at = now()');
  await world.sql('UPDATE webhook_workers SET gone = false');
});

const live = (room: Partial<Room> = {}): Promise<LiveTurnResult> => turn.live(workerId, { ...ROOM, ...room });

const rows = async <T extends object>(text: string): Promise<T[]> => world.source.query<T[]>(text);

/** What a turn has written. */
const written = async () => {
  const [counts] = await rows<{ numbered: number; deliveries: number; attempts: number }>(`SELECT
    (SELECT count(*) FROM events WHERE sequence IS NOT NULL)::integer AS numbered,
    (SELECT count(*) FROM webhook_deliveries)::integer AS deliveries, (SELECT count(*) FROM webhook_attempts)::integer AS attempts`);
  return counts;
};

const ofEndpoint = (set: string) => (endpoint: TestEndpoint) =>
  world.sql(`UPDATE webhook_endpoints SET ${set} WHERE id = $1`, [endpoint.id]);
const ofState = (set: string) => (endpoint: TestEndpoint) =>
  world.sql(`UPDATE webhook_endpoint_states SET ${set} WHERE endpoint_id = $1`, [endpoint.id]);
const withoutChecks = (statement: string) => (endpoint: TestEndpoint) =>
  world.sql(
    `DO $$ BEGIN SET LOCAL session_replication_role = replica; ${statement.replace('$1', String(endpoint.id))}; END $$`,
  );

/** Deliveries of earlier events to the endpoint. */
const before = (count: number, set: string) => (endpoint: TestEndpoint) =>
  world.sql(
    `INSERT INTO webhook_deliveries (company_id, endpoint_id, event_position, event_type, resource, resource_id, sequence, status, trigger,
        attempt_count, schedule_step, next_attempt_at, worker_id, created_at)
      SELECT company_id, id, -n, 'client.created', 'client', n, n, ${set}, now() FROM webhook_endpoints, generate_series(1, ${count}) n WHERE id = $1`,
    [endpoint.id],
  );
const SENDING = `'Sending', 'Schedule', 1, 0, NULL, 999`;
const dueIn = (seconds: number): string => `'Waiting', 'Schedule', 0, 0, now() + interval '${seconds} seconds', NULL`;

/** A claimed delivery without what differs between any two claims. */
const shapeOf = (claimed: ClaimedDelivery) => {
  const ofTurns = ['isGone', 'blocked', 'opensInMs', 'isTaken', 'due', 'events', 'requestIds'];
  const differing = ['deliveryId', 'eventId', 'startedAt', 'body'];
  const members = Object.entries(claimed).filter(([name]) => !ofTurns.includes(name));
  return Object.fromEntries(members.map(([name, value]) => [name, differing.includes(name) ? typeof value : value]));
};

/** What makes an endpoint or its moment not plain. */
const NOT_PLAIN: readonly (readonly [string, (endpoint: TestEndpoint) => Promise<void>])[] = [
  ['a filter', ofEndpoint(`filter = '{"data.name":"nobody"}'`)],
  ['an order', ofEndpoint(`ordering = 'PerRecord'`)],
  ['a rate', ofEndpoint('max_per_second = 100')],
  ['a first wait', ofEndpoint(`schedule = '{60, 60}'`)],
  ['the grant of an application', withoutChecks('UPDATE webhook_endpoints SET grant_id = 1 WHERE id = $1')],
  ['a change by an application', ofEndpoint(`changed_by_grants = '{"url": 1}'`)],
  ['a pause', ofState(`health = 'Paused', probe_at = now() + interval '1 hour'`)],
  ['a lower limit after failures', ofState(`health = 'Degraded'`)],
  ['a failure that no success followed', ofState('failing_since = now()')],
  ['a wait that its receiver asked for', ofState(`held_until = now() + interval '1 hour'`)],
  ['deliveries that an advance of a clock is moving', ofState('moving = true')],
  ['no free place', before(10, SENDING)],
  ['an earlier message that is due', before(1, dueIn(-1))],
  ['no state', withoutChecks('DELETE FROM webhook_endpoint_states WHERE endpoint_id = $1')],
];

describe('a live turn', () => {
  it('numbers events, and creates, claims and writes what the general turn would, in one commit', async () => {
    const [first, second] = [await world.createEndpoint('/first'), await world.createEndpoint('/second')];
    await world.createEndpoint('/another-type', { types: ['client.updated'] });
    const columns = `id - (SELECT min(id) FROM webhook_deliveries) AS id, company_id, endpoint_id, event_type, resource, resource_id, ordered,
      sequence, status, trigger, attempt_count, schedule_step, next_attempt_at, resume_status, resume_at, worker_id, finished_at`;
    const turns = [];
    for (const by of [live, () => turn.run({ workerId, room: ROOM, due: false })]) {
      await ofState('last_sequence = 6')(first);
      for (const recordId of [1, 2]) await world.record(undefined, undefined, undefined, { recordId });
      const result = await by();
      const claimed = 'claimed' in result ? result.claimed : result.claim?.claimed;
      turns.push({
        claimed: claimed?.map(shapeOf),
        counts: { events: result.events, deliveries: result.deliveries, requestIds: result.requestIds },
        deliveries: await rows(`SELECT ${columns} FROM webhook_deliveries ORDER BY id`),
        attempts: await rows(
          'SELECT number, endpoint_id, trigger, outcome, url, payload FROM webhook_attempts ORDER BY delivery_id',
        ),
        events: await rows(
          `SELECT sequence - (SELECT last FROM event_counters WHERE company_id = events.company_id) AS sequence FROM events ORDER BY position`,
        ),
        commits: await rows(`SELECT count(DISTINCT x)::integer AS count FROM (SELECT xmin::text FROM events UNION ALL
          SELECT xmin::text FROM webhook_deliveries UNION ALL SELECT xmin::text FROM webhook_attempts) AS t (x)`),
      });
      await world.sql('TRUNCATE webhook_attempts, webhook_deliveries, events CASCADE');
      await ofState('last_sequence = 0')(second);
    }
    expect(turns[0]).toMatchObject({ counts: { events: 2, deliveries: 4 }, commits: [{ count: 1 }] });
    expect(turns[0]).toEqual(turns[1]);
  });

  it.each(NOT_PLAIN)('leaves all to the general turn if an endpoint has %s, until it has not', async (_, prepare) => {
    await world.createEndpoint('/plain');
    const endpoint = await world.createEndpoint('/not-plain');
    await prepare(endpoint);
    await world.record();
    const earlier = await written();
    expect(await live()).toMatchObject({ events: 0, deliveries: 0, claimed: [], left: true });
    expect(await written()).toEqual(earlier);
    // The general turn creates the deliveries; the endpoint changes before the next event.
    expect((await turn.run({ workerId, room: ROOM, due: false })).events).toBe(1);
    await world.sql('UPDATE webhook_endpoints SET deleted_at = now() WHERE id = $1', [endpoint.id]);
    await world.record();
    expect(await live()).toMatchObject({ events: 1, deliveries: 1, left: false });
  });

  it.each([
    ['disabled', (endpoint: TestEndpoint) => switchOff(world, endpoint)],
    ['deleted', ofEndpoint('deleted_at = now()')],
    ['of another type', ofEndpoint(`event_types = '{client.updated}'`)],
  ])('sends nothing to an endpoint that is %s meanwhile, and leaves no gap in its numbers', async (_, change) => {
    const endpoint = await world.createEndpoint('/changes');
    await world.record();
    expect(await live()).toMatchObject({ deliveries: 1, claimed: [{ sequence: 1 }] });
    await change(endpoint);
    await world.record();
    expect(await live()).toMatchObject({ events: 1, deliveries: 0, left: false });
    await ofEndpoint(
      `status = 'Enabled', disabled_reason = NULL, disabled_at = NULL, deleted_at = NULL, event_types = '{client.created}'`,
    )(endpoint);
    await world.record();
    expect(await live()).toMatchObject({ claimed: [{ sequence: 2 }] });
  });

  it.each([
    ['has too few places', () => ({ places: 1 })],
    ['has too few bytes', () => ({ bytes: 10 })],
    ['has a company that has used up its bytes', () => ({ full: [world.companyId] })],
  ])('leaves all to the general turn if the worker %s', async (_, room) => {
    await world.createEndpoint('/room', { maxInFlight: 100 });
    for (let n = 0; n < 2; n++) await world.record();
    expect(await live(room())).toMatchObject({ claimed: [], left: true });
    expect(await live()).toMatchObject({ deliveries: 2, left: false });
  });

  it('leaves all to the general turn if its company would have too many requests, over all endpoints', async () => {
    await before(200, SENDING)(await world.createEndpoint('/busy', { types: ['client.updated'] }));
    await world.createEndpoint('/free');
    await world.record();
    expect(await live()).toMatchObject({ claimed: [], left: true });
  });

  it('counts neither what waits for later nor what is due elsewhere', async () => {
    await before(3, dueIn(60))(await world.createEndpoint('/later'));
    await before(3, dueIn(-1))(await world.createEndpoint('/elsewhere', { types: ['client.updated'] }));
    await world.record();
    expect(await live()).toMatchObject({ deliveries: 1, left: false, due: true });
  });

  it('leaves many events, those of several companies, and the first of a company', async () => {
    await world.createEndpoint('/many', { maxInFlight: 100 });
    for (let n = 0; n < 33; n++) await world.record();
    expect(await live()).toMatchObject({ events: 0, left: true });
    await relay.run();
    for (const companyId of [world.companyId, other]) await world.record(undefined, 'client.created', companyId);
    expect(await live()).toMatchObject({ events: 0, left: true });
    await relay.run();
    await world.record(undefined, 'client.created', await world.createCompany());
    expect(await live()).toMatchObject({ events: 0, left: true });
  });

  it('leaves all to the general turn if its worker counts as dead', async () => {
    await world.createEndpoint('/dead');
    await world.sql('UPDATE webhook_workers SET gone = true');
    await world.record();
    expect(await live()).toMatchObject({ events: 0, left: true });
  });

  it('with a first wait of the installation creates no attempt', async () => {
    await world.createEndpoint('/waits');
    await world.record();
    const waiting = new RelayTurn(world.uow, new Relay(world.uow, { fanOut: true, firstWaitMs: 500 }), deliveries);
    expect(await waiting.live(workerId, ROOM)).toMatchObject({ events: 0, left: true });
  });

  it.each([
    ['numbers the company', `SELECT pg_advisory_xact_lock($2, ($1::bigint % 2147483648)::integer)`, 7_301_945, false],
    ['claims', `SELECT pg_advisory_xact_lock($2) WHERE $1::bigint > 0`, 7_301_946, true],
    [
      'changes the state of an endpoint',
      `SELECT FROM webhook_endpoint_states s JOIN webhook_endpoints e ON e.id = s.endpoint_id
      WHERE e.company_id = $1 AND e.deleted_at IS NULL FOR NO KEY UPDATE OF s`,
      undefined,
      true,
    ],
  ])('does not wait while another transaction %s', async (_, text, lock, left) => {
    await world.createEndpoint('/locked');
    await world.record();
    const another = world.source.createQueryRunner();
    try {
      await another.startTransaction();
      await another.query(text, [world.companyId, ...(lock === undefined ? [] : [lockOfCell(lock)])]);
      expect(await live()).toMatchObject({ events: 0, claimed: [], left });
    } finally {
      await another.rollbackTransaction();
      await another.release();
    }
    expect(await live()).toMatchObject({ events: 1, deliveries: 1 });
  });

  it('in parallel with general turns of other workers numbers and claims each once, within the limit of the endpoint', async () => {
    const endpoint = await world.createEndpoint('/parallel', { maxInFlight: 3 });
    const sent: number[] = [];
    let most = 0;
    for (let round = 0; round < 12; round++) {
      for (let n = 0; n < 2; n++) await world.record();
      const turns = await Promise.all([
        live(),
        turn.run({ workerId, room: ROOM, due: true }),
        live(),
        deliveries.claim(workerId, ROOM),
      ]);
      const [busy] = await rows<{ count: number }>(
        `SELECT count(*)::integer FROM webhook_deliveries WHERE status = 'Sending'`,
      );
      most = Math.max(most, busy?.count ?? 0);
      const claimed = turns.flatMap((each) => ('claimed' in each ? each.claimed : (each.claim?.claimed ?? [])));
      sent.push(...claimed.map(({ sequence }) => sequence ?? 0));
      await deliveries.record(
        claimed.map((delivery) => answered(delivery, 'Succeeded')),
        [],
      );
    }
    for (let left = true; left;) {
      await relay.run();
      const { claimed } = await deliveries.claim(workerId, ROOM);
      sent.push(...claimed.map(({ sequence }) => sequence ?? 0));
      await deliveries.record(
        claimed.map((delivery) => answered(delivery, 'Succeeded')),
        [],
      );
      left = claimed.length > 0;
    }
    expect(most).toBeLessThanOrEqual(3);
    expect(sent.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 24 }, (_, index) => index + 1));
    expect((await world.deliveries(endpoint)).every(({ status }) => status === 'Delivered')).toBe(true);
  });
});

describe('the statements of a packet', () => {
  const count = (companyId: number) => ({
    name: 'test_together',
    text: 'INSERT INTO event_counters VALUES ($1, 0) RETURNING company_id',
    values: [companyId],
  });
  const counted = () => rows('SELECT FROM event_counters WHERE company_id IN (1000001, 1000002)');

  it.each([[[1_000_001, 1_000_001, 1_000_002]], [[1_000_002, 1_000_001, 1_000_001]]])(
    'commit nothing of %s if one fails, and throw its error',
    async (companies) => {
      await expect(world.uow.together(companies.map(count))).rejects.toThrow('duplicate key');
      expect(await counted()).toHaveLength(0);
    },
  );

  it('commit together, and return the rows of each', async () => {
    const found = await world.uow.together([1_000_001, 1_000_002].map(count));
    expect(found).toEqual([[{ company_id: 1_000_001 }], [{ company_id: 1_000_002 }]]);
    expect(await counted()).toHaveLength(2);
  });
});
