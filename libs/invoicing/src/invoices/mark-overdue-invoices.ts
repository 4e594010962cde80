import type { Tx, UnitOfWork } from '@billhook/db/unit-of-work';
import { actorLabel } from '@billhook/domain/shared/actor-label';
import type { Clock } from '@billhook/platform/clock';
import { companyTime } from '@billhook/platform/company-time';
import type { InvoicesRepository, OverdueOf } from './invoices.repository.js';

/** Invoices per transaction: few, because others wait for their locks. */
export const MOST_OVERDUE = 100;

/**
 * Marks the invoices that have become overdue in their company's time zone and by its clock, and emits an event for each, once per due date.
 * Also marks those that became overdue while no worker ran.
 * @param advancing the companies whose clocks are being advanced, which `markOverdueOfCompany` does
 * @returns how many it marked
 */
export async function markOverdueInvoices(
  uow: UnitOfWork,
  invoices: InvoicesRepository,
  clock: Clock,
  advancing: () => Promise<readonly number[]> = async () => [],
): Promise<number> {
  let marked = 0;
  for (;;) {
    const without = await advancing();
    const batch = await uow.run((tx) => markSome(tx, invoices, clock, { without }));
    marked += batch;
    if (batch < MOST_OVERDUE) return marked;
  }
}

/**
 * The same for at most `most` invoices of one company, in the transaction that advances its clock. Invoices that others have locked are
 * left.
 */
export async function markOverdueOfCompany(
  tx: Tx,
  invoices: InvoicesRepository,
  clock: Clock,
  companyId: number,
  most: number,
): Promise<number> {
  return markSome(tx, invoices, clock, { companyId }, most);
}

async function markSome(
  tx: Tx,
  invoices: InvoicesRepository,
  clock: Clock,
  of: OverdueOf,
  most = MOST_OVERDUE,
): Promise<number> {
  const now = clock.now();
  const rows = await invoices.lockNewlyOverdue(tx, now, most, of);
  for (const { invoice, clockOffset } of rows) {
    const at = companyTime(now, { clockOffset });
    await invoices.writeAction(tx, invoice, 'fallDue', { overdueSince: at }, { by: actorLabel('system'), at });
  }
  return rows.length;
}
