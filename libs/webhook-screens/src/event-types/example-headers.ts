import type { EventMessage } from '@billhook/contract/webhooks/event';

/** The head of a request with this message, as the guide on webhooks shows it. */
export function exampleHead({ id, type, createdAt }: EventMessage): string {
  return [
    'POST /webhooks/billhook HTTP/1.1',
    'content-type: application/json',
    'user-agent: Billhook/1.0 (webhooks)',
    `webhook-id: ${id}`,
    `webhook-timestamp: ${Math.floor(Date.parse(createdAt) / 1000)}`,
    'webhook-signature: v1,…',
    `webhook-event-type: ${type}`,
    'webhook-sequence: 17',
    'webhook-attempt: 1',
  ].join('\n');
}
