import type { ChildProcess } from 'node:child_process';
import { inCell } from '@billhook/db/current-cell';
import { createDataSource } from '@billhook/db/data-source';
import { PdfThreads } from '@billhook/pdf/pdf-threads';
import { systemClock } from '@billhook/platform/clock';
import type { Env } from '@billhook/platform/env';
import { createLogger } from '@billhook/platform/logger';
import { launchProgram, spawnProgram } from '@billhook/testing/program';
import { CellEngines } from '@billhook/webhooks/engine/cell-engines';
import { openQueueBackend } from '@billhook/webhooks/engine/queue';
import { NestFactory } from '@nestjs/core';
import { ENTITIES } from '../../src/entities.js';
import { JobTimers } from '../../src/jobs/job-timers.service.js';
import { WorkerModule } from '../../src/worker.module.js';

export interface RunningWorker {
  readonly engine: CellEngines;
  readonly threads: PdfThreads;
  readonly timers: JobTimers;
  stop(): Promise<void>;
}

/** The worker as main.ts creates it, in this process. A spec of a cell must not give its cell to all that the worker runs. */
export const startWorker = (env: Env): Promise<RunningWorker> => inCell(undefined, () => start(env));

async function start(env: Env): Promise<RunningWorker> {
  const logger = createLogger('worker', env);
  const queue = await openQueueBackend(env);
  const source = await createDataSource({ url: env.DATABASE_URL, poolSize: 5 }, ENTITIES).initialize();
  const app = await NestFactory.createApplicationContext(
    WorkerModule.with({ env, clock: systemClock, logger }, source, queue),
    {
      logger: false,
      abortOnError: false,
    },
  );
  return {
    engine: app.get(CellEngines),
    threads: app.get(PdfThreads),
    timers: app.get(JobTimers),
    stop: async () => {
      queue.leave();
      await app.close();
      await source.destroy();
    },
  };
}

/** A real worker process that runs from the sources. Resolves when it reports ready. */
export function spawnWorker(variables: Record<string, string>): Promise<ChildProcess> {
  return spawnProgram('apps/worker/src/main.ts', '"ready;', variables);
}

/** A worker process that starts. */
export function launchWorker(variables: Record<string, string>): ChildProcess {
  return launchProgram('apps/worker/src/main.ts', variables);
}
