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
 * @param errors what of the request it does not allow
 * @throws Problem 409 where the table does not allow the action now
 */
export function requireAction(action: InvoiceAction, invoice: Invoice, errors?: Fault[]): void {
  const reason = refusal(action, invoice);
  if (reason === null) return;
  const code = action === 'update' || action === 'delete' ? 'invoice_not_draft' : 'action_not_allowed';
  throw new Problem(code, reason, { errors, extensions: { currentStatus: invoice.status } });
}

/** The change that an action makes, with its event. */
export function invoiceChange(action: InvoiceAction, doer: Doer, before: InvoiceStatus, after: InvoiceRow): Change {
  return changeOf(action, eventOf(action, before, after), doer);
}

/** The invoice with changed facts: its status derived again, the transition recorded if there is one, the version incremented. */
export function transition(before: InvoiceRow, changed: InvoiceRow, doer: Doer): InvoiceRow {
  const status = invoiceStatus(changed);
  const { by, at, reason } = doer;
  const lastTransition =
    status === before.status
      ? before.lastTransition
      : { from: before.status, to: status, at: at.toISOString(), by, reason: reason ?? null };
  return {
    ...changed,
    status,
    lastTransition,
    paidAt: status === 'Paid' ? (before.paidAt ?? at) : null,
    version: before.version + 1,
    updatedAt: at,
  };
}
