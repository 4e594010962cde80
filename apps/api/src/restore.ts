import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { restoreBackup } from '@billhook/installation/backup/restore-backup';

/** Restores a backup into the folder of an embedded server: `node tools/node.cjs apps/api/dist/restore.js --from /backups/monday --to .data/postgres`. */
try {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ options: { from: text, to: text, archive: text, until: text } });
  const { from, to, archive, until } = values;
  if (!from || !to) throw new Error('--from and --to are required: the backup, and the folder of the new server.');
  const { lastCommit } = await restoreBackup({
    backup: resolve(from),
    dir: resolve(to),
    archive: archive === undefined ? undefined : resolve(archive),
    until,
  });
  process.stdout.write(
    `Restored ${to}. Its last transaction was committed at ${lastCommit ?? 'the time of the backup'}.\n`,
  );
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
