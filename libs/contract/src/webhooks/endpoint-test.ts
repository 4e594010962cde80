import { RECORD_NAMES, type RecordName } from '@billhook/domain/shared/resources';
import { z } from 'zod';
import { exactText, Id } from '../shared/common.js';
import { EventTypeName } from './event.js';

export const TestWebhookEndpoint = z
  .strictObject({
    eventType: EventTypeName.optional().meta({
      description: 'Sends an example of this type. Default: the first type that the endpoint receives',
    }),
    eventId: exactText(100)
      .optional()
      .meta({ description: 'Sends the message of this event, with a new id', example: 'msg_2n8QbYtH1xPq' }),
  })
  .refine(({ eventType, eventId }) => eventType === undefined || eventId === undefined, {
    path: ['eventId'],
    error: 'cannot be combined with eventType: an event has its own',
  })
  .meta({
    id: 'TestWebhookEndpoint',
    not: { required: ['eventType', 'eventId'], properties: { eventType: {}, eventId: {} } },
    example: { eventType: 'invoice.paid' },
  });
export type TestWebhookEndpoint = z.infer<typeof TestWebhookEndpoint>;

/** The present state of a record as a message. */
export const SendWebhookRecord = z
  .strictObject({
    resource: z.enum(RECORD_NAMES as [RecordName, ...RecordName[]]).meta({ description: 'The resource of the record' }),
    id: Id.meta({ description: 'The id of the record' }),
  })
  .meta({ id: 'SendWebhookRecord', example: { resource: 'invoice', id: 42 } });
export type SendWebhookRecord = z.infer<typeof SendWebhookRecord>;
