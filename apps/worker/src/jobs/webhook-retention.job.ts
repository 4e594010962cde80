import type { WebhookRetention } from '@billhook/webhooks/deliveries/webhook-retention';

/** Of each round: what is left comes with the next one. */
const ROUND_MS = 2_000;

/** Clears the texts of old events and deletes older events. */
export class WebhookRetentionJob {
  constructor(private readonly retention: Pick<WebhookRetention, 'clearTexts' | 'forgetEvents'>) {}

  async run(): Promise<void> {
    const end = performance.now() + ROUND_MS;
    // Half of the time each at most, so that a backlog of texts does not hold up the deletion of events.
    await this.retention.clearTexts(() => performance.now() >= end - ROUND_MS / 2);
    await this.retention.forgetEvents(() => performance.now() >= end);
  }
}
