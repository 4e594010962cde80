import type { ChildProcess } from 'node:child_process';
import { Agent, request } from 'node:http';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@billhook/testing/free-port';
import { isFullRun } from '@billhook/testing/full-run';
import { isInstalled } from '@billhook/testing/installed-programs';
import { eventually } from '@billhook/testing/patience';
import { end, spawnProgram } from '@billhook/testing/program';
import { unless } from '@billhook/testing/skipped';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SECRET, TestApi } from '../support/api.js';
import { InstalledProxy } from '../support/proxies.js';
import { clientsCount, steadyLoad, whileLoading } from '../support/steady-load.js';
import { World, type KeyCaller } from '../support/world.js';

const UNLIMITED = { RATE_LIMIT_ADDRESS: '1000000', RATE_LIMIT_KEY: '1000000', RATE_LIMIT_COMPANY: '1000000' };

/** In the full run, those that docs/reliability.md records. */
const ROUNDS = isFullRun ? 10 : 1;

let api: TestApi;
let key: KeyCaller;
let running: Group;
/** Of the first process; the second one uses the next port. */
let metricsPort: number;

beforeAll(async () => {
  api = await TestApi.start();
  key = await new World(api).key();
  metricsPort = await freePairOfPorts();
  running = await start({
    ...UNLIMITED,
    RATE_LIMIT_ADDRESS: '30',
    METRICS_PORT: String(metricsPort),
  });
});
afterAll(async () => {
  await end(running.primary, 'SIGKILL');
  await api.stop();
});

interface Line {
  readonly pid: number;
  readonly msg: string;
}

/** The processes of an API behind one port, and their log. */
interface Group {
  readonly primary: ChildProcess;
  readonly port: number;
  /** The processes that have responded to a request. */
  serving(): number[];
  lines(): Line[];
}

async function start(settings: Readonly<Record<string, string>> = {}): Promise<Group> {
  const port = Number(settings.PORT ?? (await freePort()));
  const primary = await spawnProgram('apps/api/src/main.ts', 'listening on', {
    NODE_ENV: 'test',
    DATABASE_URL: api.databaseUrl,
    APP_SECRETS: SECRET,
    API_PROCESSES: '2',
    ...settings,
    PORT: String(port),
  });
  let text = '';
  primary.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const lines = () =>
    text
      .slice(0, text.lastIndexOf('\n') + 1)
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Line);
  const serving = () => [
    ...new Set(
      lines()
        .filter(({ msg }) => /^(GET|POST) /.test(msg))
        .map(({ pid }) => pid),
    ),
  ];
  return { primary, port, lines, serving };
}

/** The first of two unused ports in a row. */
async function freePairOfPorts(): Promise<number> {
  return eventually('two ports in a row are free', async () => {
    const first = await freePort();
    const second = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      second.once('error', () => resolve(false));
      second.listen(first + 1, '127.0.0.1', () => second.close(() => resolve(true)));
    });
    return isFree ? first : undefined;
  });
}

/** How many requests each process has counted, by its metrics. */
async function counted(): Promise<number[]> {
  const ports = [metricsPort, metricsPort + 1];
  return Promise.all(
    ports.map(async (port) => {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      const counts = [...text.matchAll(/^billhook_http_requests_total\{.*\} (\d+)$/gm)];
      return counts.reduce((sum, [, count]) => sum + Number(count), 0);
    }),
  );
}

interface Sent {
  readonly agent?: Agent | false;
  readonly body?: object;
  readonly path?: string;
  readonly secret?: string;
}

/** One request, without any retry; by default on its own connection. Returns the status. */
function send({ agent = false, body, path = '/v1/me', secret = key.secret }: Sent = {}): Promise<number> {
  const { port } = running;
  const text = body && JSON.stringify(body);
  const headers = {
    authorization: `Bearer ${secret}`,
    ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
  };
  return new Promise((resolve, reject) => {
    const sent = request(
      { port, host: '127.0.0.1', path, agent, headers, method: body ? 'POST' : 'GET' },
      (response) => {
        response.on('error', reject).resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
      },
    );
    sent.on('error', reject).end(text);
  });
}

/** Sends requests until this many processes have responded, besides the given ones. */
async function untilServing(count: number, besides: readonly number[] = []): Promise<number[]> {
  return eventually(`${count} processes respond`, async () => {
    expect(await send()).toBe(200);
    const pids = running.serving().filter((pid) => !besides.includes(pid));
    return pids.length >= count ? pids : undefined;
  });
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('an API with several processes', () => {
  it('exits with an error if its port is taken', async () => {
    const other = createServer();
    const port = await new Promise<number>((resolve) => {
      other.listen(0, '127.0.0.1', () => resolve((other.address() as { port: number }).port));
    });
    await expect(start({ PORT: String(port) })).rejects.toThrow('EADDRINUSE');
    other.close();
  });

  it('counts requests of all processes against one limit', async () => {
    const begin = performance.now();
    const statuses: number[] = [];
    for (let n = 0; n < 90; n++) statuses.push(await send({ secret: 'bhk_wrong' }));
    expect(running.serving()).toHaveLength(2);
    // What a minute restores, if this machine is slow.
    const restored = ((performance.now() - begin) / 60_000) * 30;
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(30 + Math.ceil(restored));
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    const [first = 0, second = 0] = await counted();
    expect(Math.min(first, second)).toBeGreaterThan(0);
    expect(first + second).toBe(90);
  });

  it('replaces a process that is killed, while the others respond', async () => {
    const [killed = 0, other = 0] = await untilServing(2);
    process.kill(killed, 'SIGKILL');
    await eventually('it has ended', () => (isRunning(killed) ? undefined : true));
    const pids = await untilServing(2, [killed]);
    expect(pids).toContain(other);
    const replaced = 'a process of the API ended (SIGKILL); starting another one';
    expect(running.lines().map(({ msg }) => msg)).toContain(replaced);
    expect((await counted()).filter((count) => count > 0)).toHaveLength(2);
  });

  it('fails no request while its processes are stopped in an orderly way and replaced', async () => {
    const before = await clientsCount(api);
    let [requests, confirmed] = [0, 0];
    for (let round = 0; round < ROUNDS; round++) {
      const agent = new Agent({ keepAlive: true });
      const load = steadyLoad({ url: `http://127.0.0.1:${running.port}`, key, perSecond: 50, agent });
      const known = running.serving();
      const stopping = known.filter(isRunning).slice(0, isFullRun ? 2 : 1);
      const [seen = {}] = await whileLoading([load], async () => {
        for (const [at, pid] of stopping.entries()) {
          await load.untilSent(50);
          process.kill(pid, 'SIGTERM');
          await eventually('it has ended', () => (isRunning(pid) ? undefined : true));
          await untilServing(at + 1, known);
        }
      });
      expect(Object.keys(seen).toSorted()).toEqual(['200', '201']);
      requests += (seen['200'] ?? 0) + (seen['201'] ?? 0);
      confirmed += seen['201'] ?? 0;
      agent.destroy();
      for (const pid of stopping)
        expect(running.lines()).toContainEqual(expect.objectContaining({ pid, msg: 'stopped' }));
    }
    if (isFullRun) process.stdout.write(`${ROUNDS} rounds: ${requests} requests\n`);
    expect((await clientsCount(api)) - before).toBe(confirmed);
  });

  it('stops all of them on SIGTERM', async () => {
    const pids = running.serving().filter(isRunning);
    expect(pids).toHaveLength(2);
    expect(await end(running.primary, 'SIGTERM')).toBe(0);
    expect(pids.filter(isRunning)).toEqual([]);
    await expect(send()).rejects.toThrow('ECONNREFUSED');
  });

  unless(isFullRun ? (isInstalled('nginx') ? undefined : 'nginx is not installed') : 'npm run test:full', it)(
    'behind nginx, stopped and started again as a whole, leaves a problem to each request that it does not serve',
    async () => {
      const port = await freePort();
      running = await start({ ...UNLIMITED, PORT: String(port) });
      // The second address of the documented configuration refuses connections, like the first one during the restart.
      const proxy = await InstalledProxy.start('nginx', [`127.0.0.1:${port}`, `127.0.0.1:${await freePort()}`]);
      const before = await clientsCount(api);
      const total = { confirmed: 0, read: 0, rejected: 0, ms: 0 };
      for (let round = 0; round < ROUNDS; round++) {
        const load = steadyLoad({ url: proxy.url, key, perSecond: 50 });
        const [seen = {}] = await whileLoading([load], async () => {
          await load.untilSent(50);
          const stopped = performance.now();
          expect(await end(running.primary, 'SIGTERM')).toBe(0);
          running = await start({ ...UNLIMITED, PORT: String(port) });
          total.ms += performance.now() - stopped;
          await load.untilSent(100);
        });
        const others = Object.keys(seen).filter((what) => what !== '200' && what !== '201');
        expect(others).toEqual(others.length > 0 ? [expect.stringMatching(/^503 \{.*"code":"not_ready"/)] : []);
        total.confirmed += seen['201'] ?? 0;
        total.read += seen['200'] ?? 0;
        total.rejected += seen[others[0] ?? ''] ?? 0;
      }
      await proxy.stop();
      process.stdout.write(`${ROUNDS} restarts of the group: ${JSON.stringify(total)}\n`);
      expect((await clientsCount(api)) - before).toBe(total.confirmed);
      expect(await end(running.primary, 'SIGTERM')).toBe(0);
    },
  );

  it('keeps its shutdown delay if all of them get the signal, as from a terminal, and ends it with the second one', async () => {
    running = await start({ SHUTDOWN_DELAY_SECONDS: '120', ...UNLIMITED });
    const pids = await untilServing(2);
    const stopping = () => running.lines().filter(({ msg }) => msg.endsWith(': stopping')).length;
    for (const pid of [running.primary.pid ?? 0, ...pids]) process.kill(pid, 'SIGTERM');
    await eventually('all are stopping', () => stopping() === 3 || undefined);
    for (let n = 0; n < 30; n++) {
      expect(await send()).toBe(200);
      expect(await send({ path: '/health/ready' })).toBe(503);
      await sleep(20);
    }
    expect(await end(running.primary, 'SIGTERM')).toBe(0);
    expect(pids.filter(isRunning)).toEqual([]);
  });
});
