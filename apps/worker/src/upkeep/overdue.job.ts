import type { UnitOfWork } from '@billhook/db/unit-of-work';
import type { Clock } from '@billhook/platform/clock';
import type { Logger } from '@billhook/platform/logger';
import { markFallenDue } from '@billhook/invoicing/invoices/mark-fallen-due';
import type { InvoicesRepository } from '@billhook/invoicing/invoices/invoices.repository';
import type { UpkeepJob } from './upkeep.job.js';

/** Marks the invoices that have fallen due. What was missed while no worker ran is caught up at the next round. */
export class OverdueJob implements UpkeepJob {
  readonly name = 'overdue';
  readonly everyMs = 15 * 60_000;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly invoices: InvoicesRepository,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  async run(): Promise<void> {
    const marked = await markFallenDue(this.uow, this.invoices, this.clock);
    if (marked > 0) this.logger.info(`${marked} ${marked === 1 ? 'invoice is' : 'invoices are'} overdue`);
  }
}
