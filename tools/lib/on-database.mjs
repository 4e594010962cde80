import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Database } from './database.mjs';
import { checkNode, ensureCompiled, ensureInstalled, PARTS } from './prepare.mjs';
import { node, runLoudly } from './run.mjs';
import { Fault } from './say.mjs';
import { dataDir, readDotEnv } from './settings.mjs';

/**
 * Runs a program of the API with the arguments of this process, on the database of DATABASE_URL or that of `npm start`, running or not.
 * Exits with its exit code.
 * @param settings returns the settings that the program needs besides the database; called once the packages are installed
 */
export async function runOnDatabase(script, settings = () => ({})) {
  checkNode();
  readDotEnv();
  await ensureInstalled(PARTS.programs);
  await ensureCompiled();
  const run = (env) => runLoudly(...node(script, ...process.argv.slice(2)), env);
  if (process.env.DATABASE_URL) {
    process.exitCode = await run({});
    return;
  }
  if (!existsSync(join(dataDir, 'postgres'))) throw new Fault('Set DATABASE_URL to the database to use.');
  const database = new Database();
  try {
    process.exitCode = await run({ ...settings(), DATABASE_URL: await database.start() });
  } finally {
    await database.stop();
  }
}
