import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DETAILS, type BackupDetails } from './backup-folder.js';
import { takeBaseBackup } from './base-backup.js';

/** The name of a folder of a series: its time, in characters that every file system accepts. */
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;

export interface NextBackup {
  readonly folder: string;
  readonly details: BackupDetails;
  /** The backups that were deleted. */
  readonly deleted: readonly string[];
}

/**
 * Takes a backup into a new folder of a series. Deletes the oldest ones only after the new one is complete, and nothing else that is there.
 * @param keep how many backups remain
 */
export async function takeNextBackup(url: string, series: string, keep: number): Promise<NextBackup> {
  mkdirSync(series, { recursive: true });
  const folder = join(series, new Date().toISOString().replace(/[:.]/g, '-'));
  const details = await takeBaseBackup(url, folder);
  const complete = readdirSync(series)
    .filter((name) => NAME.test(name) && existsSync(join(series, name, DETAILS)))
    .toSorted();
  const deleted = complete.slice(0, Math.max(complete.length - keep, 0));
  for (const name of deleted) rmSync(join(series, name), { recursive: true });
  return { folder, details, deleted };
}
