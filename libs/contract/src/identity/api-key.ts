import { list } from '../shared/bounded.js';
import { KEY_EXPIRIES, KEY_STATUSES, LONGEST_GRACE_SECONDS } from '@billhook/domain/identity/api-key';
import { MEMBER_KINDS, MEMBER_STATUSES } from '@billhook/domain/identity/company';
import { z } from 'zod';
import { Id, IdText, Instant, listOf, pageQuery, oneLine, text } from '../shared/common.js';
import { isNetwork, MOST_NETWORKS } from './networks.js';
import { PermissionName, PermissionNames } from './permission.js';

const Name = oneLine(80).meta({ description: 'A label of your choice', example: 'Nightly export' });

const Network = z.string().refine(isNetwork, {
  error: 'takes a network, like 203.0.113.0/24 or 2001:db8::/32, or one address',
  params: { code: 'invalid_network' },
});
const AllowedCidrs = list(Network)
  .max(MOST_NETWORKS, `takes at most ${MOST_NETWORKS} networks`)
  .meta({ description: 'Networks that requests may come from; none is any', example: ['203.0.113.0/24'] });

export const CreateApiKey = z
  .strictObject({
    name: Name,
    scopes: PermissionNames.min(1, 'takes at least one permission').optional(),
    preset: z.literal('readOnly').optional().meta({ description: 'Every read permission that you hold now' }),
    expiry: z.enum(KEY_EXPIRIES),
    allowedCidrs: AllowedCidrs.optional(),
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

export const UpdateApiKey = z
  .strictObject({ name: Name.optional(), allowedCidrs: AllowedCidrs.optional() })
  .meta({ id: 'UpdateApiKey', example: { allowedCidrs: ['203.0.113.0/24'] } });
export type UpdateApiKey = z.infer<typeof UpdateApiKey>;

/** What an administrator sets: the rate limit of any key, and of one of a service member what its owner would. */
export const LimitApiKey = z
  .strictObject({
    rateLimit: z
      .int()
      .min(1)
      .max(1_000_000)
      .nullable()
      .optional()
      .meta({ description: 'Requests a minute; null for what the installation allows every key' }),
    name: Name.optional().meta({ description: "Of a service member's key alone" }),
    allowedCidrs: AllowedCidrs.optional().meta({ description: "Of a service member's key alone" }),
  })
  .meta({ id: 'LimitApiKey', example: { rateLimit: 60 } });
export type LimitApiKey = z.infer<typeof LimitApiKey>;

export const RotateApiKey = z
  .strictObject({
    graceSeconds: z.int().min(0).max(LONGEST_GRACE_SECONDS).meta({
      description:
        'How long the old key lives on after the first use of the new one: up to 7 days, and never past its own expiry',
    }),
    expiry: z
      .enum(KEY_EXPIRIES)
      .optional()
      .meta({ description: 'Of the new key; without it, what was chosen for the old one' }),
    allowedCidrs: AllowedCidrs.optional().meta({ description: 'Of the new key; without it, those of the old one' }),
  })
  .meta({ id: 'RotateApiKey', example: { graceSeconds: 86_400 } });
export type RotateApiKey = z.infer<typeof RotateApiKey>;

export const RevokeApiKey = z
  .strictObject({ reason: text(300).optional() })
  .meta({ id: 'RevokeApiKey', example: { reason: 'Replaced' } });
export type RevokeApiKey = z.infer<typeof RevokeApiKey>;

const MOST_AT_ONCE = 500;
const KeyIds = list(Id)
  .min(1, 'takes at least one key')
  .max(MOST_AT_ONCE, `takes at most ${MOST_AT_ONCE} keys`)
  .refine((ids) => new Set(ids).size === ids.length, 'names a key twice');

export const RevokeApiKeys = z
  .strictObject({ ids: KeyIds, reason: text(300).optional() })
  .meta({ id: 'RevokeApiKeys', example: { ids: [7, 9], reason: 'Unused for a year' } });
export type RevokeApiKeys = z.infer<typeof RevokeApiKeys>;

/** What both lists of keys can be narrowed down to. */
const keyFilters = {
  status: z.enum(KEY_STATUSES).optional(),
  q: text(100).optional().meta({ description: 'Part of the name, or the beginning of the prefix' }),
};

export const ListApiKeys = z.strictObject({ ...pageQuery, ...keyFilters });
export type ListApiKeys = z.infer<typeof ListApiKeys>;

const yes = z.literal('true').transform(() => true);

const companyKeyFilters = {
  ...keyFilters,
  memberId: IdText.optional().meta({ description: 'Keys of this member' }),
  scope: PermissionName.optional().meta({ description: 'Keys that carry this permission' }),
  neverUsed: yes.optional(),
  unusedDays: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_650)
    .optional()
    .meta({ description: 'Keys that nobody used for so many days, nor since they were made that long ago' }),
  expiry: z.literal('none').optional().meta({ description: 'Keys that live until they are revoked' }),
  creatorGone: yes.optional().meta({ description: 'Keys whose creator is deactivated or removed' }),
  outsidePolicy: yes
    .optional()
    .meta({ description: "Live keys that the company's policy would not let be made today" }),
};

export const KEY_EXPORT_FORMATS = ['csv'] as const;
export const ExportCompanyKeys = z.strictObject({ format: z.enum(KEY_EXPORT_FORMATS), ...companyKeyFilters });
export type ExportCompanyKeys = z.infer<typeof ExportCompanyKeys>;

export const ListCompanyKeys = z.strictObject({ ...pageQuery, ...companyKeyFilters });
export type ListCompanyKeys = z.infer<typeof ListCompanyKeys>;

export const KeyPolicy = z
  .strictObject({
    longestLifetime: z
      .enum(KEY_EXPIRIES)
      .meta({ description: '"1y": every key expires, within a year. "none": keys may live until they are revoked' }),
    cidrsRequired: z.boolean().meta({ description: 'Whether each key must name the networks it is used from' }),
  })
  .meta({ id: 'KeyPolicy', example: { longestLifetime: '1y', cidrsRequired: false } });
export type KeyPolicy = z.infer<typeof KeyPolicy>;

const RelatedKey = z.object({ id: Id, prefix: z.string() });

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
    lifetime: z.enum(KEY_EXPIRIES).meta({ description: 'What was chosen for its expiry' }),
    expiresAt: Instant.nullable(),
    allowedCidrs: z.array(z.string()).meta({ description: 'Networks that requests may come from; none is any' }),
    rateLimit: z.int().nullable().meta({ description: 'Requests a minute; null for what the installation allows' }),
    createdAt: Instant,
    createdFrom: z.string().nullable().meta({ description: 'Address of whoever created it' }),
    createdAgent: z.string().nullable().meta({ description: 'User-Agent of whoever created it' }),
    firstUsedAt: Instant.nullable(),
    lastUsedAt: Instant.nullable(),
    lastUsedFrom: z.string().nullable().meta({ description: 'Address of the last use' }),
    lastUsedAgent: z.string().nullable().meta({ description: 'User-Agent of the last use' }),
    revokedAt: Instant.nullable(),
    revokedBy: z.string().nullable(),
    revocationReason: z.string().nullable(),
    predecessor: RelatedKey.nullable().meta({ description: 'The key that it replaces' }),
    successor: RelatedKey.extend({ firstUsedAt: Instant.nullable() })
      .nullable()
      .meta({ description: 'The key that replaces it' }),
    graceSeconds: z.int().nullable().meta({ description: 'How long it lives on after the first use of its successor' }),
    retiresAt: Instant.nullable().meta({
      description:
        'When it dies because its successor took over; null while that was not used, and where it expires first',
    }),
    outsidePolicy: z
      .boolean()
      .meta({ description: "Whether it is live, and the company's policy would not let it be made today" }),
    creator: z.object({
      id: Id,
      kind: z.enum(MEMBER_KINDS),
      name: z.string(),
      email: z.string().nullable(),
      status: z.enum(MEMBER_STATUSES),
    }),
  })
  .meta({ id: 'ApiKey' });
export type ApiKeyView = z.infer<typeof ApiKeyView>;

export const ApiKeyList = listOf(ApiKeyView, 'ApiKeyList').extend({
  counts: z
    .record(z.enum(KEY_STATUSES), z.int())
    .meta({ description: 'Keys by status, under the same filters but that of the status' }),
});
export type ApiKeyList = z.infer<typeof ApiKeyList>;

export const CreatedApiKey = z
  .object({
    apiKey: ApiKeyView,
    secret: z.string().meta({ description: 'The whole key. Shown this once, kept nowhere.' }),
  })
  .meta({ id: 'CreatedApiKey' });
export type CreatedApiKey = z.infer<typeof CreatedApiKey>;

export const RevokedKeys = z
  .object({
    data: z.array(ApiKeyView).meta({ description: 'All that were named, in their order' }),
    revoked: z.int().meta({ description: 'How many of them this ends; the others had ended before' }),
  })
  .meta({ id: 'RevokedApiKeys' });
export type RevokedKeys = z.infer<typeof RevokedKeys>;

export const TestApiKey = z
  .strictObject({ secret: z.string().min(1).max(200).meta({ description: 'The whole key' }) })
  .meta({ id: 'TestApiKey', example: { secret: 'bhk_…' } });
export type TestApiKey = z.infer<typeof TestApiKey>;

export const TestedApiKey = z
  .object({
    effective: z
      .array(PermissionName)
      .meta({ description: 'What a request with the key could do now, from where this one came' }),
    code: z
      .string()
      .nullable()
      .meta({ description: 'Of the refusal that a request would meet; null where it would be let in' }),
    detail: z.string().nullable(),
  })
  .meta({ id: 'TestedApiKey' });
export type TestedApiKey = z.infer<typeof TestedApiKey>;
