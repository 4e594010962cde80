import { UPKEEP_QUEUE, WORKER_OPTIONS } from '@billhook/webhooks/engine/queue';
import { QueueFaultLog } from '@billhook/webhooks/engine/queue-fault-log';
import type { Logger } from '@billhook/platform/logger';
import { OnWorkerEvent, Processor, WorkerHost } from '@nestjs/bullmq';
import { Inject } from '@nestjs/common';
import type { Job } from 'bullmq';
import { LOGGER } from '../platform/tokens.js';
import { UPKEEP_JOBS, type UpkeepJob } from './upkeep.job.js';

@Processor(UPKEEP_QUEUE, WORKER_OPTIONS)
export class UpkeepProcessor extends WorkerHost {
  constructor(
    @Inject(UPKEEP_JOBS) private readonly jobs: readonly UpkeepJob[],
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly faults: QueueFaultLog,
  ) {
    super();
  }

  async process({ name }: Pick<Job, 'name'>): Promise<void> {
    // A worker of another version may have scheduled it.
    await this.jobs.find((job) => job.name === name)?.run();
  }

  @OnWorkerEvent('failed')
  onFailed(job: Pick<Job, 'name'> | undefined, error: Error): void {
    this.logger.error({ err: error, job: job?.name }, 'upkeep failed; the next round will retry');
  }

  @OnWorkerEvent('error')
  onError(error: Error): void {
    this.faults.report(error);
  }
}
