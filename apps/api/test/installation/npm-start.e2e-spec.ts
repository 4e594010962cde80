import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { loadRunEnv } from '@billhook/platform/spec-env';
import { Clone, type NpmRun } from '@billhook/testing/clone';
import { freePort } from '@billhook/testing/free-port';
import { eventually } from '@billhook/testing/patience';
import { inTurns } from '@billhook/testing/program';
import { inFullRun } from '@billhook/testing/skipped';
import { withClient } from '@billhook/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SECRET, TestApi } from '../support/api.js';
import { World } from '../support/world.js';

const OWNER = 'owner@boreal.example';

let clone: Clone;
let port = '';

beforeAll(async () => {
  clone = Clone.create();
  port = String(await freePort());
});
afterAll(() => clone.remove());

const start = (variables: Record<string, string> = {}): NpmRun => clone.npm(['start'], { PORT: port, ...variables });

const isRunning = 'Ctrl-C stops everything.';

/** Ctrl-C, and the end of everything. */
async function stop(run: NpmRun): Promise<void> {
  run.signal('SIGINT', { toGroup: true });
  await clone.ended();
}

/** The number of invoices in the embedded database; 0 while there is none. */
async function invoices(): Promise<number> {
  try {
    const password = clone.read('.data/postgres/password');
    const url = `postgresql://billhook:${password}@127.0.0.1:${clone.read('.data/postgres/port')}/billhook`;
    return await withClient(url, async (client) => {
      const { rows } = await client.query<{ count: number }>('SELECT count(*)::integer AS count FROM invoices');
      return rows[0]?.count ?? 0;
    });
  } catch {
    return 0;
  }
}

/** Starts on a database without complete demo data, and stops the program that writes it when a part is written. */
async function startOfDemo(): Promise<{ run: NpmRun; writer: number }> {
  const earlier = accounts()[0]?.pid;
  const run = start();
  await eventually('the demo data is being written', () => {
    if (run.child.exitCode !== null) throw new Error(run.output);
    const [file] = accounts();
    return file && file.pid !== earlier && file.state === 'writing' ? true : undefined;
  });
  const writer = clone.processes().find(({ command }) => command.includes('apps/demo/'))?.pid ?? 0;
  expect(writer).toBeGreaterThan(0);
  await inTurns('a part of the demo data is written', writer, async () => ((await invoices()) > 0 ? true : undefined));
  expect(accounts()).toMatchObject([{ state: 'writing' }]);
  return { run, writer };
}

const accounts = (): { state: string; pid: number }[] => {
  try {
    return readdirSync(join(clone.folder, '.data/demo'))
      .filter((name) => name.endsWith('.json'))
      .map((name) => JSON.parse(clone.read(`.data/demo/${name}`)) as { state: string; pid: number });
  } catch {
    return [];
  }
};

async function signIn(output: string): Promise<number> {
  const [, password = ''] = new RegExp(`${OWNER}\\s+(\\S+)`).exec(output) ?? [];
  const response = await fetch(`http://127.0.0.1:${port}/app/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: OWNER, password }),
  });
  return response.status;
}

/** What the steps leave running for the next one, because a start takes six seconds of CPU time. */
let running: NpmRun;

describe('npm start that is interrupted while it writes the demo data', () => {
  it('ends with everything after kill -9 of its group, except PostgreSQL', async () => {
    const { run } = await startOfDemo();
    run.signal('SIGKILL', { toGroup: true });
    await eventually('all programs have ended', () =>
      clone.processes().every(({ command }) => /postgres/.test(command)) ? true : undefined,
    );
  });

  it('begins again, and ends with PostgreSQL after Ctrl-C', async () => {
    const { run, writer } = await startOfDemo();
    run.signal('SIGINT', { toGroup: true });
    process.kill(writer, 'SIGCONT');
    await clone.ended();
    expect(run.output).not.toContain('Demo data is ready');
    expect(accounts()).toMatchObject([{ state: 'writing' }]);
  });

  it('writes no demo data to another database that has data', async () => {
    const other = await TestApi.start();
    await new World(other).key();
    const run = start({ DATABASE_URL: other.databaseUrl, APP_SECRETS: SECRET });
    await run.until(isRunning);
    expect(run.output).not.toMatch(/Demo data is ready|Sign in as/);
    expect(run.output).toContain('npm run admin -- password-link --email');
    await stop(run);
    await other.stop();
    expect(accounts()).toMatchObject([{ state: 'writing' }]);
  });

  it('shows accounts that can sign in after the next start', async () => {
    running = start();
    await running.until(isRunning);
    expect(running.output).toContain('Demo data is ready');
    expect(await signIn(running.output)).toBe(201);
  });

  it('keeps the data and the address of the first start of a folder when a second one ends', async () => {
    const second = start({ PORT: String(await freePort()) });
    await second.until(isRunning);
    expect(second.output).not.toContain('Demo data is ready');
    expect(await signIn(second.output)).toBe(201);
    second.signal('SIGINT', { toGroup: true });
    await second.end();
    const admin = clone.npm(['run', 'admin', '--', 'password-link', '--email', OWNER]);
    expect(await admin.end()).toBe(0);
    expect(admin.output).toContain(`http://localhost:${port}/`);
  });
});

describe('a signal to a part of npm start', () => {
  const processOf = (pattern: RegExp): number =>
    clone.processes().find(({ command }) => pattern.test(command))?.pid ?? 0;
  const npm = (run: NpmRun): number => Number(run.child.pid);
  const shell = (run: NpmRun): number => clone.processes().find(({ parent }) => parent === npm(run))?.pid ?? 0;
  const program = (): number => processOf(/^\S*node --import \S+ \S*tools\/start\.ts/);
  const api = (): number => processOf(/apps\/api\/dist\/bundle\/main\.js/);
  const worker = (): number => processOf(/apps\/worker\/dist\/bundle\/main\.js/);

  type Row = [NodeJS.Signals, string, (run: NpmRun) => number];
  const rows: Row[] = [['SIGKILL', 'npm', npm]];
  // Each starts everything again.
  const others: Row[] = [
    ['SIGKILL', 'the shell of npm', shell],
    ['SIGKILL', 'the API', api],
    ['SIGHUP', 'npm', npm],
    ['SIGTERM', 'npm', npm],
    ['SIGHUP', 'the shell of npm', shell],
    ['SIGTERM', 'the shell of npm', shell],
    ['SIGHUP', 'the program', program],
    ['SIGTERM', 'the program', program],
    ['SIGTERM', 'the API', api],
    ['SIGKILL', 'the worker', worker],
  ];

  it.each(loadRunEnv().TEST_SIZE === 'short' ? rows : [...rows, ...others])(
    '%s to %s ends everything',
    async (signal, _part, pidOf) => {
      if (running.child.exitCode !== null || running.child.signalCode !== null) running = start();
      await running.until(isRunning);
      const pid = pidOf(running);
      expect(pid).toBeGreaterThan(0);
      process.kill(pid, signal);
      await clone.ended();
    },
  );

  inFullRun(it)('SIGKILL to the program ends all but PostgreSQL, which the next start finds', async () => {
    const run = start();
    await run.until(isRunning);
    const pid = program();
    // 0 would be the group of this process.
    expect(pid).toBeGreaterThan(0);
    process.kill(pid, 'SIGKILL');
    await eventually('API and worker have ended', () => (api() + worker() === 0 ? true : undefined));
    const next = start();
    await next.until(isRunning);
    await stop(next);
  });
});

describe('a start that fails', () => {
  it('leaves nothing that runs, and says what to do', async () => {
    const run = start({ DATABASE_URL: 'postgresql://me@127.0.0.1:1/books' });
    expect(await run.end()).toBe(1);
    await clone.ended();
    expect(run.output).toContain('PostgreSQL does not respond at 127.0.0.1:1 (ECONNREFUSED).');
    expect(run.output).not.toMatch(/^\s+at /m);
  });
});
