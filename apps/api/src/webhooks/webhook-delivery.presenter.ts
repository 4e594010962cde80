import type { AttemptView, WebhookDeliveryDetail, WebhookDeliveryView } from '@billhook/contract/webhook-delivery';
import type { WebhookAttemptEntity } from '@billhook/delivery/webhook-attempt.entity';
import type { DeliveryRow } from './webhook-deliveries.repository.js';

export function presentDelivery(delivery: DeliveryRow): WebhookDeliveryView {
  return {
    id: delivery.id,
    endpointId: delivery.endpointId,
    eventId: delivery.eventId,
    eventType: delivery.eventType,
    status: delivery.status,
    attemptCount: delivery.attemptCount,
    nextAttemptAt: delivery.nextAttemptAt?.toISOString() ?? null,
    lastResponseStatus: delivery.lastResponseStatus,
    lastError: delivery.lastError,
    createdAt: delivery.createdAt.toISOString(),
  };
}

const presentAttempt = (attempt: WebhookAttemptEntity): AttemptView => ({
  number: attempt.number,
  outcome: attempt.outcome,
  trigger: attempt.trigger,
  startedAt: attempt.startedAt.toISOString(),
  durationMs: attempt.durationMs,
  responseStatus: attempt.responseStatus,
  responseBody: attempt.responseBody,
  error: attempt.error,
});

export function presentDeliveryDetail(
  delivery: DeliveryRow & { readonly body: string },
  attempts: readonly WebhookAttemptEntity[],
): WebhookDeliveryDetail {
  return { ...presentDelivery(delivery), attempts: attempts.map(presentAttempt), body: delivery.body };
}
