import { compare, decimalOrThrow, isZero, subtract } from '../shared/decimal.js';
import type { EventType } from '../shared/event-types.js';

/** In order of precedence: the first status that matches applies. */
export const INVOICE_STATUSES = [
  'Void',
  'Draft',
  'Rejected',
  'WrittenOff',
  'Paid',
  'Overdue',
  'Partial',
  'Sent',
] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

/** The stored facts that determine the status of an invoice. Amounts are decimal strings of one currency. */
export interface InvoiceFacts {
  readonly issuedAt: Date | null;
  readonly rejectedAt: Date | null;
  readonly voidedAt: Date | null;
  readonly overdueSince: Date | null;
  /** The gross total with cash rounding. */
  readonly payable: string;
  readonly amountPaid: string;
  readonly amountCredited: string;
  /** Whether nothing is left to credit in any group. Amounts cannot show this, because groups can cancel each other out. */
  readonly fullyCredited: boolean;
  /** The amount written off; zero unless the status is `WrittenOff`. */
  readonly amountWrittenOff: string;
  readonly dueDate: string | null;
}

type SettledAmounts = Pick<InvoiceFacts, 'payable' | 'amountPaid' | 'amountCredited' | 'amountWrittenOff'>;

/** The outstanding amount: payable less payments, credits and write-offs. */
export function balance({ payable, amountPaid, amountCredited, amountWrittenOff }: SettledAmounts) {
  return [amountPaid, amountCredited, amountWrittenOff].reduce(
    (open, amount) => subtract(open, decimalOrThrow(amount)),
    decimalOrThrow(payable),
  );
}

/** Derives the status from the facts. */
export function invoiceStatus(facts: InvoiceFacts): InvoiceStatus {
  if (facts.voidedAt) return 'Void';
  if (!facts.issuedAt) return 'Draft';
  if (facts.rejectedAt) return 'Rejected';
  const open = balance(facts);
  if (isZero(open)) return isZero(decimalOrThrow(facts.amountWrittenOff)) ? 'Paid' : 'WrittenOff';
  if (facts.overdueSince) return 'Overdue';
  return compare(open, decimalOrThrow(facts.payable)) < 0 ? 'Partial' : 'Sent';
}

/** What settles an invoice. */
export const SETTLED_BY = ['Payment', 'Credit', 'Both'] as const;
export type SettledBy = (typeof SETTLED_BY)[number];

/** Whether payments, credit notes or both settled a paid invoice; null if it is not Paid, or if its total is 0.00. */
export function settledBy(
  invoice: Pick<InvoiceFacts, 'amountPaid' | 'amountCredited'> & { readonly status: InvoiceStatus },
): SettledBy | null {
  if (invoice.status !== 'Paid') return null;
  const paid = !isZero(decimalOrThrow(invoice.amountPaid));
  const credited = !isZero(decimalOrThrow(invoice.amountCredited));
  if (paid && credited) return 'Both';
  return credited ? 'Credit' : paid ? 'Payment' : null;
}

export interface InvoiceActionRow {
  /** The statuses that allow the action. */
  readonly from: readonly InvoiceStatus[];
  /** The statuses that it can lead to, depending on the amounts. Omitted if it keeps the status; empty if it deletes the invoice. */
  readonly to?: readonly InvoiceStatus[];
  /**
   * The event of the invoice. `settle` emits the event of the new balance (settlementEvent); null emits nothing.
   * An action that makes the invoice Paid emits `invoice.paid` instead (eventOf).
   */
  readonly event: EventType | 'settle' | null;
  /** Whether callers can request the action, so it appears in availableActions. Others happen by time or on the public page. */
  readonly onRequest: boolean;
  /** Why the facts do not allow the action although the status does, or null. */
  readonly errorOf?: (facts: InvoiceFacts) => string | null;
}

const OPEN = ['Sent', 'Partial', 'Overdue'] as const;
/** Issued invoices whose amounts can change. A written-off one is reopened first, so a write-off always covers the outstanding amount. */
const ISSUED = ['Sent', 'Partial', 'Overdue', 'Paid', 'Rejected'] as const;
const SHOWN = [...ISSUED, 'WrittenOff'] as const;

const paymentsError = (facts: InvoiceFacts): string | null =>
  isZero(decimalOrThrow(facts.amountPaid))
    ? null
    : 'Payments are allocated to the invoice. Credit it instead, or delete the payments first.';
const fullyCreditedError = (facts: InvoiceFacts): string | null =>
  facts.fullyCredited ? 'The invoice is fully credited.' : null;

const dueDateError = (facts: InvoiceFacts): string | null =>
  facts.dueDate === null ? 'The invoice has no due date.' : null;

/** The actions of an invoice with their statuses and events. An action emits at most one event of the invoice. */
export const INVOICE_ACTIONS = {
  update: { from: ['Draft'], event: 'invoice.updated', onRequest: true },
  /** Changes only members that are not printed: externalId, customFields and privateNotes. */
  annotate: { from: INVOICE_STATUSES, event: 'invoice.updated', onRequest: true },
  delete: { from: ['Draft'], to: [], event: 'invoice.deleted', onRequest: true },
  /** An invoice with a total of 0.00 is paid immediately. */
  send: { from: ['Draft'], to: ['Sent', 'Paid'], event: 'invoice.sent', onRequest: true },
  /** Sends the email again, or creates a new link. */
  resend: { from: SHOWN, event: null, onRequest: true },
  pay: { from: OPEN, to: ['Partial', 'Overdue', 'Paid'], event: 'settle', onRequest: true },
  unpay: { from: ISSUED, to: ['Sent', 'Partial', 'Overdue', 'Rejected'], event: 'settle', onRequest: false },
  credit: {
    from: ISSUED,
    to: ['Partial', 'Overdue', 'Paid', 'Rejected'],
    event: 'settle',
    onRequest: true,
    errorOf: fullyCreditedError,
  },
  reject: { from: OPEN, to: ['Rejected'], event: 'invoice.rejected', onRequest: true },
  /** Undoes a rejection or a write-off. */
  reopen: { from: ['Rejected', 'WrittenOff'], to: [...OPEN, 'Paid'], event: 'invoice.updated', onRequest: true },
  postpone: { from: OPEN, to: ['Sent', 'Partial'], event: 'invoice.updated', onRequest: true, errorOf: dueDateError },
  writeOff: { from: OPEN, to: ['WrittenOff'], event: 'invoice.updated', onRequest: true },
  void: {
    // Paid: `errorOf` allows it only if nothing was owed or credit notes alone settled it.
    from: ISSUED,
    to: ['Void'],
    event: 'invoice.updated',
    onRequest: true,
    errorOf: (facts) => paymentsError(facts) ?? fullyCreditedError(facts),
  },
  /** Creates another invoice with its own event; this one does not change. */
  duplicate: { from: INVOICE_STATUSES, event: null, onRequest: true },
  fallDue: { from: ['Sent', 'Partial'], to: ['Overdue'], event: 'invoice.overdue', onRequest: false },
  view: { from: SHOWN, event: null, onRequest: false },
} as const satisfies Record<string, InvoiceActionRow>;

export type InvoiceAction = keyof typeof INVOICE_ACTIONS;

export const ALL_INVOICE_ACTIONS = Object.keys(INVOICE_ACTIONS) as readonly InvoiceAction[];

/** The actions that callers can request, listed in availableActions. */
export const REQUESTABLE_INVOICE_ACTIONS = ALL_INVOICE_ACTIONS.filter((action) => INVOICE_ACTIONS[action].onRequest);

/** The statuses that the action can lead to from a status; none if it deletes the invoice. */
export function invoiceStatusesAfter(action: InvoiceAction, from: InvoiceStatus): readonly InvoiceStatus[] {
  const { to = [from] }: InvoiceActionRow = INVOICE_ACTIONS[action];
  return to;
}

/** Whether the status allows the action. */
export function allows(action: InvoiceAction, status: InvoiceStatus): boolean {
  return (INVOICE_ACTIONS[action].from as readonly InvoiceStatus[]).includes(status);
}

/** Why the action is rejected now, or null if it is allowed. */
export function invoiceActionError(action: InvoiceAction, facts: InvoiceFacts): string | null {
  return errorIn(invoiceStatus(facts), action, facts);
}

function errorIn(status: InvoiceStatus, action: InvoiceAction, facts: InvoiceFacts): string | null {
  const row: InvoiceActionRow = INVOICE_ACTIONS[action];
  if (!allows(action, status))
    return `The invoice is ${status}; ${action} is possible when it is ${row.from.join(', ')}.`;
  return row.errorOf?.(facts) ?? null;
}

/** The event that an action emits. Every action that makes an invoice Paid emits `invoice.paid`, as does `send` if the total is 0.00. */
export function eventOf(action: InvoiceAction, before: InvoiceStatus, after: InvoiceFacts): EventType | null {
  const { event } = INVOICE_ACTIONS[action];
  if (event === null) return null;
  if (event !== 'settle' && (before === 'Paid' || invoiceStatus(after) !== 'Paid')) return event;
  return settlementEvent(before, after);
}

/**
 * The event of a change of payments or credits: fully paid, partially paid, or updated (a payment was removed, or a paid or rejected
 * invoice was credited).
 */
export function settlementEvent(before: InvoiceStatus, after: InvoiceFacts): EventType {
  const status = invoiceStatus(after);
  if (status === 'Paid') return before === 'Paid' ? 'invoice.updated' : 'invoice.paid';
  const part = compare(balance(after), decimalOrThrow(after.payable)) < 0;
  return part && status !== 'Rejected' ? 'invoice.partial' : 'invoice.updated';
}

export interface AvailableAction {
  readonly action: InvoiceAction;
  readonly allowed: boolean;
  /** Why the action is not allowed, or null. */
  readonly reason: string | null;
}

/** The actions that callers can request, each with the reason if it is not allowed now. */
export function availableActions(facts: InvoiceFacts): AvailableAction[] {
  // Computed once: the status of an issued invoice needs its balance.
  const status = invoiceStatus(facts);
  return REQUESTABLE_INVOICE_ACTIONS.map((action) => {
    const reason = errorIn(status, action, facts);
    return { action, allowed: reason === null, reason };
  });
}
