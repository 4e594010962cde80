import { present } from '@billhook/contract/shared/present';
import { WebhookRunView } from '@billhook/contract/webhooks/run';
import type { WebhookRun } from '@billhook/webhooks/runs/run.entity';

/** A total that could not be counted is known when the run has completed. */
export const totalOf = ({ status, counted, total }: WebhookRun): number | null =>
  counted || status === 'Completed' ? total : null;

export function presentRun(run: WebhookRun): WebhookRunView {
  const { eventTypes = null, resourceId = null } = run.selection;
  return present(WebhookRunView, run, { eventTypes, resourceId, total: totalOf(run) });
}
