import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Database } from './lib/database.mjs';
import { checkNode, ensureInstalled } from './lib/prepare.mjs';
import { node, runLoudly, runQuietly } from './lib/run.mjs';
import { fail, Fault } from './lib/say.mjs';
import { dataDir, readDotEnv, startDefaults } from './lib/settings.mjs';

/*
 * `npm run admin -- password-link --email ada@example.com`: what only whoever runs the installation can do. It works on the database of
 * DATABASE_URL, else on the one of `npm start`, running or not. Without a command it lists them.
 */
async function main() {
  checkNode();
  readDotEnv();
  await ensureInstalled();
  await runQuietly('The build of the API', ...node('node_modules/typescript7/bin/tsc', '-b', 'apps/api'));
  const admin = (env) => runLoudly(...node('apps/api/dist/admin.js', ...process.argv.slice(2)), env);
  if (process.env.DATABASE_URL) {
    process.exitCode = await admin({});
    return;
  }
  if (!existsSync(join(dataDir, 'postgres'))) throw new Fault('Say in DATABASE_URL which database to work on.');
  const database = new Database();
  try {
    process.exitCode = await admin({ ...startDefaults(), DATABASE_URL: await database.start() });
  } finally {
    await database.stop();
  }
}

main().catch(fail);
