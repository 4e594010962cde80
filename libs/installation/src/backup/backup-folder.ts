import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** The files of a backup. `DETAILS` is written last, so a folder that has it is complete. */
export const ARCHIVE = 'base.tar.gz';
export const MANIFEST = 'backup_manifest';
export const DETAILS = 'backup.json';

/** The end of the name of a folder until its backup is complete. */
export const UNFINISHED = '.unfinished';

/** A part of a backup: another server with cells, in a folder that has the same files. */
const Part = z.object({
  part: z.string(),
  cells: z.array(z.number()),
  finishedAt: z.iso.datetime(),
  bytes: z.number(),
});
export type BackupPart = z.infer<typeof Part>;

const Details = z.object({
  /** The moment that a restore without a WAL archive leads to. */
  finishedAt: z.iso.datetime(),
  postgres: z.string(),
  systemIdentifier: z.string(),
  timeline: z.number(),
  startLsn: z.string(),
  endLsn: z.string(),
  database: z.string(),
  user: z.string(),
  bytes: z.number(),
  /** The cells with an address, which a restore has to name again. Only if there are some. */
  cells: z.array(z.object({ number: z.number(), schema: z.string() })).optional(),
  /** The other servers that have cells, if there are some. They were finished before the server of DATABASE_URL. */
  parts: z.array(Part).optional(),
});

/** What is known about a backup without unpacking it. */
export type BackupDetails = z.infer<typeof Details>;

/** @throws an Error with a message for the operator if the folder holds no complete backup */
export function readDetails(folder: string): BackupDetails {
  const file = join(folder, DETAILS);
  if (!existsSync(file)) throw new Error(`There is no complete backup in ${folder}: it has no ${DETAILS}.`);
  return Details.parse(JSON.parse(readFileSync(file, 'utf8')));
}
