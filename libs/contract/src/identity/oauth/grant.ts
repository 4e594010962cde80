import { APPLICATION_RULES } from '@billhook/domain/identity/application';
import { KEY_EXPIRIES, KEY_STATUSES } from '@billhook/domain/identity/key-status';
import { OAUTH_RESOURCES } from '@billhook/domain/identity/oauth-resource';
import { z } from 'zod';
import { ActorText, ActorView } from '../../shared/actor.js';
import { list } from '../../shared/bounded.js';
import { Id, Instant, text } from '../../shared/common.js';
import { PermissionName } from '../permission.js';
import { APPLICATION_USE, ApplicationSummary } from './application.js';

/** What a member has allowed an application. */
export const GrantView = z
  .object({
    id: Id,
    application: ApplicationSummary,
    company: z.object({ id: Id, name: z.string() }),
    member: z.object({ id: Id, name: z.string() }),
    resource: z.enum(OAUTH_RESOURCES),
    scopes: z.array(PermissionName),
    effective: z
      .array(PermissionName)
      .meta({ description: 'The scopes without the permissions that the member no longer has' }),
    status: z.enum(KEY_STATUSES),
    lifetime: z.enum(KEY_EXPIRIES),
    expiresAt: Instant.nullable(),
    createdAt: Instant,
    createdFrom: z.string().nullable(),
    lastUsedAt: Instant.nullable(),
    lastUsedFrom: z.string().nullable(),
    lastUsedAgent: z.string().nullable(),
    revokedAt: Instant.nullable(),
    revokedBy: ActorText.nullable(),
    revokedByActor: ActorView.nullable(),
    revocationReason: z.string().nullable(),
  })
  .meta({ id: 'OAuthGrant' });
export type GrantView = z.infer<typeof GrantView>;

export const GrantList = z.object({ data: z.array(GrantView) }).meta({ id: 'OAuthGrantList' });
export type GrantList = z.infer<typeof GrantList>;

export const RevokeGrant = z
  .strictObject({ reason: text(300).optional() })
  .meta({ id: 'RevokeGrant', example: { reason: 'No longer used' } });
export type RevokeGrant = z.infer<typeof RevokeGrant>;

/** An application that members of the company have authorised. */
export const CompanyApplicationView = z
  .object({
    application: ApplicationSummary,
    allowed: z.boolean().meta({ description: 'Whether the policy of the company allows it' }),
    ...APPLICATION_USE,
    grants: z.array(GrantView).meta({ description: 'Those that work or could work again, newest first' }),
  })
  .meta({ id: 'CompanyApplication' });
export type CompanyApplicationView = z.infer<typeof CompanyApplicationView>;

export const CompanyApplicationList = z
  .object({ data: z.array(CompanyApplicationView) })
  .meta({ id: 'CompanyApplicationList' });
export type CompanyApplicationList = z.infer<typeof CompanyApplicationList>;

export const RevokedGrants = z
  .object({ revoked: z.int().meta({ description: 'How many grants this revokes' }) })
  .meta({ id: 'RevokedGrants' });
export type RevokedGrants = z.infer<typeof RevokedGrants>;

const MOST_LISTED = 200;

const policy = {
  allow: z.enum(APPLICATION_RULES).meta({
    description:
      '"every": members may authorise every application. "listed": only those of `clientIds`, and as `builtin` says those that are part of Billhook',
  }),
  clientIds: list(z.string().min(1).max(500))
    .max(MOST_LISTED)
    .refine((ids) => new Set(ids).size === ids.length, 'must not contain a client ID twice')
    .meta({ description: 'The client IDs of the listed applications', example: ['bha_3kTn9Qa1ZsX0dE5uWm7L2p'] }),
  builtin: z.boolean().meta({
    description:
      'Whether "listed" allows the applications that are part of Billhook as well: the command line (`billhook-cli`) and the API reference (`billhook-docs`)',
  }),
};

export const ApplicationPolicy = z.strictObject(policy).meta({
  id: 'ApplicationPolicy',
  example: { allow: 'listed', clientIds: ['bha_3kTn9Qa1ZsX0dE5uWm7L2p'], builtin: true },
});
export type ApplicationPolicy = z.infer<typeof ApplicationPolicy>;

/** Without `builtin`, it stays as it is. */
export const SetApplicationPolicy = z
  .strictObject({ ...policy, builtin: policy.builtin.optional() })
  .meta({ id: 'SetApplicationPolicy', example: { allow: 'listed', clientIds: ['bha_3kTn9Qa1ZsX0dE5uWm7L2p'] } });
export type SetApplicationPolicy = z.infer<typeof SetApplicationPolicy>;
