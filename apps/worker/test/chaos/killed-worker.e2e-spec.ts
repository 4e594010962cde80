import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { freePort } from '@billhook/testing/free-port';
import { eventually } from '@billhook/testing/patience';
import { end } from '@billhook/testing/program';
import { WAITS_HERE, withClient } from '@billhook/testing/test-server';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { launchWorker, spawnWorker } from '../support/running-worker.js';
import { verify, World, type DeliveryRow, type TestEndpoint } from '../support/world.js';

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
  // Longer than another process takes to start: an attempt that hangs ends with its worker.
  const child = await spawnWorker(world.variables({ WEBHOOK_TIMEOUT_MS: '120000', ...variables }));
  running.push(child);
  return child;
}

const isDelivered = ({ status }: DeliveryRow): boolean => status === 'Delivered';

/** Waits until each event has a delivery, and each delivery has arrived. */
async function allDelivered(endpoint: TestEndpoint): Promise<void> {
  await eventually('all are delivered', async () => {
    const rows = await world.deliveries(endpoint);
    return rows.length === world.recorded && rows.every(isDelivered) ? true : undefined;
  });
}

/** The workers that send heartbeats. */
async function workers(): Promise<number[]> {
  const rows = await world.db.query<{ id: number }>({
    name: 'test_workers',
    text: 'SELECT id FROM webhook_workers WHERE NOT gone ORDER BY id',
  });
  return rows.map(({ id }) => id);
}

/** A server that accepts connections and never responds, as a frozen Redis. */
async function withSilentServer(work: (port: number) => Promise<void>): Promise<void> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await work((server.address() as AddressInfo).port);
  } finally {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
}

const OPERATOR_PASSWORD = 'the password of an operator';

describe('a worker process', () => {
  it('killed in the middle loses nothing: its attempts in flight are resent under the same id', async () => {
    const endpoint = await world.createEndpoint('/killed');
    // The first five hang, and the process dies while it waits for them.
    world.receiver.answer(endpoint.path, (count) => (count <= 5 ? 'hang' : { status: 200 }));
    for (let n = 0; n < 25; n++) await world.record();
    const first = await start({ WEBHOOK_SWEEP_MS: '200' });
    await world.receiver.waitFor(endpoint.path, 15);
    await end(first, 'SIGKILL');
    const begun = world.receiver.at(endpoint.path).map(({ headers }) => headers['webhook-id']);

    await start({ WEBHOOK_SWEEP_MS: '200' });
    await allDelivered(endpoint);
    const received = world.receiver.at(endpoint.path);
    const ids = received.map(({ headers }) => headers['webhook-id']);
    const events = (await world.bodies()).map((body) => (JSON.parse(body) as { id: string }).id);
    expect(new Set(ids)).toEqual(new Set(events));
    // Only requests that hung or had no stored result were repeated: at most the ten places of the endpoint.
    expect(received.length - events.length).toBeGreaterThanOrEqual(5);
    expect(received.length - events.length).toBeLessThanOrEqual(10);
    for (const id of begun.slice(0, 5)) expect(ids.filter((other) => other === id)).toHaveLength(2);
    for (const request of received) verify(endpoint, request);
    const deliveries = await world.deliveries(endpoint);
    expect(deliveries.map(({ schedule_step }) => schedule_step)).toEqual(deliveries.map(() => 0));
  });

  it('takes over the deliveries of a killed one as soon as its heartbeat stops, without a sweep', async () => {
    const endpoint = await world.createEndpoint('/taken-over');
    world.receiver.answer(endpoint.path, (count) => (count <= 5 ? 'hang' : { status: 200 }));
    for (let n = 0; n < 5; n++) await world.record();
    const first = await start({ WEBHOOK_SWEEP_MS: '200' });
    await world.receiver.waitFor(endpoint.path, 5);
    await start({});
    await end(first, 'SIGKILL');
    await allDelivered(endpoint);
    const ids = world.receiver.at(endpoint.path).map(({ headers }) => headers['webhook-id']);
    expect(ids.slice(5).toSorted()).toEqual(ids.slice(0, 5).toSorted());
  });

  it('frozen until another one has taken over, returns as a new worker and repeats nothing', async () => {
    const endpoint = await world.createEndpoint('/frozen');
    world.receiver.answer(endpoint.path, (count) => (count <= 5 ? 'hang' : { status: 200 }));
    for (let n = 0; n < 25; n++) await world.record();
    const frozen = await start({ WEBHOOK_SWEEP_MS: '200' });
    await eventually('all others are stored', async () => {
      const rows = await world.deliveries(endpoint);
      return rows.filter(isDelivered).length === 20 ? true : undefined;
    });
    const [before] = await workers();
    frozen.kill('SIGSTOP');
    await start({ WEBHOOK_SWEEP_MS: '200' });
    await allDelivered(endpoint);
    expect(world.receiver.at(endpoint.path)).toHaveLength(30);

    frozen.kill('SIGCONT');
    const back = await eventually('both beat', async () => ((await workers()).length === 2 ? workers() : undefined));
    expect(back).not.toContain(before);
    for (let n = 0; n < 20; n++) await world.record();
    await allDelivered(endpoint);
    expect(world.receiver.at(endpoint.path)).toHaveLength(50);
    const deliveries = await world.deliveries(endpoint);
    expect(deliveries.map(({ schedule_step }) => schedule_step)).toEqual(deliveries.map(() => 0));
  });

  it('delivers by its sweeps while Redis is down, and exits cleanly', async () => {
    const endpoint = await world.createEndpoint('/swept');
    const child = await start({ REDIS_URL: `redis://127.0.0.1:${await freePort()}`, WEBHOOK_SWEEP_MS: '200' });
    await world.record();
    await world.receiver.waitFor(endpoint.path, 1);
    // It exits with 1 if it has not ended after 20 s.
    expect(await end(child, 'SIGTERM')).toBe(0);
  });

  it.each(['OPERATOR_PORT', 'METRICS_PORT'])(
    'does not start to deliver if %s is in use, which it reports',
    async (setting) => {
      const endpoint = await world.createEndpoint('/no-port');
      await world.record();
      await withSilentServer(async (port) => {
        await expect(start({ [setting]: String(port), OPERATOR_PASSWORD, WEBHOOK_SWEEP_MS: '200' })).rejects.toThrow(
          new RegExp(`exit code 1.*cannot listen on port ${port} of 127.0.0.1.*Set ${setting} to a free port`),
        );
      });
      expect(world.receiver.at(endpoint.path)).toEqual([]);
      expect(await world.deliveries(endpoint)).toEqual([]);
    },
  );

  it('stops its deliveries first, and ends, if Redis is frozen and the operator page has a request', async () => {
    await world.createEndpoint('/frozen-redis');
    await withSilentServer(async (redis) => {
      const port = await freePort();
      const child = await start({
        ...{ REDIS_URL: `redis://127.0.0.1:${redis}`, WEBHOOK_SWEEP_MS: '200' },
        ...{ OPERATOR_PORT: String(port), OPERATOR_PASSWORD },
      });
      expect(await eventually('it beats', async () => (await workers())[0])).toBeGreaterThan(0);
      const authorization = `Basic ${Buffer.from(`operator:${OPERATOR_PASSWORD}`).toString('base64')}`;
      const page = (path: string) => fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization } });
      await (await page('/')).text();
      // It waits for Redis.
      const waiting = page('/api/queues').then(
        () => 'a response',
        () => 'an error',
      );
      expect(await end(child, 'SIGTERM')).toBe(0);
      expect(await waiting).toBe('an error');
      expect(await workers()).toEqual([]);
    });
  });

  it('ends at a signal while it starts, before it delivers', async () => {
    const endpoint = await world.createEndpoint('/not-started');
    await world.record();
    await withClient(world.url, async (blocker) => {
      await blocker.query('BEGIN');
      await blocker.query('LOCK TABLE migrations IN ACCESS EXCLUSIVE MODE');
      const child = launchWorker(world.variables({ WEBHOOK_SWEEP_MS: '200' }));
      running.push(child);
      await eventually('it waits for the database', async () => {
        const { rows } = await blocker.query<{ pid: number }>(
          `SELECT pid FROM pg_locks WHERE relation = 'migrations'::regclass AND ${WAITS_HERE}`,
        );
        return rows[0];
      });
      expect(await end(child, 'SIGTERM')).toBe(0);
      await blocker.query('ROLLBACK');
    });
    expect(await world.deliveries(endpoint)).toEqual([]);
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
