import { createLogger, type Logger } from '@billhook/platform/logger';
import { DeliveryStates } from '@billhook/webhooks/deliveries/delivery-states.repository';
import { JointHeartbeats } from '@billhook/webhooks/engine/joint-heartbeats';
import { GONE_MS, WorkerHeartbeat } from '@billhook/webhooks/engine/worker-heartbeat';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { World } from '../support/world.js';

const silent = createLogger('test', { LOG_LEVEL: 'silent', LOG_FORMAT: 'json' });

let world: World;
let deliveries: DeliveryStates;

beforeAll(async () => {
  world = await World.create();
  deliveries = new DeliveryStates(world.db.autocommit, world.uow);
});
afterAll(() => world.close());

const alone = (worker: WorkerHeartbeat) => worker.beat();

/** @param runAt sends the statement */
async function together(worker: WorkerHeartbeat, runAt = world.db.cells.runAt.bind(world.db.cells)): Promise<void> {
  await world.db.cells.know();
  const heartbeats = new JointHeartbeats({ all: world.db.cells.all, runAt });
  const beat = worker.beat((one) => heartbeats.add(world.cell, one));
  await heartbeats.send();
  await beat;
}

describe.each([
  ['a heartbeat', alone],
  ['a heartbeat with those of other cells', (worker: WorkerHeartbeat) => together(worker)],
])('%s', (_, send) => {
  const logged: [level: string, clockAheadSeconds: unknown][] = [];
  const note = (level: string) => (fields: unknown) =>
    void logged.push([level, (fields as { clockAheadSeconds?: number }).clockAheadSeconds]);
  const logger = { warn: note('warn'), info: note('info') } as unknown as Logger;

  const forget = () => world.sql('DELETE FROM webhook_workers WHERE beat_at <= now()');
  const heartbeatOf = () => new WorkerHeartbeat(world.db.autocommit, logger);

  /** Workers with a heartbeat, and one that has not started yet. */
  async function workersOf<N extends string>(...names: N[]): Promise<Record<N | 'started', WorkerHeartbeat>> {
    await forget();
    const others = names.map((name) => [name, heartbeatOf()] as const);
    for (const [, worker] of others) await send(worker);
    return { ...Object.fromEntries(others), started: heartbeatOf() } as Record<N | 'started', WorkerHeartbeat>;
  }

  /** Simulates that the latest heartbeat of all workers was this long ago. */
  const passed = (ms: number) =>
    world.sql(`UPDATE webhook_workers SET beat_at = beat_at - $1 * interval '1 millisecond' WHERE heard_ms >= 0`, [ms]);

  it('is one row, however many request a beat in parallel, until the worker counts as dead', async () => {
    const heartbeat = new WorkerHeartbeat(world.db.autocommit, logger);
    await Promise.all([send(heartbeat), send(heartbeat)]);
    const first = heartbeat.workerId;
    await send(heartbeat);
    expect(heartbeat.workerId).toBe(first);
    await world.sql('UPDATE webhook_workers SET gone = true WHERE id = $1', [first]);
    await send(heartbeat);
    expect(heartbeat.workerId).toBeGreaterThan(first);
    expect(heartbeat.isAlive).toBe(true);
    await heartbeat.leave();
    await deliveries.releaseGone(GONE_MS);
  });

  it('of a worker that has just started takes over from a silent one, while workers start and are killed', async () => {
    const { killed, successor, started } = await workersOf('killed', 'successor');
    await passed(GONE_MS / 2);
    await send(successor);
    expect(successor.seesGone).toBe(false);
    // The successor is killed as well, and the next one takes long to start.
    await passed(2 * GONE_MS);
    await send(started);
    expect(started.seesGone).toBe(true);
    await deliveries.releaseGone(GONE_MS);
    const before = [killed, successor].map(({ workerId }) => workerId);
    for (const worker of [killed, successor]) await send(worker);
    expect([killed, successor].map(({ workerId }) => workerId)).toEqual([expect.any(Number), before[1]]);
    expect(killed.workerId).not.toBe(before[0]);
    await forget();
  });

  it('takes over nothing right after a silence of all: the database may have been unavailable', async () => {
    const { first, second, started } = await workersOf('first', 'second');
    await passed(10 * GONE_MS);
    for (const worker of [first, started]) {
      await send(worker);
      expect(worker.seesGone).toBe(false);
    }
    expect(await deliveries.releaseGone(GONE_MS)).toBe(0);
    const before = second.workerId;
    await send(second);
    expect(second.workerId).toBe(before);
    await forget();
  });

  it('warns once when the clock of the machine is off by more than a minute, and reports when it is correct again', async () => {
    logged.length = 0;
    let offMs = 90_000;
    const heartbeat = new WorkerHeartbeat(world.db.autocommit, logger, () => Date.now() + offMs);
    await send(heartbeat);
    await send(heartbeat);
    expect(logged).toEqual([['warn', expect.closeTo(90, -1)]]);
    const [row] = await world.db.query<{ ahead: number }>({
      name: 'test_clock',
      text: 'SELECT clock_ahead_ms AS ahead FROM webhook_workers WHERE id = $1',
      values: [heartbeat.workerId],
    });
    expect(row?.ahead).toBeGreaterThan(60_000);
    for (offMs of [50_000, -90_000]) await send(heartbeat);
    expect(logged.map(([level]) => level)).toEqual(['warn', 'info', 'warn']);
    await heartbeat.leave();
    await deliveries.releaseGone(GONE_MS);
  });
});

describe('heartbeats of several cells', () => {
  it('are sent alone where the statement fails, for example while one of the cells moves', async () => {
    const heartbeat = new WorkerHeartbeat(world.db.autocommit, silent);
    await heartbeat.beat();
    await world.sql(`UPDATE webhook_workers SET beat_at = now() - interval '4 seconds' WHERE id = $1`, [
      heartbeat.workerId,
    ]);
    await together(heartbeat, () => Promise.reject(new Error('the cell has moved')));
    const [row] = await world.db.query<{ isRecent: boolean }>({
      name: 'test_beat',
      text: `SELECT beat_at > now() - interval '3 seconds' AS "isRecent" FROM webhook_workers WHERE id = $1`,
      values: [heartbeat.workerId],
    });
    expect(row).toEqual({ isRecent: true });
    await heartbeat.leave();
    await deliveries.releaseGone(GONE_MS);
  });
});
