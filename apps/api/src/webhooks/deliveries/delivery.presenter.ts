import { present } from '@billhook/contract/shared/present';
import { AttemptView, type WebhookDeliveryDetail, WebhookDeliveryView } from '@billhook/contract/webhooks/delivery';
import { messageText } from '@billhook/contract/webhooks/message';
import type { Permission } from '@billhook/domain/identity/permissions';
import { pick } from '@billhook/domain/shared/pick';
import type { Payload } from '@billhook/domain/webhooks/endpoint';
import { missingToRead } from '@billhook/domain/webhooks/event-access';
import type { WebhookAttempt } from '@billhook/webhooks/deliveries/attempt.entity';
import type { DeliveryRow, DeliveryWithMessage } from '@billhook/webhooks/deliveries/deliveries.repository';

export const presentDelivery = (delivery: DeliveryRow): WebhookDeliveryView =>
  present(WebhookDeliveryView, delivery, { nextAttemptAt: nextAttemptOf(delivery)?.toISOString() ?? null });

/** A scheduled attempt waits for its endpoint; a manual one does not. */
function nextAttemptOf({ status, trigger, nextAttemptAt, closedUntil }: DeliveryRow): Date | null {
  const waits = status === 'Waiting' && trigger === 'Schedule';
  return waits && nextAttemptAt && closedUntil && closedUntil > nextAttemptAt ? closedUntil : nextAttemptAt;
}

const presentAttempt = (attempt: WebhookAttempt): AttemptView =>
  present(AttemptView, attempt, {
    timings: { ...pick(attempt, ['dnsMs', 'connectMs', 'tlsMs', 'firstByteMs']), totalMs: attempt.durationMs },
    request: {
      ...{ url: attempt.url, headers: attempt.requestHeaders, payload: attempt.payload },
      signatureBase: signatureBaseOf(attempt.requestHeaders),
    },
    response:
      attempt.responseStatus === null
        ? null
        : {
            ...{ status: attempt.responseStatus, headers: attempt.responseHeaders, body: attempt.responseBody },
            truncated: attempt.responseTruncated ?? false,
          },
  });

/** The signed text before the body: Standard Webhooks 1.0.0. */
function signatureBaseOf(headers: Readonly<Record<string, string>> | null): string | null {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp } = headers ?? {};
  return id === undefined || timestamp === undefined ? null : `${id}.${timestamp}.`;
}

/** Headers that depend on the body: with the secret, a signature confirms a guess of it. */
const OF_BODY: readonly string[] = ['webhook-signature', 'content-length'];

/** An attempt without its request and response bodies: a response may repeat the message. */
function withoutTexts(attempt: AttemptView): AttemptView {
  const { request, response } = attempt;
  const headers = Object.entries(request.headers ?? {}).filter(([name]) => !OF_BODY.includes(name.toLowerCase()));
  return {
    ...attempt,
    request: { ...request, headers: request.headers && Object.fromEntries(headers), signatureBase: null },
    response: response && { ...response, body: null },
    responseBody: null,
  };
}

/**
 * A delivery with its attempts for a caller with these permissions: the texts only if the caller may read the record.
 * @param publicUrl the address of the API, which thin messages contain
 */
export function presentDeliveryDetail(
  delivery: DeliveryWithMessage,
  attempts: readonly WebhookAttempt[],
  publicUrl: string,
  held: readonly Permission[],
): WebhookDeliveryDetail {
  const missingPermission = missingToRead(held, delivery.eventType);
  if (missingPermission !== undefined) {
    const shown = attempts.map((attempt) => withoutTexts(presentAttempt(attempt)));
    return { ...presentDelivery(delivery), attempts: shown, body: null, missingPermission, bodies: {} };
  }
  const { body, changes, resourceVersion, eventType: type, resourceId } = delivery;
  const text = (payload: Payload): string | null =>
    body === null ? null : messageText({ type, resourceId, body, changes, resourceVersion }, payload, publicUrl);
  const payloads = new Set(attempts.map(({ payload }) => payload));
  return {
    ...presentDelivery(delivery),
    attempts: attempts.map(presentAttempt),
    body: text(attempts.at(-1)?.payload ?? delivery.payload),
    missingPermission: null,
    bodies: body === null ? {} : Object.fromEntries([...payloads].map((payload) => [payload, text(payload)])),
  };
}
