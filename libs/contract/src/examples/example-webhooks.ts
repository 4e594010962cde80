import { VERIFICATION_MISTAKES } from '@billhook/domain/webhooks/verification-mistakes';
import { EXAMPLE_IDS } from '../shared/example-ids.js';
import type { WebhookDeliveryDetail, WebhookDeliveryView } from '../webhooks/delivery.js';
import type { WebhookDiagnosisView } from '../webhooks/diagnosis.js';
import type { EndpointHealthView, WebhookStatsView } from '../webhooks/endpoint-health.js';
import type { WebhookPreviewView } from '../webhooks/endpoint-preview.js';
import type { WebhookSecretUseView, WebhookSecretView } from '../webhooks/endpoint-secret.js';
import type {
  CreatedWebhookEndpoint,
  EnabledWebhookEndpoint,
  WebhookEndpointView,
  WrittenWebhookEndpoint,
} from '../webhooks/endpoint.js';
import type { EventView } from '../webhooks/event.js';
import { exampleMessage } from './example-events.js';

/** The event of the example delivery. */
export const exampleEvent: EventView = {
  ...exampleMessage('invoice.paid'),
  id: EXAMPLE_IDS.event,
};

/** 24 bytes in base64. No endpoint uses this secret. */
const SECRET = 'whsec_ZXhhbXBsZS1zZWNyZXQtb2Ytbm9ib2R5';
const OLD_SECRET = 'whsec_YW4tb2xkLXNlY3JldC1vZi1ub2JvZHkh';

const MADE = '2026-11-02T09:00:04.201Z';

const health: EndpointHealthView = {
  state: 'Healthy',
  since: MADE,
  failingSince: null,
  consecutiveFailures: 0,
  failedMessages: 0,
  lastSuccessAt: null,
  lastFailure: null,
  nextAttemptAt: null,
  heldUntil: null,
  probeAt: null,
  nextStep: null,
};

/** The default settings of an endpoint. */
const usual = {
  filter: null,
  payload: 'Full',
  ordering: 'BestEffort',
  signatureScheme: 'v1',
  headers: [],
  schedule: null,
  limits: { perSecond: null, inFlight: 10 },
  disabledReason: null,
  disabledAt: null,
  application: null,
  applicationChanges: [],
  health,
} satisfies Partial<WebhookEndpointView>;

export const exampleEndpoint: WebhookEndpointView = {
  ...usual,
  id: EXAMPLE_IDS.endpoint,
  externalId: EXAMPLE_IDS.endpointExternalId,
  url: 'https://example.com/webhooks/billhook',
  description: 'The ERP',
  eventTypes: ['invoice.paid', 'payment.created'],
  status: 'Enabled',
  health: { ...health, lastSuccessAt: '2026-11-20T14:05:33.120Z' },
  deliveries: { delivered: 12, failed: 1, waiting: 0 },
  version: 1,
  createdAt: MADE,
  updatedAt: MADE,
};

export const exampleCreatedEndpoint: CreatedWebhookEndpoint = {
  ...exampleEndpoint,
  externalId: null,
  health,
  deliveries: { delivered: 0, failed: 0, waiting: 0 },
  secret: SECRET,
};

export const exampleWrittenEndpoint: WrittenWebhookEndpoint = {
  ...exampleEndpoint,
  eventTypes: ['invoice.sent', 'invoice.paid'],
  filter: { field: 'currency', in: ['EUR', 'CHF'] },
  payload: 'Changes',
  ordering: 'PerRecord',
  headers: [{ name: 'X-Tenant' }],
  limits: { perSecond: 20, inFlight: 10 },
  version: 2,
  updatedAt: '2026-12-05T10:20:30.114Z',
  secret: null,
};

const DISABLED = '2026-12-03T08:00:00.000Z';

export const exampleDisabledEndpoint: WebhookEndpointView = {
  ...exampleEndpoint,
  id: EXAMPLE_IDS.unneededEndpoint,
  externalId: null,
  status: 'Disabled',
  disabledReason: 'Manual',
  disabledAt: DISABLED,
  health: { ...health, state: 'Disabled', since: DISABLED },
  version: 2,
  updatedAt: DISABLED,
};

export const exampleEnabledEndpoint: EnabledWebhookEndpoint = {
  ...exampleEndpoint,
  id: EXAMPLE_IDS.disabledEndpoint,
  externalId: null,
  version: 3,
  updatedAt: '2026-12-05T10:20:30.114Z',
  missed: { since: DISABLED, failed: 2, missing: 14 },
};

export const exampleStats: WebhookStatsView = {
  endpointId: EXAMPLE_IDS.endpoint,
  bucket: 'day',
  since: '2026-12-03T00:00:00.000Z',
  until: '2026-12-05T00:00:00.000Z',
  totals: { succeeded: 412, failed: 3, p50Ms: 38, p95Ms: 210 },
  buckets: [
    { start: '2026-12-03T00:00:00.000Z', succeeded: 412, failed: 3, p50Ms: 38, p95Ms: 210 },
    { start: '2026-12-04T00:00:00.000Z', succeeded: 0, failed: 0, p50Ms: null, p95Ms: null },
  ],
};

export const examplePreview: WebhookPreviewView = {
  since: '2026-11-05T10:20:30.114Z',
  total: 214,
  atLeast: false,
  eventTypes: [{ type: 'invoice.paid', count: 214 }],
  examples: [
    {
      id: EXAMPLE_IDS.event,
      type: 'invoice.paid',
      resourceId: exampleMessage('invoice.paid').data.id,
      createdAt: exampleEvent.createdAt,
    },
  ],
};

export const exampleEditedEndpoint: WebhookEndpointView = {
  ...exampleEndpoint,
  eventTypes: ['invoice.paid', 'invoice.overdue', 'payment.created'],
  version: 2,
  updatedAt: '2026-12-05T10:20:30.114Z',
};

export const exampleSecret: WebhookSecretView = { secret: SECRET, scheme: 'v1', createdAt: MADE, previous: [] };

export const exampleRotatedSecret: WebhookSecretView = {
  secret: SECRET,
  scheme: 'v1',
  createdAt: '2026-12-05T10:20:30.114Z',
  previous: [{ secret: OLD_SECRET, scheme: 'v1', createdAt: MADE, expiresAt: '2026-12-06T10:20:30.114Z' }],
};

export const exampleSecretUse: WebhookSecretUseView = {
  deliveries: 1,
  secrets: [
    { createdAt: MADE, expiresAt: null, scheme: 'v1', verifiable: 1, lastSignedAt: '2026-12-04T14:03:55.301Z' },
  ],
};

export const exampleDelivery: WebhookDeliveryView = {
  id: EXAMPLE_IDS.failedDelivery,
  endpointId: exampleEndpoint.id,
  endpointUrl: exampleEndpoint.url,
  endpointDeletedAt: null,
  eventId: exampleEvent.id,
  eventType: exampleEvent.type,
  resource: 'invoice',
  resourceId: EXAMPLE_IDS.paidInvoice,
  sequence: 13,
  test: false,
  manual: false,
  status: 'Failed',
  attemptCount: 1,
  nextAttemptAt: null,
  lastResponseStatus: 503,
  lastError: 'Responded with 503',
  lastErrorKind: 'Status',
  createdAt: '2026-12-04T14:03:55.274Z',
  finishedAt: '2026-12-04T14:03:55.513Z',
};

const BODY = JSON.stringify(exampleEvent);

export const exampleDeliveryDetail: WebhookDeliveryDetail = {
  ...exampleDelivery,
  attempts: [
    {
      number: 1,
      outcome: 'Failed',
      trigger: 'Schedule',
      startedAt: '2026-12-04T14:03:55.301Z',
      durationMs: 212,
      timings: { dnsMs: 4, connectMs: 18, tlsMs: 41, firstByteMs: 209, totalMs: 212 },
      request: {
        url: exampleEndpoint.url,
        headers: {
          'content-type': 'application/json',
          'webhook-id': exampleEvent.id,
          'webhook-timestamp': '1796393035',
          'webhook-event-type': 'invoice.paid',
          'webhook-sequence': '13',
          'webhook-attempt': '1',
        },
        payload: 'Full',
        signatureBase: `${exampleEvent.id}.1796393035.`,
      },
      response: {
        status: 503,
        headers: { 'content-type': 'text/plain' },
        body: 'down for maintenance',
        truncated: false,
      },
      remoteAddress: '93.184.215.14',
      responseStatus: 503,
      responseBody: 'down for maintenance',
      error: 'Responded with 503',
      errorKind: 'Status',
    },
  ],
  body: BODY,
  missingPermission: null,
  bodies: { Full: BODY },
};

/** The deliveries that are waiting. */
const waiting = {
  status: 'Waiting',
  attemptCount: 0,
  lastResponseStatus: null,
  lastError: null,
  lastErrorKind: null,
  finishedAt: null,
} satisfies Partial<WebhookDeliveryView>;

export const exampleResend: WebhookDeliveryView = {
  ...exampleDelivery,
  status: 'Waiting',
  nextAttemptAt: '2026-12-04T15:10:00.000Z',
};

export const exampleCancelledDelivery: WebhookDeliveryView = {
  ...exampleDelivery,
  ...waiting,
  id: EXAMPLE_IDS.waitingDelivery,
  endpointId: EXAMPLE_IDS.discardedEndpoint,
  status: 'Cancelled',
  finishedAt: '2026-12-04T15:10:00.000Z',
};

export const exampleTestDelivery: WebhookDeliveryView = {
  ...exampleDelivery,
  ...waiting,
  id: EXAMPLE_IDS.waitingDelivery + 1,
  eventId: 'msg_test7Hk2',
  sequence: null,
  test: true,
  nextAttemptAt: '2026-12-04T15:10:00.000Z',
};

/** The present state of a record, sent on request. */
export const exampleManualDelivery: WebhookDeliveryView = {
  ...exampleTestDelivery,
  id: EXAMPLE_IDS.waitingDelivery + 2,
  eventId: 'msg_record5Qd1',
  test: false,
  manual: true,
};

export const exampleDiagnosis: WebhookDiagnosisView = {
  genuine: false,
  reproduced: null,
  mistakes: [
    {
      code: 'clock_skew',
      evidence: 'Request',
      detail: '3600',
      message: VERIFICATION_MISTAKES.clock_skew.problem.en,
      advice: VERIFICATION_MISTAKES.clock_skew.advice.en,
    },
    {
      code: 'signature_unknown',
      evidence: 'Remaining',
      detail: null,
      message: VERIFICATION_MISTAKES.signature_unknown.problem.en,
      advice: VERIFICATION_MISTAKES.signature_unknown.advice.en,
    },
  ],
};
