import { migrate, type MigrationProgress } from '@billhook/db/migrate';
import { startProblem } from '@billhook/db/start-problem';
import { loadEnv } from '@billhook/platform/load-env';
import { openQueueBackend } from '@billhook/webhooks/engine/queue';

const env = loadEnv();

try {
  const count = await migrate(env.DATABASE_URL, report);
  await openQueueBackend(env);
  process.stdout.write(
    count === 0 ? 'The schema is up to date.\n' : `The schema is up to date: ${counted(count)} ran.\n`,
  );
} catch (error) {
  const problem = startProblem(error, env.DATABASE_URL);
  if (!problem) throw error;
  process.stderr.write(`${problem.message}\n`);
  process.exitCode = problem.exitCode;
}

function report(progress: MigrationProgress): void {
  if (progress.kind === 'waiting')
    process.stdout.write('Another process is migrating this database. Waiting for it.\n');
  else if (progress.kind === 'running') process.stdout.write(`${progress.title} ...\n`);
  else process.stdout.write(`${progress.title} done in ${Math.round(progress.ms)} ms\n`);
}

function counted(count: number): string {
  return count === 1 ? '1 migration' : `${count} migrations`;
}
