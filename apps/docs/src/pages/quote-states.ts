import {
  ALL_QUOTE_ACTIONS,
  QUOTE_ACTIONS,
  QUOTE_STATUSES,
  quoteAllows,
  quoteStatusesAfter,
  type QuoteAction,
  type QuoteStatus,
} from '@billhook/domain/invoicing/quote';
import { table } from '../content/html.js';
import { thenOf } from './invoice-states.js';
import { drawStates, type DiagramEdge } from './state-diagram.js';

const WORDS: Readonly<Record<QuoteAction, string>> = {
  update: 'Edit: `PATCH /v1/quotes/{id}`',
  annotate: 'Change `externalId`, `customFields` or `privateNotes`: `PATCH /v1/quotes/{id}` with these alone',
  delete: 'Delete: `DELETE /v1/quotes/{id}`',
  send: 'Send: `POST /v1/quotes/{id}/send`',
  resend: 'Send it again by email, or create its links: `POST /v1/quotes/{id}/send` with the channel `Email` or `Link`',
  accept: 'Accept: `POST /v1/quotes/{id}/accept`, or by the client on the page of the quote',
  acceptExpired: 'Accept it after its expiry: the same with `"allowExpired": true`',
  decline: 'Decline: `POST /v1/quotes/{id}/decline`, or by the client on the page of the quote',
  revise: 'Revise: `POST /v1/quotes/{id}/revise` creates a new draft',
  unrevise: 'The draft of its revision is deleted',
  supersede: 'Its revision is sent',
  convert: 'Invoice it in full or in part: `POST /v1/quotes/{id}/convert`',
  reckon: 'An invoice created from it is edited, deleted or voided',
  view: 'The client opens the page of the quote for the first time',
};

/** The actions of a quote, the statuses that allow them, and their events, as a Markdown table. */
export function quoteActions(): string {
  return table(
    ['Action', 'Allowed in status', 'Then', 'Event of the quote'],
    ALL_QUOTE_ACTIONS.map((action) => {
      const { from, event } = QUOTE_ACTIONS[action];
      return [WORDS[action], from.join(', '), thenOf(QUOTE_ACTIONS[action]), event === null ? 'none' : `\`${event}\``];
    }),
  );
}

const EDGES: readonly DiagramEdge<QuoteStatus, QuoteAction>[] = [
  { from: 'Draft', to: 'Sent', actions: ['send'], label: 'send' },
  { from: 'Sent', to: 'Accepted', actions: ['accept'], label: 'accept' },
  { from: 'Accepted', to: 'Invoiced', actions: ['convert'], label: 'convert' },
  { from: 'Sent', to: 'Declined', actions: ['decline'], label: 'decline' },
  { from: 'Sent', to: 'Superseded', actions: ['supersede'], label: 'revise' },
  { from: 'Sent', to: 'Expired', label: 'expires' },
  { from: 'Expired', to: 'Accepted', actions: ['acceptExpired'], label: 'accept anyway' },
];

/** The usual transitions of a quote as an inline drawing. */
export function quoteDiagram(): string {
  return drawStates({
    of: 'a quote',
    states: QUOTE_STATUSES,
    first: 'Draft',
    edges: EDGES,
    actions: ALL_QUOTE_ACTIONS,
    notDrawn: ['update', 'annotate', 'delete', 'resend', 'revise', 'unrevise', 'reckon', 'view'],
    allows: quoteAllows,
    leadsTo: quoteStatusesAfter,
  });
}
