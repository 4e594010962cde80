import type { ClaimedDelivery } from '@billhook/webhooks/deliveries/claim-deliveries';
import type { AttemptRecord } from '@billhook/webhooks/deliveries/delivery-states.repository';

/** What the recorder stores for an attempt that ended with this result. A failed one is due again in a minute. */
export const answered = (
  { deliveryId, number, startedAt }: ClaimedDelivery,
  outcome: 'Succeeded' | 'Failed',
): AttemptRecord => ({
  deliveryId,
  number,
  startedAt,
  outcome,
  requestHeaders: {},
  durationMs: 5,
  dnsMs: null,
  connectMs: null,
  tlsMs: null,
  firstByteMs: 4,
  responseTruncated: false,
  errorKind: outcome === 'Succeeded' ? null : 'Status',
  remoteAddress: '127.0.0.1',
  responseStatus: outcome === 'Succeeded' ? 200 : 500,
  responseHeaders: { server: 'test' },
  responseBody: '',
  error: outcome === 'Succeeded' ? null : 'Responded with 500',
  retryInMs: outcome === 'Succeeded' ? null : 60_000,
  spendsStep: true,
});
