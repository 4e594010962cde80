import { allows, invoiceStatus, refusal, type InvoiceAction } from '@billhook/domain/invoice';
import { Problem } from '@billhook/domain/problems';
import type { InvoiceRow } from './invoice.entity.js';

/** @throws Problem 409 where the table does not allow the action in the invoice's status */
export function requireAction(action: InvoiceAction, invoice: InvoiceRow): void {
  if (allows(action, invoice.status)) return;
  const code = action === 'update' || action === 'delete' ? 'invoice_not_draft' : 'action_not_allowed';
  throw new Problem(code, refusal(action, invoice.status), { extensions: { currentStatus: invoice.status } });
}

export interface Change {
  readonly by: string;
  readonly at: Date;
  readonly reason?: string;
}

/** The invoice with changed facts: its status derived anew, the transition noted when there is one, the version counted on. */
export function transition(before: InvoiceRow, changed: InvoiceRow, change: Change): InvoiceRow {
  const status = invoiceStatus(changed);
  const lastTransition =
    status === before.status
      ? before.lastTransition
      : { from: before.status, to: status, at: change.at.toISOString(), by: change.by, reason: change.reason ?? null };
  return {
    ...changed,
    status,
    lastTransition,
    paidAt: status === 'Paid' ? (before.paidAt ?? change.at) : null,
    version: before.version + 1,
    updatedAt: change.at,
  };
}
