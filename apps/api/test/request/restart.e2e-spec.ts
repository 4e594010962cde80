import type { ChildProcess } from 'node:child_process';
import { freePort } from '@billhook/testing/free-port';
import { eventually } from '@billhook/testing/patience';
import { end, spawnProgram } from '@billhook/testing/program';
import { inFullRun } from '@billhook/testing/skipped';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SECRET, TestApi } from '../support/api.js';
import { clientBody } from '../support/bodies.js';
import { RotatingProxy } from '../support/rotating-proxy.js';
import { World, type KeyCaller } from '../support/world.js';

/** Longer than the proxy takes to notice on any machine; the second signal ends it then. */
const SHUTDOWN_DELAY_SECONDS = '120';
const CALLERS = 6;

let api: TestApi;
let proxy: RotatingProxy;
let key: KeyCaller;
const running = new Set<ChildProcess>();

beforeAll(async () => {
  api = await TestApi.start();
  proxy = await RotatingProxy.start();
  key = await new World(api).key();
});
afterAll(async () => {
  await Promise.all([...running].map((child) => end(child, 'SIGKILL')));
  proxy.close();
  await api.stop();
});

interface Spawned {
  readonly child: ChildProcess;
  readonly url: string;
}

async function spawnApi(): Promise<Spawned> {
  const port = await freePort();
  const child = await spawnProgram('apps/api/src/main.ts', 'listening on', {
    ...{ NODE_ENV: 'test', DATABASE_URL: api.databaseUrl, APP_SECRETS: SECRET, PORT: String(port) },
    ...{ RATE_LIMIT_KEY: '0', RATE_LIMIT_COMPANY: '0', SHUTDOWN_DELAY_SECONDS },
  });
  running.add(child);
  return { child, url: `http://127.0.0.1:${port}` };
}

/** Calls the API through the proxy until it is stopped. Counts the responses by their status, and broken connections as 0. */
function callers(): { counts: Map<number, number>; total: () => number; stop: () => Promise<void> } {
  const counts = new Map<number, number>();
  const total = (): number => [...counts.values()].reduce((sum, count) => sum + count, 0);
  let going = true;
  const headers = { authorization: `Bearer ${key.secret}`, 'content-type': 'application/json' };
  const call = async (turn: number): Promise<void> => {
    const write = { method: 'POST', headers, body: JSON.stringify(clientBody) };
    const response = fetch(`${proxy.url}/v1/clients`, turn % 2 === 0 ? write : { headers });
    const status = await response.then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.status;
      },
      () => 0,
    );
    counts.set(status, (counts.get(status) ?? 0) + 1);
  };
  const loops = Array.from({ length: CALLERS }, async () => {
    for (let turn = 0; going; turn++) await call(turn);
  });
  return {
    counts,
    total,
    stop: async () => {
      going = false;
      await Promise.all(loops);
    },
  };
}

const inFull = inFullRun(describe);

inFull('two API processes that are restarted in turn under load', () => {
  it('reject and lose no request, and store what they confirmed', async () => {
    const processes = await Promise.all([spawnApi(), spawnApi()]);
    for (const { url } of processes) proxy.add(url);
    await eventually('both are ready', () => (processes.every(({ url }) => proxy.isReady(url)) ? true : undefined));
    const load = callers();
    for (const { child, url } of processes) {
      const before = load.total();
      await eventually('it serves requests', () => (load.total() > before + 20 ? true : undefined));
      child.kill('SIGTERM');
      await eventually('the proxy has noticed', () => (proxy.isReady(url) ? undefined : true));
      const during = load.total();
      await eventually('the other serves requests', () => (load.total() > during + 20 ? true : undefined));
      expect(await end(child, 'SIGTERM')).toBe(0);
      running.delete(child);
      const next = await spawnApi();
      proxy.add(next.url);
      await eventually('its successor is ready', () => (proxy.isReady(next.url) ? true : undefined));
    }
    await load.stop();
    expect([...load.counts.keys()].toSorted((a, b) => a - b)).toEqual([200, 201]);
    const [row] = await api.database.query<{ count: number }>({
      name: 'test_clients',
      text: 'SELECT count(*) FROM clients',
    });
    expect(row?.count).toBe(load.counts.get(201));
  });
});

describe('a process before its stop', () => {
  it('is not ready, serves requests, and ends their connections', async () => {
    const { child, url } = await spawnApi();
    const headers = { authorization: `Bearer ${key.secret}` };
    expect((await fetch(`${url}/v1/me`, { headers })).headers.get('connection')).toBe('keep-alive');
    child.kill('SIGTERM');
    const answer = await eventually('it is not ready', async () => {
      const ready = await fetch(`${url}/health/ready`);
      return ready.status === 503 ? ready : undefined;
    });
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(await answer.json()).toMatchObject({ code: 'not_ready', detail: expect.stringContaining('is stopping') });
    const served = await fetch(`${url}/v1/me`, { headers });
    expect([served.status, served.headers.get('connection')]).toEqual([200, 'close']);
    expect((await fetch(`${url}/health/live`)).status).toBe(200);
    await end(child, 'SIGKILL');
    running.delete(child);
  });
});
