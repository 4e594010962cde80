import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Database } from '@billhook/db/database';
import { ManualClock } from '@billhook/platform/clock';
import { loadEnv } from '@billhook/platform/load-env';
import { randomText } from '@billhook/platform/ids';
import { createLogger } from '@billhook/platform/logger';
import { createApp } from '@billhook/api/create-app';
import { DemoSeed } from './demo-seed.js';

/**
 * Writes the demo companies into an empty database, and the credentials to `.data/demo.json`. Takes the URL of a running webhook
 * receiver, if any.
 */
const env = loadEnv();
const clock = new ManualClock(new Date());
const app = await createApp(
  // Emails are Kept even if a mail server is configured: no one reads the addresses of the demo, and each would bounce.
  { env: { ...env, SMTP_URL: undefined }, clock, logger: createLogger('demo', { ...env, LOG_LEVEL: 'warn' }) },
  () => undefined,
);
const [used] = await app
  .get(Database)
  .query<{ used: boolean }>({ name: 'demo_used', text: 'SELECT EXISTS (SELECT FROM companies) AS used' });
if (!used?.used) {
  const password = randomText(12);
  const [, , receiverUrl] = process.argv;
  const members = await new DemoSeed(app, clock, password, receiverUrl).run();
  const folder = join(process.cwd(), '.data');
  await mkdir(folder, { recursive: true });
  const demo = { baseUrl: env.PUBLIC_URL, receiverUrl, members: members.map((member) => ({ ...member, password })) };
  await writeFile(join(folder, 'demo.json'), `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
}
await app.close();
