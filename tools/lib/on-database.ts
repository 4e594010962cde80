import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Database } from './database.ts';
import { checkNode, ensureCompiled, ensureInstalled, isBuilt, PARTS } from './prepare.mjs';
import { root } from './root.mjs';
import { node, runLoudly } from './run.mjs';
import { Fault } from './say.mjs';
import { dataDir, readDotEnv, runningStarts, type Variables } from './settings.ts';

/**
 * Runs a program of the API with the arguments of this process, on the database of DATABASE_URL or of `npm start`, running or not.
 * Exits with its exit code.
 * @param settings returns the settings that the program needs besides the database; called once the packages are installed
 */
export async function runOnDatabase(script: string, settings: () => Variables = () => ({})): Promise<void> {
  checkNode();
  readDotEnv();
  await prepare(script);
  const run = (env: Variables) => runLoudly(...node(script, ...process.argv.slice(2)), env);
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

/** Installs and compiles, unless `npm start` runs from the same files: it would serve pages that are missing in the meantime. */
async function prepare(script: string): Promise<void> {
  if (runningStarts().length > 0 && existsSync(join(root, script))) {
    if (!isBuilt(PARTS.programs))
      process.stderr.write(
        'Billhook is running from this folder, so changed sources are not compiled for this command.\n',
      );
    return;
  }
  await ensureInstalled(PARTS.programs);
  await ensureCompiled();
}
