import { once } from 'node:events';
import { chownSync, readFileSync, statSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@billhook/db/embedded/embedded-postgres';
import { SmallDisk } from './small-disk.js';
import { withClient } from './test-server.js';

const DATABASE = 'billhook';

/** What a move needs, and what makes it fast: nothing here must survive a crash of the machine, only kills. */
export const LOGICAL_SETTINGS = [
  ...['wal_level = logical', 'fsync = off', `wal_retrieve_retry_interval = '200ms'`],
  ...['max_sync_workers_per_subscription = 6', 'max_logical_replication_workers = 10', 'max_worker_processes = 16'],
  ...['max_replication_slots = 20', 'max_wal_senders = 20'],
];

/** A server whose rows can be replicated, and that can be killed and started again at the same address. */
export class LogicalServer {
  #server: EmbeddedPostgres | undefined;

  private constructor(private readonly dir: string) {}

  /** @param dir created if it is missing */
  static async create(dir: string): Promise<LogicalServer> {
    const self = new LogicalServer(dir);
    await self.start();
    await self.restartWith({});
    return self;
  }

  get url(): string {
    if (!this.#server) throw new Error(`the server in ${this.dir} does not run`);
    return this.#server.url;
  }

  /** Restarts it with other settings than usual, which lasts until the next call. */
  async restartWith(settings: Readonly<Record<string, string>>): Promise<void> {
    const texts = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
    for (const setting of [...LOGICAL_SETTINGS, ...texts])
      await withClient(this.url, (client) => client.query(`ALTER SYSTEM SET ${setting}`));
    await this.stop();
    await this.start();
  }

  async start(): Promise<void> {
    const before = this.#server?.url;
    this.#server = await startEmbeddedPostgres({ dir: this.dir, database: DATABASE });
    if (before !== undefined && before !== this.#server.url)
      throw new Error(`another program has taken the port of ${before}`);
  }

  async stop(): Promise<void> {
    await this.#server?.stop();
  }

  /**
   * Gives the tables of its database a file system of this size. The write-ahead log stays where it is.
   * @returns what gives it room, and then takes it away
   */
  async onSmallDisk(megabytes: number): Promise<{ grow: () => void; remove: () => Promise<void> }> {
    const folder = join(this.dir, 'small');
    const disk = SmallDisk.mount(folder, megabytes);
    const { uid, gid } = statSync(join(this.dir, 'cluster'));
    chownSync(folder, uid, gid);
    await this.#administer(
      `CREATE TABLESPACE small LOCATION '${folder}'`,
      `ALTER DATABASE ${DATABASE} SET TABLESPACE small`,
    );
    const remove = async () => {
      await this.#administer(`ALTER DATABASE ${DATABASE} SET TABLESPACE pg_default`, 'DROP TABLESPACE small');
      disk.unmount();
    };
    return { grow: () => disk.grow(), remove };
  }

  /** Without a connection to the database. */
  async #administer(...statements: readonly string[]): Promise<void> {
    const other = new URL(this.url);
    other.pathname = '/postgres';
    await withClient(other.href, async (client) => {
      for (const text of statements) await client.query(text);
    });
  }

  /** Ends the server without a warning, and starts it again. */
  async killAndRestart(): Promise<void> {
    const [pid] = readFileSync(join(this.dir, 'cluster/postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(pid), 'SIGKILL');
    // The address of the object stays for its next start.
    await this.stop();
    await this.start();
  }
}

/**
 * Passes connections on, by their number.
 * @param delayOf how many milliseconds the next response waits after something was sent
 */
export async function proxyOf(
  { url }: Pick<LogicalServer, 'url'>,
  passes: (connection: number) => boolean,
  delayOf: (sent: Buffer) => number = () => 0,
) {
  const { hostname, port } = new URL(url);
  let connections = 0;
  const passed = new Set<Socket>();
  const server = createServer((near) => {
    near.on('error', () => undefined);
    if (!passes((connections += 1))) return void near.destroy();
    passed.add(near);
    const far = connect(Number(port), hostname).on('error', () => near.destroy());
    // Otherwise the session stays, with its locks.
    near.on('close', () => far.destroy());
    let delay = 0;
    near.on('data', (sent: Buffer) => (delay = Math.max(delay, delayOf(sent))));
    const later = new Transform({
      transform: (data, _, done) => {
        setTimeout(done, delay, null, data);
        delay = 0;
      },
    });
    near.pipe(far).pipe(later).pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const own = new URL(url);
  own.port = String((server.address() as AddressInfo).port);
  /** Ends the connections that were passed on. */
  const cut = (): void => {
    for (const socket of passed) socket.destroy();
    passed.clear();
  };
  const close = (): void => {
    cut();
    server.close();
  };
  return { url: own.href, cut, close };
}
