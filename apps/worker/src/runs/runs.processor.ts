import { DeliveryEngine } from '@billhook/webhooks/engine/engine';
import { RUNS_QUEUE, WORKER_OPTIONS, type RunJob } from '@billhook/webhooks/engine/queue';
import { QueueFaultLog } from '@billhook/webhooks/engine/queue-fault-log';
import { Runs } from '@billhook/webhooks/runs/runs';
import type { Logger } from '@billhook/platform/logger';
import { OnWorkerEvent, Processor, WorkerHost } from '@nestjs/bullmq';
import { Inject } from '@nestjs/common';
import type { Job } from 'bullmq';
import { LOGGER } from '../platform/tokens.js';

// Runs that go on beside each other in one process; each takes a connection to the database.
const AT_ONCE = 2;

// Then it is another run's turn, and a stop need not wait for longer.
const TURN_MS = 1_000;

/** The job names a run. What is left of it after its turn comes back with the next round of the schedule. */
@Processor(RUNS_QUEUE, { ...WORKER_OPTIONS, concurrency: AT_ONCE })
export class RunsProcessor extends WorkerHost {
  constructor(
    private readonly runs: Runs,
    private readonly engine: DeliveryEngine,
    private readonly faults: QueueFaultLog,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    super();
  }

  async process({ data: { runId } }: Pick<Job<RunJob>, 'data'>): Promise<void> {
    const end = performance.now() + TURN_MS;
    let more: boolean;
    do {
      const step = await this.runs.work(runId);
      if (step.sent > 0) void this.engine.poke();
      more = step.more;
    } while (more && performance.now() < end);
  }

  @OnWorkerEvent('failed')
  onFailed(job: Pick<Job<RunJob>, 'data'> | undefined, error: Error): void {
    this.logger.error({ err: error, runId: job?.data.runId }, 'a batch of a run failed; it will be retried');
  }

  @OnWorkerEvent('error')
  onError(error: Error): void {
    this.faults.report(error);
  }
}
