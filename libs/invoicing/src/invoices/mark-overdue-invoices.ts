import type { Tx, UnitOfWork } from '@billhook/db/unit-of-work';
import { actorLabel } from '@billhook/domain/shared/actor-label';
import type { Clock } from '@billhook/platform/clock';
import { companyTime } from '@billhook/platform/company-time';
import type { InvoicesRepository } from './invoices.repository.js';

/** Invoices per transaction: few, because others wait for their locks. */
const BATCH = 100;

/**
 * Marks the invoices that have become overdue in their company's time zone and by its clock, and emits an event for each, once per due date.
 * Also marks those that became overdue while no worker ran.
 * @returns how many it marked
 */
export async function markOverdueInvoices(
  uow: UnitOfWork,
  invoices: InvoicesRepository,
  clock: Clock,
): Promise<number> {
  let marked = 0;
  for (;;) {
    const batch = await uow.run((tx) => markSome(tx, invoices, clock));
    marked += batch;
    if (batch < BATCH) return marked;
  }
}

/** The same for one company, in the transaction that advances its clock. Invoices that others have locked are left. */
export async function markOverdueOfCompany(
  tx: Tx,
  invoices: InvoicesRepository,
  clock: Clock,
  companyId: number,
): Promise<number> {
  let marked = 0;
  for (;;) {
    const batch = await markSome(tx, invoices, clock, companyId);
    marked += batch;
    if (batch < BATCH) return marked;
  }
}

async function markSome(tx: Tx, invoices: InvoicesRepository, clock: Clock, companyId?: number): Promise<number> {
  const now = clock.now();
  const rows = await invoices.lockNewlyOverdue(tx, now, BATCH, companyId);
  for (const { invoice, clockOffset } of rows) {
    const at = companyTime(now, { clockOffset });
    await invoices.writeAction(tx, invoice, 'fallDue', { overdueSince: at }, { by: actorLabel('system'), at });
  }
  return rows.length;
}
