import cluster from 'node:cluster';
import type { Cells } from '@billhook/db/cells';
import { Database } from '@billhook/db/database';
import { systemClock } from '@billhook/platform/clock';
import type { Env } from '@billhook/platform/env';
import type { Logger } from '@billhook/platform/logger';
import { DrainWake } from '@billhook/webhooks/engine/drain-wake';
import { DELIVERY_QUEUE, openQueue, openQueueBackend } from '@billhook/webhooks/engine/queue';
import { STOP_MESSAGES } from './api-processes.js';
import { createApp } from './create-app.js';
import { ArchivesService } from './installation/archives/archives.service.js';
import { SetUpService } from './installation/set-up/set-up.service.js';
import { finishConnections } from './request/finish-connections.js';
import { ShutdownDelay } from './request/shutdown-delay.hooks.js';

const STOP_MS = 20_000;

/** A process without requests must know where a cell is before the cell returns to where it was: `cells move` waits for that. */
const CELLS_MS = 10_000;

/** Serves requests in this process until it receives SIGTERM or SIGINT. Resolves when it listens. */
export async function serve(env: Env, logger: Logger): Promise<void> {
  const queue = await openQueueBackend(env);
  const known: { cells?: Pick<Cells, 'areOne'> } = {};
  const namesCells = (): boolean => known.cells?.areOne === false;
  const drain = new DrainWake(openQueue(DELIVERY_QUEUE, queue), queue.signals.sender(), logger, namesCells);
  const app = await createApp({ env, clock: systemClock, logger }, drain.wake, queue.signals);
  const { cells } = app.get(Database);
  known.cells = cells;
  const following = setInterval(() => void cells.read().catch(() => undefined), CELLS_MS).unref();

  let stopping = false;
  const stop = async (reason: string): Promise<void> => {
    if (stopping) return;
    stopping = true;
    clearInterval(following);
    logger.info(`${reason}: stopping`);
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
  let signals = 0;
  const onSignal = (signal: NodeJS.Signals): void => {
    signals += 1;
    // The second signal ends the wait for proxies.
    if (signals > 1) app.get(ShutdownDelay).end();
    void stop(signal);
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  // Messages come from the parent process, if there is one.
  process.on('message', (message) => {
    if (message === STOP_MESSAGES.endDelay) app.get(ShutdownDelay).end();
    if (message === STOP_MESSAGES.begin) void stop('SIGTERM of all processes');
  });

  await app.get(ArchivesService).store();
  await app.listen(env.PORT, env.HOST);
  // One of several processes is enough.
  const link = (cluster.worker?.id ?? 1) === 1 ? await app.get(SetUpService).link() : undefined;
  // The one link in a log: an installation without a company has nothing to protect, and its operator no other way in.
  if (link)
    logger.warn(
      `This installation has no company. Open this link to set it up, until ${link.expiresAt.toISOString()}: ${link.url}`,
    );
}
