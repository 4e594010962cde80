import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ARCHIVE, DETAILS, UNFINISHED, type BackupDetails } from './backup-folder.js';
import { takeBaseBackup } from './base-backup.js';

/** The name of a folder of a series: its time, in characters that every file system accepts. */
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;

/** A backup that runs writes more often than this. */
const SILENT_MS = 3_600_000;

export interface NextBackup {
  readonly folder: string;
  readonly details: BackupDetails;
  /** The backups that were deleted. */
  readonly deleted: readonly string[];
}

/**
 * Takes a backup into a new folder of a series. Deletes the oldest ones only after the new one is complete, and nothing else that is
 * there except what a backup that was killed more than an hour ago left.
 * @param keep how many backups remain
 */
export async function takeNextBackup(url: string, series: string, keep: number): Promise<NextBackup> {
  mkdirSync(series, { recursive: true });
  deleteUnfinished(series);
  const folder = join(series, new Date().toISOString().replace(/[:.]/g, '-'));
  const details = await takeBaseBackup(url, folder);
  const complete = readdirSync(series)
    .filter((name) => NAME.test(name) && existsSync(join(series, name, DETAILS)))
    .toSorted();
  const deleted = complete.slice(0, Math.max(complete.length - keep, 0));
  for (const name of deleted) rmSync(join(series, name), { recursive: true });
  return { folder, details, deleted };
}

function deleteUnfinished(series: string): void {
  for (const name of readdirSync(series)) {
    if (!name.endsWith(UNFINISHED) || !NAME.test(name.slice(0, -UNFINISHED.length))) continue;
    // Another program may complete and rename it meanwhile.
    const stat = [join(series, name, ARCHIVE), join(series, name)]
      .map((path) => statSync(path, { throwIfNoEntry: false }))
      .find((each) => each !== undefined);
    if (stat && Date.now() - stat.mtimeMs > SILENT_MS) rmSync(join(series, name), { recursive: true, force: true });
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
