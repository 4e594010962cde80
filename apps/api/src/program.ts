import cluster from 'node:cluster';
import { requireReplica } from '@billhook/db/require-replica';
import { requireSchema } from '@billhook/db/schema-state';
import { startProblem } from '@billhook/db/start-problem';
import { requireFittingSecrets } from '@billhook/installation/fitting-secrets';
import { limitHeaps } from '@billhook/platform/limit-heaps';
import { loadEnv } from '@billhook/platform/load-env';
import { createLogger } from '@billhook/platform/logger';
import { ApiProcesses } from './api-processes.js';

/** Runs the API. Exits if it cannot start. */
export async function start(): Promise<void> {
  limitHeaps();
  const env = loadEnv();
  const logger = createLogger('api', env);
  try {
    const few = await requireSchema(env.DATABASE_URL, {
      pools: { size: env.DATABASE_POOL_SIZE, processes: env.API_PROCESSES },
      data: (db) => requireFittingSecrets(db, env),
    });
    const away = await requireReplica(env.DATABASE_REPLICA_URL);
    // One of several processes is enough.
    for (const found of cluster.isPrimary ? [few, away] : []) if (found) logger.warn(`${found.detail} ${found.advice}`);
    if (cluster.isPrimary && env.API_PROCESSES > 1) {
      await new ApiProcesses(env, logger).start();
    } else {
      // Imported here, because the process that only starts others needs none of it.
      const { serve } = await import('./serve.js');
      await serve(env, logger);
    }
    logger.info(cluster.isPrimary ? `listening on ${env.PUBLIC_URL}` : 'this process is ready');
  } catch (error) {
    const problem = startProblem(error, env.DATABASE_URL);
    if (problem) {
      logger.fatal(`the API could not start: ${problem.message}`);
      process.exit(problem.exitCode);
    }
    logger.fatal({ err: error }, 'the API could not start');
    process.exit(1);
  }
}

/** Loads all modules of the API, before there are settings. */
export async function load(): Promise<void> {
  await import('./serve.js');
}
