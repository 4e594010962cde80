import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { CellPool } from '@billhook/db/cell-pool';
import type { DatabaseClient } from '@billhook/db/database-client';
import { UnusableDatabaseError } from '@billhook/db/database-problem.rules';
import { requireSchema } from '@billhook/db/schema-state';
import { createCell } from '@billhook/installation/cells/create-cell';
import { eventually } from '@billhook/testing/patience';
import { Pooler, type PoolerMode } from '@billhook/testing/pooler';
import { withOneCell } from '@billhook/testing/skipped';
import { createTestDatabase, type TestDatabase } from '@billhook/testing/test-database';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';

let database: TestDatabase;
let pool: CellPool;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => {
  pool = new CellPool({ connectionString: database.url }, { size: 2, waitMs: 300 });
});
afterEach(() => pool.end());

const pidOf = async (client: DatabaseClient): Promise<number> =>
  (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid ?? 0;
const pathOf = async (client: DatabaseClient): Promise<string> =>
  (await client.query<{ search_path: string }>('SHOW search_path')).rows[0]?.search_path ?? '';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** A server that accepts connections and does not respond. */
async function silentServer() {
  const accepted: Socket[] = [];
  const passed: Socket[] = [];
  const server = createServer((socket) => accepted.push(socket.on('error', () => undefined)));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  closing.push(() => {
    for (const socket of [...accepted, ...passed]) socket.destroy();
    server.close();
  });
  const url = new URL(database.url);
  const { hostname, port } = url;
  [url.hostname, url.port] = ['127.0.0.1', String((server.address() as AddressInfo).port)];
  const socketOf = (connection: number) =>
    eventually(`connection ${connection}`, () => Promise.resolve(accepted[connection - 1]));
  return {
    url: url.href,
    // Ends it after reading: with something unread, the client would see a reset.
    fail: async (connection: number) => void (await socketOf(connection)).resume().end(),
    async respond(connection: number) {
      const near = await socketOf(connection);
      const far = connect(Number(port), hostname).on('error', () => undefined);
      passed.push(far);
      near.pipe(far).pipe(near);
    },
  };
}

/** A pool with one connection, which has failed. Another one opens for the caller of `late`, whose time will be over. */
async function poolThatWaits(waitMs: number) {
  const server = await silentServer();
  const slow = new CellPool({ connectionString: server.url }, { size: 1, waitMs });
  closing.push(() => slow.end());
  const failed = expect(slow.acquire('cell_1')).rejects.toThrow('Connection terminated');
  const late = expect(slow.acquire('cell_1')).rejects.toThrow('timeout exceeded when trying to connect');
  await server.fail(1);
  await failed;
  return { server, slow, late };
}

describe('CellPool', () => {
  it('returns a connection that has looked in the schema last, if there is one', async () => {
    const [one, two] = [await pool.acquire('cell_1'), await pool.acquire('cell_2')];
    const pids = [await pidOf(one), await pidOf(two)];
    pool.release(one);
    pool.release(two);
    const [again, other] = [await pool.acquire('cell_1'), await pool.acquire('cell_2')];
    expect([await pidOf(again), await pidOf(other)]).toEqual(pids);
    expect([await pathOf(again), await pathOf(other)]).toEqual(['cell_1, "$user", public', 'cell_2, "$user", public']);
    pool.release(again);
    pool.release(other);
    expect(pool.counts).toEqual({ used: 0, idle: 2, waiting: 0 });
  });

  it('changes the path of another one if there is no place for a new one', async () => {
    const [one, two] = [await pool.acquire('cell_1'), await pool.acquire('cell_1')];
    const pid = await pidOf(one);
    pool.release(one);
    const changed = await pool.acquire(null);
    expect([await pidOf(changed), await pathOf(changed)]).toEqual([pid, '"$user", public']);
    pool.release(changed);
    pool.release(two);
  });

  it('opens a new one rather than change the path of one that was just used', async () => {
    const one = await pool.acquire('cell_1');
    pool.release(one);
    const two = await pool.acquire('cell_2');
    expect(pool.counts).toEqual({ used: 1, idle: 1, waiting: 0 });
    pool.release(two);
  });

  it('gives a free connection to the first that waits, and rejects those that wait for too long', async () => {
    const [one, two] = [await pool.acquire('cell_1'), await pool.acquire('cell_2')];
    const late = expect(pool.acquire('cell_1')).resolves.toBe(two);
    const never = expect(pool.acquire('cell_1')).rejects.toThrow('timeout exceeded when trying to connect');
    pool.release(two);
    await late;
    expect(await pathOf(two)).toBe('cell_1, "$user", public');
    await never;
    pool.release(one);
    pool.release(two);
  });

  it('replaces a connection that was lost, also for one that waits', async () => {
    const [one, two] = [await pool.acquire('cell_1'), await pool.acquire('cell_1')];
    const waiting = pool.acquire('cell_1');
    await one.query('SELECT pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
    const next = await waiting;
    expect(await pidOf(next)).toBeGreaterThan(0);
    pool.release(one);
    pool.release(two);
    pool.release(next);
    expect(pool.counts).toEqual({ used: 0, idle: 2, waiting: 0 });
  });

  it('rejects with the error of a connection that cannot be opened, and tries again', async () => {
    const wrong = new CellPool({ connectionString: `${database.url}_missing` }, { size: 1, waitMs: 5_000 });
    const both = await Promise.allSettled([wrong.acquire('cell_1'), wrong.acquire('cell_1')]);
    expect(both.map((result) => result.status === 'rejected' && (result.reason as { code: string }).code)).toEqual([
      '3D000',
      '3D000',
    ]);
    await wrong.end();
    await expect(wrong.acquire('cell_1')).rejects.toThrow('Cannot use a pool after calling end on the pool');
  });

  it('gives a connection to the next one if it opens too late for the one that waited', async () => {
    const { server, slow, late } = await poolThatWaits(1_000);
    await sleep(500);
    // Waits when the time of the one before it ends.
    const next = slow.acquire('cell_2');
    await late;
    expect(slow.counts.waiting).toBe(1);
    await server.respond(2);
    const client = await next;
    expect(await pathOf(client)).toBe('cell_2, "$user", public');
    slow.release(client);
    expect(slow.counts).toEqual({ used: 0, idle: 1, waiting: 0 });
  });

  it('keeps no connection that opens when no one waits for it', async () => {
    const { server, slow, late } = await poolThatWaits(300);
    await late;
    await server.respond(2);
    const client = await slow.acquire('cell_1');
    slow.release(client);
    expect(slow.counts).toEqual({ used: 0, idle: 1, waiting: 0 });
  });
});

withOneCell(describe)('A program behind a pooler', () => {
  const MODES: PoolerMode[] = ['shares', 'drops', 'rejects'];
  const start = async (mode: PoolerMode): Promise<unknown> => {
    const pooler = await Pooler.before(database.url, mode);
    try {
      return await requireSchema(pooler.url).catch((error: unknown) => error);
    } finally {
      await pooler.close();
    }
  };

  it('starts with one cell, and with several only if its connections keep their cell', async () => {
    for (const mode of MODES) expect([mode, await start(mode)]).toEqual([mode, undefined]);
    await createCell(database.url);
    for (const mode of MODES) {
      const refused = await start(mode);
      expect([mode, refused]).toEqual([mode, expect.any(UnusableDatabaseError)]);
      const what = mode === 'shares' ? 'shares connections between transactions' : 'drops or rejects start-up options';
      expect(String(refused)).toContain(
        `The installation has several cells, and a pooler on the way to PostgreSQL ${what}.`,
      );
    }
    expect(await requireSchema(database.url)).toBeUndefined();
  });
});
