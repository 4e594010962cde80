import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CliError } from './cli-error.js';
import { parsed, readIfThere, stateFolder, writeWhole } from './settings-file.js';
import type { Terminal } from './terminal.js';

/** What a position belongs to. */
export interface ListenScope {
  readonly url: string;
  readonly companyId: number;
  readonly forwardTo: string;
  /** Sorted; empty for all. */
  readonly types: readonly string[];
}

interface JournalPosition {
  /** The last event with a result. */
  readonly after: string;
  /** An event that is being sent: its result is unknown until it is stored. */
  readonly pending: { readonly id: string; readonly attempts: number } | null;
  /** How many events were forwarded: the receiver sees gaps. */
  readonly sequence: number;
  readonly at: string;
}

/** How an event is sent. */
export interface JournalAttempt {
  readonly attempt: number;
  readonly sequence: number;
  /** Whether it may have been sent before, by a process that was killed. */
  readonly isRepeat: boolean;
}

/**
 * The position of `listen`, on disk: written before an event is sent and after its result. A process that is killed between the two repeats
 * that event alone, and knows that it may be a repeat.
 */
export class ListenJournal {
  private position: JournalPosition | undefined;
  /** Whether the first event is one of a process that was killed. */
  private isInherited: boolean;

  private constructor(
    private readonly file: string,
    position: JournalPosition | undefined,
  ) {
    this.position = position;
    this.isInherited = position?.pending != null;
  }

  /** @throws CliError for a damaged file */
  static open(env: Terminal['env'], scope: ListenScope): ListenJournal {
    const file = `${scopeFile(env, scope)}.json`;
    const text = readIfThere(file);
    if (text === undefined) return new ListenJournal(file, undefined);
    const position = parsed(text) as JournalPosition | undefined;
    if (typeof position?.after === 'string') return new ListenJournal(file, position);
    throw new CliError(
      'failed',
      `The position in ${file} is damaged.`,
      'Delete the file, or name a position with --from.',
    );
  }

  get after(): string | undefined {
    return this.position?.after;
  }

  /** When the position was stored. */
  get at(): string | undefined {
    return this.position?.at;
  }

  /** Begins at another position. */
  start(after: string): void {
    this.isInherited = false;
    this.store({ after, pending: null, sequence: this.position?.sequence ?? 0 });
  }

  /** Before an attempt. */
  begin(id: string): JournalAttempt {
    const { after, pending, sequence } = this.stored;
    const attempts = pending?.id === id ? pending.attempts : 0;
    const isRepeat = this.isInherited && pending?.id === id;
    this.isInherited = false;
    this.store({ after, pending: { id, attempts: attempts + 1 }, sequence });
    return { attempt: attempts + 1, sequence: sequence + 1, isRepeat };
  }

  /** After the last attempt, whatever its result. */
  end(id: string): void {
    this.store({ after: id, pending: null, sequence: this.stored.sequence + 1 });
  }

  /** An event that is not forwarded. */
  skip(id: string): void {
    this.store({ after: id, pending: null, sequence: this.stored.sequence });
  }

  private get stored(): JournalPosition {
    if (!this.position) throw new Error('the journal has no position');
    return this.position;
  }

  private store(position: Omit<JournalPosition, 'at'>): void {
    this.position = { ...position, at: new Date().toISOString() };
    writeWhole(this.file, `${JSON.stringify(this.position)}\n`);
  }
}

function scopeFile(env: Terminal['env'], { url, companyId, forwardTo, types }: ListenScope): string {
  const name = createHash('sha256')
    .update(JSON.stringify([url, companyId, forwardTo, types]))
    .digest('hex')
    .slice(0, 16);
  return join(stateFolder(env), 'listen', name);
}

/** Where the lock of a running `listen` is. */
export const lockFile = (env: Terminal['env'], scope: ListenScope): string => `${scopeFile(env, scope)}.lock`;

/** The locks of every `listen` on this machine, including those that were killed. */
export function lockFiles(env: Terminal['env']): string[] {
  const folder = join(stateFolder(env), 'listen');
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith('.lock'));
    return names.map((name) => join(folder, name));
  } catch {
    return [];
  }
}
