import type { ChildProcess } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { end } from '@billhook/testing/program';
import { spawnWorker } from './running-worker.js';
import { freePort } from '@billhook/testing/free-port';
import { eventually } from '@billhook/testing/patience';
import { verify, World } from './world.js';

let world: World;
let running: ChildProcess[];

beforeEach(async () => {
  world = await World.create();
  running = [];
});
afterEach(async () => {
  for (const child of running) await end(child, 'SIGKILL');
  await world.close();
});

async function start(variables: Record<string, string>): Promise<ChildProcess> {
  const child = await spawnWorker(world.variables(variables));
  running.push(child);
  return child;
}

describe('a worker process', () => {
  it('killed in the middle loses nothing: what it had begun is sent again under the same id', async () => {
    const endpoint = await world.createEndpoint('/killed');
    // The first five hang; the process dies while it waits for them.
    world.receiver.answer(endpoint.path, (count) => (count <= 5 ? 'hang' : { status: 200 }));
    for (let n = 0; n < 25; n++) await world.record();
    const first = await start({ WEBHOOK_SWEEP_MS: '200' });
    await world.receiver.waitFor(endpoint.path, 15);
    await end(first, 'SIGKILL');
    // As if the leases had ended.
    await world.sql(`UPDATE webhook_deliveries SET leased_until = now() WHERE status = 'Sending'`);
    const begun = world.receiver.at(endpoint.path).map(({ headers }) => headers['webhook-id']);

    await start({ WEBHOOK_SWEEP_MS: '200' });
    await eventually('all are delivered', async () =>
      (await world.deliveries(endpoint)).every(({ status }) => status === 'Delivered') ? true : undefined,
    );
    const received = world.receiver.at(endpoint.path);
    const ids = received.map(({ headers }) => headers['webhook-id']);
    const events = (await world.bodies()).map((body) => (JSON.parse(body) as { id: string }).id);
    expect(new Set(ids)).toEqual(new Set(events));
    // Only what hung, or was not stored yet, came twice: at most the ten places of the endpoint.
    expect(received.length - events.length).toBeGreaterThanOrEqual(5);
    expect(received.length - events.length).toBeLessThanOrEqual(10);
    for (const id of begun.slice(0, 5)) expect(ids.filter((other) => other === id)).toHaveLength(2);
    for (const request of received) verify(endpoint, request);
    const deliveries = await world.deliveries(endpoint);
    expect(deliveries.map(({ schedule_step }) => schedule_step)).toEqual(deliveries.map(() => 0));
  });

  it('delivers by its sweeps while Redis is down, and ends in good order', async () => {
    const endpoint = await world.createEndpoint('/swept');
    const child = await start({ REDIS_URL: `redis://127.0.0.1:${await freePort()}`, WEBHOOK_SWEEP_MS: '200' });
    await world.record();
    await world.receiver.waitFor(endpoint.path, 1);
    // It exits with 1 where it has not ended after 20 s.
    expect(await end(child, 'SIGTERM')).toBe(0);
  });

  it('delivers nothing where webhooks are switched off, but numbers the events', async () => {
    const endpoint = await world.createEndpoint('/nothing');
    await start({ WEBHOOK_SWEEP_MS: '100', WEBHOOKS_ENABLED: 'false' });
    await world.record();
    await eventually('the event has a number', async () => {
      const [row] = await world.db.query<{ count: number }>({
        name: 'test_sequenced',
        text: 'SELECT count(*) FROM events WHERE sequence IS NOT NULL',
      });
      return row?.count === 1 ? true : undefined;
    });
    expect(await world.deliveries(endpoint)).toEqual([]);
    expect(world.receiver.received).toHaveLength(0);
  });
});
