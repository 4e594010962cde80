import { ENDPOINT_HEALTHS } from '@billhook/domain/webhooks/endpoint-health';
import { z } from 'zod';
import { Instant } from '../shared/common.js';
import { Moment } from '../shared/list-query.js';

/** How an endpoint fares. */
export const EndpointHealthView = z
  .object({
    state: z.enum([...ENDPOINT_HEALTHS, 'Disabled']).meta({
      description:
        'Healthy. Degraded: it fails, and gets fewer messages at once. Paused: it gets one at a time, to see whether it is back. Disabled: it gets none',
    }),
    since: Instant,
    failingSince: Instant.nullable().meta({ description: 'The first failure since the last success' }),
    consecutiveFailures: z.int().meta({ description: 'Failed attempts since the last success' }),
    failedMessages: z.int().meta({ description: 'Messages that failed at least once since the last success' }),
    heldUntil: Instant.nullable().meta({ description: 'It asked to be left alone until then (Retry-After)' }),
    probeAt: Instant.nullable().meta({ description: 'When a paused endpoint is tried next' }),
    nextStep: z
      .object({ step: z.string(), at: Instant, rule: z.string() })
      .nullable()
      .meta({ description: 'What happens next if nothing changes, when, and by which rule; steps may grow' }),
  })
  .meta({ id: 'WebhookEndpointHealth' });
export type EndpointHealthView = z.infer<typeof EndpointHealthView>;

const HOUR_MS = 3_600_000;

/** Of a bucket, and as many of them as one answer holds at most. */
export const STATS_BUCKETS = {
  hour: { ms: HOUR_MS, most: 744, usual: 24 },
  day: { ms: 24 * HOUR_MS, most: 93, usual: 30 },
} as const;

export const WebhookStatsQuery = z.strictObject({
  since: Moment.optional().meta({ description: 'The first bucket holds it. Default: 24 hours or 30 days back' }),
  until: Moment.optional().meta({ description: 'The last bucket begins before it. Default: now' }),
  bucket: z.enum(['hour', 'day']).default('hour').meta({ description: 'By the hour or by the day, in UTC' }),
});
export type WebhookStatsQuery = z.infer<typeof WebhookStatsQuery>;

const counts = {
  succeeded: z.int(),
  failed: z.int(),
  p50Ms: z.int().nullable().meta({ description: 'Half of the attempts took no longer; as near as a histogram tells' }),
  p95Ms: z.int().nullable(),
};

export const WebhookStatsView = z
  .object({
    endpointId: z.int(),
    bucket: z.enum(['hour', 'day']),
    since: Instant,
    until: Instant,
    totals: z.object(counts),
    buckets: z
      .array(z.object({ start: Instant, ...counts }))
      .meta({ description: 'One after the other, also where nothing happened' }),
  })
  .meta({ id: 'WebhookStats', description: 'Attempts, not messages: one that succeeds at the third counts three' });
export type WebhookStatsView = z.infer<typeof WebhookStatsView>;
