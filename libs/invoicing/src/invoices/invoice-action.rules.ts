import { NO_EVENT } from '@billhook/db/outbox';
import {
  eventOf,
  invoiceStatus,
  invoiceActionError,
  type InvoiceAction,
  type InvoiceStatus,
} from '@billhook/domain/invoicing/invoice';
import { Problem, type FieldError } from '@billhook/domain/shared/problems';
import { changeOf, type Change, type ChangeAuthor } from '../records/change.js';
import type { Invoice, InvoiceRow } from './invoice.entity.js';

/**
 * @param errors the members of the request that it does not allow
 * @throws Problem 409 when the table of actions does not allow the action now
 */
export function requireAction(action: InvoiceAction, invoice: Invoice, errors?: FieldError[]): void {
  const reason = invoiceActionError(action, invoice);
  if (reason === null) return;
  const code = action === 'update' || action === 'delete' ? 'invoice_not_draft' : 'action_not_allowed';
  throw new Problem(code, reason, { errors, extensions: { currentStatus: invoice.status } });
}

/** The change of an action, with its event. */
export function invoiceChange(
  action: InvoiceAction,
  author: ChangeAuthor,
  before: InvoiceStatus,
  after: InvoiceRow,
): Change {
  return changeOf(action, eventOf(action, before, after) ?? NO_EVENT, author);
}

/** The derived members of an invoice after a change. */
export function transition(
  before: InvoiceRow,
  changed: InvoiceRow,
  { by, at, reason }: ChangeAuthor,
): Pick<InvoiceRow, 'status' | 'lastTransition' | 'paidAt'> {
  const status = invoiceStatus(changed);
  const lastTransition =
    status === before.status
      ? before.lastTransition
      : { from: before.status, to: status, at: at.toISOString(), by, reason: reason ?? null };
  return { status, lastTransition, paidAt: status === 'Paid' ? (before.paidAt ?? at) : null };
}
