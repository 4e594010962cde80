import { LONGEST_OVERLAP_HOURS } from '@billhook/domain/shared/webhook-limits';
import { SIGNATURE_SCHEMES } from '@billhook/domain/webhooks/endpoint';
import { z } from 'zod';
import { Instant } from '../shared/common.js';
import { Moment } from '../shared/list-query.js';

/** How many of the newest deliveries are checked against the secrets. */
export const CHECKED_DELIVERIES = 100;

const secretOf = {
  secret: z.string().meta({ description: 'For v1a, the public key (`whpk_…`): the private key never leaves Billhook' }),
  scheme: z.enum(SIGNATURE_SCHEMES).meta({ description: 'The signature scheme of the secret' }),
  createdAt: Instant.meta({ description: 'When it was created, and from when on it signs' }),
};

export const WebhookSecretView = z
  .object({
    ...secretOf,
    previous: z
      .array(z.object({ ...secretOf, expiresAt: Instant.meta({ description: 'When it stops signing' }) }))
      .meta({ description: 'Earlier secrets that also sign, the newest first; empty without a rotation' }),
  })
  .meta({ id: 'WebhookSecret' });
export type WebhookSecretView = z.infer<typeof WebhookSecretView>;

export const WebhookSecretUseView = z
  .object({
    deliveries: z.int().meta({
      description: `The number of deliveries that were checked: those among the newest ${CHECKED_DELIVERIES} that were sent and whose attempts are still stored`,
    }),
    secrets: z
      .array(
        z.object({
          createdAt: Instant.meta({ description: 'Messages have a signature of this secret from this time on' }),
          expiresAt: Instant.nullable().meta({
            description: 'When a previous secret stops signing; null for the current one',
          }),
          scheme: z.enum(SIGNATURE_SCHEMES).meta({ description: 'The signature scheme of the secret' }),
          verifiable: z
            .int()
            .meta({ description: 'How many of the checked deliveries this secret verifies, by their last attempt' }),
          lastSignedAt: Instant.nullable().meta({ description: 'The last of these attempts' }),
        }),
      )
      .meta({ description: 'The active secrets, the current one first, in the order of GET …/secret' }),
  })
  .meta({ id: 'WebhookSecretUse' });
export type WebhookSecretUseView = z.infer<typeof WebhookSecretUseView>;

export const EndPreviousSecrets = z
  .strictObject({
    createdAt: Moment.optional().meta({
      description: 'Only the previous secret that was created at this time. Default: all previous secrets',
    }),
  })
  .meta({ id: 'EndPreviousSecrets', example: {} });
export type EndPreviousSecrets = z.infer<typeof EndPreviousSecrets>;

export const RotateWebhookSecret = z
  .strictObject({
    overlapHours: z
      .int()
      .min(0)
      .max(LONGEST_OVERLAP_HOURS)
      .default(24)
      .meta({ description: 'How many hours the old secret also signs, up to 7 days' }),
    scheme: z
      .enum(SIGNATURE_SCHEMES)
      .optional()
      .meta({ description: 'The scheme of the new secret. Default: that of the old one' }),
  })
  .meta({ id: 'RotateWebhookSecret', example: { overlapHours: 24 } });
export type RotateWebhookSecret = z.infer<typeof RotateWebhookSecret>;
