import type { ChildProcess } from 'node:child_process';
import { freePort } from '@billhook/testing/free-port';
import { isFullRun } from '@billhook/testing/full-run';
import { isInstalled } from '@billhook/testing/installed-programs';
import { eventually } from '@billhook/testing/patience';
import { end, spawnProgram } from '@billhook/testing/program';
import { unless, withProgram } from '@billhook/testing/skipped';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SECRET, TestApi } from '../support/api.js';
import { clientBody } from '../support/bodies.js';
import { InstalledProxy, type ProxyName } from '../support/proxies.js';
import { SeveredDatabase } from '../support/severed-database.js';
import { EventStreamClient } from '../support/sse.js';
import { clientsCount, steadyLoad, whileLoading, type SteadyLoad } from '../support/steady-load.js';
import { World, type KeyCaller } from '../support/world.js';

const PROXIES: readonly ProxyName[] = ['nginx', 'Caddy'];

/** As deploy/Caddyfile says: on a busy machine, several of Caddy's checks take longer than their interval. */
const SHUTDOWN_DELAY_SECONDS = '5';

/** Of each proxy. In the full run, the rate and the restarts that docs/reliability.md promises. */
const [PER_SECOND, ROUNDS] = isFullRun ? [50, 10] : [25, 1];

let api: TestApi;
let key: KeyCaller;
let line: SeveredDatabase;
const ports: number[] = [];
const processes: ChildProcess[] = [];
const proxies = new Map<ProxyName, InstalledProxy>();
/** Caddy before the first process alone. */
let single: InstalledProxy | undefined;
/** Caddy that soon gives up, for the end: without a process, the others would try for two minutes. */
let impatient: InstalledProxy | undefined;

beforeAll(async () => {
  api = await TestApi.start();
  key = await new World(api).key();
  line = await SeveredDatabase.before(api.databaseUrl);
  for (const _ of ['first', 'second']) ports.push(await freePort());
  processes.push(...(await Promise.all(ports.map(spawnApi))));
  const upstreams = ports.map((port) => `127.0.0.1:${port}`);
  for (const name of PROXIES.filter(isInstalled)) proxies.set(name, await InstalledProxy.start(name, upstreams));
  if (!isInstalled('Caddy')) return;
  single = await InstalledProxy.start('Caddy', upstreams.slice(0, 1));
  impatient = await InstalledProxy.start('Caddy', upstreams, '1s');
});
afterAll(async () => {
  await Promise.all([...proxies.values()].map((proxy) => proxy.stop()));
  await single?.stop();
  await impatient?.stop();
  await Promise.all(processes.map((child) => end(child, 'SIGKILL')));
  await line.close().catch(() => undefined);
  await api.stop();
});

const spawnApi = (port: number): Promise<ChildProcess> =>
  spawnProgram('apps/api/src/main.ts', 'listening on', {
    ...{ NODE_ENV: 'test', DATABASE_URL: line.url, APP_SECRETS: SECRET, PORT: String(port) },
    ...{ RATE_LIMIT_KEY: '0', RATE_LIMIT_COMPANY: '0', DATABASE_WAIT_SECONDS: '180', SHUTDOWN_DELAY_SECONDS },
  });

const urlOf = (name: ProxyName): string => proxies.get(name)?.url ?? '';

function ask(url: string, method = 'GET', headers: Record<string, string> = {}, body?: object): Promise<Response> {
  return fetch(url, {
    method,
    headers: { authorization: `Bearer ${key.secret}`, ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
}

/**
 * Stops a process as an orchestrator does, and starts its successor at the same address. A read waits for it where Caddy has no other
 * process.
 */
async function restart(index: number): Promise<void> {
  const [child, port] = [processes[index]!, ports[index]!];
  const url = `http://127.0.0.1:${port}`;
  const ended = end(child, 'SIGTERM');
  const answer = await eventually('it is stopping', async () => {
    const serving = await fetch(`${url}/health/serving`);
    return serving.status === 503 ? serving : undefined;
  });
  expect(answer.headers.get('retry-after')).toBe('5');
  expect(await answer.json()).toMatchObject({ code: 'not_ready', detail: expect.stringContaining('is stopping') });
  expect((await fetch(`${url}/health/ready`)).status).toBe(503);
  expect((await fetch(`${url}/health/live`)).status).toBe(200);
  const served = await ask(`${url}/v1/me`);
  expect([served.status, served.headers.get('connection')]).toEqual([200, 'close']);
  expect(await ended).toBe(0);
  const waiting = index === 0 && single ? ask(`${single.url}/v1/me`) : undefined;
  processes[index] = await spawnApi(port);
  expect((await waiting)?.status ?? 200).toBe(200);
}

const untilSent = (loads: readonly SteadyLoad[], seconds: number): Promise<unknown> =>
  Promise.all(loads.map((load) => load.untilSent(seconds * PER_SECOND)));

describe.each(PROXIES)('behind %s as documented', (name) => {
  withProgram(name, it)('If-Match takes the tag of a response that the proxy has compressed', async () => {
    const created = await ask(`${urlOf(name)}/v1/clients`, 'POST', {}, clientBody);
    const { id } = (await created.json()) as { id: number };
    const path = `${urlOf(name)}/v1/clients/${id}`;
    const read = await ask(path, 'GET', { 'accept-encoding': 'gzip' });
    const tag = read.headers.get('etag') ?? '';
    expect([read.headers.get('content-encoding'), tag]).toEqual(['gzip', expect.stringMatching(/^(W\/)?"1-/)]);
    const edited = await ask(path, 'PATCH', { 'if-match': tag }, { name: 'Lumen' });
    expect(edited.status).toBe(200);
    expect((await ask(path, 'PATCH', { 'if-match': tag }, { name: 'Nox' })).status).toBe(412);
  });

  withProgram(name, it)('an event stream arrives while it is open', async () => {
    const stream = await EventStreamClient.open({ url: urlOf(name) }, key);
    await eventually('its first line arrives', () => stream.retry);
    stream.close();
  });

  withProgram(name, it)('no token of a link is in the log', async () => {
    const token = 'aB3456789012345678901234567890cD';
    for (const path of [`/d/${token}`, `/d/${token}?x=1`, `/%64/${token}`, `//d/${token}`])
      expect([path, (await ask(urlOf(name) + path)).status]).toEqual([path, 404]);
    const masked = { nginx: '"GET /d/{token} HTTP/1.1" 404', Caddy: '"uri":"/d/token"' }[name];
    await eventually('it is in the log', () => proxies.get(name)?.log().includes(masked) || undefined);
    expect(proxies.get(name)?.log()).not.toContain(token);
  });

  withProgram(name, it)('a body that Billhook rejects gets its problem', async () => {
    const answer = await ask(`${urlOf(name)}/v1/clients`, 'POST', {}, { ...clientBody, notes: 'x'.repeat(3_000_000) });
    expect([answer.status, await answer.json()]).toEqual([413, expect.objectContaining({ code: 'body_too_large' })]);
  });
});

describe('a process before its stop', () => {
  it('is not ready, serves requests, and ends their connections', () => restart(1));
});

describe('two API processes that are restarted in turn', () => {
  unless(PROXIES.some(isInstalled) ? undefined : 'neither nginx nor Caddy is installed', it)(
    'lose no request behind a proxy, and store each confirmed one once',
    async () => {
      const before = await clientsCount(api);
      const requests = new Map<string, number>();
      let confirmed = 0;
      for (let round = 0; round < ROUNDS; round++) {
        const loads = [...proxies.values()].map(({ url }) => steadyLoad({ url, key, perSecond: PER_SECOND }));
        const seenByAll = await whileLoading(loads, async () => {
          for (const index of isFullRun ? [0, 1] : [0]) {
            await untilSent(loads, 1);
            await restart(index);
            // Caddy finds the successor with its next check. Before that, the other process must not stop.
            if (isFullRun) await untilSent(loads, 3);
          }
        });
        for (const [at, name] of [...proxies.keys()].entries()) {
          const seen = seenByAll[at] ?? {};
          expect([name, Object.keys(seen).toSorted()]).toEqual([name, ['200', '201']]);
          confirmed += seen['201'] ?? 0;
          requests.set(name, (requests.get(name) ?? 0) + (seen['200'] ?? 0) + (seen['201'] ?? 0));
        }
      }
      if (isFullRun)
        process.stdout.write(`${ROUNDS} rounds: ${JSON.stringify(Object.fromEntries(requests))} requests\n`);
      expect((await clientsCount(api)) - before).toBe(confirmed);
    },
  );
});

// The last ones: the database does not come back.
describe.each(PROXIES)('behind %s, without the database', (name) => {
  withProgram(name, it)('the problem of Billhook arrives, with its headers', async () => {
    await line.close().catch(() => undefined);
    const answer = await ask(`${urlOf(name)}/v1/clients`);
    expect(answer.status).toBe(503);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': expect.stringContaining('application/problem+json'),
      'retry-after': '5',
      'request-id': expect.stringMatching(/^req_/),
      'access-control-allow-origin': '*',
    });
    expect(await answer.json()).toMatchObject({ code: 'not_ready', type: expect.stringContaining('/docs/errors/') });
    for (const path of ['/health/live', '/health/serving', '/docs/'])
      expect((await ask(`${urlOf(name)}${path}`)).status).toBe(200);
  });
});

describe.each(PROXIES)('behind %s, without a process', (name) => {
  withProgram(name, it)('the proxy responds with a problem document', async () => {
    await Promise.all(processes.map((child) => end(child, 'SIGKILL')));
    const url = name === 'Caddy' ? impatient?.url : urlOf(name);
    const answer = await ask(`${url}/v1/clients`, 'POST', {}, clientBody);
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('retry-after')]).toEqual([
      ...[503, 'application/problem+json', '5'],
    ]);
    expect(await answer.json()).toMatchObject({ status: 503, code: 'not_ready' });
  });
});
