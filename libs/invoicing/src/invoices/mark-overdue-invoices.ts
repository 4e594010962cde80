import type { UnitOfWork } from '@billhook/db/unit-of-work';
import { actorLabel } from '@billhook/domain/shared/actor-label';
import type { Clock } from '@billhook/platform/clock';
import type { InvoicesRepository } from './invoices.repository.js';

/** Invoices per transaction: few, because others wait for their locks. */
const BATCH = 100;

/**
 * Marks the invoices that have become overdue in their company's time zone, and emits an event for each, once per due date.
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
    const batch = await uow.run(async (tx) => {
      const at = clock.now();
      const rows = await invoices.lockNewlyOverdue(tx, at, BATCH);
      for (const invoice of rows) {
        await invoices.writeAction(tx, invoice, 'fallDue', { overdueSince: at }, { by: actorLabel('system'), at });
      }
      return rows.length;
    });
    marked += batch;
    if (batch < BATCH) return marked;
  }
}
