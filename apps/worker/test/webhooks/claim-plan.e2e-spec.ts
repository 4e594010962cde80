import { createDataSource } from '@billhook/db/data-source';
import { Database } from '@billhook/db/database';
import { UnitOfWork, type Tx } from '@billhook/db/unit-of-work';
import { claimDeliveries, type DeliveryClaim } from '@billhook/webhooks/deliveries/claim-deliveries';
import { DeliveryStates } from '@billhook/webhooks/deliveries/delivery-states.repository';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { World, type TestEndpoint } from '../support/world.js';

const WAITING = 6_000;

let world: World;
/** One connection, whose plans are those for empty tables. */
let source: DataSource;
let workerId: number;

beforeAll(async () => {
  world = await World.create();
  source = await createDataSource({ url: world.url, poolSize: 1 }, []).initialize();
  workerId = await world.createWorker();
  // PostgreSQL would plan again after it has analysed a table.
  await world.sql('ALTER TABLE webhook_deliveries SET (autovacuum_enabled = false)');
  await world.sql('ALTER TABLE events SET (autovacuum_enabled = false)');
  for (let n = 0; n < 10; n++) await claimed();
});
afterAll(async () => {
  await source.destroy();
  await world.close();
});

/** A claim, and the number of deliveries that it read. @param full companies that have used up their bytes */
async function claimed(places = 100, full: number[] = []): Promise<{ claim: DeliveryClaim; read: number }> {
  const { result, read } = await counted((tx) => claimDeliveries(tx, workerId, { places, bytes: 1_000_000_000, full }));
  return { claim: result, read };
}

/** The result of work in a transaction, and the number of deliveries that it read. */
function counted<T>(work: (tx: Tx) => Promise<T>): Promise<{ result: T; read: number }> {
  return new UnitOfWork(source).around(async (tx) => {
    // The view includes earlier transactions of the connection that are not reported yet.
    const readSoFar = async () => {
      const [row] = await tx.query<{ read: number }>({
        name: 'test_read',
        text: `SELECT seq_tup_read + idx_tup_fetch AS read FROM pg_stat_xact_user_tables WHERE relid = 'webhook_deliveries'::regclass`,
      });
      return row?.read ?? 0;
    };
    const before = await readSoFar();
    const result = await work(tx);
    return { result, read: (await readSoFar()) - before };
  });
}

/** Due deliveries, as the relay and resends create them. */
const waitAt = (endpoint: TestEndpoint, count: number, trigger = 'Schedule') =>
  world.sql(
    `WITH recorded AS (
        INSERT INTO events (id, company_id, type, resource_id, body, test, created_at, sequence)
        SELECT gen_random_uuid(), $1, 'client.created', n, '{}', false, now(), -n - 10000 * ($2::bigint % 1000000) FROM generate_series(1, $4::integer) AS t (n)
        RETURNING position, resource_id
      )
      INSERT INTO webhook_deliveries (company_id, endpoint_id, event_position, event_type, resource, resource_id, ordered, sequence,
        status, trigger, attempt_count, schedule_step, next_attempt_at, created_at, resume_status)
      SELECT $1, $2, position, 'client.created', 'client', resource_id, false, resource_id, 'Waiting', $3, 0, 0,
        now() - interval '1 minute', now(), CASE WHEN $3 = 'Manual' THEN 'Failed' END
      FROM recorded`,
    [endpoint.companyId, endpoint.id, trigger, count],
  );

const pause = (endpoint: TestEndpoint) =>
  world.sql(
    `UPDATE webhook_endpoint_states SET health = 'Paused', health_since = now(), failing_since = now(),
      probe_at = now() + interval '1 hour' WHERE endpoint_id = $1`,
    [endpoint.id],
  );

describe('the plan of the claim', () => {
  it('reads a few rows of what waits at a paused endpoint, and no other', async () => {
    const paused = await world.createEndpoint('/paused');
    await pause(paused);
    await waitAt(paused, WAITING);
    const { claim, read } = await claimed();
    expect(claim).toMatchObject({ claimed: [], blocked: false });
    expect(claim.opensInMs).toBeGreaterThan(0);
    expect(read).toBeLessThanOrEqual(10);
  });

  it('reads no resends to find what the schedule sends', async () => {
    const resent = await world.createEndpoint('/resends', { maxInFlight: 1 });
    await waitAt(resent, WAITING, 'Manual');
    expect((await claimed()).claim).toMatchObject({ claimed: [{ endpointId: resent.id }], blocked: true });
    const { claim, read } = await claimed();
    expect(claim).toMatchObject({ claimed: [], blocked: true });
    expect(read).toBeLessThanOrEqual(20);
  });

  it('reads no more with thousands delivered', async () => {
    await world.sql(`UPDATE webhook_deliveries SET status = 'Delivered', next_attempt_at = NULL, worker_id = NULL`);
    const endpoint = await world.createEndpoint('/few');
    await waitAt(endpoint, 3);
    const { read } = await claimed();
    expect(read).toBeLessThanOrEqual(40);
  });

  describe('of many endpoints', () => {
    const PLACES = 20;
    let many: TestEndpoint[];
    let other: TestEndpoint;

    beforeAll(async () => {
      await world.sql(`UPDATE webhook_deliveries SET status = 'Delivered', next_attempt_at = NULL, worker_id = NULL`);
      many = [];
      for (let n = 0; n < 2 * PLACES; n++) many.push(await world.createEndpoint(`/many-${n}`));
      for (const endpoint of many) await waitAt(endpoint, 20);
      other = await world.createEndpoint('/other', { companyId: await world.createCompany() });
      await waitAt(other, 20);
    });
    /** Afterwards, all of them wait. */
    const handBack = () =>
      world.sql(`UPDATE webhook_deliveries SET status = 'Waiting', next_attempt_at = now() - interval '1 minute', worker_id = NULL
        WHERE status = 'Sending'`);
    const endpointsOf = ({ claimed: rows }: DeliveryClaim) => rows.map(({ endpointId }) => endpointId);

    it('reads a few rows of each, whose first ones fill the places', async () => {
      const { claim, read } = await claimed(PLACES);
      expect(new Set(endpointsOf(claim)).size).toBe(PLACES);
      expect(claim.blocked).toBe(true);
      // The first that waits, the one that may start and one more, and what is taken.
      expect(read).toBeLessThanOrEqual(3 * many.length + 4 * PLACES);
      await handBack();
    });

    it('takes more of an endpoint if the company of the others may use no place', async () => {
      const { claim } = await claimed(PLACES, [world.companyId]);
      expect(endpointsOf(claim)).toEqual(Array.from({ length: 10 }, () => other.id));
      await handBack();
    });

    it('takes more of an endpoint if the others are paused', async () => {
      for (const endpoint of many.slice(1)) await pause(endpoint);
      const { claim } = await claimed(PLACES);
      const taken = endpointsOf(claim);
      expect(taken.filter((id) => id === many[0]?.id)).toHaveLength(10);
      expect(taken.filter((id) => id === other.id)).toHaveLength(10);
      await world.sql(`UPDATE webhook_deliveries SET status = 'Delivered', next_attempt_at = NULL, worker_id = NULL`);
    });
  });

  it('reads only the records of new deliveries to find those that their predecessors left behind', async () => {
    const ordered = await world.createEndpoint('/ordered');
    await waitAt(ordered, WAITING);
    // Each is of another record and due, except the last one: it waits for a delivery that has ended.
    await world.sql('UPDATE webhook_deliveries SET ordered = true WHERE endpoint_id = $1', [ordered.id]);
    const last = Math.max(...(await world.deliveries(ordered)).map(({ id }) => id));
    await world.sql('UPDATE webhook_deliveries SET next_attempt_at = NULL WHERE id = $1', [last]);
    const states = new DeliveryStates(new Database(source).autocommit, new UnitOfWork(source));
    const { result, read } = await counted(() => states.openHeadsOf([last]));
    expect(result).toBe(1);
    expect(read).toBeLessThanOrEqual(10);
  });

  it('reads no delivery that has a time to find all of these', async () => {
    const ordered = await world.createEndpoint('/ordered-sweep');
    await waitAt(ordered, WAITING);
    await world.sql('UPDATE webhook_deliveries SET ordered = true WHERE endpoint_id = $1', [ordered.id]);
    const last = Math.max(...(await world.deliveries(ordered)).map(({ id }) => id));
    await world.sql('UPDATE webhook_deliveries SET next_attempt_at = NULL WHERE id = $1', [last]);
    const states = new DeliveryStates(new Database(source).autocommit, new UnitOfWork(source));
    const { result, read } = await counted(() => states.openHeads());
    expect(result).toBe(1);
    expect(read).toBeLessThanOrEqual(20);
  });
});
