import type { EventType } from './events.js';
import { compare, isZero, parseDecimal, subtract } from './decimal.js';

/** In the order of precedence in which the status is derived from the facts. */
export const INVOICE_STATUSES = ['Draft', 'Rejected', 'Paid', 'Overdue', 'Partial', 'Sent'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

/** What is stored of an invoice's life. The status is a pure function of it; amounts are decimal strings of one currency. */
export interface InvoiceFacts {
  readonly issuedAt: Date | null;
  readonly rejectedAt: Date | null;
  readonly overdueSince: Date | null;
  /** Gross with cash rounding. */
  readonly payable: string;
  readonly amountPaid: string;
  readonly amountCredited: string;
}

const SCALE = 6;
const decimal = (text: string) => {
  const value = parseDecimal(text, SCALE);
  if (!value) throw new RangeError(`not a decimal: ${text}`);
  return value;
};

/** What is still owed: the payable amount less payments less credits. */
export function balance(facts: Pick<InvoiceFacts, 'payable' | 'amountPaid' | 'amountCredited'>) {
  return subtract(subtract(decimal(facts.payable), decimal(facts.amountPaid)), decimal(facts.amountCredited));
}

/** The one status that the facts amount to. */
export function invoiceStatus(facts: InvoiceFacts): InvoiceStatus {
  if (!facts.issuedAt) return 'Draft';
  if (facts.rejectedAt) return 'Rejected';
  const open = balance(facts);
  if (isZero(open)) return 'Paid';
  if (facts.overdueSince) return 'Overdue';
  return compare(open, decimal(facts.payable)) < 0 ? 'Partial' : 'Sent';
}

export interface InvoiceActionRow {
  /** The statuses that allow it. */
  readonly from: readonly InvoiceStatus[];
  /** The event that tells the world. `settle` stands for the one that the new balance asks for: see settlementEvent. */
  readonly event: EventType | 'settle';
  /** Whether an integrator may ask for it (it shows in availableActions); payments and the clock act by themselves. */
  readonly onRequest: boolean;
}

const OPEN = ['Sent', 'Partial', 'Overdue'] as const;

/** What may happen to an invoice, from where, and which event tells of it. One action, at most one event. */
export const INVOICE_ACTIONS = {
  update: { from: ['Draft'], event: 'invoice.updated', onRequest: true },
  delete: { from: ['Draft'], event: 'invoice.deleted', onRequest: true },
  send: { from: ['Draft'], event: 'invoice.sent', onRequest: true },
  reject: { from: OPEN, event: 'invoice.rejected', onRequest: true },
  reopen: { from: ['Rejected'], event: 'invoice.updated', onRequest: true },
  pay: { from: OPEN, event: 'settle', onRequest: true },
  unpay: { from: ['Paid', ...OPEN, 'Rejected'], event: 'settle', onRequest: false },
  fallDue: { from: ['Sent', 'Partial'], event: 'invoice.overdue', onRequest: false },
} as const satisfies Record<string, InvoiceActionRow>;

export type InvoiceAction = keyof typeof INVOICE_ACTIONS;

/** Whether the table allows the action in this status. */
export function allows(action: InvoiceAction, status: InvoiceStatus): boolean {
  return (INVOICE_ACTIONS[action].from as readonly InvoiceStatus[]).includes(status);
}

/** The event of a change of the balance: fully paid, partially paid, or (a payment was taken back) merely updated. */
export function settlementEvent(facts: Pick<InvoiceFacts, 'payable' | 'amountPaid' | 'amountCredited'>): EventType {
  const open = balance(facts);
  if (isZero(open)) return 'invoice.paid';
  return compare(open, decimal(facts.payable)) < 0 ? 'invoice.partial' : 'invoice.updated';
}

export interface AvailableAction {
  readonly action: InvoiceAction;
  readonly allowed: boolean;
  /** Why not, or null. */
  readonly reason: string | null;
}

/** Every action an integrator may ask for, with the reason why one is refused now. */
export function availableActions(status: InvoiceStatus): AvailableAction[] {
  return (Object.keys(INVOICE_ACTIONS) as InvoiceAction[])
    .filter((action) => INVOICE_ACTIONS[action].onRequest)
    .map((action) => {
      const allowed = allows(action, status);
      return { action, allowed, reason: allowed ? null : refusal(action, status) };
    });
}

/** Why the status refuses the action, in words. */
export function refusal(action: InvoiceAction, status: InvoiceStatus): string {
  return `The invoice is ${status}; ${action} is possible when it is ${INVOICE_ACTIONS[action].from.join(', ')}.`;
}
