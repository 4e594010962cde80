import { COMPANY_KINDS } from '@billhook/domain/identity/company';
import { ROLES } from '@billhook/domain/identity/permissions';
import { STEP_UP_MINUTES } from '@billhook/domain/identity/step-up';
import { z } from 'zod';
import { Id, Instant, oneLine } from '../shared/common.js';
import { CompanyView } from './company.js';
import { Locale } from './member.js';
import { PermissionName } from './permission.js';
import { SecondFactorCode } from './second-factor.js';
import { software } from './software.js';

export const SignIn = z
  .strictObject({
    email: oneLine(254),
    password: z.string().min(1).max(200),
    code: SecondFactorCode.optional().meta({
      description: 'If two-factor authentication is on: a code from the app, or a recovery code',
    }),
  })
  .meta({ id: 'SignIn', example: { email: 'owner@example.com', password: 'the password' } });
export type SignIn = z.infer<typeof SignIn>;

export const ConfirmPassword = z
  .strictObject({ password: z.string().min(1).max(200) })
  .meta({ id: 'ConfirmPassword', example: { password: 'the password' } });
export type ConfirmPassword = z.infer<typeof ConfirmPassword>;

/** What the sign-in page needs before a person signs in. */
export const SignInOptions = z
  .object({
    isSetUp: z
      .boolean()
      .meta({ description: 'Whether the installation has a company; without one, its set-up link creates the first' }),
    sendsMail: z.boolean().meta({
      description:
        'Whether a forgotten password can be reset by email; without a mail server, the operator creates a link',
    }),
  })
  .meta({ id: 'SignInOptions' });
export type SignInOptions = z.infer<typeof SignInOptions>;

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
    clockOffset: z.int().optional().meta({
      description: 'In a sandbox: the milliseconds by which its time is ahead of the real time',
    }),
    companies: z
      .array(z.object({ memberId: Id, companyId: Id, name: z.string(), kind: z.enum(COMPANY_KINDS) }))
      .meta({ description: 'The companies that this person is an active member of, by name' }),
    confirmedAt: Instant.meta({ description: 'When the password was last confirmed' }),
    confirmed: z.boolean().meta({
      description: `Whether that was within the last ${STEP_UP_MINUTES} minutes, which sensitive operations require`,
    }),
    expiresAt: Instant,
    webhooksEnabled: z.boolean(),
    webhooksAllowHttp: z.boolean(),
    sendsMail: z.boolean().meta({
      description:
        'Whether emails of the company are sent. Without a mail server, and in a sandbox, they are stored but not sent',
    }),
    upgradeUrl: z
      .string()
      .nullable()
      .meta({ description: 'The URL for upgrading the plan; null if the operator changes it' }),
  })
  .meta({ id: 'Session' });
export type SessionView = z.infer<typeof SessionView>;

/** The session of a browser that may have none: without an error, which browsers log in their console. */
export const OptionalSession = z.object({ session: SessionView.nullable() }).meta({ id: 'OptionalSession' });
export type OptionalSession = z.infer<typeof OptionalSession>;

/** A session, as its member sees it. */
export const SessionRow = z
  .object({
    id: Id,
    current: z.boolean().meta({ description: 'Whether it is the current session' }),
    company: z.object({ id: Id, name: z.string() }),
    createdAt: Instant,
    lastSeenAt: Instant.meta({ description: 'Its last request, to the minute' }),
    expiresAt: Instant.meta({ description: 'When it ends, even if it is in use' }),
    ip: z.string().nullable(),
    userAgent: z.string().nullable(),
    ...software,
  })
  .meta({ id: 'SessionRow' });
export type SessionRow = z.infer<typeof SessionRow>;

export const SessionList = z
  .object({ data: z.array(SessionRow).meta({ description: 'The current session first, then by last request' }) })
  .meta({ id: 'SessionList' });
export type SessionList = z.infer<typeof SessionList>;

export const EndedSessions = z
  .object({ ended: z.int().meta({ description: 'How many browsers were signed out' }) })
  .meta({ id: 'EndedSessions' });
export type EndedSessions = z.infer<typeof EndedSessions>;
