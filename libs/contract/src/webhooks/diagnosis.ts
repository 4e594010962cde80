import {
  VERIFICATION_MISTAKE_CODES,
  type VerificationMistakeCode,
} from '@billhook/domain/webhooks/verification-mistakes';
import { z } from 'zod';
import { Moment } from '../shared/list-query.js';

/** The maximum number of characters of a body that is checked. Every known way to sign it is tried, so a larger one would take seconds. */
export const MOST_DIAGNOSED_CHARACTERS = 262_144;

const header = (max: number) => z.string().max(max, `must have at most ${max} characters`).nullish();

/** A request that a receiver rejected. Nothing of it is stored. */
export const DiagnoseWebhookRequest = z
  .strictObject({
    webhookId: header(200).meta({ description: 'The header `webhook-id`', example: 'msg_2n8QbYtH1xPq' }),
    webhookTimestamp: header(100).meta({ description: 'The header `webhook-timestamp`', example: '1796393035' }),
    webhookSignature: header(4000).meta({
      description: 'The header `webhook-signature`',
      example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
    }),
    body: z
      .string()
      .max(MOST_DIAGNOSED_CHARACTERS, `must have at most ${MOST_DIAGNOSED_CHARACTERS} characters`)
      .meta({ description: 'The body, exactly as the receiver read it' }),
    computedSignature: header(1000).meta({
      description: 'The signature that the receiver computed, in any encoding: it identifies most mistakes',
      example: 'K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
    }),
    receivedAt: Moment.nullish().meta({ description: 'What the clock of the receiver showed' }),
  })
  .meta({
    id: 'DiagnoseWebhookRequest',
    example: {
      webhookId: 'msg_2n8QbYtH1xPq',
      webhookTimestamp: '1796393035',
      webhookSignature: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
      body: '{"id":"msg_2n8QbYtH1xPq","type":"invoice.paid"}',
      receivedAt: '2026-12-04T15:03:55.000Z',
    },
  });
export type DiagnoseWebhookRequest = z.infer<typeof DiagnoseWebhookRequest>;

export const MISTAKE_EVIDENCE = ['Computed', 'Request', 'Remaining'] as const;

export const WebhookDiagnosisView = z
  .object({
    genuine: z.boolean().meta({
      description: 'Whether the request has a signature of the endpoint for its id, timestamp and body',
    }),
    reproduced: z.boolean().nullable().meta({
      description: 'Whether a known way of computing gives `computedSignature`; null without one',
    }),
    mistakes: z
      .array(
        z.object({
          code: z.enum(VERIFICATION_MISTAKE_CODES as [VerificationMistakeCode, ...VerificationMistakeCode[]]).meta({
            description: 'New codes may be added',
          }),
          evidence: z.enum(MISTAKE_EVIDENCE).meta({
            description:
              'Computed: Billhook made the mistake and got the same signature. Request: visible in the request. Remaining: nothing else explains the result',
          }),
          detail: z.string().nullable().meta({
            description:
              'The missing header, the seconds by which the clock of the receiver is ahead, the id of the other endpoint, the ids of the endpoints whose secret was left out, or the hash function',
            example: '3600',
          }),
          message: z.string().meta({ description: 'What is wrong' }),
          advice: z.string().meta({ description: 'What to change' }),
        }),
      )
      .meta({ description: 'The mistakes that explain the result; empty without any' }),
  })
  .meta({ id: 'WebhookDiagnosis' });
export type WebhookDiagnosisView = z.infer<typeof WebhookDiagnosisView>;
