import { KEY_EXPIRIES, KEY_STATUSES, LONGEST_GRACE_SECONDS } from '@billhook/domain/identity/key-status';
import { MEMBER_KINDS, MEMBER_STATUSES } from '@billhook/domain/identity/member';
import { z } from 'zod';
import { ActorText, ActorView } from '../shared/actor.js';
import { list } from '../shared/bounded.js';
import { Id, IdText, Instant, oneLine, text } from '../shared/common.js';
import { listOf, pageQuery } from '../shared/page.js';
import { isNetwork, MOST_NETWORKS } from './networks.js';
import { PermissionName, PermissionNames } from './permission.js';

const Name = oneLine(80).meta({ description: 'A name of your choice', example: 'Nightly export' });

const Network = z.string().refine(isNetwork, {
  error: 'must be a network, like 203.0.113.0/24 or 2001:db8::/32, or one address',
  params: { code: 'invalid_network' },
});
const AllowedCidrs = list(Network)
  .max(MOST_NETWORKS, `must have at most ${MOST_NETWORKS} networks`)
  .meta({
    description: 'The networks that requests may come from; empty for any network',
    example: ['203.0.113.0/24'],
  });

export const CreateApiKey = z
  .strictObject({
    name: Name,
    scopes: PermissionNames.min(1, 'must contain at least one permission').optional(),
    preset: z.literal('readOnly').optional().meta({ description: 'Every read permission that you have now' }),
    expiry: z.enum(KEY_EXPIRIES),
    allowedCidrs: AllowedCidrs.optional(),
  })
  .refine((body) => (body.scopes === undefined) !== (body.preset === undefined), {
    message: 'must contain either scopes or preset',
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

/** What an administrator can set: the rate limit of any key, and more for keys of service members. */
export const LimitApiKey = z
  .strictObject({
    rateLimit: z
      .int()
      .min(1)
      .max(1_000_000)
      .nullable()
      .optional()
      .meta({ description: 'Requests per minute; null for the default of the installation' }),
    name: Name.optional().meta({ description: 'Only for a key of a service member' }),
    allowedCidrs: AllowedCidrs.optional().meta({ description: 'Only for a key of a service member' }),
  })
  .meta({ id: 'LimitApiKey', example: { rateLimit: 60 } });
export type LimitApiKey = z.infer<typeof LimitApiKey>;

export const RotateApiKey = z
  .strictObject({
    graceSeconds: z.int().min(0).max(LONGEST_GRACE_SECONDS).meta({
      description:
        'How long the predecessor keeps working after the first use of the successor: up to 7 days, and never beyond its own expiry',
    }),
    expiry: z
      .enum(KEY_EXPIRIES)
      .optional()
      .meta({ description: 'The expiry of the successor. Default: the choice made for the predecessor' }),
    allowedCidrs: AllowedCidrs.optional().meta({
      description: 'The networks of the successor. Default: those of the predecessor',
    }),
  })
  .meta({ id: 'RotateApiKey', example: { graceSeconds: 86_400 } });
export type RotateApiKey = z.infer<typeof RotateApiKey>;

export const RevokeApiKey = z
  .strictObject({ reason: text(300).optional() })
  .meta({ id: 'RevokeApiKey', example: { reason: 'Replaced' } });
export type RevokeApiKey = z.infer<typeof RevokeApiKey>;

const MOST_AT_ONCE = 500;
const KeyIds = list(Id)
  .min(1, 'must contain at least one key')
  .max(MOST_AT_ONCE, `must contain at most ${MOST_AT_ONCE} keys`)
  .refine((ids) => new Set(ids).size === ids.length, 'must not contain a key twice');

export const RevokeApiKeys = z
  .strictObject({ ids: KeyIds, reason: text(300).optional() })
  .meta({ id: 'RevokeApiKeys', example: { ids: [7, 9], reason: 'Unused for a year' } });
export type RevokeApiKeys = z.infer<typeof RevokeApiKeys>;

/** The filters of both lists of keys. */
const keyFilters = {
  status: z.enum(KEY_STATUSES).optional(),
  q: text(100).optional().meta({ description: 'A part of the name, or the start of the prefix' }),
};

export const ListApiKeys = z.strictObject({ ...pageQuery, ...keyFilters });
export type ListApiKeys = z.infer<typeof ListApiKeys>;

const yes = z.literal('true').transform(() => true);

const companyKeyFilters = {
  ...keyFilters,
  memberId: IdText.optional().meta({ description: 'Keys of this member' }),
  scope: PermissionName.optional().meta({ description: 'Keys with this permission' }),
  neverUsed: yes.optional(),
  unusedDays: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_650)
    .optional()
    .meta({ description: 'Keys that were created at least this many days ago and not used since' }),
  expiry: z.literal('none').optional().meta({ description: 'Keys without an expiry date' }),
  creatorGone: yes.optional().meta({ description: 'Keys whose creator is deactivated or removed' }),
  outsidePolicy: yes
    .optional()
    .meta({ description: 'Working keys that the policy of the company would not allow to be created today' }),
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
      .meta({ description: '"1y": every key expires within a year. "none": keys may have no expiry date' }),
    cidrsRequired: z
      .boolean()
      .meta({ description: 'Whether each key must have a list of networks that it may be used from' }),
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
      .meta({ description: 'Identifies the key without revealing its secret', example: 'bhk_3kTn9Qa1' }),
    scopes: z.array(PermissionName),
    effective: z
      .array(PermissionName)
      .meta({ description: 'The scopes without the permissions that the creator no longer has' }),
    status: z.enum(KEY_STATUSES),
    lifetime: z.enum(KEY_EXPIRIES).meta({ description: 'The expiry that was chosen when the key was created' }),
    expiresAt: Instant.nullable(),
    allowedCidrs: z
      .array(z.string())
      .meta({ description: 'The networks that requests may come from; empty for any network' }),
    rateLimit: z
      .int()
      .nullable()
      .meta({ description: 'Requests per minute; null for the default of the installation' }),
    createdAt: Instant,
    createdFrom: z.string().nullable().meta({ description: 'The IP address of its creator' }),
    createdAgent: z.string().nullable().meta({ description: 'The User-Agent of its creator' }),
    firstUsedAt: Instant.nullable(),
    lastUsedAt: Instant.nullable(),
    lastUsedFrom: z.string().nullable().meta({ description: 'The IP address of the last use' }),
    lastUsedAgent: z.string().nullable().meta({ description: 'The User-Agent of the last use' }),
    revokedAt: Instant.nullable(),
    revokedBy: ActorText.nullable(),
    revokedByActor: ActorView.nullable(),
    revocationReason: z.string().nullable(),
    predecessor: RelatedKey.nullable().meta({ description: 'The predecessor' }),
    successor: RelatedKey.extend({ firstUsedAt: Instant.nullable() }).nullable().meta({ description: 'The successor' }),
    graceSeconds: z
      .int()
      .nullable()
      .meta({ description: 'How long it keeps working after the first use of its successor' }),
    retiresAt: Instant.nullable().meta({
      description: 'When the grace period ends; null until the successor is used, and if the key expires first',
    }),
    outsidePolicy: z.boolean().meta({
      description: 'Whether it works although the policy of the company would not allow it to be created today',
    }),
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
    .meta({ description: 'The number of keys by status, with the same filters except the status' }),
});
export type ApiKeyList = z.infer<typeof ApiKeyList>;

export const CreatedApiKey = z
  .object({
    apiKey: ApiKeyView,
    secret: z.string().meta({ description: 'The whole key. It is shown only once and not stored.' }),
  })
  .meta({ id: 'CreatedApiKey' });
export type CreatedApiKey = z.infer<typeof CreatedApiKey>;

export const RevokedKeys = z
  .object({
    data: z.array(ApiKeyView).meta({ description: 'All keys of the request, in the same order' }),
    revoked: z.int().meta({ description: 'How many of them this revokes; the others are already revoked or expired' }),
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
      .meta({ description: 'The permissions of a request with the key from this address' }),
    code: z
      .string()
      .nullable()
      .meta({ description: 'The `code` of the error that a request would get; null if it would be accepted' }),
    detail: z.string().nullable(),
  })
  .meta({ id: 'TestedApiKey' });
export type TestedApiKey = z.infer<typeof TestedApiKey>;
