import type { WebhookRunView } from '@billhook/contract/webhooks/run';
import type { WebhookRun } from '@billhook/webhooks/runs/run.entity';

/** A total that could not be counted is known when the run has completed. */
export const totalOf = ({ status, counted, total }: WebhookRun): number | null =>
  counted || status === 'Completed' ? total : null;

export function presentRun(run: WebhookRun): WebhookRunView {
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
