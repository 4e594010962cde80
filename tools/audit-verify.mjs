import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Database } from './lib/database.mjs';
import { checkNode, ensureInstalled } from './lib/prepare.mjs';
import { node, runLoudly, runQuietly } from './lib/run.mjs';
import { fail, Fault } from './lib/say.mjs';
import { dataDir, readDotEnv } from './lib/settings.mjs';

/*
 * `npm run audit-verify`: the chain of the audit log of every company. It looks into the database of DATABASE_URL, else into the one of
 * `npm start`, running or not. `-- --company 7`, `-- --expect HASH`.
 */
async function main() {
  checkNode();
  readDotEnv();
  await ensureInstalled();
  await runQuietly('The build of the API', ...node('node_modules/typescript7/bin/tsc', '-b', 'apps/api'));
  const verify = (env) => runLoudly(...node('apps/api/dist/audit-verify.js', ...process.argv.slice(2)), env);
  if (process.env.DATABASE_URL) {
    process.exitCode = await verify({});
    return;
  }
  if (!existsSync(join(dataDir, 'postgres'))) throw new Fault('Say in DATABASE_URL which database to look into.');
  const database = new Database();
  try {
    process.exitCode = await verify({ DATABASE_URL: await database.start() });
  } finally {
    await database.stop();
  }
}

main().catch(fail);
