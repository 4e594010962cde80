import { constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { withoutPassword } from '../libs/platform/src/without-password.ts';
import { followNpm } from './lib/ancestors.ts';
import { banner } from './lib/banner.ts';
import { warnOfConnections } from './lib/connections.ts';
import { Database } from './lib/database.ts';
import { ensureDemo, migrate, type DemoParts, type ProgramEnv, type ShownDemo } from './lib/demo.ts';
import { giveToOwner } from './lib/owner.ts';
import { checkPort } from './lib/port.ts';
import { beginBuild, checkNode, ensureBuilt, ensureInstalled, PARTS } from './lib/prepare.mjs';
import { Processes } from './lib/processes.ts';
import { MEMORY_ENV, PROGRAM_FLAGS } from './lib/program-options.mjs';
import { endRunning } from './lib/run.mjs';
import { fail, Fault, said, step } from './lib/say.mjs';
import { setUpLinkOf } from './lib/set-up-link.ts';
import { address, checkSettings, readDotEnv, removeAddress, startDefaults, storeAddress } from './lib/settings.ts';
import { onStopSignal } from './lib/stop-signals.mjs';
import { startWatching } from './lib/watch.ts';

/*
 * All of Billhook on one machine: packages, build, database, demo data, API and worker. Imports only Node's own modules
 * before the packages are installed.
 */

const READY_MS = 60_000;
/** Longer than a response that waits for a Redis that does not respond (5 s for each check). */
const ANSWER_MS = 10_000;

const PROGRAMS = ['api', 'worker'] as const;
const watching = process.argv.includes('--watch');
const database = new Database();
const processes = new Processes((message) => void stop(new Fault(message)));
let stopping = false;

onStopSignal(
  () => (stopping ? processes.kill() : void stop()),
  () => processes.kill(),
);
// npm forwards Ctrl-C, but not a kill: Billhook would continue without a way to stop it.
followNpm(() => void stop());
// The reader of the output has exited, as `head` does: nothing would show that Billhook is running, so stop.
process.stdout.on('error', () => void stop());

// Such as a limit of addresses that WebAssembly exceeds: the programs and PostgreSQL would continue.
process.on('uncaughtException', (error) => void stop(error));

start().catch(stop);

async function start(): Promise<void> {
  checkNode();
  readDotEnv();
  const { host, port } = address();
  await checkPort(host, port);
  // Watching needs the compiler.
  await ensureInstalled(watching ? PARTS.all : PARTS.programs);
  let started: Promise<unknown> | undefined;
  if (watching) {
    await ensureBuilt();
  } else {
    const { served } = await beginBuild();
    started = served.then(() => startPrograms());
    // `await started` below reports the error.
    started.catch(() => undefined);
  }
  if (stopping) return;

  const defaults = startDefaults();
  const embedded = !process.env.DATABASE_URL;
  const own = { ...process.env, ...defaults };
  const settings = await checkSettings(embedded ? { ...own, DATABASE_URL: 'postgresql://embedded/billhook' } : own);
  const env = { ...defaults, DATABASE_URL: embedded ? await database.start() : settings.DATABASE_URL };
  const baseUrl = (process.env.PUBLIC_URL || `http://localhost:${port}`).replace(/\/+$/, '');
  storeAddress(baseUrl);
  await migrate(env);
  if (!embedded) await warnOfConnections(env.DATABASE_URL, settings);
  const allowsLocalReceivers = 'WEBHOOK_ALLOW_HTTP' in defaults && 'WEBHOOK_ALLOWED_CIDRS' in defaults;
  const recreate = embedded ? () => database.recreate() : undefined;
  const demo = await demoOf({ baseUrl, env, hasReceiver: allowsLocalReceivers, recreate });
  await started;
  if (stopping) return;

  if (embedded) database.watch((message) => void stop(new Fault(message)));
  if (watching) {
    // `node --watch` starts the programs itself, so these could not receive their settings later.
    await startPrograms(env);
    startWatching(processes);
  } else {
    processes.proceed((name) => envOf(name, env));
  }
  await step('', 'API and worker are running', () => waitUntilReady(host, port));
  giveToOwner();
  process.stdout.write(
    banner({
      baseUrl,
      demo,
      allowsLocalReceivers,
      // By TCP, which every client can use.
      database: withoutPassword(embedded ? database.url : env.DATABASE_URL),
      setUpLink:
        demo.members.length > 0 ? undefined : await setUpLinkOf(localUrl(host, port), { ...env, PUBLIC_URL: baseUrl }),
    }),
  );
  // Vite replaces the pages while it watches.
  if (!watching) await compressLater();
}

/** Compresses pages and documentation that the build has not compressed. They are already served, so a failure ends nothing. */
async function compressLater(): Promise<void> {
  const { compressServed } = await import('./lib/quick-build.mjs');
  await compressServed(constants.priority.PRIORITY_LOW).catch((error: unknown) =>
    process.stderr.write(`Some pages are sent uncompressed. ${said(error)}\n`),
  );
}

/**
 * Starts API and worker. Without settings, they load their modules while PostgreSQL starts, and wait for them. The worker follows when the
 * API has loaded its own: on two cores, loading both together would delay the first response.
 */
async function startPrograms(env?: ProgramEnv): Promise<void> {
  const preload = (file: string, query = '') => ['--import', `${new URL(`lib/${file}`, import.meta.url).href}${query}`];
  for (const name of PROGRAMS) {
    if (stopping) return;
    const dist = `apps/${name}/dist`;
    const flags = env
      ? // The bundle is written by a whole build only.
        [
          '--enable-source-maps',
          '--watch',
          '--watch-preserve-output',
          ...preload('follow-parent.mjs'),
          `${dist}/main.js`,
        ]
      : [
          ...preload('follow-parent.mjs'),
          ...preload('early-start.mjs', `?bundle=${dist}/bundle/load.js`),
          `${dist}/bundle/main.js`,
        ];
    processes.start(name, [...PROGRAM_FLAGS, ...flags], { ...MEMORY_ENV, ...(env && envOf(name, env)) });
    if (!env && name === 'api') await processes.loaded(name);
  }
}

/** Two programs cannot serve their metrics on one port: the worker gets the first port after the ports of the API. */
function envOf(name: string, env: ProgramEnv): ProgramEnv {
  const port = Number(process.env.METRICS_PORT || 0);
  if (name !== 'worker' || port === 0) return env;
  return { ...env, METRICS_PORT: String(port + Number(process.env.API_PROCESSES || 1)) };
}

/** No demo data in production, because its passwords are public. */
async function demoOf(parts: DemoParts): Promise<ShownDemo> {
  return process.env.NODE_ENV === 'production' ? { state: 'production', members: [] } : ensureDemo(parts);
}

/** The address of the API on this machine. */
function localUrl(host: string, port: number): string {
  const local = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${local.includes(':') ? `[${local}]` : local}:${port}`;
}

async function waitUntilReady(host: string, port: number): Promise<void> {
  const url = `${localUrl(host, port)}/health/ready`;
  const deadline = Date.now() + READY_MS;
  while (!stopping) {
    const ready = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) }).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return;
    if (Date.now() > deadline)
      throw new Fault(`The API did not respond to ${url} with 200 within ${READY_MS / 1000} s.`);
    await sleep(50);
  }
  // `stop` ends this process. The step must not report a success.
  await new Promise(() => undefined);
}

/** Stops everything in order: users of the database before the database. Prints a fault, and then exits with 1. */
async function stop(fault?: unknown): Promise<void> {
  if (stopping) return;
  stopping = true;
  if (fault) fail(fault);
  else process.stdout.write('\nStopping …\n');
  removeAddress();
  await endRunning();
  await processes.stop();
  await database.stop().catch(fail);
  giveToOwner();
  process.exit();
}
