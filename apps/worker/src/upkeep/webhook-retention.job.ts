import type { AttemptPartitions } from '@billhook/webhooks/deliveries/attempt-partitions';
import type { WebhookRetention } from '@billhook/webhooks/deliveries/retention';
import type { Logger } from '@billhook/platform/logger';
import type { UpkeepJob } from './upkeep.job.js';

/** Of each round, so that other upkeep has its turn: what is left after it comes at the next. */
const ROUND_MS = 2_000;

/** Forgets events and their texts when their time is over. */
export class WebhookRetentionJob implements UpkeepJob {
  readonly name = 'webhook-retention';
  readonly everyMs = 30_000;

  constructor(private readonly retention: Pick<WebhookRetention, 'clearTexts' | 'forgetEvents'>) {}

  async run(): Promise<void> {
    const end = performance.now() + ROUND_MS;
    // Half of the time each at most: what is done first must not leave nothing to the other.
    await this.retention.clearTexts(() => performance.now() >= end - ROUND_MS / 2);
    await this.retention.forgetEvents(() => performance.now() >= end);
  }
}

/** Makes and drops the tables of the days of attempts, and forgets what is counted by the hour. */
export class AttemptDaysJob implements UpkeepJob {
  readonly name = 'attempt-days';
  readonly everyMs = 10 * 60_000;

  constructor(
    private readonly partitions: Pick<AttemptPartitions, 'keep'>,
    private readonly retention: Pick<WebhookRetention, 'forgetCounts'>,
    private readonly logger: Logger,
  ) {}

  async run(): Promise<void> {
    await this.partitions.keep();
    await this.retention.forgetCounts();
  }

  /** At the start, before anything is delivered. Nothing is delivered the less for what goes wrong: a table takes all that has no day's. */
  async begin(): Promise<this> {
    await this.partitions.keep().catch((error: unknown) => {
      this.logger.error({ err: error }, 'could not create the tables of attempts; upkeep will retry');
    });
    return this;
  }
}
