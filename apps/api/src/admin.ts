import { requireSchema } from '@billhook/db/schema-state';
import { startProblem } from '@billhook/db/start-problem';
import { systemClock } from '@billhook/platform/clock';
import { loadEnv } from '@billhook/platform/load-env';
import { createLogger } from '@billhook/platform/logger';
import { createApp } from './create-app.js';
import { runDoctor } from './installation/admin/doctor/doctor.command.js';
import { runAdmin } from './installation/admin/run-admin.js';

/** Commands for the operator of the installation: `node tools/node.cjs apps/api/dist/admin.js create-company --name Atelier --email ada@example.com`. */
let url: string | undefined;
try {
  const open = async () => {
    const env = loadEnv();
    url = env.DATABASE_URL;
    await requireSchema(env.DATABASE_URL);
    const logger = createLogger('admin', { ...env, LOG_LEVEL: 'warn' });
    return createApp({ env, clock: systemClock, logger }, () => undefined);
  };
  const [name, ...args] = process.argv.slice(2);
  if (name === 'doctor') {
    const { output, exitCode } = await runDoctor(loadEnv(), args);
    process.stdout.write(output);
    process.exitCode = exitCode;
  } else {
    process.stdout.write(await runAdmin(open, process.argv.slice(2)));
  }
} catch (error) {
  const problem = startProblem(error, url);
  process.stderr.write(`${problem?.message ?? (error instanceof Error ? error.message : String(error))}\n`);
  process.exitCode = problem?.exitCode ?? 1;
}
