import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startProblem } from '@billhook/db/start-problem';
import { takeBaseBackup } from '@billhook/installation/backup/base-backup';
import { loadDatabaseUrl } from '@billhook/platform/load-env';

/** Copies the server of the database into a new folder while it is used: `node tools/node.cjs apps/api/dist/backup.js --to /backups/monday`. */
let url: string | undefined;
try {
  const { values } = parseArgs({ options: { to: { type: 'string' } } });
  if (!values.to) throw new Error('--to is required: the folder of the backup, which is created.');
  const folder = resolve(values.to);
  url = loadDatabaseUrl();
  const { finishedAt, bytes, postgres } = await takeBaseBackup(url, folder);
  const size = (bytes / 1024 / 1024).toFixed(1);
  process.stdout.write(
    `Wrote the backup ${folder} (${size} MiB, PostgreSQL ${postgres}, finished at ${finishedAt}).\n` +
      'It does not contain APP_SECRETS, without which it is useless: store them in another place.\n',
  );
} catch (error) {
  const problem = startProblem(error, url);
  process.stderr.write(`${problem?.message ?? (error instanceof Error ? error.message : String(error))}\n`);
  process.exitCode = 1;
}
