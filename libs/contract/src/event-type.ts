import { EVENTS, EVENT_TYPES, type EventResource, type EventType } from '@billhook/domain/events';
import { z } from 'zod';
import { dataSchema, EventTypeName, EventView, RECORD_VIEWS } from './event.js';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/**
 * A JSON Schema (draft 2020-12) of what is sent. Records grow: a validator that was made of the schema of today must take the members of
 * tomorrow, hence no object is closed.
 */
function jsonSchema(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, {
    io: 'output',
    override: ({ jsonSchema: made }) => {
      if (made.additionalProperties === false) delete made.additionalProperties;
      // \`example\` is OpenAPI's word; strict validators refuse it.
      if (made.example !== undefined) made.examples = [made.example];
      delete made.example;
    },
  });
}

/** The schema of the records of a resource, as they travel in `data`. */
export function recordSchema(resource: EventResource): JsonSchema {
  return jsonSchema(RECORD_VIEWS[resource]);
}

/** The schema of the whole message of an event type. */
export function messageSchema(type: EventType): JsonSchema {
  const message = EventView.extend({ type: z.literal(type), data: dataSchema(type) });
  return jsonSchema(message.meta({ id: undefined, title: type, description: EVENTS[type].summary }));
}

const RESOURCES = [...new Set(EVENT_TYPES.map((type) => EVENTS[type].resource))] as [EventResource, ...EventResource[]];

/** A type of event, as the catalogue describes it. */
export const EventTypeView = z
  .object({
    type: EventTypeName,
    summary: z.string().meta({ description: 'When it is sent', example: EVENTS['invoice.paid'].summary }),
    resource: z.enum(RESOURCES).meta({ description: 'Whose `GET` answers the same `data`' }),
    schema: z.record(z.string(), z.unknown()).meta({
      description:
        'JSON Schema (draft 2020-12) of the whole message. Records may grow: it takes members that it does not know',
    }),
    example: EventView.meta({ id: undefined, description: 'A message of this type' }),
  })
  .meta({ id: 'EventTypeDescription' });
export type EventTypeView = z.infer<typeof EventTypeView>;

export const EventTypeList = z.object({ data: z.array(EventTypeView) }).meta({ id: 'EventTypeList' });
