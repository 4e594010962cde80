import type { WebhookRunView } from '@billhook/contract/webhooks/webhook-run';
import type { WebhookRunEntity } from '@billhook/webhooks/runs/webhook-run.entity';

/** What was not counted is known when all of it is done. */
export const totalOf = ({ status, counted, total }: WebhookRunEntity): number | null =>
  counted || status === 'Completed' ? total : null;

export function presentRun(run: WebhookRunEntity): WebhookRunView {
  const { eventTypes = null, resourceId = null } = run.selection;
  return {
    id: run.id,
    endpointId: run.endpointId,
    kind: run.kind,
    status: run.status,
    since: run.since.toISOString(),
    until: run.until.toISOString(),
    eventTypes,
    resourceId,
    total: totalOf(run),
    done: run.done,
    createdAt: run.createdAt.toISOString(),
    updatedAt: run.updatedAt.toISOString(),
    finishedAt: run.finishedAt?.toISOString() ?? null,
  };
}
