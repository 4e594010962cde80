import { EventView, RECORD_VIEWS, dataSchema } from '@billhook/contract/event';
import { EVENT_TYPES, type EventResource, type EventType } from '@billhook/domain/events';
import { z } from 'zod';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** The JSON Schema (2020-12) of the records of a resource, as they travel in `data`. */
export function recordSchema(resource: EventResource): JsonSchema {
  return z.toJSONSchema(RECORD_VIEWS[resource], { io: 'output' });
}

/** The JSON Schema of the whole message of every event type, for validators and code generators. */
export function eventMessageSchemas(): Map<EventType, JsonSchema> {
  return new Map(
    EVENT_TYPES.map((type) => [
      type,
      z.toJSONSchema(
        EventView.extend({ type: z.literal(type), data: dataSchema(type) }).meta({ id: undefined, title: type }),
        {
          io: 'output',
        },
      ),
    ]),
  );
}
