import { requireSchema, SCHEMA_EXIT_CODE, SchemaError } from '@billhook/db/schema-state';
import { systemClock } from '@billhook/platform/clock';
import { loadEnv } from '@billhook/platform/load-env';
import { createLogger } from '@billhook/platform/logger';
import { runDoctor } from './admin/doctor/doctor.command.js';
import { runAdmin } from './admin/run-admin.js';
import { createApp } from './create-app.js';

/** Commands for the operator of the installation: `node apps/api/dist/admin.js create-company --name Atelier --email ada@example.com`. */
try {
  const open = async () => {
    const env = loadEnv();
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
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof SchemaError ? SCHEMA_EXIT_CODE : 1;
}
