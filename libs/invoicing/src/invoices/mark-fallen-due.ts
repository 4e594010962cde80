import type { UnitOfWork } from '@billhook/db/unit-of-work';
import type { Clock } from '@billhook/platform/clock';
import type { InvoicesRepository } from './invoices.repository.js';

/** Invoices of one transaction: few, so that others do not wait long for their locks. */
const BATCH = 100;

/**
 * Marks the invoices that have fallen due in their company's time zone, each with its event. What was missed while no worker ran is
 * caught up; an invoice falls due once per due date.
 * @returns how many were marked
 */
export async function markFallenDue(uow: UnitOfWork, invoices: InvoicesRepository, clock: Clock): Promise<number> {
  let marked = 0;
  for (;;) {
    const batch = await uow.run(async (tx) => {
      const at = clock.now();
      const rows = await invoices.lockFallenDue(tx, at, BATCH);
      for (const invoice of rows) {
        await invoices.writeAction(tx, invoice, 'fallDue', { overdueSince: at }, { by: 'system', at });
      }
      return rows.length;
    });
    marked += batch;
    if (batch < BATCH) return marked;
  }
}
