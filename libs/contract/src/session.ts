import { ROLES } from '@billhook/domain/permissions';
import { z } from 'zod';
import { CompanyView } from './company.js';
import { Id, Instant, text } from './common.js';
import { Locale } from './member.js';
import { PermissionName } from './permission.js';

export const SignIn = z
  .strictObject({ email: text(254), password: z.string().min(1).max(200) })
  .meta({ id: 'SignIn', example: { email: 'owner@example.com', password: 'the password' } });
export type SignIn = z.infer<typeof SignIn>;

export const ConfirmPassword = z
  .strictObject({ password: z.string().min(1).max(200) })
  .meta({ id: 'ConfirmPassword', example: { password: 'the password' } });
export type ConfirmPassword = z.infer<typeof ConfirmPassword>;

export const SessionView = z
  .object({
    id: Id,
    member: z.object({
      id: Id,
      name: z.string(),
      email: z.string(),
      role: z.enum(ROLES),
      permissions: z.array(PermissionName),
      locale: Locale,
      secondFactor: z.boolean(),
    }),
    company: CompanyView,
    companies: z
      .array(z.object({ memberId: Id, name: z.string() }))
      .meta({ description: 'All that this person is an active member of, by name' }),
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
