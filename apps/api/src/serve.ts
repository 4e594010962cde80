import cluster from 'node:cluster';
import { DELIVERY_QUEUE, openQueue, openQueueBackend } from '@billhook/webhooks/engine/queue';
import { DrainWake } from '@billhook/webhooks/engine/drain-wake';
import { systemClock } from '@billhook/platform/clock';
import type { Env } from '@billhook/platform/env';
import type { Logger } from '@billhook/platform/logger';
import { createApp } from './create-app.js';
import { SetUpService } from './invoicing/set-up/set-up.service.js';
import { finishConnections } from './request/finish-connections.js';
import { ShutdownDelay } from './request/shutdown-delay.hooks.js';

const STOP_MS = 20_000;

/** Serves requests in this process until it receives SIGTERM or SIGINT. Resolves when it listens. */
export async function serve(env: Env, logger: Logger): Promise<void> {
  const queue = await openQueueBackend(env);
  const drain = new DrainWake(openQueue(DELIVERY_QUEUE, queue), queue.signals.sender(), logger);
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
    await finishConnections(app.getHttpServer());
    queue.leave();
    await app.close();
    await drain.close();
    logger.info('stopped');
    process.exit(0);
  };
  process.on('SIGTERM', (signal) => void stop(signal));
  process.on('SIGINT', (signal) => void stop(signal));

  await app.listen(env.PORT, env.HOST);
  // One of several processes is enough.
  const link = (cluster.worker?.id ?? 1) === 1 ? await app.get(SetUpService).link() : undefined;
  // The one link in a log: an installation without a company has nothing to protect, and its operator no other way in.
  if (link)
    logger.warn(
      `This installation has no company. Open this link to set it up, until ${link.expiresAt.toISOString()}: ${link.url}`,
    );
}
