import { z } from 'zod';
import { Id, Instant } from '../shared/common.js';
import { MemberRole, SomePermissions } from './member.js';
import { PermissionName } from './permission.js';

/** The planned change of a member, to preview what will stop. */
export const PreviewDeparture = z
  .strictObject({
    change: z.enum(['deactivate', 'remove', 'permissions']),
    role: MemberRole.optional(),
    permissions: SomePermissions.optional(),
  })
  .meta({ id: 'PreviewDeparture', example: { change: 'deactivate' } });
export type PreviewDeparture = z.infer<typeof PreviewDeparture>;

/** What a key or an application loses, and whether it is in use. */
const LOSS = {
  loses: z.array(PermissionName).meta({ description: 'The permissions that it loses' }),
  lastUsedAt: Instant.nullable(),
  lastUsedFrom: z.string().nullable(),
  requests7d: z.int().meta({ description: 'Requests in the last 7 days' }),
};

export const DepartureView = z
  .object({
    keys: z
      .array(
        z.object({
          id: Id,
          name: z.string(),
          prefix: z.string(),
          stops: z.boolean().meta({ description: 'Whether the key stops working, or only loses permissions' }),
          ...LOSS,
        }),
      )
      .nullable()
      .meta({
        description:
          'Working keys that would lose permissions, most used first; null for a caller without `api_key.manage`, who sees only their number',
      }),
    keyCount: z.int().meta({ description: 'How many keys would lose permissions' }),
    stoppingKeyCount: z.int().meta({ description: 'How many of them would stop working' }),
    applications: z
      .array(
        z.object({
          id: Id.meta({ description: 'The id of the grant' }),
          name: z.string(),
          stops: z.boolean().meta({ description: 'Whether its access stops working, or only loses permissions' }),
          ...LOSS,
        }),
      )
      .nullable()
      .meta({
        description:
          'Applications that the member authorised and that would lose permissions, most used first; null for a caller without `oauth_app.manage`, who sees only their number',
      }),
    applicationCount: z.int().meta({ description: 'How many applications would lose permissions' }),
    stoppingApplicationCount: z.int().meta({ description: 'How many of them would stop working' }),
    sessions: z.int().meta({ description: 'The number of browsers that would be signed out' }),
  })
  .meta({ id: 'Departure' });
export type DepartureView = z.infer<typeof DepartureView>;
