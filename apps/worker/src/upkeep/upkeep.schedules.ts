import { UPKEEP_QUEUE } from '@billhook/webhooks/engine/queue';
import { QueueFaultLog } from '@billhook/webhooks/engine/queue-fault-log';
import { InjectQueue } from '@nestjs/bullmq';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { UPKEEP_JOBS, type UpkeepJob } from './upkeep.job.js';

/** Tells the queue what comes round how often. All workers say the same, so that it does not matter which says it last. */
@Injectable()
export class UpkeepSchedules implements OnApplicationBootstrap {
  constructor(
    @InjectQueue(UPKEEP_QUEUE) private readonly queue: Queue,
    @Inject(UPKEEP_JOBS) private readonly jobs: readonly UpkeepJob[],
    private readonly faults: QueueFaultLog,
  ) {
    queue.on('error', faults.report);
  }

  /** Not waited for: with Redis down it takes until Redis is back, and deliveries must not wait for that. */
  onApplicationBootstrap(): void {
    this.register().catch(this.faults.report);
  }

  async register(): Promise<void> {
    for (const { name, everyMs } of this.jobs) {
      await this.queue.upsertJobScheduler(name, { every: everyMs }, { name });
    }
    const names = this.jobs.map(({ name }) => name);
    for (const { key } of await this.queue.getJobSchedulers()) {
      if (!names.includes(key)) await this.queue.removeJobScheduler(key);
    }
  }
}
