import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DETAILS, UNFINISHED, type BackupDetails } from './backup-folder.js';
import { RENEWAL_MS, takeBaseBackup } from './base-backup.js';

/** The name of a folder of a series: its time, in characters that every file system accepts. */
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;

/** A backup that runs renews the time of its folder thirty times as often. */
const SILENT_MS = 30 * RENEWAL_MS;

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

/** A program that is killed and restarted again and again leaves a copy each time. */
function deleteUnfinished(series: string): void {
  for (const name of readdirSync(series)) {
    if (!name.endsWith(UNFINISHED) || !NAME.test(name.slice(0, -UNFINISHED.length))) continue;
    const folder = join(series, name);
    // Another program may complete and rename it in the meantime.
    const stat = statSync(folder, { throwIfNoEntry: false });
    if (stat && Date.now() - stat.mtimeMs > SILENT_MS) rmSync(folder, { recursive: true, force: true });
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
