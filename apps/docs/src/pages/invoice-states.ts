import {
  ALL_INVOICE_ACTIONS,
  INVOICE_ACTIONS,
  allows,
  type InvoiceAction,
  type InvoiceActionRow,
  type InvoiceStatus,
} from '@billhook/domain/invoicing/invoice';
import { table } from '../html.js';
import { drawStates, type Edge } from './state-diagram.js';

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

const SETTLE = '`invoice.paid`, `invoice.partial` or `invoice.updated`, depending on the new balance';

/** The actions of an invoice, the statuses that allow them, and their events, as a Markdown table. */
export function invoiceActions(): string {
  const eventOf = ({ event }: InvoiceActionRow) =>
    event === null ? 'none' : event === 'settle' ? SETTLE : `\`${event}\``;
  return table(
    ['Action', 'Allowed in status', 'Event of the invoice'],
    ALL_INVOICE_ACTIONS.map((action) => [
      WORDS[action],
      INVOICE_ACTIONS[action].from.join(', '),
      eventOf(INVOICE_ACTIONS[action]),
    ]),
  );
}

const PLACES: Readonly<Record<InvoiceStatus, readonly [x: number, y: number]>> = {
  Draft: [70, 150],
  Sent: [270, 150],
  Partial: [470, 150],
  Paid: [670, 150],
  Overdue: [370, 268],
  Rejected: [370, 32],
  Void: [670, 32],
  WrittenOff: [600, 340],
};

const EDGES: readonly Edge<InvoiceStatus, InvoiceAction>[] = [
  { from: 'Draft', to: 'Sent', actions: ['send'], path: 'M122 150H214', label: ['send', 168, 142] },
  { from: 'Sent', to: 'Partial', actions: ['pay'], path: 'M322 150H414', label: ['pay part', 362, 142] },
  { from: 'Partial', to: 'Paid', actions: ['pay'], path: 'M522 150H614', label: ['pay the rest', 567, 142] },
  {
    from: 'Sent',
    to: 'Paid',
    actions: ['pay'],
    path: 'M310 170C350 214 600 214 645 176',
    label: ['pay in full', 545, 220],
  },
  {
    from: 'Sent',
    to: 'Overdue',
    actions: ['fallDue'],
    path: 'M262 170C264 206 280 236 312 258',
    label: ['becomes overdue', 236, 222],
  },
  {
    from: 'Partial',
    to: 'Overdue',
    actions: ['fallDue'],
    path: 'M455 170C452 200 430 228 406 244',
    label: ['becomes overdue', 474, 186],
  },
  {
    from: 'Overdue',
    to: 'Paid',
    actions: ['pay'],
    path: 'M422 272C560 272 672 250 680 176',
    label: ['pay in full', 612, 276],
  },
  {
    from: 'Sent',
    to: 'Rejected',
    actions: ['reject'],
    path: 'M262 130C264 94 280 64 312 42',
    label: ['reject', 244, 84],
  },
  {
    from: 'Rejected',
    to: 'Sent',
    actions: ['reopen'],
    path: 'M342 52C316 72 300 96 292 124',
    label: ['reopen', 336, 96],
  },
  {
    from: 'Partial',
    to: 'Rejected',
    actions: ['reject'],
    path: 'M478 130C476 94 460 64 428 42',
    label: ['reject', 496, 84],
  },
  { from: 'Overdue', to: 'Rejected', actions: ['reject'], path: 'M402 248V58', label: ['reject', 424, 112] },
  {
    from: 'Overdue',
    to: 'WrittenOff',
    actions: ['writeOff'],
    path: 'M390 288C410 326 470 340 544 340',
    label: ['write off', 440, 342],
  },
  {
    from: 'Rejected',
    to: 'Void',
    actions: ['void'],
    path: 'M422 32H614',
    label: ['void', 520, 26],
  },
];

/** The usual transitions of an invoice as an inline drawing. */
export function invoiceDiagram(): string {
  return drawStates({
    of: 'an invoice',
    places: PLACES,
    first: 'Draft',
    edges: EDGES,
    actions: ALL_INVOICE_ACTIONS,
    notDrawn: ['update', 'annotate', 'delete', 'resend', 'unpay', 'credit', 'postpone', 'duplicate', 'view'],
    allows,
    height: 372,
  });
}
