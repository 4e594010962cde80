import { EVENT_RESOURCES, EVENTS, type EventResource, type EventType } from '@billhook/domain/shared/event-types';
import { z } from 'zod';
import { Id } from '../shared/common.js';
import { dataSchema, EventMessage, EventTypeName, RECORD_VIEWS } from './event.js';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** The JSON Schema (draft 2020-12) of a message. No object is closed: a validator of today must accept members that are added later. */
function jsonSchema(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, {
    io: 'output',
    override: ({ jsonSchema: made }) => {
      if (made.additionalProperties === false) delete made.additionalProperties;
      // \`example\` is an OpenAPI keyword that strict validators reject.
      if (made.example !== undefined) made.examples = [made.example];
      delete made.example;
    },
  });
}

/** The schema of a record in `data`. */
export function recordSchema(resource: EventResource): JsonSchema {
  return jsonSchema(RECORD_VIEWS[resource]);
}

/** The forms of a message that an endpoint can choose, by their names in responses. */
export const MESSAGE_FORMS = ['full', 'changes', 'thin'] as const;
export type MessageForm = (typeof MESSAGE_FORMS)[number];

/** `data` of a thin message: the id and the URL of the record. */
export const thinData = (resource: EventResource) =>
  z.object({
    id: Id,
    resource: z.literal(resource).meta({ description: 'The resource of the record' }),
    url: z.url().meta({ description: 'The URL whose GET returns the current record' }),
  });

const CHANGES = 'The previous value of each member of `data` that changed; null if the record was created or deleted';

/** The additional members of the payload `Changes`. */
export const CHANGED = {
  changes: z.looseObject({}).nullable().meta({ description: CHANGES }),
  resourceVersion: z.int().nullable().meta({ description: 'The `version` of `data`' }),
};

/** Adds `changes`, which references the schemas of the members of `data`: a copy would double the length. */
function withChanges(schema: JsonSchema, type: EventType): JsonSchema {
  const record = dataSchema(type).meta()?.id ?? '';
  const members = Object.keys(dataSchema(type).shape);
  const properties = Object.fromEntries(
    members.map((name) => [name, { $ref: `#/$defs/${record}/properties/${name}` }]),
  );
  return {
    ...schema,
    properties: { ...schema.properties, changes: { description: CHANGES, type: ['object', 'null'], properties } },
  };
}

/** The schema of the message of an event type in the given form. */
export function messageSchema(type: EventType, form: MessageForm = 'full'): JsonSchema {
  const { resource, summary } = EVENTS[type];
  const message = EventMessage.extend({
    type: z.literal(type).meta({ description: 'What happened, and to which resource' }),
    data: form === 'thin' ? thinData(resource) : dataSchema(type),
    ...(form === 'changes' && CHANGED),
  });
  const schema = jsonSchema(message.meta({ id: undefined, title: type, description: summary.en }));
  return form === 'changes' ? withChanges(schema, type) : schema;
}

const Schema = z.record(z.string(), z.unknown());

const RESOURCES = EVENT_RESOURCES as [EventResource, ...EventResource[]];

/** An event type in the catalogue. */
export const EventTypeView = z
  .object({
    type: EventTypeName.meta({ description: 'The event type' }),
    summary: z.string().meta({ description: 'When the event is emitted', example: EVENTS['invoice.paid'].summary.en }),
    resource: z.enum(RESOURCES).meta({ description: 'The resource whose `GET` returns the same `data`' }),
    schema: Schema.meta({
      description:
        'JSON Schema (draft 2020-12) of the whole message. It allows unknown members, because records may get new ones',
    }),
    schemas: z
      .object({
        changes: Schema.meta({ description: 'JSON Schema of the message with the payload `Changes`' }),
        thin: Schema.meta({ description: 'JSON Schema of the message with the payload `Thin`' }),
      })
      .meta({ description: 'The same for the other payloads that an endpoint can choose' }),
    example: EventMessage.meta({ description: 'A message of this type' }),
  })
  .meta({ id: 'EventTypeDescription' });
export type EventTypeView = z.infer<typeof EventTypeView>;

export const EventTypeList = z
  .object({ data: z.array(EventTypeView).meta({ description: 'All event types' }) })
  .meta({ id: 'EventTypeList' });
