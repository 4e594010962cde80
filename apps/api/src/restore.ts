import { resolve } from 'node:path';
import { restoreBackup } from '@billhook/installation/backup/restore-backup';
import { readAddresses } from '@billhook/installation/cells/place-cells';
import { readArguments } from '@billhook/platform/read-arguments';

/** Restores a backup into the folder of an embedded server: `node tools/node.cjs apps/api/dist/restore.js --from /backups/monday --to .data/postgres`. */
try {
  const text = { type: 'string' } as const;
  const cells = { type: 'string', multiple: true, default: [] as string[] } as const;
  const { values } = readArguments({ options: { from: text, to: text, archive: text, until: text, cell: cells } });
  const { from, to, archive, until, cell } = values;
  if (!from || !to) throw new Error('--from and --to are required: the backup, and the folder of the new server.');
  const { lastCommit } = await restoreBackup({
    backup: resolve(from),
    dir: resolve(to),
    archive: archive === undefined ? undefined : resolve(archive),
    until,
    cells: readAddresses(cell),
  });
  process.stdout.write(
    `Restored ${to}. Its last transaction was committed at ${lastCommit ?? 'the time of the backup'}.\n`,
  );
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
