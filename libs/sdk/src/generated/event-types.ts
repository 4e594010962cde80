// Generated from the OpenAPI document by libs/sdk/generate.mjs. Do not edit.

export const EVENT_TYPES = [
  'invoice.created',
  'invoice.updated',
  'invoice.deleted',
  'invoice.sent',
  'invoice.paid',
  'invoice.partial',
  'invoice.overdue',
  'invoice.rejected',
  'client.created',
  'client.updated',
  'client.deleted',
  'quote.created',
  'quote.updated',
  'quote.deleted',
  'payment.created',
  'payment.deleted',
  'checkpoint.signed',
] as const;
