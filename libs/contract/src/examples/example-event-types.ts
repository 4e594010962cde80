import { EVENTS } from '@billhook/domain/shared/event-types';
import type { EventTypeView } from '../webhooks/event-type.js';
import { exampleMessage } from './example-events.js';

/** The beginning of a schema: a complete one would fill pages. */
const schemaOf = (data: readonly string[], more: Readonly<Record<string, unknown>> = {}) => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'invoice.paid',
  description: EVENTS['invoice.paid'].summary.en,
  type: 'object',
  required: ['id', 'type', 'createdAt', 'data', ...Object.keys(more)],
  properties: {
    id: { type: 'string' },
    type: { type: 'string', const: 'invoice.paid' },
    createdAt: { type: 'string', format: 'date-time' },
    data: { type: 'object', required: data },
    ...more,
  },
});

export const exampleEventType: EventTypeView = {
  type: 'invoice.paid',
  resource: EVENTS['invoice.paid'].resource,
  summary: EVENTS['invoice.paid'].summary.en,
  schema: schemaOf(['id', 'number', 'status']),
  schemas: {
    changes: schemaOf(['id', 'number', 'status'], {
      changes: { type: ['object', 'null'] },
      resourceVersion: { type: ['integer', 'null'] },
    }),
    thin: schemaOf(['id', 'resource', 'url']),
  },
  example: exampleMessage('invoice.paid'),
};
