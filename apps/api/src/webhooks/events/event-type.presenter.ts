import { exampleMessage } from '@billhook/contract/examples/example-events';
import { messageSchema, type EventTypeView, type MessageForm } from '@billhook/contract/webhooks/event-type';
import { EVENTS, EVENT_TYPES, type EventType } from '@billhook/domain/shared/event-types';
import { Problem } from '@billhook/domain/shared/problems';

function describe(type: EventType): EventTypeView {
  const { summary, resource } = EVENTS[type];
  const schemaOf = (form: MessageForm) => ({ ...messageSchema(type, form) });
  const schemas = { changes: schemaOf('changes'), thin: schemaOf('thin') };
  return { type, summary: summary.en, resource, schema: schemaOf('full'), schemas, example: exampleMessage(type) };
}

let described: readonly EventTypeView[] | undefined;

/** The event catalogue. It is the same for all callers, and generating the schemas takes a while, so it is generated once. */
export function presentEventTypes(): readonly EventTypeView[] {
  described ??= EVENT_TYPES.map(describe);
  return described;
}

/** @throws Problem not_found */
export function presentEventType(type: string): EventTypeView {
  const found = presentEventTypes().find((each) => each.type === type);
  if (!found) throw new Problem('not_found', 'There is no such event type. GET /v1/event-types lists all event types.');
  return found;
}
