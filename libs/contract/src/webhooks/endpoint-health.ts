import { HOUR_MS } from '@billhook/domain/shared/durations';
import { EXACT_ATTEMPTS } from '@billhook/domain/webhooks/attempt-figures';
import { ENDPOINT_HEALTHS } from '@billhook/domain/webhooks/endpoint-health';
import { z } from 'zod';
import { Id, Instant } from '../shared/common.js';
import { Moment } from '../shared/list-query.js';
import { ATTEMPT_ERROR_KINDS } from './attempt-error-kinds.js';

const lastFailure = z
  .object({
    deliveryId: Id.meta({ description: 'The delivery of the attempt' }),
    number: z.int().meta({ description: 'The number of the attempt' }),
    at: Instant.meta({ description: 'When the attempt ended' }),
    test: z.boolean().meta({ description: 'Whether it was a test message, which does not count for the health' }),
    responseStatus: z.int().nullable().meta({ description: 'The HTTP status of the response; null if there was none' }),
    error: z.string().meta({ description: 'Why it failed, in a sentence' }),
    errorKind: z.enum(ATTEMPT_ERROR_KINDS).meta({ description: 'The same, for programs. New kinds may be added' }),
  })
  .nullable()
  .meta({
    description:
      'The last failed attempt since the last success; null if there is none, or it is no longer stored (30 days)',
  });

/** The health of an endpoint. */
export const EndpointHealthView = z
  .object({
    state: z.enum([...ENDPOINT_HEALTHS, 'Disabled']).meta({
      description:
        'Healthy. Degraded: it fails and receives fewer messages in parallel. Paused: it receives one message at a time, to check whether it works again. Disabled: it receives none',
    }),
    since: Instant.meta({ description: 'When it reached this state' }),
    failingSince: Instant.nullable().meta({ description: 'The first failure since the last success' }),
    consecutiveFailures: z.int().meta({ description: 'Failed attempts since the last success' }),
    failedMessages: z.int().meta({ description: 'Messages that failed at least once since the last success' }),
    lastSuccessAt: Instant.nullable().meta({
      description: 'The last successful attempt; null if there is none within the last 90 days',
    }),
    lastFailure,
    nextAttemptAt: Instant.nullable().meta({
      description:
        'When the next waiting message is sent, which is not before a pause or a Retry-After ends. Null if none waits, and while none is sent',
    }),
    heldUntil: Instant.nullable().meta({ description: 'The end of the wait that it requested with Retry-After' }),
    probeAt: Instant.nullable().meta({ description: 'When the next probe is sent to a paused endpoint' }),
    nextStep: z
      .object({
        step: z.string().meta({ description: 'What happens: Resume, Probe, Notice (an email) or Disable' }),
        at: Instant.meta({ description: 'When it happens' }),
        rule: z.string().meta({ description: 'Why it happens then, in a sentence' }),
        ruleName: z.string().meta({ description: 'The name of the rule, for programs', example: 'Probe' }),
      })
      .nullable()
      .meta({
        description:
          'What happens next to the endpoint if nothing changes, when, and by which rule. Emails are named only if the installation sends them. New steps may be added',
      }),
  })
  .meta({ id: 'WebhookEndpointHealth' });
export type EndpointHealthView = z.infer<typeof EndpointHealthView>;

/** The length of each bucket, and the maximum number of buckets in a response. */
export const STATS_BUCKETS = {
  hour: { ms: HOUR_MS, most: 744, usual: 24 },
  day: { ms: 24 * HOUR_MS, most: 93, usual: 30 },
} as const;

export const WebhookStatsQuery = z.strictObject({
  since: Moment.optional().meta({
    description: 'The first bucket contains this time. Default: 24 hours or 30 days ago',
  }),
  until: Moment.optional().meta({ description: 'The last bucket begins before this time. Default: now' }),
  bucket: z.enum(['hour', 'day']).default('hour').meta({ description: 'By hour or by day, in UTC' }),
});
export type WebhookStatsQuery = z.infer<typeof WebhookStatsQuery>;

const counts = {
  succeeded: z.int().meta({ description: 'Attempts that the receiver accepted with a status of 2xx' }),
  failed: z.int().meta({ description: 'Attempts that failed' }),
  p50Ms: z
    .int()
    .nullable()
    .meta({
      description: `The median duration of the attempts. Exact for at most ${EXACT_ATTEMPTS} attempts of one endpoint whose details are stored; otherwise estimated from a histogram`,
    }),
  p95Ms: z.int().nullable().meta({
    description: 'The duration within which 95 % of the attempts ended, as for `p50Ms`; null without attempts',
  }),
};

export const WebhookStatsView = z
  .object({
    endpointId: z.int().meta({ description: 'The id of the endpoint' }),
    bucket: z.enum(['hour', 'day']).meta({ description: 'The length of each bucket, in UTC' }),
    since: Instant.meta({ description: 'The start of the first bucket' }),
    until: Instant.meta({ description: 'The end of the last bucket' }),
    totals: z.object(counts).meta({ description: 'The counts of all buckets together' }),
    buckets: z
      .array(z.object({ start: Instant.meta({ description: 'The start of the bucket' }), ...counts }))
      .meta({ description: 'Consecutive, including empty buckets' }),
  })
  .meta({
    id: 'WebhookStats',
    description: 'Counts attempts, not messages: a message delivered at the third attempt counts three times',
  });
export type WebhookStatsView = z.infer<typeof WebhookStatsView>;

export const WebhookStatsList = z
  .object({ data: z.array(WebhookStatsView).meta({ description: 'One entry for each endpoint' }) })
  .meta({ id: 'WebhookStatsList' });
export type WebhookStatsList = z.infer<typeof WebhookStatsList>;
