import type { EventMessage, EventView } from '@billhook/contract/webhooks/event';
import type { Permission } from '@billhook/domain/identity/permissions';
import { missingToRead } from '@billhook/domain/webhooks/event-access';
import type { LoggedEvent } from '@billhook/webhooks/events/event-log.repository';

/** An event for a caller who holds these permissions: with its record only where they may read it. */
export function shownEvent({ body }: Pick<LoggedEvent, 'body'>, held: readonly Permission[]): EventView {
  // Parsed from the stored text, so the order of its members is unchanged.
  const event = JSON.parse(body) as EventMessage;
  const missingPermission = missingToRead(held, event.type);
  return missingPermission === undefined ? event : { ...event, data: null, missingPermission };
}

/** The same as text; byte for byte the message if it is shown whole. */
export const shownText = ({ type, body }: LoggedEvent, held: readonly Permission[]): string =>
  missingToRead(held, type) === undefined ? body : JSON.stringify(shownEvent({ body }, held));
