import type { CreateWebhookEndpoint } from '@billhook/contract/webhooks/webhook-endpoint';
import type { z } from 'zod';

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;

/** The response status of a demo receiver at a moment; null for a name that DNS does not resolve. */
export type DemoAnswer = number | null;

/** A receiver of the demo: its endpoint and its responses. */
export interface DemoReceiver {
  readonly endpoint: z.input<typeof CreateWebhookEndpoint>;
  readonly remoteAddress: string | null;
  /** Milliseconds until its usual response. */
  readonly takesMs: number;
  /** @param turn the number of earlier messages, and of earlier attempts of this one */
  readonly answers: (at: Date, turn: { readonly message: number; readonly attempt: number }) => DemoAnswer;
}

/** The URL to use when no receiver is running. */
export const NO_RECEIVER = 'https://books.boreal.example/webhooks/billhook';

/** The start of the demo's day, this many days before today. */
const morning = (today: Date, daysAgo: number): number =>
  new Date(today.getTime() - daysAgo * DAY_MS).setUTCHours(8, 30, 0, 0);

/**
 * A healthy receiver, a failing one, and one that responds with 410.
 * @param url the URL of a running receiver
 */
export function demoReceivers(today: Date, url: string): readonly DemoReceiver[] {
  const [outage, repaired] = [morning(today, 10), morning(today, 5)];
  const down = morning(today, 3);
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
      answers: (_, { message, attempt }) => (message % 9 === 4 && attempt === 0 ? 503 : 204),
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
        if (at.getTime() >= down) return null;
        return at.getTime() >= outage && at.getTime() < repaired ? 502 : 200;
      },
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
        if (at.getTime() >= gone) return 410;
        return at.getTime() >= refusing ? 503 : 202;
      },
    },
  ];
}
