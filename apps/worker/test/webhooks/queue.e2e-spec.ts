import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { inCell } from '@billhook/db/current-cell';
import { createLogger } from '@billhook/platform/logger';
import { freePort } from '@billhook/testing/free-port';
import { eventually } from '@billhook/testing/patience';
import { RedisServer } from '@billhook/testing/redis-server';
import { BACKENDS } from '@billhook/testing/skipped';
import { createTestDatabase } from '@billhook/testing/test-database';
import { DrainWake } from '@billhook/webhooks/engine/drain-wake';
import { openQueue, openQueueBackend, DELIVERY_QUEUE } from '@billhook/webhooks/engine/queue';
import { wakeChannels } from '@billhook/webhooks/engine/redis-names';
import { PostgresSignals, RedisSignals } from '@billhook/webhooks/engine/wake-signal';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { NetworkLink } from '../chaos/network-link.js';
import { startWorker, type RunningWorker } from '../support/running-worker.js';
import { World } from '../support/world.js';

describe.each(BACKENDS)('the queue on %s', (kind) => {
  let world: World;
  let redis: RedisServer | undefined;
  let settings: Record<string, string>;
  let worker: RunningWorker | undefined;
  const logger = createLogger('api', { LOG_LEVEL: 'silent', LOG_FORMAT: 'json' });

  beforeAll(async () => {
    world = await World.create();
    redis = kind === 'Redis' ? await RedisServer.start() : undefined;
    settings = redis ? { REDIS_URL: redis.url } : {};
    worker = await startWorker(world.env(settings));
  });
  afterAll(async () => {
    // Stops it even if the worker did not start: a Redis that is left running would outlive the run.
    await worker?.stop();
    redis?.stop();
    await world.close();
  });

  /** Each event must find the worker idle, because nothing else would deliver it. */
  async function expectWoken(path: string, drain: DrainWake): Promise<void> {
    const endpoint = await world.createEndpoint(path);
    for (let n = 1; n <= 6; n++) {
      await world.record(drain.wake);
      await world.receiver.waitFor(endpoint.path, n);
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    await drain.close();
    await world.sql('UPDATE webhook_endpoints SET deleted_at = now()');
  }

  it('wakes the worker after a commit by a signal alone, without a job or a sweep', async () => {
    const backend = await openQueueBackend(world.env(settings));
    expect(backend.kind).toBe(kind);
    const signal = backend.signals.sender();
    // Without a connection to Redis a signal fails immediately, and a job would follow in its place.
    await eventually('signals can be sent', () =>
      signal.send().then(
        () => true,
        () => undefined,
      ),
    );
    await expectWoken('/signalled', new DrainWake(openQueue('no-worker-takes-its-jobs', backend), signal, logger));
  });

  it('sends the cells of commits with their signal, and none if a commit has no cell', async () => {
    const backend = await openQueueBackend(world.env(settings));
    const heard: (readonly number[] | undefined)[] = [];
    const listener = backend.signals.listen(
      (cells) => heard.push(cells),
      () => undefined,
    );
    await eventually('the listener has connected', async () => heard.length > 0 || undefined);
    const queue = openQueue('no-worker-takes-its-jobs', backend);
    const drain = new DrainWake(queue, backend.signals.sender(), logger, () => true);
    const expectHeard = async (cells: readonly number[] | undefined, wake: () => void) => {
      heard.length = 0;
      await eventually('the signal is heard', async () => {
        wake();
        return heard.some((found) => String(found) === String(cells)) || undefined;
      });
    };
    await expectHeard([2], () => inCell(2, drain.wake));
    await expectHeard([3, 2], () => {
      inCell(7, drain.wake);
      inCell(3, drain.wake);
      inCell(2, drain.wake);
    });
    await expectHeard(undefined, () => inCell(undefined, drain.wake));
    await drain.close();
    await listener.close();
  });

  it('wakes it by a job alone while signals fail', async () => {
    const backend = await openQueueBackend(world.env(settings));
    const failing = new PostgresSignals(`postgres://127.0.0.1:${await freePort()}/none`).sender();
    await expect(failing.send()).rejects.toThrow('ECONNREFUSED');
    await expectWoken('/jobs', new DrainWake(openQueue(DELIVERY_QUEUE, backend), failing, logger));
  });

  it('wakes it by a job soon after a signal that no worker heard', async () => {
    const backend = await openQueueBackend(world.env(settings));
    // A database without workers: the signal is sent, and no one listens.
    const elsewhere = await createTestDatabase();
    const unheard = new PostgresSignals(elsewhere.url).sender();
    await unheard.send();
    const endpoint = await world.createEndpoint('/unheard');
    const drain = new DrainWake(openQueue(DELIVERY_QUEUE, backend), unheard, logger);
    await world.record(drain.wake);
    await world.receiver.waitFor(endpoint.path, 1);
    await drain.close();
    await elsewhere.drop();
    await world.sql('UPDATE webhook_endpoints SET deleted_at = now()');
  });

  it('looks for what it missed when its connection for signals was lost', async () => {
    const endpoint = await world.createEndpoint('/missed');
    await world.record();
    if (redis) await endSubscriptions(redis.url);
    else
      await world.sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND query LIKE 'LISTEN billhook_wake'`);
    await world.receiver.waitFor(endpoint.path, 1);
    await world.sql('UPDATE webhook_endpoints SET deleted_at = now()');
  });

  it('keeps at most one waiting job, and none when everything is done', async () => {
    const endpoint = await world.createEndpoint('/many');
    const backend = await openQueueBackend(world.env(settings));
    const queue = openQueue(DELIVERY_QUEUE, backend);
    const drain = new DrainWake(queue, backend.signals.sender(), logger);
    await Promise.all(Array.from({ length: 50 }, () => world.record(drain.wake)));
    for (let n = 0; n < 5; n++) expect(await queue.getWaitingCount()).toBeLessThanOrEqual(1);
    await world.receiver.waitFor(endpoint.path, 50);
    await eventually('the queue is empty', async () => {
      const counts = await queue.getJobCounts('waiting', 'active', 'completed', 'failed', 'delayed');
      return Object.values(counts).every((count) => count === 0) ? true : undefined;
    });
    await drain.close();
  });
});

describe('the wake-up while Redis is down', () => {
  it('delays no request, and closes in time', async () => {
    const world = await World.create();
    const logger = createLogger('api', { LOG_LEVEL: 'silent', LOG_FORMAT: 'json' });
    const backend = await openQueueBackend({
      DATABASE_URL: world.url,
      REDIS_URL: `redis://127.0.0.1:${await freePort()}`,
    });
    const drain = new DrainWake(openQueue(DELIVERY_QUEUE, backend), backend.signals.sender(), logger);
    // Redis never starts: code that waits for it, here or below, would wait past the end of this test.
    for (let n = 0; n < 10; n++) await world.record(drain.wake);
    backend.leave();
    await drain.close();
    await world.close();
  });
});

describe('a server of the queue that stops responding', () => {
  const logger = createLogger('api', { LOG_LEVEL: 'silent', LOG_FORMAT: 'json' });
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  /** Accepts connections, and responds with the given text to what contains a word. */
  async function serverWith(replies: readonly (readonly [word: string, reply: string])[]): Promise<SilentServer> {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)));
      socket.on('data', (chunk) => {
        const [, reply] = replies.find(([word]) => String(chunk).toLowerCase().includes(word)) ?? [];
        if (reply) socket.write(reply);
      });
    }).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, sockets };
  }

  interface SilentServer {
    readonly host: string;
    readonly sockets: ReadonlySet<Socket>;
  }

  it('rejects a signal, so that those after it are not held back: Redis', async () => {
    const info = 'redis_version:7.4.0\r\nloading:0\r\n';
    const redis = await serverWith([['info', `$${info.length}\r\n${info}\r\n`]]);
    const signals = new RedisSignals(`redis://${redis.host}`, () => null, wakeChannels('billhook-test'));
    const sender = signals.sender();
    await eventually('Redis no longer responds to a signal', () =>
      sender.send().then(
        () => undefined,
        (error: unknown) => String(error).includes('Command timed out') || undefined,
      ),
    );
    await sender.close();
  });

  it('does not keep a listener from closing during its handshake: PostgreSQL', async () => {
    const postgres = await serverWith([]);
    const errors: unknown[] = [];
    const listener = new PostgresSignals(`postgres://${postgres.host}/none`).listen(
      () => undefined,
      (error) => errors.push(error),
    );
    const [socket] = await eventually('it has connected', () =>
      postgres.sockets.size > 0 ? [...postgres.sockets] : undefined,
    );
    await listener.close();
    // Its own timeout would have been reported.
    expect(errors).toEqual([]);
    await eventually('the connection has ended', () => socket?.destroyed || undefined);
  });

  it('delays no later signal: one is sent while a job waits for its queue', async () => {
    const world = await World.create();
    const link = await NetworkLink.before(world.url);
    let heard = 0;
    const listener = new PostgresSignals(world.url).listen(
      () => (heard += 1),
      () => undefined,
    );
    await eventually('the listener has connected', () => heard > 0 || undefined);
    const backend = await openQueueBackend({
      DATABASE_URL: world.url,
      REDIS_URL: `redis://127.0.0.1:${await freePort()}`,
    });
    const drain = new DrainWake(openQueue(DELIVERY_QUEUE, backend), new PostgresSignals(link.url).sender(), logger);
    link.cut();
    // The signal fails, and its job waits for Redis, which never starts.
    await world.record(drain.wake);
    link.restore();
    const before = heard;
    await eventually('a later signal is heard', async () => {
      drain.wake();
      return heard > before || undefined;
    });
    backend.leave();
    await drain.close();
    await listener.close();
    await link.close();
    await world.close();
  });
});

describe('the end of the wake-ups', () => {
  it('sends the signal and the job that are still wanted', async () => {
    const logger = createLogger('api', { LOG_LEVEL: 'silent', LOG_FORMAT: 'json' });
    const world = await World.create();
    let heard = 0;
    const listener = new PostgresSignals(world.url).listen(
      () => (heard += 1),
      () => undefined,
    );
    await eventually('the listener has connected', () => heard === 1 || undefined);
    const backend = await openQueueBackend(world.env());
    const drain = new DrainWake(openQueue('no-worker-takes-its-jobs', backend), backend.signals.sender(), logger);
    drain.wake();
    // During the signal of the first one.
    drain.wake();
    await drain.close();
    await eventually('both signals are heard', () => heard === 3 || undefined);
    const queue = openQueue('no-worker-takes-its-jobs', backend);
    expect(await queue.getWaitingCount()).toBe(1);
    await queue.close();
    await listener.close();
    await world.close();
  });
});

/** Ends the connections that listen. */
async function endSubscriptions(url: string): Promise<void> {
  const redis = new Redis(url);
  expect(await redis.call('CLIENT', 'KILL', 'TYPE', 'pubsub')).toBe(1);
  redis.disconnect();
}
