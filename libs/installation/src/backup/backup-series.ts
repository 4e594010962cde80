import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ARCHIVE, DETAILS, UNFINISHED, type BackupDetails } from './backup-folder.js';
import { isBackupInProgress, takeBaseBackup } from './base-backup.js';

/** The name of a folder of a series: its time, in characters that every file system accepts. */
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;

/** A backup that runs writes more often than this. */
const SILENT_MS = 3_600_000;
/** A backup that has created its folder is known to the server after less than this. */
const NEW_MS = 10_000;

export interface NextBackup {
  readonly folder: string;
  readonly details: BackupDetails;
  /** The backups that were deleted. */
  readonly deleted: readonly string[];
}

/**
 * Takes a backup into a new folder of a series. Deletes the oldest ones only after the new one is complete, and nothing else that is
 * there except what killed backups left.
 * @param keep how many backups remain
 */
export async function takeNextBackup(url: string, series: string, keep: number): Promise<NextBackup> {
  mkdirSync(series, { recursive: true });
  await deleteUnfinished(url, series);
  const folder = join(series, new Date().toISOString().replace(/[:.]/g, '-'));
  const details = await takeBaseBackup(url, folder);
  const complete = readdirSync(series)
    .filter((name) => NAME.test(name) && existsSync(join(series, name, DETAILS)))
    .toSorted();
  const deleted = complete.slice(0, Math.max(complete.length - keep, 0));
  for (const name of deleted) rmSync(join(series, name), { recursive: true });
  return { folder, details, deleted };
}

/** A program that restarts again and again leaves a copy each time, so they do not wait for an hour if the server writes no backup. */
async function deleteUnfinished(url: string, series: string): Promise<void> {
  const left = readdirSync(series).filter(
    (name) => name.endsWith(UNFINISHED) && NAME.test(name.slice(0, -UNFINISHED.length)),
  );
  if (left.length === 0) return;
  // A server that cannot be asked is no reason not to try: the backup itself says what is wrong.
  const limit = (await isBackupInProgress(url).catch(() => true)) ? SILENT_MS : NEW_MS;
  for (const name of left) {
    // Another program may complete and rename it in the meantime.
    const stat = [join(series, name, ARCHIVE), join(series, name)]
      .map((path) => statSync(path, { throwIfNoEntry: false }))
      .find((each) => each !== undefined);
    if (stat && Date.now() - stat.mtimeMs > limit) rmSync(join(series, name), { recursive: true, force: true });
  }
}

interface Turns {
  /** Takes the next backup. */
  readonly turn: () => Promise<void>;
  /** Waits until it is due. */
  readonly wait: () => Promise<unknown>;
  readonly report: (error: unknown) => void;
}

/** Takes a backup again and again. One that fails is reported, because the next one may succeed. @throws an error of the first one */
export async function repeatBackups({ turn, wait, report }: Turns): Promise<never> {
  await turn();
  for (;;) {
    await wait();
    await turn().catch(report);
  }
}
