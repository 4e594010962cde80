import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { takeBaseBackup } from '@billhook/db/backup/base-backup';
import { loadDatabaseUrl } from '@billhook/platform/load-env';

/** Copies the server of the database into a new folder while it is used: `node apps/api/dist/backup.js --to /backups/monday`. */
try {
  const { values } = parseArgs({ options: { to: { type: 'string' } } });
  if (!values.to) throw new Error('--to is required: the folder of the backup, which is created.');
  const folder = resolve(values.to);
  const { finishedAt, bytes, postgres } = await takeBaseBackup(loadDatabaseUrl(), folder);
  const size = (bytes / 1024 / 1024).toFixed(1);
  process.stdout.write(
    `Wrote the backup ${folder} (${size} MiB, PostgreSQL ${postgres}, finished at ${finishedAt}).\n` +
      'It does not contain APP_SECRETS, without which it is useless: store them in another place.\n',
  );
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
