import { z } from 'zod';

/** Spaces and dashes are for people: they may be left out, or typed elsewhere. */
export const SecondFactorCode = z
  .string()
  .max(40)
  .transform((code) => code.replace(/[\s-]/g, ''))
  .pipe(z.string().min(1, 'must not be blank'))
  .meta({ description: 'Six digits of the app, or a recovery code', example: '123 456' });

/** After step-up: what the app that makes the codes needs. Nothing is asked for at sign-in until a first code was confirmed. */
export const SecondFactorSetup = z
  .object({
    secret: z.string().meta({ description: 'Base32, to be typed where no picture can be taken' }),
    uri: z.string().meta({ description: 'otpauth://totp/…, to be drawn as a QR code' }),
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
    recoveryCodes: z
      .array(z.string())
      .meta({ description: 'Ten, each for one sign-in without the app. Shown this once, kept as hashes alone' }),
  })
  .meta({ id: 'RecoveryCodes' });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;
