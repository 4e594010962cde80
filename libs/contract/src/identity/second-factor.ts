import { z } from 'zod';

/** Spaces and dashes are optional. */
export const SecondFactorCode = z
  .string()
  .max(40)
  .transform((code) => code.replace(/[\s-]/g, ''))
  .pipe(z.string().min(1, 'must not be blank'))
  .meta({ description: 'A 6-digit code from the app, or a recovery code', example: '123 456' });

/**
 * The secret for the authenticator app, returned after a password confirmation. Sign-in requires codes only once the first is confirmed.
 */
export const SecondFactorSetup = z
  .object({
    secret: z.string().meta({ description: 'In Base32, for entering it without the QR code' }),
    uri: z.string().meta({ description: 'An otpauth://totp/… URL, to show as a QR code' }),
  })
  .meta({ id: 'SecondFactorSetup' });
export type SecondFactorSetup = z.infer<typeof SecondFactorSetup>;

/** A code of the app, or a recovery code. */
export const ProveSecondFactor = z
  .strictObject({ code: SecondFactorCode })
  .meta({ id: 'ProveSecondFactor', example: { code: '123 456' } });
export type ProveSecondFactor = z.infer<typeof ProveSecondFactor>;

export const RecoveryCodes = z
  .object({
    recoveryCodes: z.array(z.string()).meta({
      description: '10 codes, each for one sign-in without the app. They are shown only once and stored only as hashes',
    }),
  })
  .meta({ id: 'RecoveryCodes' });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;
