import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '@billhook/domain/identity/password';
import { z } from 'zod';
import { Id, Instant, oneLine } from '../shared/common.js';
import { Locale } from './member.js';

/** An existing password, which can be older than the current rules. */
const KnownPassword = z.string().min(1).max(LONGEST_PASSWORD);

/** A new password. Whether it is common or contains the email address is checked later, when the person is known. */
export const NewPassword = z
  .string()
  .min(SHORTEST_PASSWORD, `must have at least ${SHORTEST_PASSWORD} characters`)
  .max(LONGEST_PASSWORD, `must have at most ${LONGEST_PASSWORD} characters`)
  .meta({ description: `${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters` });

/** The signed-in person, independent of the company. */
export const AccountView = z
  .object({
    id: Id,
    name: z.string().meta({ description: 'The name of the member in the company of the session' }),
    email: z.string(),
    locale: Locale,
    secondFactor: z
      .object({
        since: Instant,
        recoveryCodesLeft: z.int().meta({ description: 'The number of unused recovery codes, out of 10' }),
      })
      .nullable()
      .meta({ description: 'Null if two-factor authentication is off' }),
  })
  .meta({ id: 'Account' });
export type AccountView = z.infer<typeof AccountView>;

export const UpdateAccount = z
  .strictObject({ name: oneLine(120).optional(), locale: Locale.optional() })
  .meta({ id: 'UpdateAccount', example: { locale: 'fr' } });
export type UpdateAccount = z.infer<typeof UpdateAccount>;

export const ChangePassword = z
  .strictObject({ currentPassword: KnownPassword, newPassword: NewPassword })
  .meta({ id: 'ChangePassword', example: { currentPassword: 'the password', newPassword: 'four words at random' } });
export type ChangePassword = z.infer<typeof ChangePassword>;

export const RequestPasswordReset = z
  .strictObject({ email: oneLine(254) })
  .meta({ id: 'RequestPasswordReset', example: { email: 'owner@example.com' } });
export type RequestPasswordReset = z.infer<typeof RequestPasswordReset>;

export const CompletePasswordReset = z
  .strictObject({
    token: z.string().min(1).max(200).meta({ description: 'The part of the link after the #' }),
    password: NewPassword,
  })
  .meta({ id: 'CompletePasswordReset', example: { token: 'bhw_…', password: 'four words at random' } });
export type CompletePasswordReset = z.infer<typeof CompletePasswordReset>;
