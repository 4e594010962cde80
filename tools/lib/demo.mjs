import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openReceiver } from './demo-receiver.mjs';
import { node, runQuietly } from './run.mjs';
import { dataDir } from './settings.mjs';
import { step } from './say.mjs';

const file = join(dataDir, 'demo.json');

// The database of the sign-ins in demo.json: another one has no demo data yet.
const ownerFile = join(dataDir, 'demo-database');

/** Brings the schema up to date. */
export async function migrate(env) {
  await step('Preparing the database', 'The database is up to date', async () => {
    const { schemaStateOf } = await import('../../libs/db/dist/schema-state.js');
    // Asked here, because a process that finds nothing to do takes a second. An error of the database is for that process to report.
    const state = await schemaStateOf(env.DATABASE_URL).catch(() => undefined);
    if (state?.kind !== 'current') await runQuietly('Preparing the database', ...node('apps/api/dist/migrate.js'), env);
  });
}

/**
 * Writes the demo companies on the first start on a database, and returns the content of `demo.json`: nothing, if that database is already
 * in use. Later starts only change its `baseUrl`.
 * @param identity a text that is unique to the database
 * @param hasReceiver whether webhooks may be sent to this machine: then an endpoint of the demo gets a working receiver
 */
export async function ensureDemo(identity, baseUrl, env, hasReceiver) {
  const owner = createHash('sha256').update(identity).digest('hex');
  const known = existsSync(file) && existsSync(ownerFile) && readFileSync(ownerFile, 'utf8') === owner;
  if (!known) {
    rmSync(file, { force: true });
    const url = hasReceiver ? await openReceiver() : undefined;
    await step('Writing demo data', 'Demo data is ready', () =>
      runQuietly('Writing demo data', ...node('apps/demo/dist/main.js', ...(url ? [url] : [])), env),
    );
    writeFileSync(ownerFile, owner);
  }
  if (!existsSync(file)) return { baseUrl, members: [] };
  const demo = JSON.parse(readFileSync(file, 'utf8'));
  if (known && demo.receiverUrl && hasReceiver) await openReceiver(Number(new URL(demo.receiverUrl).port));
  if (demo.baseUrl !== baseUrl)
    writeFileSync(file, `${JSON.stringify({ ...demo, baseUrl }, null, 2)}\n`, { mode: 0o600 });
  return { ...demo, baseUrl };
}
