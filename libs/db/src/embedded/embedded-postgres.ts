import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { findAccount } from './embedded-postgres-account.js';
import { exclusively, hold, isAlive, isHeld } from './embedded-postgres-holders.js';
import { findPrograms } from './embedded-postgres-programs.js';
import { createCluster, findRunning, socketFolder, startServer, stopServer, USER } from './embedded-postgres-server.js';

export type EmbeddedPostgresOptions = {
  /** Where everything of this server is kept: `cluster/`, `password`, `postgres.log`. Made if missing. */
  dir: string;
  /** The database the URLs name. Made if missing. */
  database: string;
  /** For tests: quick, and lost if the machine stops. */
  throwaway?: boolean;
};

export type EmbeddedPostgres = {
  /** Over TCP on 127.0.0.1. */
  url: string;
  /** Over the unix socket, a fifth cheaper; the same as `url` where there is none. For drivers that take an encoded path as host. */
  socketUrl: string;
  /** True if this call started the server, false if it ran already. */
  started: boolean;
  /** False once the server has died or was stopped. */
  isRunning: () => boolean;
  /** Stops the server unless another living process uses it. */
  stop: () => Promise<void>;
};

/**
 * Starts the server of a folder, or joins it if it runs. It outlives this process unless `stop` is called; the next start
 * finds it again.
 * @throws an Error with the end of the server's log when it does not start
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  mkdirSync(options.dir, { recursive: true });
  // One name for one place, so that a server started by way of a link is recognised.
  const dir = realpathSync(options.dir);
  // Passable whatever the umask: as root the server runs as another user.
  chmodSync(dir, 0o755);
  const release = hold(dir);
  try {
    return await exclusively(dir, async () => {
      const cluster = join(dir, 'cluster');
      const account = await findAccount(dir, cluster);
      const programs = await findPrograms(account);
      const password = passwordOf(dir);
      if (!existsSync(join(cluster, 'PG_VERSION'))) await createCluster(dir, cluster, password, programs, account);
      const found = await findRunning(cluster, password);
      const running = found ?? (await startServer(dir, cluster, programs, account, options.throwaway === true));
      const login = `${USER}:${password}`;
      const url = `postgresql://${login}@127.0.0.1:${running.port}/${options.database}`;
      await ensureDatabase(url, options.database);
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
  if (!existsSync(file)) writeFileSync(file, randomBytes(18).toString('base64url'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}

async function ensureDatabase(url: string, database: string): Promise<void> {
  const maintenance = new URL(url);
  maintenance.pathname = '/postgres';
  const client = new pg.Client({ connectionString: maintenance.href });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [database]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(database)}`);
  } finally {
    await client.end();
  }
}
