import { EVENTS } from '@billhook/domain/events';
import { exampleMessage } from './example-events.js';
import type { EventTypeView } from './event-type.js';

/** With the beginning of its schema: all of it would fill pages. */
export const exampleEventType: EventTypeView = {
  type: 'invoice.paid',
  ...EVENTS['invoice.paid'],
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'invoice.paid',
    description: EVENTS['invoice.paid'].summary,
    type: 'object',
    required: ['id', 'type', 'createdAt', 'data'],
    properties: {
      id: { type: 'string' },
      type: { type: 'string', const: 'invoice.paid' },
      createdAt: { type: 'string', format: 'date-time' },
      data: { type: 'object', required: ['id', 'number', 'status'] },
    },
  },
  example: exampleMessage('invoice.paid'),
};
