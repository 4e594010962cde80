import { eventually } from '@billhook/testing/patience';
import { resend } from '@billhook/webhooks/deliveries/delivery-actions.sql';
import { countUnsettled, holdEndpoints, releaseEndpoints } from '@billhook/webhooks/deliveries/operator-hold';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startWorker, type RunningWorker } from '../support/running-worker.js';
import { World, type TestEndpoint } from '../support/world.js';

let world: World;
let worker: RunningWorker;
beforeAll(async () => {
  world = await World.create();
  worker = await startWorker(world.env());
});
afterAll(async () => {
  await worker.stop();
  await world.close();
});

const record = async (): Promise<void> => {
  await world.record();
  await worker.engine.poke();
};
const received = ({ path }: TestEndpoint) => world.receiver.at(path).length;
const statuses = async (endpoint: TestEndpoint): Promise<string[]> =>
  (await world.deliveries(endpoint)).map(({ status }) => status);
const becomes = (endpoint: TestEndpoint, expected: string[]) =>
  eventually(expected.join(), async () => ((await statuses(endpoint)).join() === expected.join() ? true : undefined));

describe('endpoints that the operator holds', () => {
  it('get nothing until they are released, and then everything that waits', async () => {
    const endpoint = await world.createEndpoint('/held');
    await record();
    await becomes(endpoint, ['Delivered']);
    const [first] = await world.deliveries(endpoint);
    await worker.engine.poke();
    // A resend that was waiting at the time of the backup.
    await world.sql(
      `UPDATE webhook_deliveries SET status = 'Waiting', trigger = 'Manual', resume_status = 'Delivered', next_attempt_at = now()
        WHERE id = $1`,
      [first?.id],
    );
    expect(await world.uow.run((tx) => holdEndpoints(tx))).toEqual({ endpoints: 1, deliveries: 0 });
    await record();
    await record();
    await worker.engine.sweep();
    await becomes(endpoint, ['Delivered', 'Waiting', 'Waiting']);
    expect(received(endpoint)).toBe(1);

    await world.uow.run((tx) => resend(tx, world.companyId, first?.id ?? 0));
    await worker.engine.poke();
    await eventually('the resend', () => received(endpoint) === 2 || undefined);
    await eventually('its result', async () =>
      (await statuses(endpoint)).join() === 'Delivered,Waiting,Waiting' ? true : undefined,
    );

    expect(await world.uow.run((tx) => releaseEndpoints(tx, undefined))).toEqual({ endpoints: 1, cancelled: 0 });
    await worker.engine.sweep();
    await becomes(endpoint, ['Delivered', 'Delivered', 'Delivered']);
    await world.sql('UPDATE webhook_endpoints SET deleted_at = now()');
  });

  it('can be released without the deliveries of events before a moment', async () => {
    const endpoint = await world.createEndpoint('/released');
    await world.uow.run((tx) => holdEndpoints(tx));
    await world.record();
    expect(await world.uow.run((tx) => countUnsettled(tx))).toBe(1);
    await worker.engine.poke();
    expect(await world.uow.run((tx) => countUnsettled(tx))).toBe(0);
    const [{ at } = { at: new Date() }] = await world.db.query<{ at: Date }>({
      name: 'test_moment',
      text: `SELECT max(created_at) + interval '1 millisecond' AS at FROM events`,
    });
    await eventually('a later moment', () => (Date.now() > at.getTime() ? true : undefined));
    await record();
    await becomes(endpoint, ['Waiting', 'Waiting']);
    expect(await world.uow.run((tx) => releaseEndpoints(tx, at))).toMatchObject({ cancelled: 1 });
    await worker.engine.sweep();
    await becomes(endpoint, ['Cancelled', 'Delivered']);
    expect(received(endpoint)).toBe(1);
  });

  it('do not include an endpoint whose receiver asked to wait', async () => {
    const endpoint = await world.createEndpoint('/waits');
    await world.sql(
      `UPDATE webhook_endpoint_states SET held_until = now() + interval '1 hour' WHERE endpoint_id = $1`,
      [endpoint.id],
    );
    await record();
    expect(await world.uow.run((tx) => releaseEndpoints(tx, new Date('9000-01-01')))).toMatchObject({
      endpoints: 0,
      cancelled: 0,
    });
    expect(await statuses(endpoint)).toEqual(['Waiting']);
  });
});
