import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { giveTo, runAs, spawnAs, type Account } from './embedded-postgres-account.js';
import { isAlive } from './embedded-postgres-holders.js';
import type { Programs } from './embedded-postgres-programs.js';

/** The superuser of every embedded server. */
export const USER = 'billhook';
const START_TRIES = 4;
const READY_MS = 60_000;

// A unix socket's path may have 107 bytes at most; this is what PostgreSQL adds to its folder.
const SOCKET_NAME = '/.s.PGSQL.65535';
const SOCKET_LIMIT = 107;

// Tests may lose everything in a crash, and open many small pools.
const THROWAWAY = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_connections=300',
  'wal_level=minimal',
  'max_wal_senders=0',
];

/** What a running server writes into its data folder. */
export type Running = { pid: number; folder: string; port: number; ready: boolean };

/** Made beside its place and moved there when complete, so that a start killed half-way leaves nothing that looks finished. */
export async function createCluster(
  dir: string,
  cluster: string,
  password: string,
  { initdb }: Programs,
  account: Account,
) {
  const unfinished = `${cluster}.new`;
  const passwordFile = join(dir, 'initial-password');
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  giveTo(account, unfinished);
  giveTo(account, passwordFile);
  try {
    // PostgreSQL's own C.UTF-8: sorts alike on every system, whatever locales are installed.
    const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
    const access = ['--auth=scram-sha-256', `--username=${USER}`, `--pwfile=${passwordFile}`];
    await runAs(account, [initdb, `--pgdata=${unfinished}`, '--no-instructions', '--no-sync', ...locale, ...access]);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  rmSync(cluster, { recursive: true, force: true });
  renameSync(unfinished, cluster);
}

function readRunning(cluster: string): Running | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const [pid, folder, , port] = lines;
    return { pid: Number(pid), folder: folder ?? '', port: Number(port), ready: lines[7]?.trim() === 'ready' };
  } catch {
    return undefined;
  }
}

/** The server that already works on the cluster. Clears away the marks of one that does not: left by a kill -9, or copied. */
export async function findRunning(cluster: string, password: string): Promise<Running | undefined> {
  const deadline = Date.now() + READY_MS;
  for (;;) {
    const running = readRunning(cluster);
    // Starting, stopping, or recovering, it will be known soon. But another program may have got the id since.
    const expected = running && isAlive(running.pid) && running.folder === cluster && isPostgres(running.pid);
    if (expected && running.ready && (await answers(running.port, password, cluster))) return running;
    if (!expected) break;
    if (Date.now() > deadline) {
      throw new Error(
        `PostgreSQL (process ${running.pid}) runs in ${cluster} but does not respond. End it and start again.`,
      );
    }
    await sleep(50);
  }
  // PostgreSQL would take a mark for that of a living server when its process id exists, be it another program's or a zombie's.
  for (const name of readdirSync(cluster)) {
    if (name === 'postmaster.pid' || name.startsWith('.s.PGSQL.')) rmSync(join(cluster, name), { force: true });
  }
  return undefined;
}

async function answers(port: number, password: string, cluster: string): Promise<boolean> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: USER,
    password,
    database: 'postgres',
    connectionTimeoutMillis: 2_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const result = await client.query<{ data_directory: string }>('SHOW data_directory');
    return result.rows[0]?.data_directory === cluster;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Where Linux tells the name of a process, whether it is PostgreSQL; elsewhere yes, to be on the safe side. */
function isPostgres(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres';
  } catch {
    return true;
  }
}

/**
 * Starts the server on a port it finds free.
 * @throws an Error with the end of its log when it does not start
 */
export async function startServer(
  dir: string,
  cluster: string,
  programs: Programs,
  account: Account,
  throwaway: boolean,
): Promise<Running> {
  const logFile = join(dir, 'postgres.log');
  for (let attempt = 1; ; attempt += 1) {
    const port = await findPort(dir);
    const settings = [
      `port=${port}`,
      'listen_addresses=127.0.0.1',
      `unix_socket_directories=${socketFolder(dir) ?? ''}`,
    ];
    const flags = [...settings, ...(throwaway ? THROWAWAY : [])].flatMap((setting) => ['-c', setting]);
    const log = openSync(logFile, 'w');
    const server = spawnAs(account, [programs.postgres, '-D', cluster, ...flags], log);
    closeSync(log);
    let ended = false;
    server.on('exit', () => (ended = true)).on('error', () => (ended = true));
    const deadline = Date.now() + READY_MS;
    while (!ended && Date.now() < deadline) {
      const running = readRunning(cluster);
      if (running?.pid === server.pid && running?.ready) {
        writeFileSync(join(dir, 'port'), String(port));
        return running;
      }
      await sleep(10);
    }
    if (!ended) server.kill('SIGKILL');
    // Another program may have taken the port meanwhile, or backends of a killed server may still be leaving.
    if (attempt === START_TRIES) {
      const tail = readFileSync(logFile, 'utf8').trim().split('\n').slice(-8).join('\n  ');
      throw new Error(`The embedded PostgreSQL in ${dir} does not start. Its log ends with:\n  ${tail}`);
    }
    await sleep(500);
  }
}

/** Stops the server after its transactions were rolled back, or at once if that takes more than 20 s. */
export async function stopServer(cluster: string, pid: number, { pg_ctl }: Programs, account: Account): Promise<void> {
  for (const mode of ['fast', 'immediate']) {
    try {
      await runAs(account, [pg_ctl, 'stop', '-D', cluster, '-m', mode, '-t', '20', '-s']);
    } catch (error) {
      // It may have died meanwhile, which is as good.
      if (mode === 'immediate' && isAlive(pid)) throw error;
    }
    if (!isAlive(pid)) return;
  }
}

/** The port of the last time if it is free, so that a tool that is set to it goes on working; else any free one. */
async function findPort(dir: string): Promise<number> {
  const file = join(dir, 'port');
  const last = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  return tryPort(last).catch(() => tryPort(0));
}

function tryPort(port: number): Promise<number> {
  return new Promise((resolvePort, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolvePort(typeof address === 'object' && address !== null ? address.port : port));
    });
  });
}

/** The data folder itself is closed to everyone but the server's user (and root), which makes it the right place for a socket. */
export function socketFolder(dir: string): string | undefined {
  const folder = join(dir, 'cluster');
  const usable = process.platform !== 'win32' && Buffer.byteLength(folder + SOCKET_NAME) <= SOCKET_LIMIT;
  return usable ? folder : undefined;
}
