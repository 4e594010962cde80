import {
  CERTIFICATION_CASE_NAMES,
  CERTIFICATION_OUTCOMES,
  CERTIFICATION_REASON_NAMES,
} from '@billhook/domain/webhooks/certification-cases';
import { z } from 'zod';

export const CertifyWebhookEndpoint = z
  .strictObject({ case: z.enum(CERTIFICATION_CASE_NAMES).meta({ description: 'The case to play' }) })
  .meta({ example: { case: 'duplicate-delivery' } });
export type CertifyWebhookEndpoint = z.infer<typeof CertifyWebhookEndpoint>;

export const WebhookCertificationView = z.object({
  case: z.enum(CERTIFICATION_CASE_NAMES).meta({ description: 'The case that was played' }),
  outcome: z.enum(CERTIFICATION_OUTCOMES).meta({
    description: 'NotVisible: the receiver responded correctly, and only a count could show the rest',
  }),
  reason: z.enum(CERTIFICATION_REASON_NAMES).nullable().meta({ description: 'Null for a case that passed' }),
  responses: z
    .array(
      z.object({
        status: z.int().nullable().meta({ description: 'The HTTP status; null without a response' }),
        durationMs: z.int().meta({ description: 'The duration in milliseconds' }),
        handled: z.int().nullable().meta({ description: 'The header `webhook-handled`; null without it' }),
        error: z.string().nullable().meta({ description: 'Why there was no response, in a sentence' }),
      }),
    )
    .meta({ description: 'In the order of the requests' }),
});
export type WebhookCertificationView = z.infer<typeof WebhookCertificationView>;
