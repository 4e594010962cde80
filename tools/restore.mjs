import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkNode, ensureCompiled, ensureInstalled, PARTS } from './lib/prepare.mjs';
import { node, runLoudly } from './lib/run.mjs';
import { fail, Fault } from './lib/say.mjs';
import { dataDir, readDotEnv, startDefaults } from './lib/settings.mjs';

/*
 * `npm run restore -- --from /backups/monday`: restores a backup as the database of `npm start`, holds all deliveries and verifies the
 * books. `--archive FOLDER --until TIME` restores a moment after the backup, `--to FOLDER` another folder, `--send` holds nothing.
 */
async function main() {
  const text = { type: 'string' };
  const options = { from: text, to: text, archive: text, until: text, send: { type: 'boolean' } };
  const { from, to = join(dataDir, 'postgres'), archive, until, send } = parseArgs({ options }).values;
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
  process.exitCode = await runLoudly(...node('apps/api/dist/restore.js', ...given));
  if (process.exitCode === 0) await verify(resolve(to), send);
}

/** Runs the commands that follow a restore on the restored database. */
async function verify(dir, send) {
  const { startEmbeddedPostgres } = await import('../libs/db/dist/embedded/embedded-postgres.js');
  const server = await startEmbeddedPostgres({ dir, database: 'billhook' });
  const admin = (command) =>
    runLoudly(...node('apps/api/dist/admin.js', command), { ...startDefaults(), DATABASE_URL: server.socketUrl });
  try {
    if (!send) await admin('hold-deliveries');
    process.exitCode = await admin('verify-books');
  } finally {
    await server.stop();
  }
}

main().catch(fail);
