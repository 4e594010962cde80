import type { CreateWebhookEndpoint } from '@billhook/contract/webhooks/webhook-endpoint';
import type { z } from 'zod';

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;

/** What a receiver of the demo answers at some moment; null for a name that DNS does not know. */
export type DemoAnswer = number | null;

/** A receiver of the demo: its endpoint, and how it has been since. */
export interface DemoReceiver {
  readonly endpoint: z.input<typeof CreateWebhookEndpoint>;
  readonly remoteAddress: string | null;
  /** Milliseconds of its usual answer. */
  readonly takesMs: number;
  /** @param turn how many messages came before, and how many attempts of this one */
  readonly answers: (at: Date, turn: { readonly message: number; readonly attempt: number }) => DemoAnswer;
}

/** In place of a receiver that answers, where there is none. */
export const NO_RECEIVER = 'https://books.boreal.example/webhooks/billhook';

/** When the day of the demo begins, so many days before today. */
const morning = (today: Date, daysAgo: number): number =>
  new Date(today.getTime() - daysAgo * DAY_MS).setUTCHours(8, 30, 0, 0);

/**
 * One that is well, one that fails, one that is gone.
 * @param url of a receiver that answers
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
      // Restarted now and then: the second attempt comes five seconds later.
      answers: (_, { message, attempt }) => (message % 9 === 4 && attempt === 0 ? 503 : 204),
    },
    {
      endpoint: {
        // A name that never resolves (RFC 2606), so that there are failures to see.
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
