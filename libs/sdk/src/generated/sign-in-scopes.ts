// Generated from the OpenAPI document by libs/sdk/generate.mjs. Do not edit.

export const SIGN_IN_SCOPES = [
  'client.read',
  'client.write',
  'invoice.read',
  'invoice.write',
  'quote.read',
  'quote.write',
  'payment.read',
  'payment.write',
  'event.read',
  'integration.write',
] as const;
