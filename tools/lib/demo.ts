import { isAlive } from '../../libs/platform/src/running-process.ts';
import { demoFileOf, forgetDemo, readDemo, showDemo, writeDemo, type Demo } from './demo-accounts.ts';
import { openReceiver } from './demo-receiver.ts';
import { load } from './load.ts';
import { node, runQuietly } from './run.mjs';
import { Fault, step } from './say.mjs';

/** The variables of the programs. */
export type ProgramEnv = Readonly<Record<string, string>> & { readonly DATABASE_URL: string };

/** What the demo data depends on. */
export interface DemoParts {
  readonly baseUrl: string;
  readonly env: ProgramEnv;
  /** Webhooks may be sent to this machine, so that an endpoint of the demo gets a working receiver. */
  readonly hasReceiver: boolean;
  /** Empties a database that only `npm start` uses. */
  readonly recreate: (() => Promise<unknown>) | undefined;
}

/** The accounts to show. */
export type ShownDemo = Partial<Demo> & Pick<Demo, 'members'>;

/** Brings the schema up to date. */
export async function migrate(env: ProgramEnv): Promise<void> {
  await step('Preparing the database', 'The database is up to date', async () => {
    const { schemaStateOf } =
      await load<typeof import('../../libs/db/src/schema-state.ts')>('libs/db/dist/schema-state.js');
    // Asked here, because a process that finds nothing to do takes a second. An error of the database is for that process to report.
    const state = await schemaStateOf(env.DATABASE_URL).catch(() => undefined);
    if (state?.kind !== 'current') await runQuietly('Preparing the database', ...node('apps/api/dist/migrate.js'), env);
  });
}

/** Writes the demo companies on the first start on a database, and returns its accounts: none if the database has another use. */
export async function ensureDemo({ baseUrl, env, hasReceiver, recreate }: DemoParts): Promise<ShownDemo> {
  let id = await installationOf(env);
  let demo = readDemo(id, env.DATABASE_URL, recreate !== undefined);
  if (demo?.state === 'writing' && demo.pid !== process.pid && isAlive(demo.pid ?? 0))
    throw new Fault(
      `Another start of this folder (process ${demo.pid}) is writing the demo data. Start again when it is ready.`,
    );
  if (demo?.state === 'writing' && recreate && (await isDemoAlone(env))) {
    forgetDemo(id);
    await recreate();
    await migrate(env);
    id = await installationOf(env);
    demo = undefined;
  }
  if (demo?.state === 'ready' || demo?.state === 'incomplete') {
    if (demo.receiverUrl && hasReceiver) await openReceiver(Number(new URL(demo.receiverUrl).port));
  } else {
    demo = await writeData(id, { baseUrl, env, hasReceiver });
  }
  const shown = { members: [], ...demo, baseUrl };
  if (demo && demo.baseUrl !== baseUrl) writeDemo(id, shown);
  showDemo(shown);
  return shown;
}

/** @returns the content of the file; undefined if the database has another use */
async function writeData(
  id: string,
  { baseUrl, env, hasReceiver }: Omit<DemoParts, 'recreate'>,
): Promise<Demo | undefined> {
  const receiverUrl = hasReceiver ? await openReceiver() : undefined;
  const program = node(
    'apps/demo/dist/main.js',
    demoFileOf(id),
    String(process.pid),
    ...(receiverUrl ? [receiverUrl] : []),
  );
  let demo: Demo | undefined;
  await step('Writing demo data', 'Demo data is ready', async () => {
    await runQuietly('Writing demo data', ...program, { ...env, PUBLIC_URL: baseUrl });
    demo = readDemo(id, env.DATABASE_URL, false);
    // A line that says "ready" would not be true.
    return demo?.state === 'ready';
  });
  return demo;
}

async function installationOf({ DATABASE_URL }: ProgramEnv): Promise<string> {
  const { installationIdOf } = await load<typeof import('../../libs/db/src/installation-id.ts')>(
    'libs/db/dist/installation-id.js',
  );
  return installationIdOf(DATABASE_URL);
}

/** Whether nothing but interrupted demo data would be lost. */
async function isDemoAlone(env: ProgramEnv): Promise<boolean> {
  const rows = await load<{ isDemoAlone: (url: string) => Promise<boolean> }>('apps/demo/dist/demo-rows.js');
  return rows.isDemoAlone(env.DATABASE_URL);
}
