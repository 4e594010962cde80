import { KEY_EXPIRIES, KEY_STATUSES } from '@billhook/domain/api-key';
import { z } from 'zod';
import { Id, Instant, listOf, pageQuery, text } from './common.js';
import { PermissionName } from './session.js';

export const CreateApiKey = z
  .strictObject({
    name: text(80).meta({ description: 'A label of your choice', example: 'Nightly export' }),
    scopes: z
      .array(PermissionName)
      .min(1, 'takes at least one permission')
      .refine((scopes) => new Set(scopes).size === scopes.length, 'names a permission twice')
      .optional(),
    preset: z.literal('readOnly').optional().meta({ description: 'Every read permission that you hold now' }),
    expiry: z.enum(KEY_EXPIRIES),
  })
  .refine((body) => (body.scopes === undefined) !== (body.preset === undefined), {
    message: 'takes either scopes or preset',
    path: ['scopes'],
  })
  .meta({
    id: 'CreateApiKey',
    example: { name: 'Nightly export', scopes: ['client.read', 'invoice.read'], expiry: '90d' },
  });
export type CreateApiKey = z.infer<typeof CreateApiKey>;

export const RevokeApiKey = z
  .strictObject({ reason: text(300).optional() })
  .meta({ id: 'RevokeApiKey', example: { reason: 'Replaced' } });
export type RevokeApiKey = z.infer<typeof RevokeApiKey>;

export const ListApiKeys = z.strictObject({
  ...pageQuery,
  status: z.enum(KEY_STATUSES).optional(),
});
export type ListApiKeys = z.infer<typeof ListApiKeys>;

export const ApiKeyView = z
  .object({
    id: Id,
    name: z.string(),
    prefix: z
      .string()
      .meta({ description: 'Identifies the key without a character of its secret', example: 'bhk_3kTn9Qa1' }),
    scopes: z.array(PermissionName),
    effective: z.array(PermissionName).meta({ description: 'Scopes less what the creator no longer holds' }),
    status: z.enum(KEY_STATUSES),
    expiresAt: Instant.nullable(),
    createdAt: Instant,
    lastUsedAt: Instant.nullable(),
    lastUsedFrom: z.string().nullable().meta({ description: 'Address of the last use' }),
    revokedAt: Instant.nullable(),
    revokedBy: z.string().nullable(),
    revocationReason: z.string().nullable(),
    creator: z.object({ id: Id, name: z.string(), email: z.string() }),
  })
  .meta({ id: 'ApiKey' });
export type ApiKeyView = z.infer<typeof ApiKeyView>;

export const ApiKeyList = listOf(ApiKeyView, 'ApiKeyList').extend({
  counts: z.record(z.enum(KEY_STATUSES), z.int()).meta({ description: 'Keys by status, whatever the filter' }),
});
export type ApiKeyList = z.infer<typeof ApiKeyList>;

export const CreatedApiKey = z
  .object({
    apiKey: ApiKeyView,
    secret: z.string().meta({ description: 'The whole key. Shown this once, kept nowhere.' }),
  })
  .meta({ id: 'CreatedApiKey' });
export type CreatedApiKey = z.infer<typeof CreatedApiKey>;
