import { compare, decimalOrThrow, subtract, ZERO, type Decimal } from '../shared/decimal.js';
import type { EventType } from '../shared/events.js';

/** In the order of precedence in which the status is derived from the facts. */
export const QUOTE_STATUSES = ['Draft', 'Superseded', 'Invoiced', 'Accepted', 'Declined', 'Expired', 'Sent'] as const;
export type QuoteStatus = (typeof QUOTE_STATUSES)[number];

/** What is stored of a quote's life, and today in its company's zone. Amounts are decimal strings of one currency. */
export interface QuoteFacts {
  readonly sentAt: Date | null;
  readonly acceptedAt: Date | null;
  readonly declinedAt: Date | null;
  /** When a later revision was sent in its place. */
  readonly supersededAt: Date | null;
  /** The last day on which it can be accepted, or null for no end. */
  readonly expiryDate: string | null;
  readonly today: string;
  readonly gross: string;
  /** Whether a revision of it was begun. */
  readonly revised: boolean;
  /** What its invoices amount to (void ones do not count), and how many they are. */
  readonly invoicedTotal: string;
  readonly invoices: number;
}

/** What of a quote is not invoiced yet. */
export function quoteRemaining(facts: Pick<QuoteFacts, 'gross' | 'invoicedTotal'>): Decimal {
  return subtract(decimalOrThrow(facts.gross), decimalOrThrow(facts.invoicedTotal));
}

/** The one status that the facts amount to. Expiry needs no job: it is a matter of the calendar. */
export function quoteStatus(facts: QuoteFacts): QuoteStatus {
  if (!facts.sentAt) return 'Draft';
  if (facts.supersededAt) return 'Superseded';
  if (facts.acceptedAt)
    return facts.invoices > 0 && compare(quoteRemaining(facts), ZERO) <= 0 ? 'Invoiced' : 'Accepted';
  if (facts.declinedAt) return 'Declined';
  return facts.expiryDate !== null && facts.expiryDate < facts.today ? 'Expired' : 'Sent';
}

export interface QuoteActionRow {
  readonly from: readonly QuoteStatus[];
  /** The event of this quote that tells the world, or null; the revision and the invoice that it makes have events of their own. */
  readonly event: EventType | null;
  readonly onRequest: boolean;
  /** What else must hold, beside the status: why not, or null. */
  readonly refuses?: (facts: QuoteFacts) => string | null;
}

const isRevised = (facts: QuoteFacts): string | null =>
  facts.revised ? 'The quote already has a revision. Edit or send the revision.' : null;

/** What may happen to a quote, from where, and which event tells of it. One action, at most one event of the quote. */
export const QUOTE_ACTIONS = {
  update: { from: ['Draft'], event: 'quote.updated', onRequest: true },
  /** Changes only what nobody prints: externalId, customFields and privateNotes. */
  annotate: { from: QUOTE_STATUSES, event: 'quote.updated', onRequest: true },
  delete: { from: ['Draft'], event: 'quote.deleted', onRequest: true },
  send: { from: ['Draft'], event: 'quote.updated', onRequest: true },
  resend: { from: ['Sent', 'Expired', 'Accepted', 'Invoiced'], event: null, onRequest: true },
  accept: { from: ['Sent'], event: 'quote.updated', onRequest: true },
  /** A member may still take the client's word for it. */
  acceptExpired: { from: ['Expired'], event: 'quote.updated', onRequest: false },
  decline: { from: ['Sent', 'Expired'], event: 'quote.updated', onRequest: true },
  revise: { from: ['Sent', 'Declined', 'Expired'], event: 'quote.updated', onRequest: true, refuses: isRevised },
  /** The draft that revises it is deleted. */
  unrevise: { from: ['Sent', 'Accepted', 'Declined', 'Expired', 'Invoiced'], event: 'quote.updated', onRequest: false },
  /** Its next revision is sent. */
  supersede: { from: ['Sent', 'Declined', 'Expired'], event: 'quote.updated', onRequest: false },
  convert: { from: ['Accepted'], event: 'quote.updated', onRequest: true },
  /** An invoice of it was edited, deleted or voided: more of it, or less, is left. */
  reckon: { from: ['Accepted', 'Invoiced'], event: 'quote.updated', onRequest: false },
  view: { from: ['Sent', 'Expired', 'Accepted', 'Declined', 'Invoiced'], event: null, onRequest: false },
} as const satisfies Record<string, QuoteActionRow>;

export type QuoteAction = keyof typeof QUOTE_ACTIONS;

export const ALL_QUOTE_ACTIONS = Object.keys(QUOTE_ACTIONS) as readonly QuoteAction[];

/** The actions that somebody may ask for: those of availableActions. */
export const REQUESTABLE_QUOTE_ACTIONS = ALL_QUOTE_ACTIONS.filter((action) => QUOTE_ACTIONS[action].onRequest);

/** Whether the table allows the action in this status. */
export function quoteAllows(action: QuoteAction, status: QuoteStatus): boolean {
  return (QUOTE_ACTIONS[action].from as readonly QuoteStatus[]).includes(status);
}

/** Why the action is refused now, in words, or null when it is allowed. */
export function quoteRefusal(action: QuoteAction, facts: QuoteFacts): string | null {
  const status = quoteStatus(facts);
  const row: QuoteActionRow = QUOTE_ACTIONS[action];
  if (!quoteAllows(action, status))
    return `The quote is ${status}; ${action} is possible when it is ${row.from.join(', ')}.`;
  return row.refuses?.(facts) ?? null;
}

export interface AvailableQuoteAction {
  readonly action: QuoteAction;
  readonly allowed: boolean;
  readonly reason: string | null;
}

/** Every action an integrator may ask for, with the reason why one is refused now. */
export function availableQuoteActions(facts: QuoteFacts): AvailableQuoteAction[] {
  return REQUESTABLE_QUOTE_ACTIONS.map((action) => {
    const reason = quoteRefusal(action, facts);
    return { action, allowed: reason === null, reason };
  });
}
