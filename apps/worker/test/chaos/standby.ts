import { appendFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@billhook/db/embedded/embedded-postgres';
import { findAccount, giveTo } from '@billhook/db/embedded/embedded-postgres-account';
import { takeBaseBackup } from '@billhook/installation/backup/base-backup';
import { unpackBackup } from '@billhook/installation/backup/unpack-backup';
import { eventually } from '@billhook/testing/patience';
import { withClient } from '@billhook/testing/test-server';
import { NetworkLink } from './network-link.js';
import type { ChaosStack } from './stack.js';

/** A second server that follows the first by streaming replication. */
export interface Standby {
  readonly dir: string;
  readonly url: string;
  /** The connection between the two servers. */
  readonly link: NetworkLink;
  /** Leaves the server to its other users. */
  readonly release: () => Promise<void>;
}

/** Without it, a server removes log that a new standby still needs. */
const KEPT_LOG = '1GB';

/**
 * Starts a standby of the server of a stack, and waits until it follows.
 * @param synchronous whether commits wait until the standby has them on its disk
 */
export async function startStandby(stack: ChaosStack, name: string, synchronous: boolean): Promise<Standby> {
  const link = await NetworkLink.before(stack.databaseUrl);
  const dir = join(stack.folder, name);
  await configure(stack.databaseUrl, { wal_keep_size: KEPT_LOG, synchronous_standby_names: '' });
  await copyServer(stack, dir, link);
  const { url, stop: release } = await startEmbeddedPostgres({ dir, database: 'billhook' });
  if (synchronous) await configure(stack.databaseUrl, { synchronous_standby_names: 'standby' });
  const state = synchronous ? 'sync' : 'async';
  await eventually(`a standby that is ${state}`, async () => {
    const [row] = await stack.read<{ state: string }>(
      `SELECT sync_state AS state FROM pg_stat_replication WHERE application_name = 'standby' AND state = 'streaming'`,
    );
    return row?.state === state || undefined;
  });
  return { dir, url, link, release };
}

/** Makes the standby the server that is written to. */
export async function promote({ url, link }: Standby): Promise<void> {
  await withClient(url, (client) => client.query('SELECT pg_promote(true, 60)'));
  // It has no standby to wait for.
  await configure(url, { synchronous_standby_names: '', primary_conninfo: '' });
  await link.close();
}

async function copyServer(stack: ChaosStack, dir: string, link: NetworkLink): Promise<void> {
  const backup = `${dir}-backup`;
  const cluster = join(dir, 'cluster');
  await takeBaseBackup(stack.databaseUrl, backup);
  mkdirSync(dir, { mode: 0o755 });
  await unpackBackup(backup, cluster);
  rmSync(backup, { recursive: true });
  const { hostname, port, username, password } = new URL(link.url);
  const source = `host=${hostname} port=${port} user=${username} password=${password} application_name=standby`;
  appendFileSync(join(cluster, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
  writeFileSync(join(cluster, 'standby.signal'), '');
  writeFileSync(join(dir, 'password'), password, { mode: 0o600 });
  const account = await findAccount(dir, [cluster]);
  giveTo(account, cluster);
  for (const name of readdirSync(cluster, { recursive: true })) giveTo(account, join(cluster, String(name)));
}

async function configure(url: string, settings: Readonly<Record<string, string>>): Promise<void> {
  await withClient(url, async (client) => {
    for (const [name, value] of Object.entries(settings)) await client.query(`ALTER SYSTEM SET ${name} = '${value}'`);
    await client.query('SELECT pg_reload_conf()');
  });
}
