import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@billhook/db/embedded/embedded-postgres';
import { giveTo } from '@billhook/db/embedded/embedded-postgres-account';
import { migrate } from '@billhook/db/migrate';
import { takeBaseBackup } from '@billhook/installation/backup/base-backup';
import { restoreBackup } from '@billhook/installation/backup/restore-backup';
import { createCell } from '@billhook/installation/cells/create-cell';
import { eventually } from '@billhook/testing/patience';
import { withClient } from '@billhook/testing/test-server';
import type { QueryResultRow } from 'pg';

const DATABASE = 'billhook';

/** What a restored copy of the first server has besides the second cell. */
const DROP_OTHERS = `DROP SCHEMA cell_1 CASCADE;
DO $$ DECLARE name text; BEGIN
  FOR name IN SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') LOOP
    EXECUTE format('DROP TABLE IF EXISTS public.%I CASCADE', name);
  END LOOP;
END $$`;

/** Two servers with a cell each, which archive their logs, and what is restored from their backups. */
export class TwoServers {
  readonly folder = mkdtempSync(join(tmpdir(), 'billhook-servers-'));
  readonly #running = new Map<string, EmbeddedPostgres>();

  private constructor() {
    // As root, the servers run as another user.
    chmodSync(this.folder, 0o755);
  }

  static async start(): Promise<TwoServers> {
    const self = new TwoServers();
    const first = await self.run('first');
    await migrate(first);
    await createCell(first);
    await takeBaseBackup(first, self.at('empty'));
    await restoreBackup({ backup: self.at('empty'), dir: self.at('second') });
    const second = await self.run('second');
    await self.sql('second', DROP_OTHERS);
    await self.sql('first', `DROP SCHEMA cell_2 CASCADE; UPDATE cells SET url = '${second}' WHERE number = 2`);
    for (const name of ['first', 'second']) await self.#archive(name);
    return self;
  }

  at(name: string): string {
    return join(this.folder, name);
  }

  /** Starts the server of a folder. @returns its address */
  async run(name: string): Promise<string> {
    const server = await startEmbeddedPostgres({ dir: this.at(name), database: DATABASE });
    this.#running.set(name, server);
    return server.url;
  }

  urlOf(name: string): string {
    const server = this.#running.get(name);
    if (!server) throw new Error(`the server ${name} does not run`);
    return server.url;
  }

  sql<T extends QueryResultRow>(name: string, text: string, values?: unknown[]): Promise<T[]> {
    return withClient(this.urlOf(name), async (client) => (await client.query<T>(text, values)).rows);
  }

  archiveOf(name: string): string {
    return this.at(`archive-${name}`);
  }

  /** Waits until the archive has everything that was committed. */
  async finishArchive(name: string): Promise<void> {
    // Without it, the last file may be complete, and the next one is named.
    await this.sql(name, `SELECT pg_logical_emit_message(true, 'spec', '')`);
    const [row] = await this.sql<{ name: string }>(name, 'SELECT pg_walfile_name(pg_switch_wal()) AS name');
    await eventually(
      'the archived log',
      () => readdirSync(this.archiveOf(name)).includes(row?.name ?? '') || undefined,
    );
  }

  async stop(): Promise<void> {
    for (const server of [...this.#running.values()].toReversed()) await server.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** As docs/backup.md describes. At the same address afterwards. */
  async #archive(name: string): Promise<void> {
    const { uid, gid } = statSync(this.at(`${name}/cluster`));
    mkdirSync(this.archiveOf(name));
    giveTo({ ids: { uid, gid } }, this.archiveOf(name));
    const file = `${this.archiveOf(name)}/%f`;
    for (const setting of [
      `archive_mode = 'on'`,
      `archive_command = 'test ! -f "${file}" && cp "%p" "${file}"'`,
      // Nothing here must survive a crash of the machine.
      'fsync = off',
    ])
      await this.sql(name, `ALTER SYSTEM SET ${setting}`);
    const before = this.urlOf(name);
    await this.#running.get(name)?.stop();
    if ((await this.run(name)) !== before) throw new Error(`another program has taken the port of ${before}`);
  }
}
