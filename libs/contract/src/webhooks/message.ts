import { EVENTS, type EventType } from '@billhook/domain/shared/event-types';
import type { PAYLOADS } from '@billhook/domain/webhooks/endpoint';

/** A stored event. */
export interface StoredMessage {
  readonly type: EventType;
  readonly resourceId: number;
  /** The exact text of the four members. */
  readonly body: string;
  /** JSON text with the previous values of the record, or null. */
  readonly changes: string | null;
  readonly resourceVersion: number | null;
}

/**
 * The text of a message in the form of an endpoint. Inserts members before the last brace, without parsing and serializing the stored text.
 * @param publicUrl of the API, without a trailing slash
 */
export function messageText(message: StoredMessage, payload: (typeof PAYLOADS)[number], publicUrl: string): string {
  if (payload === 'Full') return message.body;
  if (payload === 'Thin') return thinText(message, publicUrl);
  const version = JSON.stringify(message.resourceVersion);
  return `${message.body.slice(0, -1)},"changes":${message.changes ?? 'null'},"resourceVersion":${version}}`;
}

function thinText({ body, type, resourceId }: StoredMessage, publicUrl: string): string {
  const { id, createdAt } = JSON.parse(body) as { id: string; createdAt: string };
  const { resource } = EVENTS[type];
  return JSON.stringify({
    id,
    type,
    createdAt,
    data: { id: resourceId, resource, url: `${publicUrl}/v1/${resource}s/${resourceId}` },
  });
}
