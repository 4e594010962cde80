import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startProblem } from '@billhook/db/start-problem';
import type { BackupPart } from '@billhook/installation/backup/backup-folder';
import { repeatBackups, takeNextBackup } from '@billhook/installation/backup/backup-series';
import { takeBaseBackup } from '@billhook/installation/backup/base-backup';
import { loadDatabaseUrl } from '@billhook/platform/load-env';

/*
 * Copies the server of the database, and the other servers that have cells, into a new folder while they are used: `node tools/node.cjs apps/api/dist/backup.js --to /backups/monday`.
 * With `--in /backups`, the folder is named by the time; `--keep 7` deletes older ones, and `--every 24` repeats it every 24 hours.
 */

const HOUR_MS = 3_600_000;
/** Longer waits overflow the timer of Node. */
const MOST_HOURS = 596;

const OPTIONS = {
  to: { type: 'string' },
  in: { type: 'string' },
  keep: { type: 'string' },
  every: { type: 'string' },
} as const;

let url: string | undefined;
try {
  const { values } = parseArgs({ options: OPTIONS });
  if ((values.to === undefined) === (values.in === undefined))
    throw new Error(
      'Give --to, the folder of the backup, or --in, the folder of a series. The backup gets a new folder.',
    );
  const keep = count('keep', values.keep, Number.MAX_SAFE_INTEGER);
  const every = count('every', values.every, MOST_HOURS);
  if (values.to !== undefined && (keep ?? every) !== undefined) throw new Error('--keep and --every need --in.');
  url = loadDatabaseUrl();
  const from = url;
  const turn = () => backUp(from, values, keep);
  if (every === undefined) await turn();
  else await repeatBackups({ turn, wait: () => setTimeout(every * HOUR_MS), report });
} catch (error) {
  report(error);
  process.exitCode = 1;
}

async function backUp(from: string, given: { to?: string; in?: string }, keep = Number.MAX_SAFE_INTEGER) {
  const { folder, details, deleted } =
    given.in === undefined
      ? await single(from, resolve(given.to ?? ''))
      : await takeNextBackup(from, resolve(given.in), keep);
  process.stdout.write(
    `Wrote the backup ${folder} (${sizeOf(details)}, PostgreSQL ${details.postgres}, finished at ${details.finishedAt}).\n` +
      (details.parts ?? []).map(partLine).join('') +
      'It does not contain APP_SECRETS, without which it is useless: store them in another place.\n',
  );
  if (deleted.length > 0) process.stdout.write(`Deleted the oldest: ${deleted.join(', ')}.\n`);
}

const sizeOf = ({ bytes }: Pick<BackupPart, 'bytes'>): string => `${(bytes / 1024 / 1024).toFixed(1)} MiB`;

const partLine = (part: BackupPart): string =>
  `Its part ${part.part} has cell ${part.cells.join(', ')} (${sizeOf(part)}, finished at ${part.finishedAt}).\n`;

async function single(from: string, folder: string) {
  return { folder, details: await takeBaseBackup(from, folder), deleted: [] };
}

function count(option: string, text: string | undefined, most: number): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > most)
    throw new Error(`--${option} must be a whole number from 1${most < Number.MAX_SAFE_INTEGER ? ` to ${most}` : ''}.`);
  return value;
}

function report(error: unknown): void {
  const problem = startProblem(error, url);
  process.stderr.write(`${problem?.message ?? (error instanceof Error ? error.message : String(error))}\n`);
}
