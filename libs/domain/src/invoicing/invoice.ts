import type { EventType } from '../shared/events.js';
import { compare, decimalOrThrow, isZero, subtract } from '../shared/decimal.js';

/** In the order of precedence in which the status is derived from the facts. */
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

/** What is stored of an invoice's life. The status is a pure function of it; amounts are decimal strings of one currency. */
export interface InvoiceFacts {
  readonly issuedAt: Date | null;
  readonly rejectedAt: Date | null;
  readonly voidedAt: Date | null;
  readonly overdueSince: Date | null;
  /** Gross with cash rounding. */
  readonly payable: string;
  readonly amountPaid: string;
  readonly amountCredited: string;
  /** Nothing of its breakdown is left to credit. Amounts do not say: those of an invoice may cancel out. */
  readonly fullyCredited: boolean;
  /** The amount that was written off; zero unless the status is `WrittenOff`. */
  readonly amountWrittenOff: string;
  readonly dueDate: string | null;
}

type Amounts = Pick<InvoiceFacts, 'payable' | 'amountPaid' | 'amountCredited' | 'amountWrittenOff'>;

/** What is still owed: the payable amount less payments, credits and what was written off. */
export function balance({ payable, amountPaid, amountCredited, amountWrittenOff }: Amounts) {
  return [amountPaid, amountCredited, amountWrittenOff].reduce(
    (open, amount) => subtract(open, decimalOrThrow(amount)),
    decimalOrThrow(payable),
  );
}

/** The one status that the facts amount to. */
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

/** What settled an invoice that is Paid: payments, credit notes, or both; null while it is not Paid, and for one over 0.00. */
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
  /** The statuses that allow it. */
  readonly from: readonly InvoiceStatus[];
  /**
   * The event of this invoice: at most one. `settle` means the one for the new balance (settlementEvent); null emits nothing. An action
   * that makes the invoice Paid emits `invoice.paid` in its place (eventOf).
   */
  readonly event: EventType | 'settle' | null;
  /** Whether somebody may ask for it (it shows in availableActions); the clock and the public page act by themselves. */
  readonly onRequest: boolean;
  /** What else must hold, beside the status: why not, or null. */
  readonly refuses?: (facts: InvoiceFacts) => string | null;
}

const OPEN = ['Sent', 'Partial', 'Overdue'] as const;
/** Issued, and its amounts may change. One that is written off is reopened first, so that a write-off is always of all that is outstanding. */
const ISSUED = ['Sent', 'Partial', 'Overdue', 'Paid', 'Rejected'] as const;
const SHOWN = [...ISSUED, 'WrittenOff'] as const;

const isPaid = (facts: InvoiceFacts): string | null =>
  isZero(decimalOrThrow(facts.amountPaid))
    ? null
    : 'Payments are allocated to the invoice. Credit it instead, or delete the payments first.';
const isCredited = (facts: InvoiceFacts): string | null =>
  facts.fullyCredited ? 'The invoice is fully credited.' : null;

const hasNoDueDate = (facts: InvoiceFacts): string | null =>
  facts.dueDate === null ? 'The invoice has no due date.' : null;

/** What may happen to an invoice, from where, and which event tells of it. One action, at most one event of the invoice. */
export const INVOICE_ACTIONS = {
  update: { from: ['Draft'], event: 'invoice.updated', onRequest: true },
  /** Changes only what nobody prints: externalId, customFields and privateNotes. */
  annotate: { from: INVOICE_STATUSES, event: 'invoice.updated', onRequest: true },
  delete: { from: ['Draft'], event: 'invoice.deleted', onRequest: true },
  send: { from: ['Draft'], event: 'invoice.sent', onRequest: true },
  /** Mails it, or opens its link, once more. */
  resend: { from: SHOWN, event: null, onRequest: true },
  pay: { from: OPEN, event: 'settle', onRequest: true },
  unpay: { from: ISSUED, event: 'settle', onRequest: false },
  credit: { from: ISSUED, event: 'settle', onRequest: true, refuses: isCredited },
  reject: { from: OPEN, event: 'invoice.rejected', onRequest: true },
  /** Takes a rejection or a write-off back. */
  reopen: { from: ['Rejected', 'WrittenOff'], event: 'invoice.updated', onRequest: true },
  postpone: { from: OPEN, event: 'invoice.updated', onRequest: true, refuses: hasNoDueDate },
  writeOff: { from: OPEN, event: 'invoice.updated', onRequest: true },
  void: {
    // Paid: nothing was owed of it from the start, or credit alone has settled it.
    from: ['Sent', 'Partial', 'Overdue', 'Paid', 'Rejected'],
    event: 'invoice.updated',
    onRequest: true,
    refuses: (facts) => isPaid(facts) ?? isCredited(facts),
  },
  /** Makes another invoice, which has its own event; nothing happens to this one. */
  duplicate: { from: INVOICE_STATUSES, event: null, onRequest: true },
  fallDue: { from: ['Sent', 'Partial'], event: 'invoice.overdue', onRequest: false },
  view: { from: SHOWN, event: null, onRequest: false },
} as const satisfies Record<string, InvoiceActionRow>;

export type InvoiceAction = keyof typeof INVOICE_ACTIONS;

export const ALL_INVOICE_ACTIONS = Object.keys(INVOICE_ACTIONS) as readonly InvoiceAction[];

/** The actions that somebody may ask for: those of availableActions. */
export const REQUESTABLE_INVOICE_ACTIONS = ALL_INVOICE_ACTIONS.filter((action) => INVOICE_ACTIONS[action].onRequest);

/** Whether the table allows the action in this status. */
export function allows(action: InvoiceAction, status: InvoiceStatus): boolean {
  return (INVOICE_ACTIONS[action].from as readonly InvoiceStatus[]).includes(status);
}

/** Why the action is refused now, in words, or null when it is allowed. */
export function refusal(action: InvoiceAction, facts: InvoiceFacts): string | null {
  const status = invoiceStatus(facts);
  const row: InvoiceActionRow = INVOICE_ACTIONS[action];
  if (!allows(action, status))
    return `The invoice is ${status}; ${action} is possible when it is ${row.from.join(', ')}.`;
  return row.refuses?.(facts) ?? null;
}

/** The event that an action emits. Whichever action makes an invoice Paid emits `invoice.paid`: `send` of one over 0.00 does, too. */
export function eventOf(action: InvoiceAction, before: InvoiceStatus, after: InvoiceFacts): EventType | null {
  const { event } = INVOICE_ACTIONS[action];
  if (event === null) return null;
  if (event !== 'settle' && (before === 'Paid' || invoiceStatus(after) !== 'Paid')) return event;
  return settlementEvent(before, after);
}

/**
 * The event of a change of what is paid or credited: fully paid, partially paid, or merely updated (a payment was taken back, a paid
 * or rejected invoice was credited).
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
  /** Why not, or null. */
  readonly reason: string | null;
}

/** Every action an integrator may ask for, with the reason why one is refused now. */
export function availableActions(facts: InvoiceFacts): AvailableAction[] {
  return REQUESTABLE_INVOICE_ACTIONS.map((action) => {
    const reason = refusal(action, facts);
    return { action, allowed: reason === null, reason };
  });
}
