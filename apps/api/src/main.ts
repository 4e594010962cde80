import cluster from 'node:cluster';
import { loadEnv } from '@billhook/platform/load-env';
import { createLogger } from '@billhook/platform/logger';
import { ApiProcesses } from './api-processes.js';

const env = loadEnv();
const logger = createLogger('api', env);

try {
  if (cluster.isPrimary && env.API_PROCESSES > 1) {
    await new ApiProcesses(env.API_PROCESSES, logger).start();
  } else {
    // Imported here, because the process that only starts others needs none of it.
    const { serve } = await import('./serve.js');
    await serve(env, logger);
  }
  logger.info(cluster.isPrimary ? `listening on ${env.PUBLIC_URL}` : 'this process is ready');
} catch (error) {
  logger.fatal({ err: error }, 'the API could not start');
  process.exit(1);
}
