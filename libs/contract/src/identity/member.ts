import { MEMBER_KINDS, MEMBER_STATUSES } from '@billhook/domain/identity/company';
import { INVITATION_STATUSES } from '@billhook/domain/identity/members';
import { LONGEST_PASSWORD } from '@billhook/domain/identity/password';
import { ROLES } from '@billhook/domain/identity/permissions';
import { z } from 'zod';
import { Email, Id, Instant, oneLine } from '../shared/common.js';
import { PermissionName, PermissionNames } from './permission.js';
import { SecondFactorCode } from './second-factor.js';

export const LOCALES = ['en', 'fr'] as const;
export const Locale = z.enum(LOCALES).meta({ description: 'The language of emails to this member' });
export type Locale = z.infer<typeof Locale>;

const Role = z.enum(ROLES).meta({ description: 'The role that set the initial permissions' });
const Name = oneLine(120);

export const MemberView = z
  .object({
    id: Id,
    kind: z
      .enum(MEMBER_KINDS)
      .meta({ description: 'Person: signs in. Service: belongs to the company and cannot sign in' }),
    name: z.string(),
    email: z.string().nullable().meta({ description: 'Null for a service member' }),
    role: Role,
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

const SomePermissions = PermissionNames.min(1, 'must contain at least one permission');

/** A role without permissions has those of its preset; `permissions` replaces them. */
const rights = { role: Role, permissions: SomePermissions.optional() };

export const CreateServiceMember = z
  .strictObject({ name: Name, ...rights })
  .meta({ id: 'CreateServiceMember', example: { name: 'ERP', role: 'Read-only' } });
export type CreateServiceMember = z.infer<typeof CreateServiceMember>;

export const UpdateMember = z
  .strictObject({ name: Name.optional(), role: Role.optional(), permissions: SomePermissions.optional() })
  .meta({ id: 'UpdateMember', example: { role: 'Accountant' } });
export type UpdateMember = z.infer<typeof UpdateMember>;

/** The planned change of a member, to preview what will stop. */
export const PreviewDeparture = z
  .strictObject({
    change: z.enum(['deactivate', 'remove', 'permissions']),
    role: Role.optional(),
    permissions: SomePermissions.optional(),
  })
  .meta({ id: 'PreviewDeparture', example: { change: 'deactivate' } });
export type PreviewDeparture = z.infer<typeof PreviewDeparture>;

export const DepartureView = z
  .object({
    keys: z
      .array(
        z.object({
          id: Id,
          name: z.string(),
          prefix: z.string(),
          stops: z.boolean().meta({ description: 'Whether the key stops working, or only loses permissions' }),
          loses: z.array(PermissionName).meta({ description: 'The permissions that it loses' }),
          lastUsedAt: Instant.nullable(),
          lastUsedFrom: z.string().nullable(),
          requests7d: z.int().meta({ description: 'Requests in the last 7 days' }),
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
          loses: z.array(PermissionName).meta({ description: 'The permissions that it loses' }),
          lastUsedAt: Instant.nullable(),
          lastUsedFrom: z.string().nullable(),
          requests7d: z.int().meta({ description: 'Requests in the last 7 days' }),
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

export const CreateInvitation = z
  .strictObject({ email: Email, name: Name, ...rights, locale: Locale.default('en') })
  .meta({ id: 'CreateInvitation', example: { email: 'ines@example.com', name: 'Ines Carvalho', role: 'Accountant' } });
export type CreateInvitation = z.infer<typeof CreateInvitation>;

export const InvitationView = z
  .object({
    id: Id,
    email: z.string(),
    name: z.string(),
    role: Role,
    permissions: z.array(PermissionName),
    status: z.enum(INVITATION_STATUSES),
    invitedBy: z
      .string()
      .nullable()
      .meta({ description: 'The member who last sent it; null if it was sent by the operator' }),
    usable: z.boolean().meta({
      description:
        'Whether its link works. False once it is accepted, withdrawn or expired, and while its sender lacks the permissions to send it; another member can then send it again',
    }),
    createdAt: Instant,
    sentAt: Instant,
    expiresAt: Instant,
  })
  .meta({ id: 'Invitation' });
export type InvitationView = z.infer<typeof InvitationView>;

export const InvitationList = z.object({ data: z.array(InvitationView) }).meta({ id: 'InvitationList' });
export type InvitationList = z.infer<typeof InvitationList>;

export const SentInvitation = z
  .object({
    invitation: InvitationView,
    mailed: z.boolean().meta({ description: 'Whether the link is sent by email' }),
    url: z.string().nullable().meta({
      description: 'The link to pass on, if this installation sends no email. It is shown only once and not stored',
    }),
  })
  .meta({ id: 'SentInvitation' });
export type SentInvitation = z.infer<typeof SentInvitation>;

const InvitationToken = z.string().min(1).max(200).meta({ description: 'The token of the link' });

export const LookAtInvitation = z.strictObject({ token: InvitationToken }).meta({ id: 'LookAtInvitation' });
export type LookAtInvitation = z.infer<typeof LookAtInvitation>;

export const OpenedInvitation = z
  .object({
    company: z.string(),
    invitedBy: z.string().nullable().meta({ description: 'Null if it was sent by the operator' }),
    email: z.string(),
    name: z.string(),
    role: Role,
    hasAccount: z
      .boolean()
      .meta({ description: 'Whether the email address has an account, whose password is then required' }),
    expiresAt: Instant,
  })
  .meta({ id: 'OpenedInvitation' });
export type OpenedInvitation = z.infer<typeof OpenedInvitation>;

export const AcceptInvitation = z
  .strictObject({
    token: InvitationToken,
    password: z
      .string()
      .min(1)
      .max(LONGEST_PASSWORD)
      .meta({ description: 'The password of the existing account, or the password for the new one' }),
    name: Name.optional().meta({ description: 'Replaces the name in the invitation' }),
    code: SecondFactorCode.optional().meta({ description: 'Required if two-factor authentication is on' }),
  })
  .meta({ id: 'AcceptInvitation', example: { token: 'bhi_…', password: 'four words at random' } });
export type AcceptInvitation = z.infer<typeof AcceptInvitation>;

/** The company to switch to, named by the person's membership in it. */
export const SwitchCompany = z.strictObject({ memberId: Id }).meta({ id: 'SwitchCompany', example: { memberId: 42 } });
export type SwitchCompany = z.infer<typeof SwitchCompany>;
