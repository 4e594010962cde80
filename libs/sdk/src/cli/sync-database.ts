import type { DatabaseSync } from 'node:sqlite';
import type { SyncResource } from '../sync.js';
import { CliError } from './cli-error.js';
import { RESOURCE_FILES, type CopiedRecord, type SyncCopy, type SyncScope } from './sync-copy.js';

const TABLES = Object.values(RESOURCE_FILES);

/** A copy as a SQLite database: a table for each kind of record, with the record as JSON. Records and position change in one transaction. */
export class SyncDatabase implements SyncCopy {
  private isOpen = false;
  private round: number;
  private place: string | undefined;

  private constructor(
    private readonly database: DatabaseSync,
    readonly scope: SyncScope,
  ) {
    this.round = Number(this.fact('round') ?? 0);
    this.place = this.fact('cursor');
  }

  /** @throws CliError on a Node without SQLite */
  static async open(file: string, scope: SyncScope): Promise<SyncDatabase> {
    const sqlite = await import('node:sqlite').catch(() => undefined);
    if (!sqlite) {
      const message = `SQLite needs Node 22.13 or later, and this is ${globalThis.process.version}.`;
      throw new CliError('usage', message, 'Copy into a folder in place of a file.');
    }
    const database = new sqlite.DatabaseSync(file);
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000');
    database.exec('CREATE TABLE IF NOT EXISTS billhook_sync (name TEXT PRIMARY KEY, value TEXT NOT NULL)');
    for (const table of TABLES) {
      database.exec(`CREATE TABLE IF NOT EXISTS ${table} (
        id INTEGER PRIMARY KEY, version INTEGER NOT NULL, record TEXT NOT NULL, round INTEGER NOT NULL)`);
    }
    const facts = database.prepare('SELECT name, value FROM billhook_sync').all() as { name: string; value: string }[];
    const of = (name: string) => facts.find((fact) => fact.name === name)?.value;
    const [url, companyId] = [of('url'), of('companyId')];
    return new SyncDatabase(database, url && companyId ? { url, companyId: Number(companyId) } : scope);
  }

  get cursor(): string | undefined {
    return this.place;
  }

  begin(): void {
    this.start();
    this.round++;
    this.keep('round', String(this.round));
    this.place = undefined;
  }

  write(resource: SyncResource, { id, version, text }: CopiedRecord): boolean {
    this.start();
    // A record of the first copy replaces any other version, such as one from before a restore.
    const condition = this.isCopying ? '' : 'WHERE excluded.version > kept.version';
    const { changes } = this.database
      .prepare(
        `INSERT INTO ${RESOURCE_FILES[resource]} AS kept (id, version, record, round) VALUES (?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET version = excluded.version, record = excluded.record, round = excluded.round
        ${condition}`,
      )
      .run(id, version, text, this.round);
    return changes > 0;
  }

  remove(resource: SyncResource, id: number): boolean {
    this.start();
    return this.database.prepare(`DELETE FROM ${RESOURCE_FILES[resource]} WHERE id = ?`).run(id).changes > 0;
  }

  complete(cursor: string): Promise<void> {
    this.start();
    for (const table of TABLES) this.database.prepare(`DELETE FROM ${table} WHERE round <> ?`).run(this.round);
    this.commit(cursor);
    return Promise.resolve();
  }

  commit(cursor: string): void {
    this.start();
    this.keep('cursor', cursor);
    this.keep('url', this.scope.url);
    this.keep('companyId', String(this.scope.companyId));
    this.database.exec('COMMIT');
    this.isOpen = false;
    this.place = cursor;
  }

  compact(): Promise<void> {
    return Promise.resolve();
  }

  records(resource: SyncResource): Iterable<CopiedRecord> {
    const text = `SELECT id, version, record AS text FROM ${RESOURCE_FILES[resource]} ORDER BY id`;
    return this.database.prepare(text).iterate() as Iterable<unknown> as Iterable<CopiedRecord>;
  }

  close(): void {
    if (this.isOpen) this.database.exec('ROLLBACK');
    this.database.close();
  }

  private get isCopying(): boolean {
    return this.place === undefined || this.place.startsWith('snapshot:');
  }

  private start(): void {
    if (!this.isOpen) this.database.exec('BEGIN IMMEDIATE');
    this.isOpen = true;
  }

  private fact(name: string): string | undefined {
    const row = this.database.prepare('SELECT value FROM billhook_sync WHERE name = ?').get(name);
    return row && String(row['value']);
  }

  private keep(name: string, value: string): void {
    this.database.prepare('INSERT OR REPLACE INTO billhook_sync VALUES (?, ?)').run(name, value);
  }
}
