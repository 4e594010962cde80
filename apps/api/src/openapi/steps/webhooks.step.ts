import { exampleMessage } from '@billhook/contract/examples/example-events';
import { dataSchema, EventMessage } from '@billhook/contract/webhooks/event';
import { CHANGED, thinData } from '@billhook/contract/webhooks/event-type';
import { messageText } from '@billhook/contract/webhooks/message';
import { EVENTS, EVENT_TYPES, type EventType } from '@billhook/domain/shared/event-types';
import type { OpenAPIObject } from '@nestjs/swagger';
import { shared, type Parameter, type Schema } from './openapi-operations.rules.js';

const header = (name: string, description: string, schema: Schema, required = true): Parameter => ({
  name,
  in: 'header',
  required,
  description,
  schema,
});

const HEADERS = (type: EventType, id: string): Parameter[] => [
  header('webhook-id', 'The `id` of the message, the same for all attempts: use it to recognise a repeat.', {
    type: 'string',
    example: id,
  }),
  header('webhook-timestamp', 'The time of this attempt, in seconds since 1970.', {
    type: 'integer',
    example: 1_795_253_400,
  }),
  header(
    'webhook-signature',
    'One or more signatures, separated by spaces. Each is `v1,` and the base64 HMAC-SHA-256 of id, timestamp and raw body, joined by dots.',
    { type: 'string', example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=' },
  ),
  header('webhook-event-type', 'The `type` of the message, for routing without reading the body. Not signed.', {
    type: 'string',
    enum: [type],
  }),
  header('webhook-attempt', 'The number of this attempt, from 1. Not signed.', {
    type: 'integer',
    minimum: 1,
    example: 1,
  }),
  header(
    'webhook-sequence',
    'The position of the message among those to this endpoint. Without gaps, so that you notice when one is missing. Absent in test messages. Not signed.',
    { type: 'integer', minimum: 1, example: 1024 },
    false,
  ),
];

const THIN = 'ThinMessage';

/** Shared schemas, because generators of clients do not read alternatives in the section of webhooks. */
const NULLABLE: Readonly<Record<string, Schema>> = {
  MessageChanges: { anyOf: [{ type: 'object', additionalProperties: true }, { type: 'null' }] },
  MessageVersion: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
};

/** Generates the `webhooks` section from the event catalogue. */
export function addWebhooks(document: OpenAPIObject): void {
  const { schemas } = document.components ?? {};
  document.components = { ...document.components, schemas: { ...schemas, [THIN]: thinSchema(), ...NULLABLE } };
  document.webhooks = Object.fromEntries(
    EVENT_TYPES.map((type) => {
      const message = exampleMessage(type);
      const post = {
        operationId: `on.${type}`,
        summary: EVENTS[type].summary.en,
        description:
          'Sent to every enabled endpoint that subscribes to this type. `changes` and `resourceVersion` are present if the endpoint has the payload `Changes`; with the payload `Thin` it receives a `ThinMessage` instead. [How to verify a message](/docs/webhooks/#verify-every-message)',
        // Not the tag of the endpoints, whose operations generators would overwrite.
        tags: ['Messages'],
        // The signature authenticates the sender; receivers never get a key.
        security: [],
        parameters: HEADERS(type, message.id),
        requestBody: {
          required: true,
          content: { 'application/json': { schema: messageSchema(type), example: message } },
        },
        'x-thin-message': shared('schemas', THIN),
        responses: {
          '2XX': { description: 'Received. The body is ignored.' },
          '4XX': { description: 'Not received. The delivery is retried for about three days.' },
        },
      };
      return [type, { post }];
    }),
  );
}

/** The members of every message but the record. */
function members(types: readonly EventType[]): Record<string, Schema> {
  const { id, type, createdAt } = EventMessage.shape;
  return {
    id: { type: 'string', description: id.description },
    type: { type: 'string', enum: [...types], description: type.description },
    createdAt: { type: 'string', format: 'date-time', description: createdAt.description },
  };
}

function messageSchema(type: EventType): Schema {
  return {
    type: 'object',
    required: ['id', 'type', 'createdAt', 'data'],
    properties: {
      ...members([type]),
      data: {
        ...shared('schemas', dataSchema(type).meta()?.id ?? ''),
        description: EventMessage.shape.data.description,
      },
      changes: { ...shared('schemas', 'MessageChanges'), description: CHANGED.changes.description },
      resourceVersion: {
        ...shared('schemas', 'MessageVersion'),
        description: CHANGED.resourceVersion.description,
      },
    },
  };
}

function thinSchema(): Schema {
  const message = exampleMessage('invoice.paid');
  const [type, { id }] = ['invoice.paid' as const, message.data];
  const data = thinData('invoice').shape;
  const publicUrl = 'http://localhost:3000';
  const stored = { type, resourceId: id, body: JSON.stringify(message), changes: null, resourceVersion: null };
  return {
    type: 'object',
    description: 'A message to an endpoint with the payload `Thin`: the record that it is about, and its URL',
    required: ['id', 'type', 'createdAt', 'data'],
    properties: {
      ...members(EVENT_TYPES),
      data: {
        type: 'object',
        description: 'The record that the message is about',
        required: ['id', 'resource', 'url'],
        properties: {
          id: { type: 'integer', description: data.id.description },
          resource: {
            type: 'string',
            enum: [...new Set(EVENT_TYPES.map((each) => EVENTS[each].resource))],
            description: data.resource.description,
          },
          url: { type: 'string', format: 'uri', description: data.url.description },
        },
      },
    },
    example: JSON.parse(messageText(stored, 'Thin', publicUrl)) as object,
  };
}
