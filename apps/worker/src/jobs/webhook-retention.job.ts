import type { WebhookRetention } from '@billhook/webhooks/deliveries/webhook-retention';

/** Per round. The next round continues with the rest. */
const ROUND_MS = 2_000;

/** Clears the texts of old events and deletes older events. */
export class WebhookRetentionJob {
  constructor(private readonly retention: Pick<WebhookRetention, 'clearTexts' | 'deleteEvents'>) {}

  async run(): Promise<void> {
    const end = performance.now() + ROUND_MS;
    // Each part gets half of the time, so a backlog of texts does not delay the deletion of events.
    await this.retention.clearTexts(() => performance.now() >= end - ROUND_MS / 2);
    await this.retention.deleteEvents(() => performance.now() >= end);
  }
}
