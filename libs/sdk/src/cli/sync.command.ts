import type { LeftOutRecords } from '../sync-left-out.js';
import { syncRecords, type SyncStep } from '../sync.js';
import { CliError, describeError } from './cli-error.js';
import type { CommandCall, CommandRun } from './command.js';
import type { SyncCopy, SyncScope } from './sync-copy.js';
import { SyncDatabase } from './sync-database.js';
import { SyncFolder } from './sync-folder.js';
import { differencesOf } from './sync-verification.js';

/** Steps per commit while many follow. */
const STEPS_A_COMMIT = 1_000;

/** Differences that are listed. All of them are counted. */
const MOST_LISTED = 20;

/** A step that no other follows is committed after this time. */
const COMMIT_MS = 200;

/** Copies the records of the company into a folder or a SQLite database, and applies each change. */
export const sync: CommandRun = async (call) => {
  const { args, options, printer, terminal } = call;
  const target = args[0];
  if (target === undefined) throw new CliError('usage', 'Name a folder, or a file such as billhook.sqlite.');
  const { url, billhook, transport } = call.connect();
  const { company } = await billhook.me.get({ signal: terminal.signal });
  const scope: SyncScope = { url, companyId: company.id };
  const copy = await openCopy(target, scope);
  try {
    requireSame(copy, scope, target);
    const counts = await follow(call, transport, copy, options.has('follow'));
    await copy.compact(true);
    const text = `${target} is up to date: ${counts.written} written, ${counts.deleted} deleted.`;
    if (!options.has('verify')) return printer.result({ ...counts, cursor: copy.cursor }, text);
    printer.note(text);
    const update = async () => {
      await follow(call, transport, copy, false);
      await copy.compact(true);
    };
    const { records, different, notCompared } = await differencesOf(transport, copy, terminal.signal, update);
    const { length: differences } = different;
    const listed = different.slice(0, MOST_LISTED);
    if (!printer.isJson) for (const { resource, id, why } of listed) printer.line(`${resource} ${id}: ${why}`);
    if (differences > MOST_LISTED) printer.note(`The first ${MOST_LISTED} are listed.`);
    const rest =
      notCompared.length > 0 ? ` Not compared, because the credential may not read: ${named(notCompared)}.` : '';
    const summary = `Compared ${records} records, ${differences} differ.${rest}`;
    printer.result({ ...counts, records, differences, different: listed, notCompared }, summary);
    return differences > 0 ? 'check' : undefined;
  } finally {
    copy.close();
  }
};

/** @throws CliError for a target that is something else, such as a file that is no database */
async function openCopy(target: string, scope: SyncScope): Promise<SyncCopy> {
  try {
    return await (/\.(sqlite3?|db)$/i.test(target) ? SyncDatabase : SyncFolder).open(target, scope);
  } catch (error) {
    if (error instanceof CliError) throw error;
    const message = `${target} cannot be opened: ${describeError(error).message}`;
    throw new CliError('usage', message, 'Name a folder, or a file such as billhook.sqlite, that does not exist yet.');
  }
}

/** @throws CliError for the copy of another company, which this one would replace */
function requireSame({ scope, cursor }: SyncCopy, { url, companyId }: SyncScope, target: string): void {
  if (cursor === undefined || (scope.url === url && scope.companyId === companyId)) return;
  const message = `${target} is a copy of company ${scope.companyId} at ${scope.url}.`;
  throw new CliError('usage', message, 'Use another folder or file, or delete this one.');
}

interface SyncCounts {
  written: number;
  deleted: number;
}

async function follow(
  { terminal: { signal }, printer }: CommandCall,
  transport: Parameters<typeof syncRecords>[0],
  copy: SyncCopy,
  isEndless: boolean,
): Promise<SyncCounts> {
  const counts: SyncCounts = { written: 0, deleted: 0 };
  const committer = new Committer(copy);
  const onReconnect = (reason: Error, waitMs: number): void =>
    printer.note(`${describeError(reason).message} Connecting again in ${Math.ceil(waitMs / 1000)} s.`);
  const onLeftOut = (leftOut: readonly LeftOutRecords[]): void =>
    printer.warn(`The credential may not read, and the copy leaves out: ${named(leftOut)}.`);
  const options = { from: copy.cursor, follow: isEndless, signal, onReconnect };
  try {
    for await (const step of syncRecords(transport, options, onLeftOut)) {
      committer.requireWorking();
      if (step.kind === 'begin') {
        committer.flush();
        copy.begin();
        committer.flush(step.cursor);
        printer.note('Waiting for a snapshot of all records.');
      } else if (step.kind === 'complete') {
        committer.flush();
        await copy.complete(step.cursor);
        printer.note('All records are copied.');
      } else {
        if (apply(copy, step)) counts[step.kind === 'record' ? 'written' : 'deleted']++;
        committer.note(step.cursor);
      }
      if (isEndless) await copy.compact(false);
    }
  } finally {
    committer.flush();
  }
  return counts;
}

const named = (leftOut: readonly LeftOutRecords[]): string =>
  leftOut.map(({ resource, missingPermission }) => `${resource} (needs ${missingPermission})`).join(', ');

type RecordStep = Extract<SyncStep, { kind: 'record' | 'deleted' }>;

function apply(copy: SyncCopy, step: RecordStep): boolean {
  const { resource, id, version } = step;
  if (step.kind === 'deleted') return copy.remove(resource, id, version);
  return copy.write(resource, { id, version, text: JSON.stringify(step.record) });
}

/** Commits after many steps, or when no other follows for a moment. */
class Committer {
  private cursor: string | undefined;
  private steps = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private error: Error | undefined;

  constructor(private readonly copy: SyncCopy) {}

  note(cursor: string): void {
    this.cursor = cursor;
    this.steps++;
    if (this.steps >= STEPS_A_COMMIT) return this.flush();
    this.timer ??= setTimeout(() => {
      try {
        this.flush();
      } catch (error) {
        this.error = error instanceof Error ? error : new Error(String(error));
      }
    }, COMMIT_MS);
  }

  flush(cursor = this.cursor): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    [this.cursor, this.steps] = [undefined, 0];
    if (cursor !== undefined) this.copy.commit(cursor);
  }

  /** @throws the error of a commit by the timer, such as of a full disk */
  requireWorking(): void {
    if (this.error !== undefined) throw this.error;
  }
}
