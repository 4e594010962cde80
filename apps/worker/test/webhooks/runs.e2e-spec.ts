import type { ChildProcess } from 'node:child_process';
import { MESSAGES_KEPT_DAYS } from '@billhook/domain/shared/event-types';
import { eventually } from '@billhook/testing/patience';
import { end } from '@billhook/testing/program';
import { RedisServer } from '@billhook/testing/redis-server';
import { BACKENDS } from '@billhook/testing/skipped';
import { DELIVERY_QUEUE, openQueue, openQueueBackend } from '@billhook/webhooks/engine/queue';
import { RUN_BACKLOG, RUN_BATCH, Runs } from '@billhook/webhooks/runs/run-engine';
import { missedBy } from '@billhook/webhooks/runs/run-scope.sql';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawnWorker, startWorker, type RunningWorker } from '../support/running-worker.js';
import { RunsWorld } from '../support/runs-world.js';
import { verify, World, type TestEndpoint } from '../support/world.js';

let world: World;
let runs: RunsWorld;
let workers: RunningWorker[];
let children: ChildProcess[];

beforeEach(async () => {
  world = await World.create();
  runs = new RunsWorld(world);
  workers = [];
  children = [];
});
afterEach(async () => {
  for (const child of children) await end(child, 'SIGKILL');
  for (const worker of workers) await worker.stop();
  await world.close();
});

async function work(overrides: Record<string, string> = {}): Promise<RunningWorker> {
  const worker = await startWorker(world.env(overrides));
  workers.push(worker);
  return worker;
}

async function spawned(): Promise<ChildProcess> {
  const child = await spawnWorker(world.variables({ WEBHOOK_SWEEP_MS: '200' }));
  children.push(child);
  return child;
}

/** From 1, each once. */
async function expectNoGap(endpoint: TestEndpoint): Promise<void> {
  const sequences = await runs.sequences(endpoint);
  expect(sequences).toEqual(sequences.map((_, n) => n + 1));
}

describe('replaying missing messages', () => {
  it('sends the events of the time when the endpoint was disabled, once, in order; a second run sends nothing', async () => {
    const { engine } = await work();
    const endpoint = await world.createEndpoint('/off');
    await world.sql(
      `UPDATE webhook_endpoints SET status = 'Disabled', disabled_reason = 'Manual', disabled_at = now()`,
    );
    const off = new Date();
    for (let n = 0; n < 20; n++) await world.record();
    await engine.poke();
    await world.sql(`UPDATE webhook_endpoints SET status = 'Enabled', disabled_reason = NULL, disabled_at = NULL`);
    const shape = { id: endpoint.id, companyId: endpoint.companyId, eventTypes: ['client.created'], filter: null };
    expect(await missedBy(world.db, shape, off, new Date(), MESSAGES_KEPT_DAYS)).toEqual({
      since: off,
      failed: 0,
      missing: 20,
    });
    expect(world.receiver.received).toHaveLength(0);

    const run = await runs.start('ReplayMissing', endpoint);
    expect(run.total).toBe(20);
    expect(await runs.until(run.id, 'Completed')).toMatchObject({ total: 20, done: 20 });
    await runs.allDelivered(endpoint, 20);
    expect(runs.idsAt(endpoint).sort()).toEqual(
      (await world.bodies()).map((body) => (JSON.parse(body) as { id: string }).id).sort(),
    );
    for (const request of world.receiver.at(endpoint.path)) verify(endpoint, request);
    const order = await runs.rows<{ sequence: number }>(
      'SELECT d.sequence FROM webhook_deliveries d JOIN events v ON v.position = d.event_position ORDER BY v.sequence',
    );
    expect(order.map(({ sequence }) => sequence)).toEqual(order.map((_, n) => n + 1));

    expect((await runs.start('ReplayMissing', endpoint)).total).toBe(0);
    expect((await missedBy(world.db, shape, off, new Date(), MESSAGES_KEPT_DAYS)).missing).toBe(0);
  });

  it('applies the types, the filter and the record, and skips cleared texts; sends exactly what it counted', async () => {
    const { engine } = await work();
    for (let n = 0; n < 12; n++) await world.record();
    await world.record(undefined, 'client.deleted');
    await engine.poke();
    await world.sql(`UPDATE events SET body = NULL, changes = NULL WHERE resource_id = 5`);
    const endpoint = await world.createEndpoint('/sifted');
    await world.sql('UPDATE webhook_endpoints SET filter = $1', [JSON.stringify({ field: 'id', lte: 8 })]);

    const one = await runs.start('ReplayMissing', endpoint, { resourceId: 3 });
    expect(one.total).toBe(1);
    await runs.until(one.id, 'Completed');
    const none = await runs.start('ReplayMissing', endpoint, { eventTypes: ['client.deleted'] });
    expect(none.total).toBe(0);
    await runs.until(none.id, 'Completed');
    const rest = await runs.start('ReplayMissing', endpoint);
    expect(rest.total).toBe(6);
    expect(await runs.until(rest.id, 'Completed')).toMatchObject({ done: 6 });
    await runs.allDelivered(endpoint, 7);
    const sent = world.receiver
      .at(endpoint.path)
      .map(({ body }) => JSON.parse(body.toString()) as { data: { id: number } });
    expect(sent.map(({ data }) => data.id).sort()).toEqual([1, 2, 3, 4, 6, 7, 8]);
  });

  it('leaves no gap in the numbers while events arrive and two workers run, and sends each once', async () => {
    await Promise.all([work({ WEBHOOK_SWEEP_MS: '200' }), work({ WEBHOOK_SWEEP_MS: '200' })]);
    await runs.past(600);
    const endpoint = await world.createEndpoint('/both');
    const run = await runs.start('ReplayMissing', endpoint);
    expect(run.total).toBe(600);
    const [first] = workers;
    for (let n = 0; n < 100; n++) await world.record(() => void first?.engine.poke());
    expect(await runs.until(run.id, 'Completed')).toMatchObject({ done: 600 });
    await runs.allDelivered(endpoint, 700);
    expect(new Set(runs.idsAt(endpoint)).size).toBe(700);
    expect(runs.idsAt(endpoint)).toHaveLength(700);
    await expectNoGap(endpoint);
  });

  it('killed in the middle, is finished by another worker: each once, except those in flight', async () => {
    const first = await spawned();
    await runs.past(900);
    const endpoint = await world.createEndpoint('/killed');
    // The later ones hang, so that it cannot finish before it is killed.
    world.receiver.answer(endpoint.path, (count) => (count <= 100 ? { status: 200 } : 'hang'));
    const run = await runs.start('ReplayMissing', endpoint);
    await world.receiver.waitFor(endpoint.path, 110);
    await end(first, 'SIGKILL');
    world.receiver.answer(endpoint.path, { status: 200 });
    const { status, done } = await runs.run(run.id);
    expect(status).toBe('Running');
    expect(done).toBeLessThan(900);

    await spawned();
    expect(await runs.until(run.id, 'Completed')).toMatchObject({ total: 900, done: 900 });
    await runs.allDelivered(endpoint, 900);
    const ids = runs.idsAt(endpoint);
    expect(new Set(ids).size).toBe(900);
    const interrupted = await runs.rows("SELECT FROM webhook_attempts WHERE outcome = 'Interrupted'");
    expect(ids.length - 900).toBeLessThanOrEqual(interrupted.length);
    expect(interrupted.length).toBeLessThanOrEqual(10);
    await expectNoGap(endpoint);
  });

  /** How each kind of queue loses all of its data, and the settings that a worker needs for it. */
  const LOSSES = {
    PostgreSQL: async () => {
      const lose = async () => {
        const queue = openQueue(DELIVERY_QUEUE, await openQueueBackend(world.env()));
        await queue.obliterate({ force: true });
        await queue.close();
      };
      return { settings: {}, lose, stop: () => undefined };
    },
    Redis: async () => {
      const redis = await RedisServer.start();
      const lose = async () => {
        redis.kill();
        await redis.run();
      };
      return { settings: { REDIS_URL: redis.url }, lose, stop: () => redis.stop() };
    },
  };

  it.each(BACKENDS)('continues when the queue on %s has lost its jobs', async (kind) => {
    const { settings, lose, stop } = await LOSSES[kind]();
    try {
      const worker = await work({ WEBHOOK_SWEEP_MS: '200', ...settings });
      await runs.past(900);
      const endpoint = await world.createEndpoint('/lost');
      const run = await runs.start('ReplayMissing', endpoint);
      await world.receiver.waitFor(endpoint.path, 50);
      await lose();
      expect(await runs.until(run.id, 'Completed')).toMatchObject({ done: 900 });
      await runs.allDelivered(endpoint, 900);
      expect(runs.idsAt(endpoint)).toHaveLength(900);
      await worker.stop();
      workers = [];
    } finally {
      stop();
    }
  });
});

describe('the pace of a run', () => {
  it('waits for a backlog; waits while paused, continues when resumed, keeps its deliveries when cancelled', async () => {
    const { engine } = await work();
    await runs.past(900);
    const endpoint = await world.createEndpoint('/slow');
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    world.receiver.answer(endpoint.path, async () => {
      await gate;
      return { status: 200 };
    });
    const run = await runs.start('ReplayMissing', endpoint);
    const crowded = RUN_BATCH * Math.ceil(RUN_BACKLOG / RUN_BATCH);
    await eventually('the backlog is full', async () =>
      (await runs.run(run.id)).done >= RUN_BACKLOG ? true : undefined,
    );
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    // Ten of them are in flight, and no longer wait.
    expect((await runs.run(run.id)).done).toBe(crowded);

    await runs.move(run.id, 'Paused');
    open();
    await runs.allDelivered(endpoint, crowded);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await runs.run(run.id)).toMatchObject({ status: 'Paused', done: crowded });

    await runs.move(run.id, 'Running');
    await eventually('it goes on', async () => ((await runs.run(run.id)).done > crowded ? true : undefined));
    await runs.move(run.id, 'Cancelled');
    const { done } = await runs.run(run.id);
    await runs.allDelivered(endpoint, done);
    await engine.poke();
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await runs.run(run.id)).toMatchObject({ status: 'Cancelled', done });
    expect(await runs.statuses(endpoint)).toEqual({ Delivered: done });
    expect(runs.idsAt(endpoint)).toHaveLength(done);
    await expectNoGap(endpoint);
  });

  it('ends with its endpoint, and pauses when that is disabled', async () => {
    for (let n = 0; n < 3; n++) await world.record();
    await world.sql('UPDATE events SET sequence = position');
    const [off, gone] = [await world.createEndpoint('/a'), await world.createEndpoint('/b')];
    const [paused, cancelled] = [await runs.start('ReplayMissing', off), await runs.start('ReplayMissing', gone)];
    await world.sql(
      `UPDATE webhook_endpoints SET status = 'Disabled', disabled_reason = 'Gone', disabled_at = now() WHERE id = $1`,
      [off.id],
    );
    await world.sql('UPDATE webhook_endpoints SET deleted_at = now() WHERE id = $1', [gone.id]);
    const work = new Runs(world.db, world.uow);
    expect((await work.workable()).sort()).toEqual([paused.id, cancelled.id]);
    for (const { id } of [paused, cancelled]) expect(await work.work(id)).toEqual({ sent: 0, more: false });
    expect((await runs.run(paused.id)).status).toBe('Paused');
    expect((await runs.run(cancelled.id)).status).toBe('Cancelled');
    expect(await work.workable()).toEqual([]);
    expect(world.receiver.received).toHaveLength(0);
  });
});

describe('recovering failed deliveries', () => {
  it('restarts the schedule of each under its id; skips those delivered in the meantime', async () => {
    const { engine } = await work({ WEBHOOK_RETRY_SCHEDULE: '0' });
    const endpoint = await world.createEndpoint('/down');
    let status = 503;
    world.receiver.answer(endpoint.path, () => ({ status }));
    for (let n = 0; n < 6; n++) await world.record();
    await engine.poke();
    await eventually('all failed', async () => ((await runs.statuses(endpoint))['Failed'] === 6 ? true : undefined));
    const [first, second] = await world.deliveries(endpoint);
    await world.sql(`UPDATE webhook_deliveries SET status = 'Cancelled' WHERE id = $1`, [second?.id]);
    // Delivered manually, after the run was started.
    const run = await runs.start('RecoverFailed', endpoint);
    expect(run.total).toBe(6);
    await world.sql(`UPDATE webhook_deliveries SET status = 'Delivered' WHERE id = $1`, [first?.id]);
    status = 200;
    await world.sql(
      `UPDATE webhook_endpoint_states SET health = 'Healthy', failing_since = NULL, held_until = NULL, probe_at = NULL`,
    );
    expect(await runs.until(run.id, 'Completed')).toMatchObject({ done: 5 });
    await runs.allDelivered(endpoint, 6);
    expect(runs.idsAt(endpoint)).toHaveLength(11);
    const again = (await world.deliveries(endpoint)).slice(1);
    expect(again.map(({ attempt_count }) => attempt_count)).toEqual(Array(5).fill(2));
    expect((await runs.start('RecoverFailed', endpoint)).total).toBe(0);
  });

  it('filters by type and record, and skips tests and cleared texts', async () => {
    const { engine } = await work({ WEBHOOK_RETRY_SCHEDULE: '0' });
    const endpoint = await world.createEndpoint('/picked', { types: ['client.created', 'client.updated'] });
    world.receiver.answer(endpoint.path, { status: 500 });
    for (const type of ['client.created', 'client.updated', 'client.created', 'client.created'] as const) {
      await world.record(undefined, type);
    }
    await engine.poke();
    await eventually('all failed', async () => ((await runs.statuses(endpoint))['Failed'] === 4 ? true : undefined));
    await world.sql('UPDATE events SET body = NULL WHERE resource_id = 3');
    await world.sql('UPDATE events SET test = true WHERE resource_id = 4');
    expect((await runs.start('RecoverFailed', endpoint)).total).toBe(2);
    await world.sql('DELETE FROM webhook_runs');
    const run = await runs.start('RecoverFailed', endpoint, { eventTypes: ['client.created'], resourceId: 1 });
    expect(run.total).toBe(1);
    expect(await runs.until(run.id, 'Completed')).toMatchObject({ done: 1 });
    const attempts = (await world.deliveries(endpoint)).map(({ attempt_count }) => attempt_count);
    expect(attempts.slice(1)).toEqual([1, 1, 1]);
  });
});
