import { eventually } from '@billhook/testing/patience';
import { resend } from '@billhook/webhooks/deliveries/delivery-actions.sql';
import { newSigningSecret } from '@billhook/webhooks/endpoints/secret.rules';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startWorker, type RunningWorker } from '../support/running-worker.js';
import { World, type TestEndpoint } from '../support/world.js';

let world: World;
/** Three workers on one database, as in a busy installation. */
let workers: RunningWorker[];

beforeAll(async () => {
  world = await World.create();
  const env = world.env({ WEBHOOK_RETRY_SCHEDULE: '0,0,60' });
  workers = await Promise.all([startWorker(env), startWorker(env), startWorker(env)]);
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await world.close();
});
afterEach(() => world.sql('UPDATE webhook_endpoints SET deleted_at = now()'));

const poke = async (): Promise<void> => void (await Promise.all(workers.map(({ engine }) => engine.poke())));

async function tell(count = 1): Promise<void> {
  for (let n = 0; n < count; n++) await world.record();
  await poke();
}

const stateOf = async (endpoint: TestEndpoint): Promise<Record<string, unknown>> => {
  const text = 'SELECT * FROM webhook_endpoint_states WHERE endpoint_id = $1';
  const [row] = await world.db.query({ name: 'test_state', text, values: [endpoint.id] });
  return row ?? {};
};

const becomes = (endpoint: TestEndpoint, health: string): Promise<true> =>
  eventually(`it is ${health}`, async () => ((await world.healthOf(endpoint)) === health ? true : undefined));

const statuses = async (endpoint: TestEndpoint): Promise<string[]> =>
  (await world.deliveries(endpoint)).map(({ status }) => status);

describe('limits', () => {
  it('never sends more requests in any second than the limit of the endpoint, over three workers', async () => {
    const endpoint = await world.createEndpoint('/rate', { maxPerSecond: 10 });
    await tell(25);
    // Ten per second, and not one per second.
    await world.receiver.waitFor(endpoint.path, 25);
    // Uses sending times: on a busy machine two requests may arrive together.
    const rows = await world.db.query<{ at: Date }>({
      name: 'test_left',
      text: 'SELECT started_at AS at FROM webhook_attempts WHERE endpoint_id = $1',
      values: [endpoint.id],
    });
    const times = rows.map(({ at }) => at.getTime());
    expect(times).toHaveLength(25);
    for (const start of times) {
      expect(times.filter((at) => at >= start && at < start + 1_000).length).toBeLessThanOrEqual(10);
    }
  });

  it('never has more requests in flight than the limit of the endpoint', async () => {
    const endpoint = await world.createEndpoint('/places', { maxInFlight: 2 });
    let open = 0;
    let most = 0;
    world.receiver.answer(endpoint.path, async () => {
      most = Math.max(most, ++open);
      await new Promise((resolve) => setTimeout(resolve, 20));
      open--;
      return { status: 200 };
    });
    await tell(12);
    await world.receiver.waitFor(endpoint.path, 12);
    expect(most).toBe(2);
  });

  it("follows the endpoint's own schedule", async () => {
    const endpoint = await world.createEndpoint('/own', { schedule: [0, 600] });
    world.receiver.answer(endpoint.path, { status: 500 });
    await tell();
    const [delivery] = await eventually('it waits', async () => {
      const rows = await world.deliveries(endpoint);
      return rows[0]?.schedule_step === 1 ? rows : undefined;
    });
    const waitMs = (delivery?.next_attempt_at?.getTime() ?? 0) - Date.now();
    expect(waitMs).toBeGreaterThan(450_000);
    expect(waitMs).toBeLessThan(750_000);
  });
});

describe('a receiver that responds with Retry-After', () => {
  it('gets nothing more until that time, without using a step', async () => {
    const endpoint = await world.createEndpoint('/held', { maxInFlight: 1 });
    world.receiver.answer(endpoint.path, (count) =>
      count === 1 ? { status: 429, headers: { 'retry-after': '1' } } : { status: 200 },
    );
    await tell(4);
    const received = await world.receiver.waitFor(endpoint.path, 5);
    const [first, second] = received;
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(990);
    await eventually('all are delivered', async () =>
      (await statuses(endpoint)).every((status) => status === 'Delivered') ? true : undefined,
    );
    expect((await world.deliveries(endpoint)).map(({ schedule_step }) => schedule_step)).toEqual([0, 0, 0, 0]);
    expect(await stateOf(endpoint)).toMatchObject({ health: 'Healthy', consecutive_failures: 0, failing_since: null });
  });

  it('still gets manual resends', async () => {
    const endpoint = await world.createEndpoint('/held/manual', { maxInFlight: 1 });
    world.receiver.answer(endpoint.path, (count) =>
      count === 1 ? { status: 503, headers: { 'retry-after': '3600' } } : { status: 200 },
    );
    await tell(2);
    await world.receiver.waitFor(endpoint.path, 1);
    await eventually('it is held', async () => ((await stateOf(endpoint)).held_until ? true : undefined));
    const [, other] = await world.deliveries(endpoint);
    await world.uow.run((tx) => resend(tx, world.companyId, other?.id ?? 0));
    await poke();
    await world.receiver.waitFor(endpoint.path, 2);
    await eventually('it is delivered', async () => ((await statuses(endpoint))[1] === 'Delivered' ? true : undefined));
    expect((await statuses(endpoint))[0]).toBe('Waiting');
  });
});

describe('order per record', () => {
  it('holds back later messages of the same record, and no others', async () => {
    const endpoint = await world.createEndpoint('/order', { ordering: 'PerRecord', schedule: [0, 60] });
    world.receiver.answer(endpoint.path, (count) => ({ status: count === 1 ? 500 : 200 }));
    await world.record(undefined, 'client.created', undefined, { recordId: 700 });
    await poke();
    await world.receiver.waitFor(endpoint.path, 1);
    for (const recordId of [700, 800, 700, 800]) {
      await world.record(undefined, 'client.created', undefined, { recordId });
    }
    await poke();
    await world.receiver.waitFor(endpoint.path, 3);
    await eventually('the other record is through', async () =>
      (await statuses(endpoint)).join() === 'Waiting,Waiting,Delivered,Waiting,Delivered' ? true : undefined,
    );
    const [head] = await world.deliveries(endpoint);
    await world.sql('UPDATE webhook_deliveries SET next_attempt_at = now() WHERE id = $1', [head?.id]);
    await poke();
    const received = await world.receiver.waitFor(endpoint.path, 6);
    const ofRecord = received.slice(3).map(({ headers }) => Number(headers['webhook-sequence']));
    expect(ofRecord).toEqual([1, 2, 4]);
  });

  it('continues with the next message when one has finally failed', async () => {
    const endpoint = await world.createEndpoint('/order/failed', { ordering: 'PerRecord', schedule: [0] });
    world.receiver.answer(endpoint.path, (count) => ({ status: count === 1 ? 500 : 200 }));
    for (let n = 0; n < 2; n++) await world.record(undefined, 'client.created', undefined, { recordId: 900 });
    await poke();
    await eventually('the second is through', async () =>
      (await statuses(endpoint)).join() === 'Failed,Delivered' ? true : undefined,
    );
  });
});

describe('filters', () => {
  it('pass matching events, and leave no gap in the numbers', async () => {
    const chosen = await world.createEndpoint('/filter', { filter: { field: 'name', startsWith: 'Nord' } });
    const all = await world.createEndpoint('/filter/none');
    for (const name of ['Nord AG', 'Süd AG', 'Nordwind', 'Ost']) {
      await world.record(undefined, 'client.created', undefined, { name });
    }
    await poke();
    const received = await world.receiver.waitFor(chosen.path, 2);
    await world.receiver.waitFor(all.path, 4);
    const messages = received.map(({ body, headers }) => [
      Number(headers['webhook-sequence']),
      (JSON.parse(body.toString()) as { data: { name: string } }).data.name,
    ]);
    expect(messages.sort()).toEqual([
      [1, 'Nord AG'],
      [2, 'Nordwind'],
    ]);
  });
});

describe('the message', () => {
  it('carries the custom headers, and is signed by the scheme that the endpoint chose', async () => {
    const endpoint = await world.createEndpoint('/custom', {
      headers: { Authorization: 'Bearer of-the-receiver' },
      secret: newSigningSecret('v1a'),
    });
    await tell();
    const [request] = await world.receiver.waitFor(endpoint.path, 1);
    expect(request?.headers).toMatchObject({
      authorization: 'Bearer of-the-receiver',
      'webhook-signature': expect.stringMatching(/^v1a,/),
    });
    const [attempt] = await eventually('it is recorded', async () => {
      const [delivery] = await world.deliveries(endpoint);
      return delivery?.status === 'Delivered' ? world.attempts(delivery.id) : undefined;
    });
    expect(JSON.stringify(attempt)).not.toContain('of-the-receiver');
  });

  it('is thin if the endpoint is set to it', async () => {
    const endpoint = await world.createEndpoint('/thin', { payload: 'Thin' });
    await world.record(undefined, 'client.created', undefined, { recordId: 4711 });
    await poke();
    const [request] = await world.receiver.waitFor(endpoint.path, 1);
    expect(JSON.parse(request?.body.toString() ?? '')).toEqual({
      id: request?.headers['webhook-id'],
      type: 'client.created',
      createdAt: expect.any(String),
      data: { id: 4711, resource: 'client', url: expect.stringMatching(/\/v1\/clients\/4711$/) },
    });
  });
});

describe('the ladder', () => {
  it('pauses an endpoint that only fails, probes it with one message, and raises its limit again', async () => {
    const endpoint = await world.createEndpoint('/ladder', { schedule: [0, 3600] });
    let broken = true;
    world.receiver.answer(endpoint.path, () => ({ status: broken ? 500 : 200 }));
    await tell(30);
    await becomes(endpoint, 'Paused');
    // Requests in flight when the tenth failure was stored.
    await eventually('none is in flight', async () =>
      (await statuses(endpoint)).includes('Sending') ? undefined : true,
    );
    const tried = world.receiver.at(endpoint.path).length;
    expect(tried).toBeGreaterThanOrEqual(10);
    expect(tried).toBeLessThan(20);

    const beside = await world.createEndpoint('/ladder/beside');
    await tell();
    // Once the other endpoint is through, this look has sent everything it would.
    await eventually('the other is through', async () =>
      (await statuses(beside)).join() === 'Delivered' ? true : undefined,
    );
    expect(world.receiver.at(endpoint.path)).toHaveLength(tried);

    // A failed probe is one request, and delays the next one for longer.
    const { probe_at: before } = await stateOf(endpoint);
    await world.sql('UPDATE webhook_endpoint_states SET probe_at = now() WHERE endpoint_id = $1', [endpoint.id]);
    await poke();
    await world.receiver.waitFor(endpoint.path, tried + 1);
    await eventually('the next probe has a time', async () => {
      const { probe_at: next } = await stateOf(endpoint);
      return Number(next) > Number(before) ? true : undefined;
    });
    expect(world.receiver.at(endpoint.path)).toHaveLength(tried + 1);

    broken = false;
    await world.sql('UPDATE webhook_endpoint_states SET probe_at = now() WHERE endpoint_id = $1', [endpoint.id]);
    await poke();
    await becomes(endpoint, 'Healthy');
    await world.receiver.waitFor(endpoint.path, 31);
    const probes = await world.db.query<{ count: number }>({
      name: 'test_probes',
      text: `SELECT count(*)::int AS count FROM webhook_attempts WHERE endpoint_id = $1 AND trigger = 'Probe'`,
      values: [endpoint.id],
    });
    expect(probes).toEqual([{ count: 2 }]);
    expect(await stateOf(endpoint)).toMatchObject({ consecutive_failures: 0, failed_messages: 0, failing_since: null });
  });

  it('counts a manual success as a probe', async () => {
    const endpoint = await world.createEndpoint('/ladder/manual', { schedule: [0, 3600], maxInFlight: 3 });
    let broken = true;
    world.receiver.answer(endpoint.path, () => ({ status: broken ? 500 : 200 }));
    await tell(15);
    await becomes(endpoint, 'Paused');
    broken = false;
    const [first] = await world.deliveries(endpoint);
    await world.uow.run((tx) => resend(tx, world.companyId, first?.id ?? 0));
    await poke();
    await becomes(endpoint, 'Healthy');
  });

  it('counts the results of each hour', async () => {
    const endpoint = await world.createEndpoint('/stats', { schedule: [0, 3600] });
    world.receiver.answer(endpoint.path, (count) => ({ status: count <= 2 ? 500 : 200 }));
    await tell(6);
    const row = await eventually('all are counted', async () => {
      const [sum] = await world.db.query<{ succeeded: number; failed: number; classes: number }>({
        name: 'test_stats',
        text: `SELECT sum(succeeded)::int AS succeeded, sum(failed)::int AS failed,
          sum((SELECT sum(n) FROM unnest(histogram) AS n))::int AS classes
          FROM webhook_endpoint_stats WHERE endpoint_id = $1`,
        values: [endpoint.id],
      });
      return sum?.classes === 6 ? sum : undefined;
    });
    expect(row).toEqual({ succeeded: 4, failed: 2, classes: 6 });
  });
});
