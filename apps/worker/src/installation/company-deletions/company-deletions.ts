import { deleteRows, ownRows, type CompanyRows } from '@billhook/db/company-rows';
import type { Tx, UnitOfWork } from '@billhook/db/unit-of-work';
import { AUDIT_COMPANY_ROWS, COMPANY_SESSIONS, IDENTITY_COMPANY_ROWS } from '@billhook/identity/company-rows.sql';
import { deleteGrantCounts, deleteOrphanedCounts } from '@billhook/identity/key-traffic/key-traffic-rows';
import { deleteMembers, leaveApplications } from '@billhook/identity/members/member-deletion';
import type { CompanyDeletionsRepository } from '@billhook/installation/company-deletions/company-deletions.repository';
import { INSTALLATION_COMPANY_ROWS } from '@billhook/installation/company-rows.sql';
import { INVOICING_COMPANY_ROWS } from '@billhook/invoicing/company-rows.sql';
import type { Clock } from '@billhook/platform/clock';
import type { Logger } from '@billhook/platform/logger';
import { WEBHOOKS_COMPANY_ROWS } from '@billhook/webhooks/company-rows.sql';

/**
 * Everything that is deleted before the members, in an order that foreign keys allow. Sessions come first, which ends every
 * screen that shows these rows.
 */
export const COMPANY_ROWS: readonly CompanyRows[] = [
  COMPANY_SESSIONS,
  ...WEBHOOKS_COMPANY_ROWS,
  ...INVOICING_COMPANY_ROWS,
  ownRows('mails'),
  ownRows('idempotency_records'),
  ...INSTALLATION_COMPANY_ROWS,
  ...IDENTITY_COMPANY_ROWS,
];

interface CompanyDeletionsParts {
  readonly uow: UnitOfWork;
  readonly clock: Clock;
  readonly deletions: CompanyDeletionsRepository;
  /** The sequence of the last event of a company. */
  readonly lastSequence: (companyId: number) => Promise<number>;
}

/** What a batch of a deletion has found. Taken: another worker has it. */
type FoundRows = 'Some' | 'Nothing' | 'Taken';

type DeletionStep = (tx: Tx, companyId: number, now: Date) => Promise<number>;

const deletionOf =
  (rows: CompanyRows): DeletionStep =>
  (tx, companyId) =>
    deleteRows(tx, rows, companyId);

/** Each deletes some rows, and returns how many. */
const STEPS: readonly DeletionStep[] = [
  deleteGrantCounts,
  ...COMPANY_ROWS.map(deletionOf),
  leaveApplications,
  deleteMembers,
  ...AUDIT_COMPANY_ROWS.map(deletionOf),
  deleteOrphanedCounts,
];

/** Deletes companies batch by batch, each in a transaction. What remains is the only state that another worker needs. */
export class CompanyDeletions {
  /** The step of the last batch by company, because searching all earlier tables again would make each batch slow. */
  readonly #steps = new Map<number, number>();

  constructor(private readonly parts: CompanyDeletionsParts) {}

  /** The next batch of a deletion, if no other worker has it. @returns whether it may continue immediately */
  async work(companyId: number): Promise<boolean> {
    try {
      const found = await this.#batch(companyId);
      return found === 'Nothing' ? await this.#complete(companyId) : found === 'Some';
    } catch (error) {
      // A row that a worker added in the meantime may be in an earlier table, and keep the rows of this one.
      this.#steps.delete(companyId);
      throw error;
    }
  }

  #batch(companyId: number): Promise<FoundRows> {
    const { uow, clock, deletions, lastSequence } = this.parts;
    // Around: with one connection in the pool, a read outside the transaction would wait for its end.
    return uow.around(async (tx) => {
      const now = clock.now();
      const taken = await deletions.take(tx, companyId, now);
      if (!taken) return 'Taken';
      if (taken.status === 'Requested') {
        await deletions.start(tx, companyId, now, await lastSequence(companyId));
        return 'Some';
      }
      if (taken.status === 'Completed') {
        await deletions.resume(tx, companyId);
        return 'Some';
      }
      const first = this.#steps.get(companyId) ?? 0;
      const { step, deleted } = await nextBatch(tx, companyId, now, first);
      if (deleted > 0) {
        this.#steps.set(companyId, step);
        await deletions.addDeleted(tx, companyId, deleted);
        return 'Some';
      }
      this.#steps.delete(companyId);
      // Only a pass over every table shows that nothing was added to an earlier one.
      return first > 0 ? 'Some' : 'Nothing';
    });
  }

  /** After a pass that found nothing: the row of the cell, and after another one the card. @returns whether it may continue */
  #complete(companyId: number): Promise<boolean> {
    const { uow, clock, deletions } = this.parts;
    return uow.run(async (tx) => {
      const now = clock.now();
      return (
        (await deletions.take(tx, companyId, now)) !== undefined && !(await deletions.complete(tx, companyId, now))
      );
    });
  }
}

/** The rows of the first step, from `first` on, that still has some. */
async function nextBatch(tx: Tx, companyId: number, now: Date, first: number) {
  for (const [index, deleteSome] of STEPS.slice(first).entries()) {
    const deleted = await deleteSome(tx, companyId, now);
    if (deleted > 0) return { step: first + index, deleted };
  }
  return { step: STEPS.length, deleted: 0 };
}

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
