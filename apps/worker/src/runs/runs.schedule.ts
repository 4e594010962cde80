import { RUN_JOB, RUNS_QUEUE, type RunJob } from '@billhook/webhooks/engine/queue';
import { QueueFaultLog } from '@billhook/webhooks/engine/queue-fault-log';
import { Runs } from '@billhook/webhooks/runs/runs';
import type { Env } from '@billhook/platform/env';
import type { Logger } from '@billhook/platform/logger';
import { InjectQueue } from '@nestjs/bullmq';
import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { ENV, LOGGER } from '../platform/tokens.js';

const EVERY_MS = 1_000;

/**
 * Puts a job into the queue for each run that can go on: one that was just asked for, one that waited for a backlog to be worked off, and
 * one whose job was lost with the queue or a worker. A plain timer, not a schedule of the queue: that would be lost with it. All workers
 * do it, and a run has one job at most.
 */
@Injectable()
export class RunsSchedule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(
    private readonly runs: Runs,
    @InjectQueue(RUNS_QUEUE) private readonly queue: Queue<RunJob>,
    private readonly faults: QueueFaultLog,
    @Inject(ENV) private readonly env: Env,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    queue.on('error', faults.report);
  }

  onApplicationBootstrap(): void {
    // Where nothing is sent, runs stay as they are.
    if (this.env.WEBHOOKS_ENABLED) void this.#round();
  }

  beforeApplicationShutdown(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  async #round(): Promise<void> {
    for (const runId of await this.#workable()) {
      await this.queue.add(RUN_JOB, { runId }, { deduplication: { id: `run-${runId}` } }).catch(this.faults.report);
    }
    if (!this.#stopped) this.#timer = setTimeout(() => void this.#round(), EVERY_MS);
  }

  async #workable(): Promise<number[]> {
    try {
      return await this.runs.workable();
    } catch (error) {
      this.logger.error({ err: error }, 'could not read the runs; the next round will retry');
      return [];
    }
  }
}
