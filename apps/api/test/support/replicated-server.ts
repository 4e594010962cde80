import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@billhook/db/embedded/embedded-postgres';
import { findAccount, giveTo } from '@billhook/db/embedded/embedded-postgres-account';
import { migrate } from '@billhook/db/migrate';
import { takeBaseBackup } from '@billhook/installation/backup/base-backup';
import { unpackBackup } from '@billhook/installation/backup/unpack-backup';
import { eventually } from '@billhook/testing/patience';
import { withClient } from '@billhook/testing/test-server';

const DATABASE = 'billhook';

/** A migrated server, a standby that follows it, and what a restore of its backup gives. */
export class ReplicatedServer {
  readonly #folder = mkdtempSync(join(tmpdir(), 'billhook-replica-'));
  readonly #running = new Map<string, EmbeddedPostgres>();

  private constructor() {
    // As root, the servers run as another user.
    chmodSync(this.#folder, 0o755);
  }

  static async start(): Promise<ReplicatedServer> {
    const self = new ReplicatedServer();
    await self.#start('primary');
    // The standby may be stopped for a while, and nothing here must survive a crash of the machine.
    for (const set of [`wal_keep_size = '1GB'`, 'fsync = off']) await self.onPrimary(`ALTER SYSTEM SET ${set}`);
    await self.onPrimary('SELECT pg_reload_conf()');
    await migrate(self.primaryUrl);
    return self;
  }

  get primaryUrl(): string {
    return this.#url('primary');
  }

  get standbyUrl(): string {
    return this.#url('standby');
  }

  onPrimary(text: string): Promise<unknown> {
    return withClient(this.primaryUrl, (client) => client.query(text));
  }

  onStandby(text: string): Promise<unknown> {
    return withClient(this.standbyUrl, (client) => client.query(text));
  }

  /** Copies the primary, and starts a standby on the copy. */
  async startStandby(): Promise<void> {
    await takeBaseBackup(this.primaryUrl, this.#path('backup'));
    const cluster = await this.#unpack('standby');
    const { hostname, port, username, password } = new URL(this.primaryUrl);
    const source = `host=${hostname} port=${port} user=${username} password=${password}`;
    appendFileSync(join(cluster, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
    writeFileSync(join(cluster, 'standby.signal'), '');
    await this.#give('standby');
    await this.#start('standby');
  }

  /** The standby receives what is written, and shows nothing of it. */
  async pause(): Promise<void> {
    await this.onStandby('SELECT pg_wal_replay_pause()');
    await eventually('the replay pauses', async () => {
      const text = `SELECT FROM pg_get_wal_replay_pause_state() AS state WHERE state = 'paused'`;
      const { rowCount } = (await this.onStandby(text)) as { rowCount: number };
      return rowCount === 1 || undefined;
    });
  }

  async resume(): Promise<void> {
    await this.onStandby('SELECT pg_wal_replay_resume()');
  }

  async stopStandby(): Promise<void> {
    await this.#running.get('standby')?.stop();
    this.#running.delete('standby');
  }

  async restartStandby(): Promise<void> {
    await this.#start('standby');
  }

  /** Starts a server on the backup from which the standby was made, so it is behind the standby. @returns its URL */
  async restorePrimary(): Promise<string> {
    await this.#unpack('restored');
    await this.#give('restored');
    await this.#start('restored');
    return this.#url('restored');
  }

  async stop(): Promise<void> {
    for (const server of [...this.#running.values()].toReversed()) await server.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #path(name: string): string {
    return join(this.#folder, name);
  }

  #url(name: string): string {
    const server = this.#running.get(name);
    if (!server) throw new Error(`the ${name} does not run`);
    return server.url;
  }

  async #start(name: string): Promise<void> {
    this.#running.set(name, await startEmbeddedPostgres({ dir: this.#path(name), database: DATABASE }));
  }

  async #unpack(name: string): Promise<string> {
    const cluster = join(this.#path(name), 'cluster');
    mkdirSync(this.#path(name), { mode: 0o755 });
    await unpackBackup(this.#path('backup'), cluster);
    copyFileSync(join(this.#path('primary'), 'password'), join(this.#path(name), 'password'));
    return cluster;
  }

  async #give(name: string): Promise<void> {
    const cluster = join(this.#path(name), 'cluster');
    const account = await findAccount(this.#path('primary'), [join(this.#path('primary'), 'cluster')]);
    giveTo(account, cluster);
    for (const file of readdirSync(cluster, { recursive: true })) giveTo(account, join(cluster, String(file)));
  }
}
