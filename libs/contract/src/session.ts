import { MEMBER_STATUSES } from '@billhook/domain/company';
import { ALL_PERMISSIONS, ROLES, type Permission } from '@billhook/domain/permissions';
import { z } from 'zod';
import { CompanyView } from './company.js';
import { Id, Instant, text } from './common.js';

export const PermissionName = z.enum(ALL_PERMISSIONS as [Permission, ...Permission[]]).meta({ id: 'Permission' });

export const SignIn = z
  .strictObject({ email: text(254), password: z.string().min(1).max(200) })
  .meta({ id: 'SignIn', example: { email: 'owner@example.com', password: 'the password' } });
export type SignIn = z.infer<typeof SignIn>;

export const ConfirmPassword = z
  .strictObject({ password: z.string().min(1).max(200) })
  .meta({ id: 'ConfirmPassword', example: { password: 'the password' } });
export type ConfirmPassword = z.infer<typeof ConfirmPassword>;

export const MemberView = z
  .object({
    id: Id,
    name: z.string(),
    email: z.string(),
    role: z.enum(ROLES),
    permissions: z.array(PermissionName),
    status: z.enum(MEMBER_STATUSES),
    createdAt: Instant,
  })
  .meta({ id: 'Member' });
export type MemberView = z.infer<typeof MemberView>;

export const MemberList = z.object({ data: z.array(MemberView) }).meta({ id: 'MemberList' });

export const SessionView = z
  .object({
    member: MemberView,
    company: CompanyView,
    confirmedAt: Instant.meta({
      description: 'When the password was last typed; creating a key asks for 10 minutes or less',
    }),
    expiresAt: Instant,
    webhooksEnabled: z.boolean(),
    webhooksAllowHttp: z.boolean(),
    sendsMail: z
      .boolean()
      .meta({ description: 'Whether the installation has a mail server; without one, mails are kept' }),
  })
  .meta({ id: 'Session' });
export type SessionView = z.infer<typeof SessionView>;
