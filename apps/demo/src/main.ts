import { join } from 'node:path';
import { createApp } from '@billhook/api/create-app';
import { Database } from '@billhook/db/database';
import { startProblem } from '@billhook/db/start-problem';
import { ManualClock } from '@billhook/platform/clock';
import { randomText } from '@billhook/platform/ids';
import { loadEnv } from '@billhook/platform/load-env';
import { createLogger } from '@billhook/platform/logger';
import { readAccounts, writeAccounts, type DemoAccounts } from './demo-file.js';
import { DemoSeed } from './demo-seed.js';
import { seededMembers } from './people.js';

/**
 * Writes the demo companies into a database without companies, and the credentials to a file before the first row, because an
 * interrupted run must not lose them. Takes the file, the process id of `npm start`, and the URL of a running webhook receiver, if any.
 */
const [, , file = join(process.cwd(), '.data/demo.json'), pid = String(process.ppid), receiverUrl] = process.argv;
const env = loadEnv();
try {
  await main();
} catch (error) {
  const problem = startProblem(error, env.DATABASE_URL);
  if (!problem) throw error;
  process.stderr.write(`${problem.message}\n`);
  process.exitCode = problem.exitCode;
}

async function main(): Promise<void> {
  const clock = new ManualClock(new Date());
  const app = await createApp(
    // Emails are Kept even if a mail server is configured: no one reads the addresses of the demo, and each would bounce.
    { env: { ...env, SMTP_URL: undefined }, clock, logger: createLogger('demo', { ...env, LOG_LEVEL: 'warn' }) },
    () => undefined,
  );
  try {
    const known = await readAccounts(file);
    if (await hasCompanies(app.get(Database))) {
      // Rows that cannot be removed here, and the password with which their accounts sign in.
      if (known?.state === 'writing') await writeAccounts(file, { ...known, state: 'incomplete' });
      return;
    }
    const password = known?.password ?? randomText(12);
    const members = seededMembers().map((member) => ({ ...member, password }));
    const accounts: DemoAccounts = {
      ...{ state: 'writing', pid: Number(pid), password, baseUrl: env.PUBLIC_URL, receiverUrl, members },
    };
    await writeAccounts(file, accounts);
    await new DemoSeed(app, clock, password, receiverUrl).run();
    await writeAccounts(file, { ...accounts, state: 'ready' });
  } finally {
    await app.close();
  }
}

async function hasCompanies(db: Database): Promise<boolean> {
  const [row] = await db.query<{ used: boolean }>({
    name: 'demo_used',
    text: 'SELECT EXISTS (SELECT FROM tenants) AS used',
  });
  return row?.used === true;
}
