import { Writable } from 'node:stream';
import { createLogger } from '@billhook/platform/logger';
import { freePort } from '@billhook/testing/free-port';
import { eventually } from '@billhook/testing/patience';
import { RedisServer } from '@billhook/testing/redis-server';
import { BACKENDS } from '@billhook/testing/skipped';
import { HAS_TWO_CELLS } from '@billhook/testing/spec-path';
import { openQueue, openQueueBackend, DELIVERY_QUEUE } from '@billhook/webhooks/engine/queue';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Queue } from 'bullmq';
import { JobTimers } from '../../src/jobs/job-timers.service.js';
import type { WorkerJob } from '../../src/jobs/jobs.js';
import { createOperatorServer } from '../../src/operator/operator-server.js';
import { startWorker, type RunningWorker } from '../support/running-worker.js';
import { World } from '../support/world.js';

const PASSWORD = 'the password of an operator';
const HOUR_MS = 3_600_000;
/** What names the cells in the titles of jobs. */
const CELLS = HAS_TWO_CELLS ? [', cell 1', ', cell 2'] : [''];

const basic = (name: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
});
const OPERATOR = basic('operator', PASSWORD);

interface BoardQueue {
  readonly name: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly jobs: readonly { readonly id: string; readonly name: string; readonly failedReason: string }[];
  readonly readOnlyMode: boolean;
  readonly hasWorkers: boolean | null;
}

async function queueOf(url: string, name: string): Promise<BoardQueue | undefined> {
  const query = new URLSearchParams({ activeQueue: name, status: 'latest', page: '1', jobsPerPage: '100' });
  const response = await fetch(`${url}/api/queues?${query}`, { headers: OPERATOR });
  expect(response.status).toBe(200);
  const { queues } = (await response.json()) as { queues: BoardQueue[] };
  return queues.find((queue) => queue.name === name);
}

describe('the sign-in', () => {
  let world: World;
  let queue: Queue;
  let log = '';

  beforeAll(async () => {
    world = await World.create();
    queue = openQueue(DELIVERY_QUEUE, await openQueueBackend(world.env()));
  });
  afterAll(async () => {
    await queue.close();
    await world.close();
  });

  /** A server whose limit no other test has used. */
  async function withServer(work: (url: string) => Promise<void>, jobs: readonly WorkerJob[] = []): Promise<void> {
    const lines = new Writable({ write: (chunk, _, done) => ((log += String(chunk)), done()) });
    const logger = createLogger('worker', { LOG_LEVEL: 'info', LOG_FORMAT: 'json' }, lines);
    const timers = new JobTimers(jobs, logger);
    timers.start();
    await timers.idle();
    timers.stop();
    const server = createOperatorServer({ queue, timers, password: PASSWORD, logger });
    const url = await server.listen({ port: 0, host: '127.0.0.1' });
    try {
      await work(url);
    } finally {
      await server.close();
    }
  }

  it.each([
    ['no credential', {}],
    ['another scheme', { authorization: `Bearer ${PASSWORD}` }],
    ['no base64', { authorization: 'Basic §§' }],
    ['a wrong password', basic('operator', `${PASSWORD}!`)],
    ['a part of the password', basic('operator', PASSWORD.slice(0, -1))],
    ['an empty password', basic('operator', '')],
    ['another name', basic('admin', PASSWORD)],
  ])('401 with %s, on every path', async (_, headers) => {
    await withServer(async (url) => {
      for (const path of ['/', '/queue/delivery', '/api/queues', '/static/images/logo.svg', '/nothing']) {
        const response = await fetch(url + path, { headers });
        expect([path, response.status]).toEqual([path, 401]);
        expect(response.headers.get('www-authenticate')).toBe('Basic realm="Billhook operator", charset="UTF-8"');
        expect(await response.text()).toBe('Sign in as "operator" with OPERATOR_PASSWORD.\n');
      }
    });
  });

  it('429 after 10 wrong passwords, for the correct one as well', async () => {
    await withServer(async (url) => {
      const status = async (headers: Record<string, string>) => (await fetch(`${url}/api/queues`, { headers })).status;
      const wrong = basic('operator', 'a guess of a password');
      const guesses = await Promise.all(Array.from({ length: 25 }, () => status(wrong)));
      expect(guesses.filter((one) => one === 401)).toHaveLength(10);
      expect(guesses.filter((one) => one === 429)).toHaveLength(15);
      const response = await fetch(`${url}/api/queues`, { headers: OPERATOR });
      expect(response.status).toBe(429);
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      // Without a credential, there is nothing to guess.
      expect(await status({})).toBe(401);
    });
  });

  it('405 for every method that could change something', async () => {
    await withServer(async (url) => {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        const response = await fetch(`${url}/api/queues/delivery/pause`, { method, headers: OPERATOR });
        expect([method, response.status, response.headers.get('allow')]).toEqual([method, 405, 'GET, HEAD']);
      }
    });
  });

  it('200 with the password, however often', async () => {
    await withServer(async (url) => {
      const pages = Array.from({ length: 30 }, () => fetch(`${url}/`, { headers: OPERATOR }));
      for (const { status } of await Promise.all(pages)) expect(status).toBe(200);
    });
  });

  it('logs the address of a failed sign-in, and never a credential', () => {
    expect(log).toContain('"address":"127.0.0.1"');
    expect(log).toContain('a sign-in to the operator page failed');
    for (const secret of [PASSWORD, 'a guess', OPERATOR.authorization.slice('Basic '.length)])
      expect(log).not.toContain(secret);
  });

  it('every response has the headers of our pages and may not be stored', async () => {
    await withServer(async (url) => {
      for (const [path, headers] of [
        ['/', {}],
        ['/', OPERATOR],
        ['/api/queues', OPERATOR],
        ['/nothing', OPERATOR],
      ] as const) {
        const response = await fetch(url + path, { headers });
        expect(Object.fromEntries(response.headers)).toMatchObject({
          'content-security-policy': expect.stringMatching(/^default-src 'self'; script-src 'self'; /),
          'x-content-type-options': 'nosniff',
          'x-frame-options': 'DENY',
          'referrer-policy': 'no-referrer',
          'cache-control': 'no-store',
        });
        expect(response.headers.get('content-security-policy-report-only')).toBeNull();
      }
    });
  });

  it('a job that failed in its last round is shown as failed, with its error and without secrets', async () => {
    const key = 'bhk_0123abcd0123456789abcdef0123456789abcdef012345';
    const run = () => Promise.reject(new Error(`no such table: ${key}`));
    await withServer(
      async (url) => {
        const found = await queueOf(url, 'jobs of this worker');
        expect(found?.counts).toEqual({ active: 0, delayed: 0, failed: 1 });
        expect(found?.jobs).toMatchObject([{ id: 'broken', failedReason: 'no such table: bhk_0123abcd…' }]);
      },
      [{ name: 'broken', every: HOUR_MS, run }],
    );
  });

  it('the page names no other host', async () => {
    await withServer(async (url) => {
      const page = await (await fetch(`${url}/`, { headers: OPERATOR })).text();
      expect(page).toContain('<title>Billhook operator</title>');
      expect(page.match(/https?:\/\/[^"]*/g)).toBeNull();
    });
  });
});

describe.each(BACKENDS)('the page of a worker with its queue on %s', (kind) => {
  let world: World;
  let redis: RedisServer | undefined;
  let worker: RunningWorker | undefined;
  let queue: Queue;
  let url: string;

  beforeAll(async () => {
    world = await World.create();
    redis = kind === 'Redis' ? await RedisServer.start() : undefined;
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    const settings = { OPERATOR_PORT: String(port), OPERATOR_PASSWORD: PASSWORD };
    const env = world.env({ ...settings, ...(redis && { REDIS_URL: redis.url }) });
    worker = await startWorker(env);
    queue = openQueue(DELIVERY_QUEUE, await openQueueBackend(env));
    await queue.add('drain', {}, { delay: HOUR_MS, jobId: 'later' });
  });
  afterAll(async () => {
    await queue?.close();
    await worker?.stop();
    redis?.stop();
    await world.close();
  });

  it('shows the queue with its jobs, for reading only', async () => {
    // BullMQ does not describe workers on PostgreSQL. The worker may connect to its queue after it is ready.
    const hasWorkers = kind === 'Redis' ? true : null;
    const found = await eventually('the queue knows its worker', async () => {
      const board = await queueOf(url, DELIVERY_QUEUE);
      return board?.hasWorkers === hasWorkers ? board : undefined;
    });
    expect(found).toMatchObject({ counts: { delayed: 1, failed: 0 }, readOnlyMode: true });
    expect(found.jobs).toMatchObject([{ id: 'later', name: 'drain', data: {} }]);
  });

  it('shows the server of the queue', async () => {
    const response = await fetch(`${url}/api/redis/stats`, { headers: OPERATOR });
    expect([response.status, await response.json()]).toMatchObject([
      200,
      { backend: kind === 'Redis' ? 'redis' : 'postgres' },
    ]);
  });

  it('changes nothing, even where Bull Board has a route for it', async () => {
    const clean = await fetch(`${url}/api/queues/${DELIVERY_QUEUE}/clean/delayed`, {
      method: 'PUT',
      headers: OPERATOR,
    });
    expect(clean.status).toBe(405);
    expect(await queue.getDelayedCount()).toBe(1);
  });

  it('shows the jobs that the worker repeats, with the last round of each', async () => {
    const found = await queueOf(url, 'jobs of this worker');
    const names = found?.jobs.map(({ name }) => name) ?? [];
    const ofCells = ['sweep', 'webhook-retention', 'mail', 'overdue'].flatMap((name) =>
      CELLS.map((cell) => name + cell),
    );
    expect(names).toEqual(expect.arrayContaining(ofCells));
    const { active = 0, delayed = 0, failed = 0 } = found?.counts ?? {};
    expect(active + delayed + failed).toBe(names.length);
    const [id] = CELLS.map((cell) => `overdue${cell}`);
    const job = await fetch(`${url}/api/queues/jobs%20of%20this%20worker/${id}`, { headers: OPERATOR });
    expect([job.status, await job.json()]).toMatchObject([200, { job: { id, failedReason: '' } }]);
  });
});
