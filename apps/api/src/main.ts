import { DELIVERY_QUEUE, openQueue, openQueueBackend } from '@billhook/webhooks/engine/queue';
import { DrainWake } from '@billhook/webhooks/engine/drain-wake';
import { requireSchema, SCHEMA_EXIT_CODE, SchemaError } from '@billhook/db/schema-state';
import { systemClock } from '@billhook/platform/clock';
import { loadEnv } from '@billhook/platform/load-env';
import { createLogger } from '@billhook/platform/logger';
import { createApp } from './create-app.js';
import { SetUpService } from './invoicing/set-up/set-up.service.js';
import { ShutdownDelay } from './request/shutdown-delay.hooks.js';

const STOP_MS = 20_000;

const env = loadEnv();
const logger = createLogger('api', env);

try {
  await requireSchema(env.DATABASE_URL);
  const queue = await openQueueBackend(env);
  const drain = new DrainWake(openQueue(DELIVERY_QUEUE, queue), logger);
  const app = await createApp({ env, clock: systemClock, logger }, drain.wake);

  let stopping = false;
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    // The second signal ends the wait for proxies.
    if (stopping) return app.get(ShutdownDelay).end();
    stopping = true;
    logger.info(`${signal}: stopping`);
    // A request that never ends must not keep the process.
    const delayMs = env.SHUTDOWN_DELAY_SECONDS * 1000;
    setTimeout(() => process.exit(1), delayMs + STOP_MS).unref();
    await app.get(ShutdownDelay).run(delayMs);
    queue.leave();
    await app.close();
    await drain.close();
    logger.info('stopped');
    process.exit(0);
  };
  process.on('SIGTERM', (signal) => void stop(signal));
  process.on('SIGINT', (signal) => void stop(signal));

  await app.listen(env.PORT, env.HOST);
  logger.info(`listening on ${env.PUBLIC_URL}`);
  const link = await app.get(SetUpService).link();
  // The one link in a log: an installation without a company has nothing to protect, and its operator no other way in.
  if (link)
    logger.warn(
      `This installation has no company. Open this link to set it up, until ${link.expiresAt.toISOString()}: ${link.url}`,
    );
} catch (error) {
  if (error instanceof SchemaError) {
    logger.fatal(`the API could not start: ${error.message}`);
    process.exit(SCHEMA_EXIT_CODE);
  }
  logger.fatal({ err: error }, 'the API could not start');
  process.exit(1);
}
