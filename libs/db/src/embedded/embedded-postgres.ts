import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '@billhook/platform/running-process';
import pg from 'pg';
import { findAccount } from './embedded-postgres-account.js';
import { exclusively, hold, isHeld } from './embedded-postgres-holders.js';
import { findPrograms } from './embedded-postgres-programs.js';
import {
  createCluster,
  findRunning,
  reasonOf,
  socketFolder,
  startServer,
  stopServer,
  THROWAWAY,
  USER,
} from './embedded-postgres-server.js';

export type EmbeddedPostgresOptions = {
  /** The folder of the server: `cluster/`, `password`, `postgres.log`. Created if missing. */
  dir: string;
  /** The database in the URLs. Created if missing. */
  database: string;
  /** For tests: fast, and lost if the machine stops. */
  throwaway?: boolean;
  /** A folder whose owner runs the server if this process is root, unless that is root as well or there is a cluster already. */
  ownerOf?: string;
  /** Called with a sentence if a step takes unusually long. */
  onWait?: (sentence: string) => void;
};

export type EmbeddedPostgres = {
  /** Over TCP on 127.0.0.1. */
  url: string;
  /** Over the unix socket, which is a fifth cheaper; equal to `url` without one. For drivers that accept an encoded path as host. */
  socketUrl: string;
  /** Whether this call started the server. */
  started: boolean;
  /** False once the server has stopped. */
  isRunning: () => boolean;
  /** Stops the server unless another process uses it. */
  stop: () => Promise<void>;
};

/**
 * Drops the database and creates it again, empty. For data that an interrupted program has left.
 * @param url of `startEmbeddedPostgres`
 */
export async function recreateDatabase(url: string): Promise<void> {
  const database = decodeURIComponent(new URL(url).pathname.slice(1));
  await onMaintenance(url, async (client) => {
    await client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(database)} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${client.escapeIdentifier(database)}`);
  });
}

/**
 * Starts the server of a folder, or joins a running one. It outlives this process until `stop` is called; the next start finds it again.
 * @throws an Error with the end of its log if it does not start
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  mkdirSync(options.dir, { recursive: true });
  // Resolves links, so that each server has one path.
  const dir = realpathSync(options.dir);
  // Accessible with any umask: as root the server runs as another user.
  chmodSync(dir, 0o755);
  const release = hold(dir);
  try {
    return await exclusively(dir, async () => {
      const cluster = join(dir, 'cluster');
      const account = await findAccount(dir, [cluster, ...(options.ownerOf === undefined ? [] : [options.ownerOf])]);
      const programs = await findPrograms(account);
      const password = passwordOf(dir);
      if (!existsSync(join(cluster, 'PG_VERSION'))) await createCluster(dir, cluster, password, programs, account);
      const found = await findRunning(cluster, password, options.onWait ?? (() => undefined));
      const running = found ?? (await startServer(dir, cluster, programs, account, options.throwaway ? THROWAWAY : []));
      const login = `${USER}:${encodeURIComponent(password)}`;
      const url = `postgresql://${login}@127.0.0.1:${running.port}/${options.database}`;
      try {
        await ensureDatabase(url, options.database);
      } catch (error) {
        // Nothing else would stop it.
        if (!found) await stopServer(cluster, running.pid, programs, account);
        throw reasonOf(error, dir) ?? error;
      }
      const socket = socketFolder(dir);
      return {
        url,
        socketUrl: socket
          ? `postgresql://${login}@${encodeURIComponent(socket)}:${running.port}/${options.database}`
          : url,
        started: found === undefined,
        isRunning: () => isAlive(running.pid),
        stop: () =>
          exclusively(dir, async () => {
            release();
            if (!isHeld(dir) && isAlive(running.pid)) await stopServer(cluster, running.pid, programs, account);
          }),
      };
    });
  } catch (error) {
    release();
    throw error;
  }
}

function passwordOf(dir: string): string {
  const file = join(dir, 'password');
  const hasCluster = existsSync(join(dir, 'cluster/PG_VERSION'));
  // A new password would not match the cluster.
  if (!existsSync(file) && hasCluster)
    throw new Error(
      `The file ${file} with the password of the database is missing.\nCopy it back, such as from a backup. Without any data to keep, delete ${dir}.`,
    );
  if (!existsSync(file)) writeFileSync(file, randomBytes(18).toString('base64url'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}

async function ensureDatabase(url: string, database: string): Promise<void> {
  await onMaintenance(url, async (client) => {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [database]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(database)}`);
  });
}

async function onMaintenance(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url.replace(/\/[^/]*$/, '/postgres') });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
