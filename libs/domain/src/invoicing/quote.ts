import { compare, decimalOrThrow, subtract, ZERO, type Decimal } from '../shared/decimal.js';
import type { EventType } from '../shared/event-types.js';

/** In order of precedence: the first status that matches applies. */
export const QUOTE_STATUSES = ['Draft', 'Superseded', 'Invoiced', 'Accepted', 'Declined', 'Expired', 'Sent'] as const;
export type QuoteStatus = (typeof QUOTE_STATUSES)[number];

/**
 * The stored facts that determine the status of a quote, with today in the time zone of the company. Amounts are decimal strings of one
 * currency.
 */
export interface QuoteFacts {
  readonly sentAt: Date | null;
  readonly acceptedAt: Date | null;
  readonly declinedAt: Date | null;
  /** When a later revision replaced it. */
  readonly supersededAt: Date | null;
  /** The last day on which it can be accepted, or null. */
  readonly expiryDate: string | null;
  readonly today: string;
  readonly gross: string;
  /** Whether a revision exists. */
  readonly revised: boolean;
  /** The total and the number of its invoices, without void ones. */
  readonly invoicedTotal: string;
  readonly invoices: number;
}

/** The part of a quote that is not invoiced. */
export function quoteRemaining(facts: Pick<QuoteFacts, 'gross' | 'invoicedTotal'>): Decimal {
  return subtract(decimalOrThrow(facts.gross), decimalOrThrow(facts.invoicedTotal));
}

/** Derives the status from the facts. Expiry needs no job: it depends on the date alone. */
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
  /** The statuses that it can lead to. Omitted if it keeps the status; empty if it deletes the quote. */
  readonly to?: readonly QuoteStatus[];
  /** The event of this quote, or null. The revision and the invoice that it creates emit their own events. */
  readonly event: EventType | null;
  readonly onRequest: boolean;
  /** Why the facts do not allow the action although the status does, or null. */
  readonly errorOf?: (facts: QuoteFacts) => string | null;
}

const revisionError = (facts: QuoteFacts): string | null =>
  facts.revised ? 'The quote already has a revision. Edit or send the revision.' : null;

/** The actions of a quote with their statuses and events. An action emits at most one event of the quote. */
export const QUOTE_ACTIONS = {
  update: { from: ['Draft'], event: 'quote.updated', onRequest: true },
  /** Changes only members that are not printed: externalId, customFields and privateNotes. */
  annotate: { from: QUOTE_STATUSES, event: 'quote.updated', onRequest: true },
  delete: { from: ['Draft'], to: [], event: 'quote.deleted', onRequest: true },
  send: { from: ['Draft'], to: ['Sent'], event: 'quote.updated', onRequest: true },
  resend: { from: ['Sent', 'Expired', 'Accepted', 'Invoiced'], event: null, onRequest: true },
  accept: { from: ['Sent'], to: ['Accepted'], event: 'quote.updated', onRequest: true },
  /** A member can record an acceptance after the expiry date. */
  acceptExpired: { from: ['Expired'], to: ['Accepted'], event: 'quote.updated', onRequest: false },
  decline: { from: ['Sent', 'Expired'], to: ['Declined'], event: 'quote.updated', onRequest: true },
  revise: { from: ['Sent', 'Declined', 'Expired'], event: 'quote.updated', onRequest: true, errorOf: revisionError },
  /** Deletes the draft of its revision. */
  unrevise: { from: ['Sent', 'Accepted', 'Declined', 'Expired', 'Invoiced'], event: 'quote.updated', onRequest: false },
  /** Sends its next revision. */
  supersede: { from: ['Sent', 'Declined', 'Expired'], to: ['Superseded'], event: 'quote.updated', onRequest: false },
  /** Invoiced when the invoices add up to the quote. */
  convert: { from: ['Accepted'], to: ['Accepted', 'Invoiced'], event: 'quote.updated', onRequest: true },
  /** One of its invoices was edited, deleted or voided, which changes the rest. */
  reckon: { from: ['Accepted', 'Invoiced'], to: ['Accepted', 'Invoiced'], event: 'quote.updated', onRequest: false },
  view: { from: ['Sent', 'Expired', 'Accepted', 'Declined', 'Invoiced'], event: null, onRequest: false },
} as const satisfies Record<string, QuoteActionRow>;

export type QuoteAction = keyof typeof QUOTE_ACTIONS;

export const ALL_QUOTE_ACTIONS = Object.keys(QUOTE_ACTIONS) as readonly QuoteAction[];

/** The actions that callers can request, listed in availableActions. */
export const REQUESTABLE_QUOTE_ACTIONS = ALL_QUOTE_ACTIONS.filter((action) => QUOTE_ACTIONS[action].onRequest);

/** The statuses that the action can lead to from a status; none if it deletes the quote. */
export function quoteStatusesAfter(action: QuoteAction, from: QuoteStatus): readonly QuoteStatus[] {
  const { to = [from] }: QuoteActionRow = QUOTE_ACTIONS[action];
  return to;
}

/** Whether the status allows the action. */
export function quoteAllows(action: QuoteAction, status: QuoteStatus): boolean {
  return (QUOTE_ACTIONS[action].from as readonly QuoteStatus[]).includes(status);
}

/** Why the action is rejected now, or null if it is allowed. */
export function quoteActionError(action: QuoteAction, facts: QuoteFacts): string | null {
  return errorIn(quoteStatus(facts), action, facts);
}

function errorIn(status: QuoteStatus, action: QuoteAction, facts: QuoteFacts): string | null {
  const row: QuoteActionRow = QUOTE_ACTIONS[action];
  if (!quoteAllows(action, status))
    return `The quote is ${status}; ${action} is possible when it is ${row.from.join(', ')}.`;
  return row.errorOf?.(facts) ?? null;
}

export interface AvailableQuoteAction {
  readonly action: QuoteAction;
  readonly allowed: boolean;
  readonly reason: string | null;
}

/** The actions that callers can request, each with the reason if it is not allowed now. */
export function availableQuoteActions(facts: QuoteFacts): AvailableQuoteAction[] {
  const status = quoteStatus(facts);
  return REQUESTABLE_QUOTE_ACTIONS.map((action) => {
    const reason = errorIn(status, action, facts);
    return { action, allowed: reason === null, reason };
  });
}
