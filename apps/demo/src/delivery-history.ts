import { messageText } from '@billhook/contract/webhooks/message';
import { EVENTS } from '@billhook/domain/shared/event-types';
import { afterAttempt, type EndpointState } from '@billhook/domain/webhooks/endpoint-health';
import { statusError } from '@billhook/webhooks/attempts/attempt-error.rules';
import { MASKED } from '@billhook/webhooks/attempts/attempt-sender';
import { signatureHeaders } from '@billhook/webhooks/attempts/signature.rules';
import type { WebhookAttempt } from '@billhook/webhooks/deliveries/attempt.entity';
import type { WebhookDelivery } from '@billhook/webhooks/deliveries/delivery.entity';
import type { DemoEvent, PastRun } from '@billhook/webhooks/demo-history/demo-history.repository';
import type { WebhookEndpoint } from '@billhook/webhooks/endpoints/endpoint.entity';
import type { DemoAnswer, DemoReceiver } from './demo-receivers.js';

const SECOND_MS = 1_000;

/** From the commit of a change to its first attempt. */
const RELAYED_MS = 18;

export type PlayedAttempt = Omit<WebhookAttempt, 'deliveryId' | 'durationMs'> & { readonly durationMs: number };

export interface PlayedDelivery {
  readonly row: Omit<WebhookDelivery, 'id'>;
  readonly attempts: readonly PlayedAttempt[];
}

export interface DeliveryHistory {
  readonly endpointId: number;
  readonly deliveries: readonly PlayedDelivery[];
  readonly state: EndpointState;
  /** When it responded with 410. */
  readonly goneAt: Date | null;
  readonly runs: readonly PastRun[];
}

export interface HistorySettings {
  readonly endpoint: WebhookEndpoint;
  readonly secret: string;
  readonly receiver: DemoReceiver;
  readonly schedule: readonly number[];
  readonly publicUrl: string;
  readonly now: Date;
}

/** The deliveries that a worker would have made to a receiver of the demo, by the rules of the engine. Pure. */
export function deliveryHistory(events: readonly DemoEvent[], settings: HistorySettings): DeliveryHistory {
  const { endpoint } = settings;
  const played: PlayedDelivery[] = [];
  let goneAt: Date | null = null;
  for (const event of events) {
    if (goneAt && event.createdAt >= goneAt) break;
    const delivery = playDelivery(event, played.length, goneAt, settings);
    played.push(delivery);
    const last = delivery.attempts.at(-1);
    if (last?.responseStatus === 410) goneAt ??= endOf(last);
  }
  const start: EndpointState = {
    ...{ health: 'Healthy', healthSince: endpoint.createdAt, failingSince: null, consecutiveFailures: 0 },
    ...{ failedMessages: 0, concurrency: 1, probeAt: null },
  };
  const attempts = played.flatMap((delivery) => delivery.attempts).sort((a, b) => +endOf(a) - +endOf(b));
  const state = attempts.reduce((before, attempt) => {
    if (before.health === 'Paused') attempt.trigger = 'Probe';
    if (attempt.responseStatus === 410) return before;
    const outcome = attempt.outcome === 'Succeeded' ? 'Succeeded' : 'Failed';
    return afterAttempt(before, { outcome, first: attempt.number === 1 }, endpoint.maxInFlight, endOf(attempt));
  }, start);
  return { endpointId: endpoint.id, deliveries: played, state, goneAt, runs: settings.receiver.runs ?? [] };
}

const endOf = ({ startedAt, durationMs }: PlayedAttempt): Date => new Date(startedAt.getTime() + durationMs);

function playDelivery(
  event: DemoEvent,
  message: number,
  goneAt: Date | null,
  settings: HistorySettings,
): PlayedDelivery {
  const { endpoint, schedule, receiver, now } = settings;
  const createdAt = new Date(event.createdAt.getTime() + RELAYED_MS);
  const attempts: PlayedAttempt[] = [];
  let at = createdAt;
  let [status, finishedAt]: [WebhookDelivery['status'], Date | null] = ['Failed', null];
  for (const [turn, seconds] of schedule.entries()) {
    at = new Date(at.getTime() + Math.round(seconds * SECOND_MS * jitterOf(message)));
    if (goneAt && at >= goneAt) {
      [status, finishedAt] = ['Cancelled', goneAt];
      break;
    }
    if (at > now) {
      status = 'Waiting';
      break;
    }
    const answered = receiver.answers(at, { message, attempt: turn });
    const attempt = playAttempt(event, { number: turn + 1, sequence: message + 1, startedAt: at, answered }, settings);
    attempts.push(attempt);
    finishedAt = endOf(attempt);
    status = attempt.outcome === 'Succeeded' ? 'Delivered' : 'Failed';
    if (status === 'Delivered' || attempt.responseStatus === 410) break;
  }
  const waits = status === 'Waiting';
  const last = attempts.at(-1);
  return {
    attempts,
    row: {
      ...{ companyId: endpoint.companyId, endpointId: endpoint.id, eventPosition: event.position },
      ...{ eventType: event.type, resource: EVENTS[event.type].resource, resourceId: event.resourceId },
      ...{ ordered: endpoint.ordering === 'PerRecord', sequence: message + 1, status, trigger: 'Schedule' },
      ...{ attemptCount: attempts.length, nextAttemptAt: waits ? at : null, workerId: null },
      scheduleStep: attempts.filter(({ outcome }) => outcome === 'Failed').length,
      ...{ resumeStatus: null, resumeAt: null, createdAt, finishedAt: waits ? null : finishedAt },
      ...{
        lastResponseStatus: last?.responseStatus ?? null,
        lastError: last?.error ?? null,
        lastErrorKind: last?.errorKind ?? null,
      },
    },
  };
}

/** Up to a fifth in either direction, like the engine's jitter, but the same in every demo. */
const jitterOf = (message: number): number => 1.2 - 0.4 * ((message * 0.618) % 1);

interface PastCall {
  readonly number: number;
  readonly sequence: number;
  readonly startedAt: Date;
  readonly answered: DemoAnswer;
}

function playAttempt(
  event: DemoEvent,
  { number, sequence, startedAt, answered }: PastCall,
  { endpoint, secret, receiver, publicUrl }: HistorySettings,
): PlayedAttempt {
  const response = 'status' in answered ? answered : null;
  const error = 'failure' in answered ? answered.failure : statusError(answered.status, undefined);
  // All different, but the same in every demo.
  const usualMs = Math.round(receiver.takesMs * (1 + 0.5 * Math.sin(event.position * 2.3 + number)));
  const durationMs = ('failure' in answered ? answered.afterMs : null) ?? usualMs;
  const body = Buffer.from(messageText(event, endpoint.payload, publicUrl));
  const own = Object.keys(receiver.endpoint.headers ?? {}).map((name): [string, string] => [name, MASKED]);
  const isTls = endpoint.url.startsWith('https:');
  const reached = error?.errorKind !== 'Dns';
  const responseBody = response && (response.body ?? '');
  return {
    ...{
      number,
      startedAt,
      endpointId: endpoint.id,
      trigger: 'Schedule',
      url: endpoint.url,
      payload: endpoint.payload,
    },
    outcome: error ? 'Failed' : 'Succeeded',
    requestHeaders: {
      host: new URL(endpoint.url).host,
      connection: 'keep-alive',
      'content-type': 'application/json',
      ...signatureHeaders([secret], event.id, startedAt, body),
      'webhook-event-type': event.type,
      'webhook-sequence': String(sequence),
      'webhook-attempt': String(number),
      ...Object.fromEntries(own),
      'content-length': String(body.length),
    },
    ...{ durationMs, dnsMs: reached ? 2 : durationMs, connectMs: reached ? 4 : null },
    ...{ tlsMs: reached && isTls ? 11 : null, firstByteMs: response ? durationMs - 1 : null },
    remoteAddress: reached ? receiver.remoteAddress : null,
    responseStatus: response?.status ?? null,
    responseHeaders: responseBody === null ? null : responseHeadersOf(responseBody),
    responseBody,
    responseTruncated: false,
    ...{ error: error?.error ?? null, errorKind: error?.errorKind ?? null },
  };
}

const responseHeadersOf = (body: string): Record<string, string> => ({
  ...(body === '' ? {} : { 'content-type': 'application/json' }),
  'content-length': String(Buffer.byteLength(body)),
});
