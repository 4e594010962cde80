import type { CompanyDeletionsRepository } from '@billhook/installation/company-deletions/company-deletions.repository';
import type { Clock } from '@billhook/platform/clock';
import type { Logger } from '@billhook/platform/logger';
import type { CompanyDeletions } from './company-deletions.js';

/** Per company. Then the next company has its turn, and a stop waits no longer than this. */
const TURN_MS = 1_000;

interface CompanyDeletionJobParts {
  readonly deletions: Pick<CompanyDeletionsRepository, 'due'>;
  readonly work: CompanyDeletions;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Deletes the companies whose deletion is due. */
export class CompanyDeletionJob {
  constructor(private readonly parts: CompanyDeletionJobParts) {}

  /** @param stop ends the round after the running batch */
  async run(stop: AbortSignal): Promise<void> {
    const { deletions, work, clock, logger } = this.parts;
    for (const companyId of await deletions.due(clock.now())) {
      const end = performance.now() + TURN_MS;
      try {
        while (!stop.aborted && (await work.work(companyId)) && performance.now() < end);
      } catch (error) {
        // A row that was added between two batches keeps the company; the next round finds it.
        logger.error({ err: error, companyId }, 'a batch of the deletion of a company failed; it will be retried');
      }
    }
  }
}
