import { inEachCell } from '@billhook/db/cell-connections';
import { migrate } from '@billhook/db/migrate';
import type { MigrationProgress } from '@billhook/db/migrations/steps';
import { startProblem } from '@billhook/db/start-problem';
import type { ReadRunner } from '@billhook/db/statement';
import { requireFittingSecrets } from '@billhook/installation/fitting-secrets';
import { requireRendered } from '@billhook/invoicing/documents/waiting-renderers';
import { loadEnv } from '@billhook/platform/load-env';
import { openQueueBackend } from '@billhook/webhooks/engine/queue';

const env = loadEnv();

try {
  const count = await migrate(env.DATABASE_URL, report, requireData);
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

async function requireData(db: ReadRunner): Promise<void> {
  await requireFittingSecrets(db, env);
  await inEachCell(env.DATABASE_URL, db, requireRendered);
}

function report(progress: MigrationProgress): void {
  process.stdout.write(`${lineOf(progress)}\n`);
}

function lineOf(progress: MigrationProgress): string {
  switch (progress.kind) {
    case 'waiting':
      return 'Another process is migrating this database. Waiting for it.';
    case 'running':
      return `${progress.title} ...`;
    case 'batch':
      return `${progress.title}: ${progress.done} of about ${progress.total} rows`;
    case 'blocked':
      return `${progress.title} waits for a lock. ${progress.by}`;
    case 'done':
      return `${progress.title} done in ${Math.round(progress.ms)} ms`;
  }
}

function counted(count: number): string {
  return count === 1 ? '1 migration' : `${count} migrations`;
}
