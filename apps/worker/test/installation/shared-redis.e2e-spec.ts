import { createLogger } from '@billhook/platform/logger';
import { eventually } from '@billhook/testing/patience';
import { RedisServer } from '@billhook/testing/redis-server';
import { withProgram } from '@billhook/testing/skipped';
import { DrainWake } from '@billhook/webhooks/engine/drain-wake';
import { DELIVERY_QUEUE, openQueue, openQueueBackend } from '@billhook/webhooks/engine/queue';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { startWorker, type RunningWorker } from '../support/running-worker.js';
import { World } from '../support/world.js';

withProgram('Redis', describe)('a Redis that others use as well', () => {
  const logger = createLogger('api', { LOG_LEVEL: 'silent', LOG_FORMAT: 'json' });
  let world: World;
  let redis: RedisServer;
  let worker: RunningWorker;
  let client: Redis;

  beforeAll(async () => {
    [world, redis] = await Promise.all([World.create(), RedisServer.start()]);
    client = new Redis(redis.url);
  });
  afterAll(async () => {
    client.disconnect();
    await worker?.stop();
    redis.stop();
    await world.close();
  });

  const backend = () => openQueueBackend(world.env({ REDIS_URL: redis.url }));

  it('keeps the jobs of a queue of another product with the same name', async () => {
    // First: BullMQ has one backend per process, and an earlier spec of this one may have selected PostgreSQL.
    const own = await backend();
    const others = new Queue(DELIVERY_QUEUE, { connection: { url: redis.url } });
    await others.add('ship-parcel', { parcel: 7 });
    worker = await startWorker(world.env({ REDIS_URL: redis.url }));
    const endpoint = await world.createEndpoint('/beside-others');
    const drain = new DrainWake(openQueue(DELIVERY_QUEUE, own), own.signals.sender(), logger);
    await world.record(drain.wake);
    await world.receiver.waitFor(endpoint.path, 1);
    await drain.close();
    expect(await others.getJobCounts('waiting', 'active', 'completed', 'failed')).toMatchObject({ waiting: 1 });
    const names = await client.keys('*');
    const expected = [/^bull:delivery:/, new RegExp(`^${own.prefix}:delivery:`)];
    expect(names.filter((key) => !expected.some((pattern) => pattern.test(key)))).toEqual([]);
    await others.close();
  });

  it('rejects a job in the own queue that is not one of Billhook', async () => {
    const queue = openQueue(DELIVERY_QUEUE, await backend());
    const job = await queue.add('ship-parcel', {}, { removeOnFail: false });
    await eventually('the job has failed', async () => ((await job.isFailed()) ? true : undefined));
    expect(await queue.getJob(String(job.id))).toMatchObject({ failedReason: expect.stringContaining('ship-parcel') });
    await queue.close();
  });

  it('has other names for each installation', async () => {
    const second = await World.create();
    const [one, other] = [await backend(), await openQueueBackend(second.env({ REDIS_URL: redis.url }))];
    expect(one.prefix).toMatch(/^billhook-[0-9a-f]{32}$/);
    expect(other.prefix).not.toBe(one.prefix);
    await second.close();
  });

  it('wakes workers and is woken by API processes of 0.1, which share a channel', async () => {
    const endpoint = await world.createEndpoint('/from-0.1');
    await eventually('the worker listens', async () => {
      await client.publish('billhook_wake', '');
      return Number(await client.publish(`${(await backend()).prefix}:wake`, '')) === 1 || undefined;
    });
    await world.record();
    await client.publish('billhook_wake', '');
    await world.receiver.waitFor(endpoint.path, 1);
    const old = client.duplicate();
    const heard = new Promise((resolve) => old.once('message', resolve));
    await old.subscribe('billhook_wake');
    const sender = (await backend()).signals.sender();
    await eventually('a signal is sent', () =>
      sender.send().then(
        () => true,
        () => undefined,
      ),
    );
    await heard;
    await sender.close();
    old.disconnect();
  });

  it('is not written to where it lacks the database of REDIS_URL', async () => {
    await client.flushall();
    const wrong = await openQueueBackend(world.env({ REDIS_URL: `${redis.url}/99` }));
    const queue = openQueue('no-worker-takes-its-jobs', wrong);
    const errors: string[] = [];
    queue.on('error', (error) => errors.push(error.message));
    const added = queue.add('drain', {}).catch((error: unknown) => errors.push(String(error)));
    await eventually('the error is reported', () => errors.some((text) => text.includes('out of range')) || undefined);
    wrong.leave();
    await queue.close().catch(() => undefined);
    await added;
    // The worker of this spec writes its own keys.
    expect((await client.keys('*')).filter((key) => key.includes('no-worker-takes-its-jobs'))).toEqual([]);
  });
});
