import {
  eventOf,
  invoiceStatus,
  refusal,
  type InvoiceAction,
  type InvoiceStatus,
} from '@billhook/domain/invoicing/invoice';
import { Problem, type Fault } from '@billhook/domain/shared/problems';
import { changeOf, type Change, type Doer } from '../records/change.js';
import type { Invoice, InvoiceRow } from './invoice.entity.js';

/**
 * @param errors the members of the request that it does not allow
 * @throws Problem 409 when the table of actions does not allow the action now
 */
export function requireAction(action: InvoiceAction, invoice: Invoice, errors?: Fault[]): void {
  const reason = refusal(action, invoice);
  if (reason === null) return;
  const code = action === 'update' || action === 'delete' ? 'invoice_not_draft' : 'action_not_allowed';
  throw new Problem(code, reason, { errors, extensions: { currentStatus: invoice.status } });
}

/** The change of an action, with its event. */
export function invoiceChange(action: InvoiceAction, doer: Doer, before: InvoiceStatus, after: InvoiceRow): Change {
  return changeOf(action, eventOf(action, before, after), doer);
}

/** The derived members of an invoice after a change. */
export function transition(
  before: InvoiceRow,
  changed: InvoiceRow,
  { by, at, reason }: Doer,
): Pick<InvoiceRow, 'status' | 'lastTransition' | 'paidAt'> {
  const status = invoiceStatus(changed);
  const lastTransition =
    status === before.status
      ? before.lastTransition
      : { from: before.status, to: status, at: at.toISOString(), by, reason: reason ?? null };
  return { status, lastTransition, paidAt: status === 'Paid' ? (before.paidAt ?? at) : null };
}
