import type { EventType } from './events.js';

export const QUOTE_STATUSES = ['Draft', 'Sent', 'Expired'] as const;
export type QuoteStatus = (typeof QUOTE_STATUSES)[number];

export interface QuoteFacts {
  readonly sentAt: Date | null;
  /** The last day on which it can be accepted, or null for no end. */
  readonly expiryDate: string | null;
}

/** The status on a given day. Expiry needs no job: it is a matter of the calendar (of the company's zone). */
export function quoteStatus(facts: QuoteFacts, today: string): QuoteStatus {
  if (!facts.sentAt) return 'Draft';
  return facts.expiryDate !== null && facts.expiryDate < today ? 'Expired' : 'Sent';
}

/** What may happen to a quote, from where, and which event tells of it. */
export const QUOTE_ACTIONS = {
  update: { from: ['Draft'], event: 'quote.updated' },
  delete: { from: ['Draft'], event: 'quote.deleted' },
  send: { from: ['Draft'], event: 'quote.updated' },
} as const satisfies Record<string, { from: readonly QuoteStatus[]; event: EventType }>;

export type QuoteAction = keyof typeof QUOTE_ACTIONS;

/** Whether the table allows the action in this status. */
export function quoteAllows(action: QuoteAction, status: QuoteStatus): boolean {
  return (QUOTE_ACTIONS[action].from as readonly QuoteStatus[]).includes(status);
}
