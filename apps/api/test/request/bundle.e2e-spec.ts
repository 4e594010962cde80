import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { loadRunEnv } from '@billhook/platform/spec-env';
import { freePort } from '@billhook/testing/free-port';
import { end, spawnProgram } from '@billhook/testing/program';
import { unless } from '@billhook/testing/skipped';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SECRET, TestApi } from '../support/api.js';
import { differencesFromDocument } from '../support/described-operations.js';
import { Records } from '../support/records.js';
import { World, type KeyCaller } from '../support/world.js';

const run = promisify(execFile);
const at = (path: string): string => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));

// Only a run that has built everything has bundles of the current sources.
const built = unless(loadRunEnv().TEST_PROGRAMS === 'dist' ? undefined : 'npm test', describe);

for (const app of ['api', 'worker'])
  built(`the bundle of the ${app}`, () => {
    /** Runs a script in a separate process without settings. `load` has the path of the bundle. Returns its output. */
    const output = async (script: string, env: Record<string, string> = {}) => {
      const path = JSON.stringify(at(`apps/${app}/dist/bundle/load.js`));
      return run(process.execPath, ['--max-semi-space-size=8', '-e', `const load = ${path}; ${script}`], { env });
    };

    it('runs the compiled code that the build stored, which every user may read', async () => {
      const { stderr } = await output('import(load).then(() => process.exit());', {
        NODE_DEBUG_NATIVE: 'COMPILE_CACHE',
      });
      expect(stderr).toMatch(/V8 code cache for CommonJS \S*program\.cjs was accepted/);
      const cache = at(`apps/${app}/dist/bundle/cache`);
      const files = (await readdir(cache, { recursive: true, withFileTypes: true })).filter((each) => each.isFile());
      const found = await Promise.all(files.map((each) => stat(join(each.parentPath, each.name))));
      // The code of the program is the largest. A process that runs later adds modules that only its user may read.
      const [program] = found.toSorted((one, other) => other.size - one.size);
      expect((program?.mode ?? 0) & 0o777).toBe(0o644);
    });

    it('keeps its source outside the heap of V8', async () => {
      const { size } = await stat(at(`apps/${app}/dist/bundle/program.cjs`));
      const script = `import(load).then(() => {
      process.stdout.write(String(require('node:v8').getHeapCodeStatistics().external_script_source_size)); });`;
      expect(Number((await output(script)).stdout)).toBeGreaterThan(size);
    });

    it('starts threads under the preload of npm start', async () => {
      const preload = `${new URL('../../../../tools/lib/early-start.mjs', import.meta.url).href}?bundle=apps/${app}/dist/bundle/load.js`;
      // A module: only its start waits for what the preload awaits.
      const module = "import { parentPort } from 'node:worker_threads'; parentPort.postMessage('ready')";
      const script = `const { Worker } = require('node:worker_threads');
      const thread = new Worker(new URL(${JSON.stringify(`data:text/javascript,${module}`)}));
      thread.once('message', (message) => process.send(message, () => process.exit()));`;
      const child = spawn(process.execPath, ['--import', preload, '-e', script], {
        ...{ env: {}, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
      });
      try {
        expect(await once(child, 'message')).toEqual(['loaded', undefined]);
        child.send({ env: {} });
        expect(await once(child, 'message')).toEqual(['ready', undefined]);
      } finally {
        child.kill('SIGKILL');
      }
    });

    it('names the lines of our sources in its stacks', async () => {
      const { stdout: stack } = await output(
        `process.exit = () => { throw new Error('ended'); };
       import(load).then(({ start }) => start()).catch((error) => process.stdout.write(error.stack));`,
      );
      expect(stack).toMatch(new RegExp(`\\(${at(`apps/${app}/src/program`)}\\.ts:\\d+:\\d+\\)`));
      expect(stack).toContain('libs/platform/src/load-env.ts:');
    });
  });

built('the API in its bundle', () => {
  let api: TestApi;
  let key: KeyCaller;
  let none: KeyCaller;
  let child: ChildProcess;
  let url: string;

  beforeAll(async () => {
    api = await TestApi.start();
    api.clock.set(new Date());
    key = await new World(api).key();
    none = await new World(api).key({ scopes: [] });
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    child = await spawnProgram('apps/api/src/main.ts', 'listening on', {
      ...{ NODE_ENV: 'test', DATABASE_URL: api.databaseUrl, APP_SECRETS: SECRET, PORT: String(port) },
      // Each operation is called without a key.
      RATE_LIMIT_ADDRESS: '1000',
    });
  });
  afterAll(async () => {
    await end(child, 'SIGKILL');
    await api.stop();
  });

  const get = (path: string) => fetch(url + path, { headers: { authorization: `Bearer ${key.secret}` } });

  it('answers every operation as the document says: no name and no decorator differs', async () => {
    expect(await differencesFromDocument(url, { all: key.secret, none: none.secret })).toEqual([]);
  });

  it('renders PDFs in threads, which find their program and fonts', async () => {
    const { id } = await new Records(key).draft();
    const response = await get(`/v1/invoices/${id}/pdf`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(
      Buffer.from(await response.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  });

  it('serves the built pages', async () => {
    expect(await (await fetch(`${url}/settings`)).text()).toContain('/settings/assets/');
  });
});

built('the worker in its bundle', () => {
  it('serves the page of the operator', async () => {
    const api = await TestApi.start();
    const [port, password] = [await freePort(), 'correct-horse-battery'];
    const child = await spawnProgram('apps/worker/src/main.ts', 'ready', {
      ...{ NODE_ENV: 'test', DATABASE_URL: api.databaseUrl, APP_SECRETS: SECRET },
      ...{ OPERATOR_PORT: String(port), OPERATOR_PASSWORD: password },
    });
    try {
      const authorization = `Basic ${Buffer.from(`operator:${password}`).toString('base64')}`;
      const response = await fetch(`http://127.0.0.1:${port}/`, { headers: { authorization } });
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    } finally {
      await end(child, 'SIGKILL');
      await api.stop();
    }
  });
});
