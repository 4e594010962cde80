import { INVITATION_STATUSES } from '@billhook/domain/identity/invitation';
import { LONGEST_PASSWORD } from '@billhook/domain/identity/password';
import { z } from 'zod';
import { Id, Instant } from '../shared/common.js';
import { Email } from '../shared/party.js';
import { Locale, MemberName, memberRights, MemberRole } from './member.js';
import { PermissionName } from './permission.js';
import { SecondFactorCode } from './second-factor.js';

export const CreateInvitation = z
  .strictObject({ email: Email, name: MemberName, ...memberRights, locale: Locale.default('en') })
  .meta({ id: 'CreateInvitation', example: { email: 'ines@example.com', name: 'Ines Carvalho', role: 'Accountant' } });
export type CreateInvitation = z.infer<typeof CreateInvitation>;

export const InvitationView = z
  .object({
    id: Id,
    email: z.string(),
    name: z.string(),
    role: MemberRole,
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
      description:
        'The link to pass on if no email is sent, because this installation has no mail server or the company is a sandbox. It is shown only once and not stored',
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
    name: z.string().meta({ description: 'Empty if the operator did not give it' }),
    role: MemberRole,
    isFirstMember: z.boolean().meta({ description: 'Whether the company has no member yet' }),
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
    name: MemberName.optional().meta({ description: 'Replaces the name in the invitation' }),
    code: SecondFactorCode.optional().meta({ description: 'Required if two-factor authentication is on' }),
  })
  .meta({ id: 'AcceptInvitation', example: { token: 'bhi_…', password: 'four words at random' } });
export type AcceptInvitation = z.infer<typeof AcceptInvitation>;
