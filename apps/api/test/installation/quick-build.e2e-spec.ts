import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '@billhook/testing/free-port';
import { end } from '@billhook/testing/program';
import { inFullRun } from '@billhook/testing/skipped';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SECRET, TestApi } from '../support/api.js';
import { differencesFromDocument } from '../support/described-operations.js';
import { Records } from '../support/records.js';
import { World, type KeyCaller } from '../support/world.js';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** A copy of the sources with the packages of this installation. */
function copySources(): string {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), 'billhook-quick-')));
  const omitted = /^(\.git|\.data|\.nx|node_modules)$|^apps\/docs\/build$|^(apps|libs)\/[^/]+\/dist$/;
  cpSync(root, copy, {
    ...{ recursive: true, verbatimSymlinks: true, preserveTimestamps: true },
    filter: (path) => !omitted.test(relative(root, path)),
  });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

// `npm test` runs all specs on this build.
const inFull = inFullRun(describe);

inFull('the build of `npm start` on a new machine', () => {
  let copy: string;
  let api: TestApi;
  let key: KeyCaller;
  let none: KeyCaller;
  let url: string;
  const running: ChildProcess[] = [];

  /** Calls functions of the tools in the copy. Returns the output. */
  const prepare = async (script: string): Promise<string> => {
    const module = `import { beginBuild, isBuilt, PARTS } from './tools/lib/prepare.mjs';
      ${script}`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', module], { cwd: copy });
    return stdout;
  };

  async function start(app: string, ready: string, variables: Record<string, string>): Promise<void> {
    const child = spawn(process.execPath, [join(copy, `apps/${app}/dist/bundle/main.js`)], {
      ...{ env: { NODE_ENV: 'test', APP_SECRETS: SECRET, DATABASE_URL: api.databaseUrl, ...variables } },
      ...{ cwd: copy, stdio: ['ignore', 'pipe', 'pipe'] },
    });
    running.push(child);
    let output = '';
    await new Promise<void>((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (chunk) => (output += String(chunk)).includes(ready) && resolve());
      child.once('exit', (code) => reject(new Error(`${app} ended (exit code ${code}): ${output}`)));
    });
  }

  beforeAll(async () => {
    copy = copySources();
    await prepare('await (await beginBuild()).served;');
    api = await TestApi.start();
    api.clock.set(new Date());
    key = await new World(api).key();
    none = await new World(api).key({ scopes: [] });
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    await start('api', 'listening on', { PORT: String(port) });
  });
  afterAll(async () => {
    for (const child of running) await end(child, 'SIGKILL');
    await api.stop();
    rmSync(copy, { recursive: true, force: true });
  });

  const get = (path: string) => fetch(url + path, { headers: { authorization: `Bearer ${key.secret}` } });

  it('writes an API that answers every operation as the document says: no name and no decorator differs', async () => {
    expect(await differencesFromDocument(url, { all: key.secret, none: none.secret })).toEqual([]);
  });

  it('writes a worker that starts, and threads that render PDFs', async () => {
    await start('worker', 'ready', {});
    const { id } = await new Records(key).draft();
    const response = await get(`/v1/invoices/${id}/pdf`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    await response.arrayBuffer();
  });

  it('writes the pages, the documentation and its downloads', async () => {
    const names = ['billhook-sdk.tgz', 'n8n-nodes-billhook.tgz', 'quickstart/', 'openapi.json'];
    const paths = ['/settings/', '/portal/', '/d/', '/docs/', ...names.map((name) => `/docs/${name}`)];
    for (const path of paths) expect([path, (await get(path)).status]).toEqual([path, 200]);
  });

  it('writes declarations of the client that the compiler accepts', async () => {
    const dist = join(copy, 'libs/sdk/dist');
    const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.d.ts'));
    expect(files).toEqual(expect.arrayContaining(['billhook.d.ts', 'generated/schema.d.ts', 'webhooks/verify.d.ts']));
    const libraries = 'es2023,dom,dom.iterable,dom.asynciterable';
    const flags = ['--ignoreConfig', '--noEmit', '--strict', '--module', 'nodenext', '--lib', libraries];
    const paths = files.map((name) => join(dist, name));
    const tsc = join(root, 'node_modules/typescript7/bin/tsc');
    // An error is in the output, and the exit code rejects.
    const { stdout } = await run(process.execPath, [tsc, ...flags, '--types', 'node', ...paths], { cwd: copy });
    expect(stdout).toBe('');
  });

  it('is not mistaken for a whole build', async () => {
    const parts = await prepare('console.log(isBuilt(PARTS.programs), isBuilt(PARTS.all));');
    expect(parts.trim()).toBe('true false');
    // The compiler would skip a project whose record exists.
    for (const project of ['libs/domain', 'libs/sdk', 'apps/api', 'apps/worker'])
      expect([project, existsSync(join(copy, project, 'dist/tsconfig.tsbuildinfo'))]).toEqual([project, false]);
  });
});
