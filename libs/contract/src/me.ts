import { KEY_STATUSES } from '@billhook/domain/api-key';
import { PLANS } from '@billhook/domain/company';
import { z } from 'zod';
import { Id, Instant } from './common.js';
import { PermissionName } from './session.js';

export const MePermissionsView = z
  .object({
    permissions: z.array(PermissionName).meta({ description: 'What the key may do now' }),
    granted: z.array(PermissionName).meta({ description: 'What the key was given' }),
    lost: z.array(z.object({ permission: PermissionName, cause: z.enum(['creator_permission_lost']) })),
    key: z.object({
      id: Id,
      name: z.string(),
      prefix: z.string(),
      status: z.enum(KEY_STATUSES),
      expiresAt: Instant.nullable(),
    }),
    company: z.object({ id: Id, name: z.string(), plan: z.enum(PLANS) }),
  })
  .meta({ id: 'MePermissions' });
export type MePermissionsView = z.infer<typeof MePermissionsView>;

export const PermissionCatalogue = z
  .object({
    data: z.array(
      z.object({ permission: PermissionName, summary: z.string(), grantable: z.boolean(), held: z.boolean() }),
    ),
  })
  .meta({ id: 'PermissionCatalogue' });
export type PermissionCatalogue = z.infer<typeof PermissionCatalogue>;
