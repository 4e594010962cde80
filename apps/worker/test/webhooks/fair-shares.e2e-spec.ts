import { lockOfCell } from '@billhook/db/current-cell';
import { createDataSource } from '@billhook/db/data-source';
import { cancel, resend } from '@billhook/webhooks/deliveries/delivery-actions.sql';
import { DeliveryStates } from '@billhook/webhooks/deliveries/delivery-states.repository';
import { Relay } from '@billhook/webhooks/engine/relay';
import { GONE_MS } from '@billhook/webhooks/engine/worker-heartbeat';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { answered } from '../support/attempt-record.js';
import { World, type TestEndpoint } from '../support/world.js';

const ROOM = { places: 500, bytes: 1_000_000_000, full: [] };

let world: World;
let deliveries: DeliveryStates;
let workerId: number;
let relay: Relay;

beforeAll(async () => {
  world = await World.create();
  deliveries = new DeliveryStates(world.db.autocommit, world.uow);
  workerId = await world.createWorker();
  relay = new Relay(world.uow, { fanOut: true, firstWaitMs: 0 });
});
afterAll(() => world.close());
afterEach(async () => {
  await world.sql('TRUNCATE webhook_attempts, webhook_deliveries, events CASCADE');
  await world.sql('UPDATE webhook_endpoints SET deleted_at = now()');
});

const relayAll = async (): Promise<void> => {
  while ((await relay.run()).events > 0);
};

describe('the places of a process', () => {
  it('are never all taken by one company, however many endpoints it has', async () => {
    const other = await world.createCompany();
    for (let n = 0; n < 6; n++) await world.createEndpoint(`/slow/${n}`, { maxInFlight: 100 });
    const small = await world.createEndpoint('/small', { companyId: other });
    for (let n = 0; n < 60; n++) await world.record();
    await relayAll();
    const first = await deliveries.claim(workerId, ROOM);
    expect(first.claimed).toHaveLength(200);
    expect(first.blocked).toBe(true);
    expect((await deliveries.claim(workerId, ROOM)).claimed).toEqual([]);
    await world.record(undefined, 'client.created', other);
    await relayAll();
    expect((await deliveries.claim(workerId, ROOM)).claimed.map(({ endpointId }) => endpointId)).toEqual([small.id]);
  });

  it('are limited by the length of the texts as well, but a text above the limit is sent alone', async () => {
    await world.createEndpoint('/long', { maxInFlight: 100 });
    for (let n = 0; n < 10; n++) await world.record();
    await relayAll();
    const [text = ''] = await world.bodies();
    const some = await deliveries.claim(workerId, { places: 500, bytes: 3 * text.length, full: [] });
    expect(some.claimed.length).toBeGreaterThanOrEqual(3);
    expect(some.claimed.length).toBeLessThanOrEqual(4);
    expect(some.blocked).toBe(true);
    expect((await deliveries.claim(workerId, { places: 500, bytes: 1, full: [] })).claimed).toHaveLength(1);
    const full = [world.companyId];
    expect(await deliveries.claim(workerId, { ...ROOM, full })).toMatchObject({ claimed: [], blocked: true });
  });
});

describe('the numbers of events', () => {
  it('are assigned to other companies in turn while one company imports', async () => {
    const other = await world.createCompany();
    for (let n = 0; n < 450; n++) await world.record();
    await world.record(undefined, 'client.created', other);
    await relay.run();
    const [row] = await world.db.query<{ sequenced: boolean }>({
      name: 'test_turn',
      text: 'SELECT sequence IS NOT NULL AS sequenced FROM events WHERE company_id = $1',
      values: [other],
    });
    expect(row).toEqual({ sequenced: true });
    await relayAll();
    const rows = await world.db.query<{ position: number }>({
      name: 'test_company_order',
      text: 'SELECT position FROM events WHERE company_id = $1 ORDER BY sequence',
      values: [world.companyId],
    });
    expect(rows).toEqual(rows.toSorted((a, b) => a.position - b.position));
  });
});

describe('results', () => {
  it('of one delivery that arrive together: the success counts, in either order', async () => {
    for (const order of [0, 1]) {
      const endpoint = await world.createEndpoint(`/together/${order}`);
      await world.record();
      await relayAll();
      const [late] = (await deliveries.claim(workerId, ROOM)).claimed;
      if (late) await deliveries.release([late], 'given back');
      const [again] = (await deliveries.claim(workerId, ROOM)).claimed;
      if (!late || !again) throw new Error('nothing was claimed');
      const both = [answered(late, 'Succeeded'), answered(again, 'Failed')];
      await deliveries.record(order === 0 ? both : both.toReversed(), []);
      expect((await world.deliveries(endpoint)).map(({ status }) => status)).toEqual(['Delivered']);
      await world.sql('UPDATE webhook_endpoints SET deleted_at = now() WHERE id = $1', [endpoint.id]);
    }
  });

  it('and takeovers from a dead worker never deadlock', async () => {
    await world.createEndpoint('/crossing', { maxInFlight: 100 });
    for (let n = 0; n < 100; n++) await world.record();
    await relayAll();
    const goneId = await world.createWorker();
    const { claimed } = await deliveries.claim(goneId, ROOM);
    await world.sql('UPDATE webhook_workers SET gone = true WHERE id = $1', [goneId]);
    const rounds = Array.from({ length: 30 }, (_, n) => [
      deliveries.releaseGone(GONE_MS),
      deliveries.record(
        claimed.slice(n, n + 60).map((each) => answered(each, 'Failed')),
        [],
      ),
    ]);
    await expect(Promise.all(rounds.flat())).resolves.toHaveLength(60);
  });
});

describe('order per record', () => {
  const waitingTimes = async (endpoint: TestEndpoint): Promise<(string | null)[]> =>
    (await world.deliveries(endpoint)).map(({ status, next_attempt_at }) =>
      status === 'Waiting' ? (next_attempt_at ? 'due' : 'in line') : status,
    );

  const threeOfOne = async (path: string): Promise<TestEndpoint> => {
    const endpoint = await world.createEndpoint(path, { ordering: 'PerRecord' });
    for (let n = 0; n < 3; n++) await world.record(undefined, 'client.created', undefined, { recordId: 77 });
    await relayAll();
    expect(await waitingTimes(endpoint)).toEqual(['due', 'in line', 'in line']);
    return endpoint;
  };

  it('schedules the next message when the one before it is delivered', async () => {
    const endpoint = await threeOfOne('/line/delivered');
    const [head] = (await deliveries.claim(workerId, ROOM)).claimed;
    if (head) await deliveries.record([answered(head, 'Succeeded')], []);
    expect(await waitingTimes(endpoint)).toEqual(['Delivered', 'due', 'in line']);
  });

  it('and when it is cancelled, at the next sweep', async () => {
    const endpoint = await threeOfOne('/line/cancelled');
    const [head] = await world.deliveries(endpoint);
    await world.uow.run((tx) => cancel(tx, world.companyId, head?.id ?? 0));
    expect(await deliveries.openHeads()).toBe(1);
    expect(await waitingTimes(endpoint)).toEqual(['Cancelled', 'due', 'in line']);
    expect(await deliveries.openHeads()).toBe(0);
  });

  it('and when a person resends a cancelled one and it fails', async () => {
    const endpoint = await world.createEndpoint('/line/again', { ordering: 'PerRecord' });
    await world.record(undefined, 'client.created', undefined, { recordId: 78 });
    await relayAll();
    const [first] = await world.deliveries(endpoint);
    await world.uow.run((tx) => cancel(tx, world.companyId, first?.id ?? 0));
    await world.uow.run((tx) => resend(tx, world.companyId, first?.id ?? 0));
    await world.record(undefined, 'client.created', undefined, { recordId: 78 });
    await relayAll();
    expect(await waitingTimes(endpoint)).toEqual(['due', 'in line']);
    const [wish] = (await deliveries.claim(workerId, ROOM)).claimed;
    if (wish) await deliveries.record([answered(wish, 'Failed')], []);
    expect(await waitingTimes(endpoint)).toEqual(['Cancelled', 'due']);
  });

  it('keeps the position of a message whose manual resend fails', async () => {
    const endpoint = await threeOfOne('/line/manual');
    const [, second] = await world.deliveries(endpoint);
    await world.uow.run((tx) => resend(tx, world.companyId, second?.id ?? 0));
    const { claimed } = await deliveries.claim(workerId, ROOM);
    expect(claimed).toHaveLength(2);
    const wish = claimed.find(({ trigger }) => trigger === 'Manual');
    if (wish) await deliveries.record([answered(wish, 'Failed')], []);
    expect(await waitingTimes(endpoint)).toEqual(['Sending', 'in line', 'in line']);
  });
});

describe('a worker that hangs', () => {
  it('in the middle of a claim blocks others no longer than the statement timeout', async () => {
    // Like our own connections, but with a shorter limit.
    const source = await createDataSource({ url: world.url, poolSize: 1, statementMs: 500 }, []).initialize();
    const frozen = source.createQueryRunner();
    await frozen.startTransaction();
    await frozen.query('SELECT pg_advisory_xact_lock($1)', [lockOfCell(7_301_946)]);
    await world.createEndpoint('/frozen');
    await world.record();
    await relayAll();
    expect((await deliveries.claim(workerId, ROOM)).claimed).toHaveLength(1);
    await expect(frozen.query('SELECT 1')).rejects.toThrow();
    await frozen.release();
    await source.destroy();
  });
});
