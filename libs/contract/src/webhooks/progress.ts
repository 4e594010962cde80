import { z } from 'zod';

export const WebhookProgress = z
  .object({
    hasDelivered: z.boolean().meta({ description: 'Whether a receiver of the company has accepted a message' }),
  })
  .meta({ id: 'WebhookProgress' });
export type WebhookProgress = z.infer<typeof WebhookProgress>;
