import { MEMBER_KINDS, MEMBER_STATUSES } from '@billhook/domain/identity/member';
import { ROLES } from '@billhook/domain/identity/permissions';
import { z } from 'zod';
import { Id, Instant, oneLine } from '../shared/common.js';
import { PermissionName, PermissionNames } from './permission.js';

export const LOCALES = ['en', 'fr'] as const;
export const Locale = z.enum(LOCALES).meta({ description: 'The language of emails to this member' });
export type Locale = z.infer<typeof Locale>;

export const MemberRole = z.enum(ROLES).meta({ description: 'The role that set the initial permissions' });
export const MemberName = oneLine(120);

export const MemberView = z
  .object({
    id: Id,
    kind: z
      .enum(MEMBER_KINDS)
      .meta({ description: 'Person: signs in. Service: belongs to the company and cannot sign in' }),
    name: z.string(),
    email: z.string().nullable().meta({ description: 'Null for a service member' }),
    role: MemberRole,
    permissions: z.array(PermissionName),
    tailored: z.boolean().meta({ description: 'Whether the permissions differ from those of the role' }),
    status: z.enum(MEMBER_STATUSES),
    createdAt: Instant,
    lastSeenAt: Instant.nullable().meta({
      description: 'The last request in the settings, to the minute; null if the member never signed in',
    }),
    liveKeys: z.int().meta({ description: 'The number of keys that are neither revoked nor expired' }),
    secondFactor: z.boolean().meta({ description: 'Whether two-factor authentication is on' }),
  })
  .meta({ id: 'Member' });
export type MemberView = z.infer<typeof MemberView>;

export const MemberList = z.object({ data: z.array(MemberView) }).meta({ id: 'MemberList' });
export type MemberList = z.infer<typeof MemberList>;

/** The people who can change what only an owner can. */
export const OwnerList = z
  .object({ data: z.array(z.object({ id: Id, name: z.string(), email: z.string() })) })
  .meta({ id: 'OwnerList' });
export type OwnerList = z.infer<typeof OwnerList>;

export const ListMembers = z.strictObject({
  status: z.enum(MEMBER_STATUSES).optional().meta({ description: 'Default: all except removed members' }),
  kind: z.enum(MEMBER_KINDS).optional(),
});
export type ListMembers = z.infer<typeof ListMembers>;

export const SomePermissions = PermissionNames.min(1, 'must contain at least one permission');

/** A role without permissions has the permissions of its preset; `permissions` replaces them. */
export const memberRights = { role: MemberRole, permissions: SomePermissions.optional() };

export const CreateServiceMember = z
  .strictObject({ name: MemberName, ...memberRights })
  .meta({ id: 'CreateServiceMember', example: { name: 'ERP', role: 'Read-only' } });
export type CreateServiceMember = z.infer<typeof CreateServiceMember>;

export const UpdateMember = z
  .strictObject({ name: MemberName.optional(), role: MemberRole.optional(), permissions: SomePermissions.optional() })
  .meta({ id: 'UpdateMember', example: { role: 'Accountant' } });
export type UpdateMember = z.infer<typeof UpdateMember>;

/** The company to switch to, named by the person's membership in it. */
export const SwitchCompany = z.strictObject({ memberId: Id }).meta({ id: 'SwitchCompany', example: { memberId: 42 } });
export type SwitchCompany = z.infer<typeof SwitchCompany>;
