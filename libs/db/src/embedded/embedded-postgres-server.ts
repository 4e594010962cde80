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
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from '@billhook/platform/running-process';
import pg from 'pg';
import { giveTo, runAs, spawnAs, type PostgresAccount } from './embedded-postgres-account.js';
import type { Programs } from './embedded-postgres-programs.js';

/** The superuser of every embedded server. */
export const USER = 'billhook';
const START_TRIES = 4;
const END_MS = 5_000;
const READY_MS = 60_000;
/** Milliseconds to wait without printing an explanation. */
const SILENT_MS = 3_000;

// The path of a unix socket has at most 107 bytes; PostgreSQL adds this name to its folder.
const SOCKET_NAME = '/.s.PGSQL.65535';
const SOCKET_LIMIT = 107;

/** Tests do not need durability, and open many small pools. */
export const THROWAWAY = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_connections=300',
  'wal_level=minimal',
  'max_wal_senders=0',
  // The kernel copies the files of a template, which halves the cost of a clone. Other systems may lack the call.
  ...(process.platform === 'linux' ? ['file_copy_method=clone'] : []),
];

/** The contents of the file that a running server writes into its data folder. */
export type Running = { pid: number; folder: string; port: number; ready: boolean };

/** Creates the cluster under another name and renames it when complete, so an interrupted start leaves no partial cluster. */
export async function createCluster(
  dir: string,
  cluster: string,
  password: string,
  { initdb }: Programs,
  account: PostgresAccount,
) {
  const unfinished = `${cluster}.new`;
  const passwordFile = join(dir, 'initial-password');
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  giveTo(account, unfinished);
  giveTo(account, passwordFile);
  try {
    // PostgreSQL's own C.UTF-8 sorts identically on every system, independent of installed locales.
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

/**
 * Finds the server that runs on the cluster. Removes the files of a server that does not: left by kill -9, or copied.
 * @param onWait called once with a sentence if a running server does not respond soon
 * @throws an Error with instructions if it rejects the password, cannot be reached, or does not respond in time
 */
export async function findRunning(
  cluster: string,
  password: string,
  onWait: (sentence: string) => void,
): Promise<Running | undefined> {
  const began = Date.now();
  let hasSpoken = false;
  for (;;) {
    const running = readRunning(cluster);
    // A server that starts, stops or recovers is ready soon, unless another program has its process id.
    const expected = running && isAlive(running.pid) && running.folder === cluster && isPostgres(running.pid);
    if (expected && running.ready && (await answers(running.port, password, cluster))) return running;
    if (!expected) break;
    const waited = Date.now() - began;
    if (waited > READY_MS) {
      throw new Error(
        `PostgreSQL (process ${running.pid}) runs in ${cluster} but does not respond. End it and start again: kill -INT ${running.pid}`,
      );
    }
    if (waited > SILENT_MS && !hasSpoken) {
      hasSpoken = true;
      onWait(`Waiting up to ${READY_MS / 1000} s for PostgreSQL (process ${running.pid}), which does not respond yet.`);
    }
    await sleep(50);
  }
  // PostgreSQL assumes a running server if the process id in such a file exists, even for another program or a zombie.
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
  } catch (error) {
    // Later attempts would fail in the same way.
    const reason = reasonOf(error, dirname(cluster));
    if (reason) throw reason;
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Errors of connections to the embedded server that waiting does not fix, with instructions. Undefined for others. */
export function reasonOf(error: unknown, dir: string): Error | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === '28P01')
    return new Error(
      `The password in ${join(dir, 'password')} is not that of the database beside it.\nCopy the file that belongs to ${join(dir, 'cluster')} back, such as from a backup. Without any data to keep, delete ${dir}.`,
    );
  if (['ENETUNREACH', 'EADDRNOTAVAIL', 'EHOSTUNREACH', 'EPERM', 'EACCES'].includes(code))
    return new Error(
      `This machine does not allow connections to itself at 127.0.0.1 (${code}).\nStart its loopback interface (ip link set lo up), or correct the rules of its firewall.`,
    );
  return undefined;
}

/** Whether the process is PostgreSQL, on Linux; true on other systems. */
function isPostgres(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres';
  } catch {
    return true;
  }
}

/**
 * Starts the server on a free port.
 * @param own settings of this start, as `name=value`
 * @throws an Error with the end of its log if it does not start
 */
export async function startServer(
  dir: string,
  cluster: string,
  programs: Programs,
  account: PostgresAccount,
  own: readonly string[],
): Promise<Running> {
  const logFile = join(dir, 'postgres.log');
  for (let attempt = 1; ; attempt += 1) {
    const port = await findPort(dir);
    const settings = [
      `port=${port}`,
      'listen_addresses=127.0.0.1',
      `unix_socket_directories=${socketFolder(dir) ?? ''}`,
    ];
    const flags = [...settings, ...own].flatMap((setting) => ['-c', setting]);
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
    // Another program may have taken the port, or backends of a killed server may still be exiting.
    if (attempt === START_TRIES) {
      const tail = readFileSync(logFile, 'utf8').trim().split('\n').slice(-8).join('\n  ');
      throw new Error(`The embedded PostgreSQL in ${dir} does not start. Its log ends with:\n  ${tail}`);
    }
    await sleep(500);
  }
}

/** Stops the server after a rollback of its transactions, or immediately after 20 s. */
export async function stopServer(
  cluster: string,
  pid: number,
  { pg_ctl }: Programs,
  account: PostgresAccount,
): Promise<void> {
  for (const mode of ['fast', 'immediate']) {
    const stopped = await runAs(account, [pg_ctl, 'stop', '-D', cluster, '-m', mode, '-t', '20', '-s']).then(
      () => undefined,
      (error: unknown) => error,
    );
    // The file of the process id is removed a moment before the process ends.
    for (let waited = 0; isAlive(pid) && waited < END_MS; waited += 25) await sleep(25);
    if (!isAlive(pid)) return;
    if (mode === 'immediate') throw new Error(`PostgreSQL (process ${pid}) does not stop.`, { cause: stopped });
  }
}

/** The previous port if it is free, so tools that use it still work; otherwise any free one. */
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

/** Only the server's user (and root) can open the data folder, so it is safe for a socket. */
export function socketFolder(dir: string): string | undefined {
  const folder = join(dir, 'cluster');
  const usable = process.platform !== 'win32' && Buffer.byteLength(folder + SOCKET_NAME) <= SOCKET_LIMIT;
  return usable ? folder : undefined;
}
