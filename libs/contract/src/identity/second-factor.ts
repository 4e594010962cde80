import { z } from 'zod';

/** Spaces and dashes are for people: they may be left out, or typed elsewhere. */
export const SecondFactorCode = z
  .string()
  .max(40)
  .transform((code) => code.replace(/[\s-]/g, ''))
  .pipe(z.string().min(1, 'must not be blank'))
  .meta({ description: 'A 6-digit code from the app, or a recovery code', example: '123 456' });

/** After step-up: what the app that makes the codes needs. Nothing is asked for at sign-in until a first code was confirmed. */
export const SecondFactorSetup = z
  .object({
    secret: z.string().meta({ description: 'In Base32, for entering it without the QR code' }),
    uri: z.string().meta({ description: 'An otpauth://totp/… URL, to show as a QR code' }),
  })
  .meta({ id: 'SecondFactorSetup' });
export type SecondFactorSetup = z.infer<typeof SecondFactorSetup>;

/** A code that proves that the app, or a recovery code, is at hand. */
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
