import { dataSchema } from '@billhook/contract/event';
import { exampleMessage } from '@billhook/contract/example-events';
import { EVENTS, EVENT_TYPES, type EventType } from '@billhook/domain/events';
import type { OpenAPIObject } from '@nestjs/swagger';
import { shared, type Parameter, type Schema } from './openapi-operations.js';

const header = (name: string, description: string, schema: Schema, required = true): Parameter => ({
  name,
  in: 'header',
  required,
  description,
  schema,
});

const HEADERS = (type: EventType, id: string): Parameter[] => [
  header('webhook-id', 'The `id` of the message, the same over all attempts: use it to recognise a repeat.', {
    type: 'string',
    example: id,
  }),
  header('webhook-timestamp', 'When this attempt was made, in seconds since 1970.', {
    type: 'integer',
    example: 1_795_253_400,
  }),
  header(
    'webhook-signature',
    'One or more signatures, separated by spaces, each `v1,` and base64: HMAC-SHA-256 of id, timestamp and the raw body, joined by dots.',
    { type: 'string', example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=' },
  ),
  header('webhook-event-type', 'The `type` of the message, to route it before the body is read. Not signed.', {
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
    'Counts the messages to this endpoint, without gaps, so that you see when one is missing; left out in tests. Not signed.',
    { type: 'integer', minimum: 1, example: 1024 },
    false,
  ),
];

/** The `webhooks` section, from the one event catalogue. */
export function addWebhooks(document: OpenAPIObject): void {
  document.webhooks = Object.fromEntries(
    EVENT_TYPES.map((type) => {
      const message = exampleMessage(type);
      const post = {
        operationId: `on.${type}`,
        summary: EVENTS[type].summary,
        description:
          'Sent to every enabled endpoint that receives this type. [How to verify it](/docs/webhooks/#verify-every-message)',
        tags: ['Webhooks'],
        // The receiver knows us by the signature; a key is never sent to him.
        security: [],
        parameters: HEADERS(type, message.id),
        requestBody: {
          required: true,
          content: { 'application/json': { schema: messageSchema(type), example: message } },
        },
        responses: {
          '2XX': { description: 'Received, whatever the body says.' },
          '4XX': { description: 'Not received: it is tried again, for about three days.' },
        },
      };
      return [type, { post }];
    }),
  );
}

function messageSchema(type: EventType): Schema {
  return {
    type: 'object',
    required: ['id', 'type', 'createdAt', 'data'],
    properties: {
      id: { type: 'string' },
      type: { type: 'string', enum: [type] },
      createdAt: { type: 'string', format: 'date-time' },
      data: shared('schemas', dataSchema(type).meta()?.id ?? ''),
    },
  };
}
