import { DELIVERY_STATUSES } from '@billhook/contract/webhooks/delivery';
import { EXPIRING_DAYS, KEY_STATUSES } from '@billhook/domain/identity/key-status';
import {
  ALL_INVOICE_ACTIONS,
  INVOICE_ACTIONS,
  INVOICE_STATUSES,
  allows,
  invoiceStatusesAfter,
  type InvoiceAction,
  type InvoiceActionRow,
  type InvoiceStatus,
} from '@billhook/domain/invoicing/invoice';
import {
  ALL_QUOTE_ACTIONS,
  QUOTE_ACTIONS,
  QUOTE_STATUSES,
  quoteAllows,
  quoteStatusesAfter,
  type QuoteAction,
  type QuoteStatus,
} from '@billhook/domain/invoicing/quote';
import { ENDPOINT_HEALTHS, HEALTH_RULES } from '@billhook/domain/webhooks/endpoint-health';
import { canMoveRun, RUN_MOVES, RUN_STATUSES, type RunMove, type RunStatus } from '@billhook/domain/webhooks/run';
import { table } from '../content/html.js';
import { drawStates, type DiagramEdge } from './state-diagram.js';

/** The states of an API key. */
export function keyDiagram(): string {
  return drawStates({
    of: 'a key',
    states: KEY_STATUSES,
    first: 'active',
    edges: [
      { from: 'active', to: 'expiring', label: `${EXPIRING_DAYS} days are left` },
      { from: 'expiring', to: 'expired', label: 'the expiry passes' },
      { from: 'active', to: 'suspended', label: 'creator deactivated' },
      { from: 'suspended', to: 'active', label: 'creator active again' },
      { from: 'active', to: 'revoked', label: 'revoke, rotate' },
      { from: 'expiring', to: 'revoked', label: 'revoke, rotate' },
    ],
  });
}

const QUOTE_WORDS: Readonly<Record<QuoteAction, string>> = {
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
      return [
        QUOTE_WORDS[action],
        from.join(', '),
        thenOf(QUOTE_ACTIONS[action]),
        event === null ? 'none' : `\`${event}\``,
      ];
    }),
  );
}

const QUOTE_EDGES: readonly DiagramEdge<QuoteStatus, QuoteAction>[] = [
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
    edges: QUOTE_EDGES,
    actions: ALL_QUOTE_ACTIONS,
    notDrawn: ['update', 'annotate', 'delete', 'resend', 'revise', 'unrevise', 'reckon', 'view'],
    allows: quoteAllows,
    leadsTo: quoteStatusesAfter,
  });
}

const DAY_MS = 86_400_000;

const ALL_RUN_MOVES = Object.keys(RUN_MOVES) as readonly RunMove[];

/** The states of a delivery: of one message to one endpoint. */
export function deliveryDiagram(): string {
  return drawStates({
    of: 'a delivery',
    states: DELIVERY_STATUSES,
    first: 'Waiting',
    edges: [
      { from: 'Waiting', to: 'Sending', label: 'due' },
      { from: 'Sending', to: 'Delivered', label: '2xx' },
      { from: 'Sending', to: 'Waiting', label: 'failed, retried later' },
      { from: 'Sending', to: 'Failed', label: 'last attempt failed' },
      { from: 'Failed', to: 'Sending', label: 'resend' },
      { from: 'Waiting', to: 'Cancelled', label: 'cancel, endpoint disabled' },
    ],
  });
}

/** The health of an endpoint, and its end. */
export function healthDiagram(): string {
  const { degradedAfter, pausedAfterMessages, disabledAfterMs } = HEALTH_RULES;
  return drawStates({
    of: 'an endpoint',
    states: [...ENDPOINT_HEALTHS, 'Disabled'] as const,
    first: 'Healthy',
    edges: [
      { from: 'Healthy', to: 'Degraded', label: `${degradedAfter} failures in a row` },
      { from: 'Degraded', to: 'Healthy', label: 'successes' },
      { from: 'Degraded', to: 'Paused', label: `${pausedAfterMessages} messages failed` },
      { from: 'Paused', to: 'Degraded', label: 'a success' },
      { from: 'Paused', to: 'Disabled', label: `${disabledAfterMs / DAY_MS} days without a success` },
      { from: 'Disabled', to: 'Healthy', label: 'enable' },
    ],
  });
}

/** The states of a run. */
export function runDiagram(): string {
  const moves = ALL_RUN_MOVES.flatMap((move) =>
    RUN_MOVES[move].from.map((from) => ({ from, to: RUN_MOVES[move].to, actions: [move], label: move })),
  );
  return drawStates<RunStatus, RunMove>({
    of: 'a run',
    states: RUN_STATUSES,
    first: 'Running',
    edges: [...moves, { from: 'Running', to: 'Completed', label: 'all messages handled' }],
    actions: ALL_RUN_MOVES,
    allows: (move, status) => canMoveRun(status, move),
  });
}

const INVOICE_WORDS: Readonly<Record<InvoiceAction, string>> = {
  update: 'Edit: `PATCH /v1/invoices/{id}`',
  annotate: 'Change `externalId`, `customFields` or `privateNotes`: `PATCH /v1/invoices/{id}` with these alone',
  delete: 'Delete: `DELETE /v1/invoices/{id}`',
  send: 'Send: `POST /v1/invoices/{id}/send`',
  resend:
    'Send it again by email, or create its links: `POST /v1/invoices/{id}/send` with the channel `Email` or `Link`',
  pay: 'Pay: `POST /v1/payments` with an allocation to it, or `POST /v1/payments/{id}/allocate`',
  unpay: 'Delete a payment, or refund it: `DELETE /v1/payments/{id}`, `POST /v1/payments` with the kind `Refund`',
  credit: 'Credit: `POST /v1/credit-notes`',
  reject: 'Reject: `POST /v1/invoices/{id}/reject`, or by the client on the page of the invoice',
  reopen: 'Reopen, which reverses the rejection or the write-off: `POST /v1/invoices/{id}/reopen`',
  postpone: 'Postpone the due date: `POST /v1/invoices/{id}/postpone`',
  writeOff: 'Write off the outstanding amount: `POST /v1/invoices/{id}/write-off`',
  void: 'Void, if no part of it is paid: `POST /v1/invoices/{id}/void`',
  duplicate: 'Duplicate: `POST /v1/invoices/{id}/duplicate`',
  fallDue: 'Become overdue: automatically, when the due date has passed',
  view: 'The client opens the page of the invoice for the first time',
};

/** What an action leads to, for the tables of invoices and quotes. */
const thenOf = ({ to }: { readonly from: readonly string[]; readonly to?: readonly string[] }): string =>
  to === undefined ? 'the same' : to.length === 0 ? 'deleted' : to.join(', ');

const SETTLE = '`invoice.paid`, `invoice.partial` or `invoice.updated`, depending on the new balance';

/** The actions of an invoice, the statuses that allow them, and their events, as a Markdown table. */
export function invoiceActions(): string {
  const eventOf = ({ event }: InvoiceActionRow) =>
    event === null ? 'none' : event === 'settle' ? SETTLE : `\`${event}\``;
  return table(
    ['Action', 'Allowed in status', 'Then', 'Event of the invoice'],
    ALL_INVOICE_ACTIONS.map((action) => [
      INVOICE_WORDS[action],
      INVOICE_ACTIONS[action].from.join(', '),
      thenOf(INVOICE_ACTIONS[action]),
      eventOf(INVOICE_ACTIONS[action]),
    ]),
  );
}

const INVOICE_EDGES: readonly DiagramEdge<InvoiceStatus, InvoiceAction>[] = [
  { from: 'Draft', to: 'Sent', actions: ['send'], label: 'send' },
  { from: 'Sent', to: 'Partial', actions: ['pay'], label: 'pay part' },
  { from: 'Partial', to: 'Paid', actions: ['pay'], label: 'pay the rest' },
  { from: 'Sent', to: 'Paid', actions: ['pay'], label: 'pay in full' },
  { from: 'Sent', to: 'Overdue', actions: ['fallDue'], label: 'overdue' },
  { from: 'Partial', to: 'Overdue', actions: ['fallDue'], label: 'overdue' },
  { from: 'Overdue', to: 'Paid', actions: ['pay'], label: 'pay in full' },
  { from: 'Sent', to: 'Rejected', actions: ['reject'], label: 'reject' },
  { from: 'Rejected', to: 'Sent', actions: ['reopen'], label: 'reopen' },
  { from: 'Partial', to: 'Rejected', actions: ['reject'], label: 'reject' },
  { from: 'Overdue', to: 'Rejected', actions: ['reject'], label: 'reject' },
  { from: 'Overdue', to: 'WrittenOff', actions: ['writeOff'], label: 'write off' },
  { from: 'Rejected', to: 'Void', actions: ['void'], label: 'void' },
];

/** The usual transitions of an invoice as an inline drawing. */
export function invoiceDiagram(): string {
  return drawStates({
    of: 'an invoice',
    states: INVOICE_STATUSES,
    first: 'Draft',
    edges: INVOICE_EDGES,
    actions: ALL_INVOICE_ACTIONS,
    notDrawn: ['update', 'annotate', 'delete', 'resend', 'unpay', 'credit', 'postpone', 'duplicate', 'view'],
    allows,
    leadsTo: invoiceStatusesAfter,
  });
}
