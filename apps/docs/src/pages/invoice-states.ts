import {
  INVOICE_ACTIONS,
  INVOICE_STATUSES,
  allows,
  type InvoiceAction,
  type InvoiceActionRow,
  type InvoiceStatus,
} from '@billhook/domain/invoice';
import { table } from '../html.js';

const ACTIONS = Object.keys(INVOICE_ACTIONS) as InvoiceAction[];

const WORDS: Readonly<Record<InvoiceAction, string>> = {
  update: 'Edit: `PATCH /v1/invoices/{id}`',
  delete: 'Delete: `DELETE /v1/invoices/{id}`',
  send: 'Send: `POST /v1/invoices/{id}/send`',
  reject: 'Reject: `POST /v1/invoices/{id}/reject`',
  reopen: 'Reopen: `POST /v1/invoices/{id}/reopen`',
  pay: 'Pay: `POST /v1/payments` with an allocation to it',
  unpay: 'Take a payment back: `DELETE /v1/payments/{id}`',
  fallDue: 'Fall due: by the clock, once the due date has passed',
};

const SETTLE = '`invoice.paid`, `invoice.partial` or `invoice.updated`, by the new balance';

/** What may happen to an invoice, from which status, and which event tells of it: a Markdown table drawn from the domain. */
export function invoiceActions(): string {
  const eventOf = ({ event }: InvoiceActionRow) => (event === 'settle' ? SETTLE : `\`${event}\``);
  return table(
    ['What happens', 'Possible when', 'Event of the invoice'],
    ACTIONS.map((action) => [WORDS[action], INVOICE_ACTIONS[action].from.join(', '), eventOf(INVOICE_ACTIONS[action])]),
  );
}

const BOX = { width: 104, height: 40 };
const PLACES: Readonly<Record<InvoiceStatus, readonly [x: number, y: number]>> = {
  Draft: [70, 150],
  Sent: [270, 150],
  Partial: [470, 150],
  Paid: [670, 150],
  Overdue: [370, 268],
  Rejected: [370, 32],
};

interface Edge {
  readonly from: InvoiceStatus;
  readonly to: InvoiceStatus;
  readonly actions: readonly InvoiceAction[];
  readonly path: string;
  readonly label?: readonly [text: string, x: number, y: number];
}

/** Each edge carries the actions that it stands for: the build fails when the domain does not allow one of them there. */
const EDGES: readonly Edge[] = [
  { from: 'Draft', to: 'Sent', actions: ['send'], path: 'M122 150H214', label: ['send', 168, 142] },
  { from: 'Sent', to: 'Partial', actions: ['pay'], path: 'M322 150H414', label: ['pay a part', 362, 142] },
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
    label: ['falls due', 236, 222],
  },
  {
    from: 'Partial',
    to: 'Overdue',
    actions: ['fallDue'],
    path: 'M455 170C452 200 430 228 406 244',
    label: ['falls due', 474, 186],
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
];

function checkEdges(): void {
  for (const { from, to, actions } of EDGES) {
    const wrong = actions.find((action) => !allows(action, from));
    if (wrong) throw new Error(`the diagram draws ${wrong} from ${from} to ${to}, which the domain does not allow`);
  }
}

/** The usual ways of an invoice as an inline drawing; colours come from the stylesheet. */
export function invoiceDiagram(): string {
  checkEdges();
  const boxes = INVOICE_STATUSES.map((status) => {
    const [x, y] = PLACES[status];
    const corner = `x="${x - BOX.width / 2}" y="${y - BOX.height / 2}"`;
    return `<rect ${corner} width="${BOX.width}" height="${BOX.height}" rx="10"/><text x="${x}" y="${y + 5}">${status}</text>`;
  });
  const lines = EDGES.map(({ path, label }) => {
    const text = label ? `<text class="label" x="${label[1]}" y="${label[2]}">${label[0]}</text>` : '';
    return `<path class="edge" marker-end="url(#arrow)" d="${path}"/>${text}`;
  });
  const story = EDGES.map(({ from, to }) => `${from} to ${to}`).join(', ');
  return `<figure class="diagram" role="group" aria-label="Diagram" tabindex="0"><svg viewBox="0 0 740 304" role="img" aria-labelledby="states-title states-text"><title id="states-title">States of an invoice</title><desc id="states-text">Ways between the states: ${story}.</desc><defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>${lines.join('')}${boxes.join('')}</svg></figure>`;
}
