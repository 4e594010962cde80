import {
  closeSync,
  createReadStream,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { SyncResource } from '../sync.js';
import { CliError } from './cli-error.js';
import { parsed } from './settings-file.js';
import { RESOURCE_FILES, type CopiedRecord, type SyncCopy, type SyncScope } from './sync-copy.js';

type Sizes = Partial<Record<SyncResource, number>>;

/** What is valid: everything after these sizes was written by a process that was killed, and is cut off. */
interface FolderState extends SyncScope {
  readonly cursor: string | null;
  readonly files: Sizes;
  /** The files of a copy that has begun; null otherwise. */
  readonly next: Sizes | null;
  /** Whether the next files are whole and replace the others. */
  readonly swaps: boolean;
}

const STATE = 'billhook-sync.json';
const RESOURCES = Object.keys(RESOURCE_FILES) as SyncResource[];

/** Superseded lines per file, at which it is written again with one line for each record. */
const SUPERSEDED = 1_000;

/**
 * A copy as files of lines of JSON, one for each kind of record. A line replaces those before it with the same id. The state is written
 * after the lines, so a process that is killed at any moment continues where its state ends.
 */
export class SyncFolder implements SyncCopy {
  private state: FolderState;
  private readonly open = new Map<string, number>();
  /** The versions of the present copy; -1 for a deleted record. */
  private readonly versions = new Map<SyncResource, Map<number, number>>();
  private readonly superseded = new Map<SyncResource, number>();

  private constructor(
    private readonly folder: string,
    state: FolderState,
  ) {
    this.state = state;
  }

  static async open(folder: string, scope: SyncScope): Promise<SyncFolder> {
    mkdirSync(folder, { recursive: true });
    const file = join(folder, STATE);
    const stored = existsSync(file) ? (parsed(readFileSync(file, 'utf8')) as FolderState | undefined) : null;
    if (stored === undefined) throw new CliError('failed', `${file} is damaged.`, 'Delete the folder, and copy again.');
    const copy = new SyncFolder(folder, stored ?? { ...scope, cursor: null, files: {}, next: null, swaps: false });
    copy.repair();
    for (const resource of RESOURCES) await copy.readVersions(resource);
    return copy;
  }

  get scope(): SyncScope {
    return this.state;
  }

  get cursor(): string | undefined {
    return this.state.cursor ?? undefined;
  }

  begin(): void {
    this.closeAll();
    for (const resource of RESOURCES) rmSync(this.path(resource, true), { force: true });
    this.state = { ...this.state, next: {} };
  }

  write(resource: SyncResource, { id, version, text }: CopiedRecord): boolean {
    if (this.state.next) return this.append(resource, text, true);
    const known = this.versionsOf(resource).get(id);
    if (known !== undefined && known >= version) return false;
    if (known !== undefined) this.supersede(resource, 1);
    this.versionsOf(resource).set(id, version);
    return this.append(resource, text, false);
  }

  remove(resource: SyncResource, id: number, version: number): boolean {
    if (!this.versionsOf(resource).delete(id)) return false;
    this.supersede(resource, 2);
    return this.append(resource, JSON.stringify({ id, version, deleted: true }), false);
  }

  async complete(cursor: string): Promise<void> {
    const next = this.state.next ?? {};
    this.sync();
    this.closeAll();
    for (const resource of RESOURCES) if (next[resource] === undefined) this.append(resource, undefined, true);
    this.closeAll();
    this.swap(cursor, this.state.next ?? {});
    for (const resource of RESOURCES) await this.readVersions(resource);
  }

  commit(cursor: string): void {
    this.sync();
    this.store({ ...this.state, cursor });
  }

  /** Writes files with many superseded lines again. @param isLast whether all that have any are written */
  async compact(isLast: boolean): Promise<void> {
    if (this.state.next || this.state.cursor === null) return;
    const some = RESOURCES.filter((name) => (this.superseded.get(name) ?? 0) >= (isLast ? 1 : SUPERSEDED));
    if (some.length === 0) return;
    this.sync();
    this.closeAll();
    const sizes: Sizes = {};
    for (const resource of some) sizes[resource] = await this.rewrite(resource);
    this.swap(this.state.cursor, { ...this.state.files, ...sizes });
    for (const resource of some) this.superseded.set(resource, 0);
  }

  async *records(resource: SyncResource): AsyncGenerator<CopiedRecord> {
    this.sync();
    const versions = this.versionsOf(resource);
    for await (const line of this.lines(resource))
      if (versions.get(line.id) === line.version && !line.isDeletion) yield line;
  }

  close(): void {
    this.closeAll();
  }

  /** Finishes a replacement, and cuts off what the state does not contain. */
  private repair(): void {
    if (this.state.swaps) this.rename();
    for (const isNext of [false, true]) {
      const sizes = isNext ? (this.state.next ?? {}) : this.state.files;
      for (const resource of RESOURCES) {
        const path = this.path(resource, isNext);
        if (existsSync(path)) truncateSync(path, sizes[resource] ?? 0);
      }
    }
  }

  private swap(cursor: string, files: Sizes): void {
    this.store({ ...this.state, cursor, files, next: null, swaps: true });
    this.rename();
  }

  private rename(): void {
    for (const resource of RESOURCES) {
      if (existsSync(this.path(resource, true))) renameSync(this.path(resource, true), this.path(resource, false));
    }
    this.store({ ...this.state, swaps: false });
  }

  /** @returns the size of the new file */
  private async rewrite(resource: SyncResource): Promise<number> {
    const versions = this.versionsOf(resource);
    const file = openSync(this.path(resource, true), 'w');
    let size = 0;
    for await (const { id, version, text, isDeletion } of this.lines(resource))
      if (!isDeletion && versions.get(id) === version) size += writeLine(file, text);
    fsyncSync(file);
    closeSync(file);
    return size;
  }

  private async *lines(resource: SyncResource): AsyncGenerator<CopiedRecord & { readonly isDeletion: boolean }> {
    const path = this.path(resource, false);
    if (!existsSync(path)) return;
    for await (const text of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
      const { id, version, deleted } = JSON.parse(text) as { id: number; version: number; deleted?: boolean };
      yield { id, version, text, isDeletion: deleted === true };
    }
  }

  private async readVersions(resource: SyncResource): Promise<void> {
    const versions = new Map<number, number>();
    let lines = 0;
    for await (const { id, version, isDeletion } of this.lines(resource)) {
      lines++;
      if (isDeletion) versions.delete(id);
      else versions.set(id, version);
    }
    this.versions.set(resource, versions);
    this.superseded.set(resource, lines - versions.size);
  }

  private versionsOf(resource: SyncResource): Map<number, number> {
    const known = this.versions.get(resource) ?? new Map<number, number>();
    this.versions.set(resource, known);
    return known;
  }

  private supersede(resource: SyncResource, lines: number): void {
    this.superseded.set(resource, (this.superseded.get(resource) ?? 0) + lines);
  }

  private append(resource: SyncResource, text: string | undefined, isNext: boolean): true {
    const path = this.path(resource, isNext);
    const file = this.open.get(path) ?? openSync(path, 'a');
    this.open.set(path, file);
    const bytes = text === undefined ? 0 : writeLine(file, text);
    const sizes = isNext ? (this.state.next ?? {}) : this.state.files;
    const grown = { ...sizes, [resource]: (sizes[resource] ?? 0) + bytes };
    this.state = isNext ? { ...this.state, next: grown } : { ...this.state, files: grown };
    return true;
  }

  private sync(): void {
    for (const file of this.open.values()) fsyncSync(file);
  }

  private closeAll(): void {
    for (const file of this.open.values()) closeSync(file);
    this.open.clear();
  }

  /** Replaces the state in one step. */
  private store(state: FolderState): void {
    const path = join(this.folder, STATE);
    const file = openSync(`${path}.new`, 'w');
    writeLine(file, JSON.stringify(state));
    fsyncSync(file);
    closeSync(file);
    renameSync(`${path}.new`, path);
    this.state = state;
  }

  private path(resource: SyncResource, isNext: boolean): string {
    return join(this.folder, `${RESOURCE_FILES[resource]}.ndjson${isNext ? '.next' : ''}`);
  }
}

/** Writes all of a line or throws: a single write to an almost full disk may store only its beginning. @returns its size */
function writeLine(file: number, text: string): number {
  const bytes = Buffer.from(`${text}\n`);
  writeFileSync(file, bytes);
  return bytes.length;
}
