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
import { table } from '../content/html.js';
import { drawStates, type DiagramEdge } from './state-diagram.js';

const WORDS: Readonly<Record<InvoiceAction, string>> = {
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
export const thenOf = ({ to }: { readonly from: readonly string[]; readonly to?: readonly string[] }): string =>
  to === undefined ? 'the same' : to.length === 0 ? 'deleted' : to.join(', ');

const SETTLE = '`invoice.paid`, `invoice.partial` or `invoice.updated`, depending on the new balance';

/** The actions of an invoice, the statuses that allow them, and their events, as a Markdown table. */
export function invoiceActions(): string {
  const eventOf = ({ event }: InvoiceActionRow) =>
    event === null ? 'none' : event === 'settle' ? SETTLE : `\`${event}\``;
  return table(
    ['Action', 'Allowed in status', 'Then', 'Event of the invoice'],
    ALL_INVOICE_ACTIONS.map((action) => [
      WORDS[action],
      INVOICE_ACTIONS[action].from.join(', '),
      thenOf(INVOICE_ACTIONS[action]),
      eventOf(INVOICE_ACTIONS[action]),
    ]),
  );
}

const EDGES: readonly DiagramEdge<InvoiceStatus, InvoiceAction>[] = [
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
    edges: EDGES,
    actions: ALL_INVOICE_ACTIONS,
    notDrawn: ['update', 'annotate', 'delete', 'resend', 'unpay', 'credit', 'postpone', 'duplicate', 'view'],
    allows,
    leadsTo: invoiceStatusesAfter,
  });
}
