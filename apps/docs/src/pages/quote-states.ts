import {
  ALL_QUOTE_ACTIONS,
  QUOTE_ACTIONS,
  quoteAllows,
  type QuoteAction,
  type QuoteStatus,
} from '@billhook/domain/invoicing/quote';
import { table } from '../html.js';
import { drawStates, type Edge } from './state-diagram.js';

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
    ['Action', 'Allowed in status', 'Event of the quote'],
    ALL_QUOTE_ACTIONS.map((action) => {
      const { from, event } = QUOTE_ACTIONS[action];
      return [WORDS[action], from.join(', '), event === null ? 'none' : `\`${event}\``];
    }),
  );
}

const PLACES: Readonly<Record<QuoteStatus, readonly [x: number, y: number]>> = {
  Draft: [70, 130],
  Sent: [270, 130],
  Accepted: [470, 130],
  Invoiced: [670, 130],
  Expired: [370, 228],
  Declined: [370, 32],
  Superseded: [70, 32],
};

const EDGES: readonly Edge<QuoteStatus, QuoteAction>[] = [
  { from: 'Draft', to: 'Sent', actions: ['send'], path: 'M122 130H214', label: ['send', 168, 122] },
  { from: 'Sent', to: 'Accepted', actions: ['accept'], path: 'M322 130H414', label: ['accept', 368, 122] },
  { from: 'Accepted', to: 'Invoiced', actions: ['convert'], path: 'M522 130H614', label: ['convert', 567, 122] },
  {
    from: 'Sent',
    to: 'Declined',
    actions: ['decline'],
    path: 'M276 110C282 78 296 58 316 46',
    label: ['decline', 316, 88],
  },
  {
    from: 'Sent',
    to: 'Superseded',
    actions: ['supersede'],
    path: 'M250 110C230 70 180 42 126 34',
    label: ['revise', 196, 88],
  },
  { from: 'Sent', to: 'Expired', actions: [], path: 'M276 150C282 180 296 204 314 218', label: ['expires', 268, 202] },
  {
    from: 'Expired',
    to: 'Accepted',
    actions: ['acceptExpired'],
    path: 'M422 222C446 210 460 186 466 156',
    label: ['accept anyway', 520, 204],
  },
];

/** The usual transitions of a quote as an inline drawing. */
export function quoteDiagram(): string {
  return drawStates({
    of: 'a quote',
    places: PLACES,
    first: 'Draft',
    edges: EDGES,
    actions: ALL_QUOTE_ACTIONS,
    notDrawn: ['update', 'annotate', 'delete', 'resend', 'revise', 'unrevise', 'reckon', 'view'],
    allows: quoteAllows,
    height: 260,
  });
}
