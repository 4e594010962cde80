import type { CreateWebhookEndpoint } from '@billhook/contract/webhooks/endpoint';
import { DAY_MS } from '@billhook/domain/shared/durations';
import { attemptErrorOf, deadlineError, type AttemptError } from '@billhook/webhooks/attempts/attempt-error.rules';
import type { PastRun } from '@billhook/webhooks/demo-history/demo-history.repository';
import type { z } from 'zod';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const TIMEOUT_MS = 15 * SECOND_MS;

export interface DemoResponse {
  readonly status: number;
  /** JSON. */
  readonly body?: string;
}

/** An error before any response. */
export interface DemoFailure {
  readonly failure: AttemptError;
  /** Null if it takes as long as a response. */
  readonly afterMs: number | null;
}

/** The response of a demo receiver at a moment, or the error of the request. */
export type DemoAnswer = DemoResponse | DemoFailure;

const UNKNOWN_NAME: DemoFailure = { failure: attemptErrorOf({ code: 'EDNS_UNKNOWN' }, 'Dns'), afterMs: null };
const TIMED_OUT: DemoFailure = { failure: deadlineError('Sending', TIMEOUT_MS), afterMs: TIMEOUT_MS };
const BAD_GATEWAY: DemoResponse = { status: 502, body: '{"error":"bad_gateway","upstream":"erp-app-2"}' };
const UNAVAILABLE: DemoResponse = { status: 503, body: '{"error":"unavailable","reason":"The receiver restarts"}' };
const STOCK_LOCKED: DemoResponse = {
  status: 500,
  body: '{"error":"internal_error","message":"could not obtain lock on relation \\"stock_levels\\"","trace":"wh-7f31c0"}',
};
const ACCEPTED: DemoResponse = { status: 200, body: '{"received":true}' };

/** A receiver of the demo: its endpoint and its responses. */
export interface DemoReceiver {
  readonly endpoint: z.input<typeof CreateWebhookEndpoint>;
  readonly remoteAddress: string | null;
  /** Milliseconds until its usual response. */
  readonly takesMs: number;
  /** @param turn the number of earlier messages, and of earlier attempts of this one */
  readonly answers: (at: Date, turn: { readonly message: number; readonly attempt: number }) => DemoAnswer;
  readonly runs?: readonly PastRun[];
}

/** The URL to use when no receiver is running. */
export const NO_RECEIVER = 'https://books.boreal.example/webhooks/billhook';

/** The start of the demo's day, this many days before today. */
const morning = (today: Date, daysAgo: number): number =>
  new Date(today.getTime() - daysAgo * DAY_MS).setUTCHours(8, 30, 0, 0);

/**
 * A healthy receiver, an unstable one, one that is down, and one that responds with 410.
 * @param url the URL of a running receiver
 */
export function demoReceivers(today: Date, url: string): readonly DemoReceiver[] {
  const [outage, repaired] = [morning(today, 10), morning(today, 5)];
  const down = morning(today, 3);
  // Few enough messages have failed since then: ten would pause the endpoint.
  const unstable = today.getTime() - 150 * MINUTE_MS;
  const refusing = morning(today, 13) - SECOND_MS;
  const gone = refusing + 240 * SECOND_MS;
  return [
    {
      endpoint: {
        url,
        description: 'Bookkeeping',
        eventTypes: [
          ...(['invoice.created', 'invoice.updated', 'invoice.sent', 'invoice.partial', 'invoice.paid'] as const),
          ...(['invoice.overdue', 'invoice.rejected', 'payment.created', 'client.updated'] as const),
        ],
        ordering: 'PerRecord',
        headers: { 'X-Ledger': 'boreal' },
      },
      remoteAddress: '127.0.0.1',
      takesMs: 38,
      // Sometimes restarted: the second attempt comes five seconds later.
      answers: (_, { message, attempt }) => (message % 9 === 4 && attempt === 0 ? UNAVAILABLE : { status: 204 }),
    },
    {
      endpoint: {
        url: 'https://warehouse.boreal.invalid/hooks/orders',
        description: 'Warehouse, slow since its migration',
        eventTypes: ['invoice.created', 'invoice.sent', 'invoice.paid', 'client.created', 'client.updated'],
        payload: 'Thin',
        headers: { 'X-Site': 'lille' },
      },
      remoteAddress: '198.51.100.24',
      takesMs: 840,
      answers: (at, { message, attempt }) => {
        if (at.getTime() >= unstable) return attempt % 3 === 1 ? TIMED_OUT : STOCK_LOCKED;
        if (message % 7 === 3 && attempt === 0) return TIMED_OUT;
        return message % 11 === 5 && attempt < 2 ? STOCK_LOCKED : ACCEPTED;
      },
    },
    {
      endpoint: {
        // A name that never resolves (RFC 2606): the demo needs failures.
        url: 'https://erp.boreal.invalid/webhooks/billhook',
        description: 'The old ERP, switched off',
        eventTypes: [
          ...(['invoice.created', 'invoice.sent', 'invoice.paid', 'invoice.overdue', 'invoice.rejected'] as const),
          ...(['quote.created', 'client.updated'] as const),
        ],
      },
      remoteAddress: null,
      takesMs: 210,
      answers: (at) => {
        if (at.getTime() >= down) return UNKNOWN_NAME;
        return at.getTime() >= outage && at.getTime() < repaired ? BAD_GATEWAY : ACCEPTED;
      },
      runs: [
        {
          ...{ kind: 'ReplayMissing', status: 'Completed', done: 26 },
          ...{ since: new Date(morning(today, 60)), until: new Date(morning(today, 45)) },
          createdAt: new Date(morning(today, 44)),
        },
        {
          ...{ kind: 'RecoverFailed', status: 'Paused', done: 4 },
          ...{ since: new Date(outage), until: new Date(repaired), createdAt: new Date(morning(today, 4)) },
        },
      ],
    },
    {
      endpoint: {
        url: 'https://hooks.partner.example/boreal',
        description: 'Print partner, until the contract ended',
        eventTypes: ['invoice.created', 'invoice.sent'],
        payload: 'Thin',
      },
      remoteAddress: '203.0.113.90',
      takesMs: 95,
      answers: (at) => {
        if (at.getTime() >= gone) return { status: 410 };
        return at.getTime() >= refusing ? UNAVAILABLE : { status: 202 };
      },
    },
  ];
}
