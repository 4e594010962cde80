import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readArguments } from '../libs/platform/src/read-arguments.ts';
import { load } from './lib/load.ts';
import { checkNode, ensureCompiled, ensureInstalled, PARTS } from './lib/prepare.mjs';
import { node, runLoudly } from './lib/run.mjs';
import { fail, Fault } from './lib/say.mjs';
import { dataDir, readDotEnv, startDefaults } from './lib/settings.ts';

/*
 * `npm run restore -- --from /backups/monday`: restores a backup as the database of `npm start`, and finishes it with the
 * command finish-restore. `--archive FOLDER --until TIME` restores a moment after the backup, `--to FOLDER` another folder, `--send` holds nothing.
 * `--cell 2=URL` names where a cell of another server is restored.
 */
async function main(): Promise<void> {
  const text = { type: 'string' } as const;
  const cells = { type: 'string', multiple: true, default: [] as string[] } as const;
  const options = { from: text, to: text, archive: text, until: text, cell: cells, send: { type: 'boolean' } } as const;
  const { from, to = join(dataDir, 'postgres'), archive, until, cell, send } = readArguments({ options }).values;
  if (!from) throw new Fault('--from is required: the folder of the backup.');
  checkNode();
  readDotEnv();
  // A new secret would be generated, which decrypts nothing.
  if (!process.env.APP_SECRETS && !existsSync(join(dataDir, 'app-secret'))) {
    throw new Fault('Set APP_SECRETS to that of the old installation, or copy its .data/app-secret to this one.');
  }
  await ensureInstalled(PARTS.programs);
  await ensureCompiled();
  const given = Object.entries({ from, to, archive, until }).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, value],
  );
  const placed = cell.flatMap((address) => ['--cell', address]);
  process.exitCode = await runLoudly(...node('apps/api/dist/restore.js', ...given, ...placed));
  if (process.exitCode === 0) await finish(resolve(to), [...placed, ...(send ? ['--deliveries', 'send'] : [])]);
}

/** Runs `finish-restore` on the restored database. It decides what happens to deliveries, and verifies the books. */
async function finish(dir: string, options: readonly string[]): Promise<void> {
  const { startEmbeddedPostgres } = await load<typeof import('../libs/db/src/embedded/embedded-postgres.ts')>(
    'libs/db/dist/embedded/embedded-postgres.js',
  );
  const server = await startEmbeddedPostgres({ dir, database: 'billhook' });
  try {
    const env = { ...startDefaults(), DATABASE_URL: server.socketUrl };
    process.exitCode = await runLoudly(...node('apps/api/dist/admin.js', 'finish-restore', ...options), env);
  } finally {
    await server.stop();
  }
}

main().catch(fail);
