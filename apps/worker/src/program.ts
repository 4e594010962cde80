import 'reflect-metadata';
import { createDataSource, databaseOptions } from '@billhook/db/data-source';
import { requireReplica } from '@billhook/db/require-replica';
import { requireSchema } from '@billhook/db/schema-state';
import { startProblem } from '@billhook/db/start-problem';
import { requireFittingSecrets } from '@billhook/installation/fitting-secrets';
import { systemClock } from '@billhook/platform/clock';
import { limitHeaps } from '@billhook/platform/limit-heaps';
import { loadEnv } from '@billhook/platform/load-env';
import { createLogger } from '@billhook/platform/logger';
import { NestLogger } from '@billhook/platform/nest/nest-logger';
import { CLOSE_MS, stopStep } from '@billhook/platform/stop-step';
import { openQueueBackend } from '@billhook/webhooks/engine/queue';
import { NestFactory } from '@nestjs/core';
import { ENTITIES } from './entities.js';
import { WorkerModule } from './worker.module.js';

const STOP_MS = 20_000;

/** A drain takes the same CPU time as with 100, and less memory (decision 241). */
const MOST_GROWTH_PERCENT = 50;

/** Runs the worker. Exits if it cannot start. */
export async function start(): Promise<void> {
  limitHeaps(MOST_GROWTH_PERCENT);
  const env = loadEnv();
  const logger = createLogger('worker', env);

  // Before the engine starts, there is nothing to finish or to hand back. Process 1 of a container ignores a signal without a handler.
  let stop = (): void => process.exit(0);
  let stopping = false;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (stopping) return;
    stopping = true;
    logger.info(`${signal}: stopping`);
    stop();
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);

  try {
    const few = await requireSchema(env.DATABASE_URL, {
      pools: { size: env.DATABASE_POOL_SIZE, processes: 1 },
      data: (db) => requireFittingSecrets(db, env),
    });
    const away = await requireReplica(env.DATABASE_REPLICA_URL);
    for (const found of [few, away]) if (found) logger.warn(`${found.detail} ${found.advice}`);
    const queue = await openQueueBackend(env);
    const source = createDataSource(databaseOptions(env, 'billhook-worker'), ENTITIES);
    await source.initialize();
    const app = await NestFactory.createApplicationContext(
      WorkerModule.with({ env, clock: systemClock, logger }, source, queue),
      {
        logger: new NestLogger(logger),
        abortOnError: false,
      },
    );

    const end = async (): Promise<void> => {
      // Exits even if something hangs: another worker takes over the deliveries once the heartbeats stop.
      setTimeout(() => process.exit(1), STOP_MS).unref();
      queue.leave();
      await app.close();
      await stopStep({ what: 'the connections to the database', ms: CLOSE_MS, logger }, () => source.destroy());
      logger.info('stopped');
      process.exit(0);
    };
    // No signal arrives between the start of the engine and this line: nothing in between waits.
    stop = () => void end();

    logger.info(`ready; the queue uses ${queue.kind}${env.WEBHOOKS_ENABLED ? '' : '; webhooks are switched off'}`);
  } catch (error) {
    const problem = startProblem(error, env.DATABASE_URL);
    if (problem) {
      logger.fatal(`the worker could not start: ${problem.message}`);
      process.exit(problem.exitCode);
    }
    logger.fatal({ err: error }, 'the worker could not start');
    process.exit(1);
  }
}
