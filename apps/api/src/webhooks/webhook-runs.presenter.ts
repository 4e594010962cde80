import type { WebhookRunView } from '@billhook/contract/webhook-run';
import type { WebhookRunEntity } from '@billhook/delivery/webhook-run.entity';

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
    total: run.total,
    done: run.done,
    createdAt: run.createdAt.toISOString(),
    updatedAt: run.updatedAt.toISOString(),
    finishedAt: run.finishedAt?.toISOString() ?? null,
  };
}
