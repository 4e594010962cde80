import { deleteRows, ownRows, type CompanyRows } from '@billhook/db/company-rows';
import { TABLE_SIDES } from '@billhook/db/table-sides';
import type { Tx, UnitOfWork } from '@billhook/db/unit-of-work';
import type { CompanyDeletionStatus } from '@billhook/domain/identity/company-deletion';
import { AUDIT_COMPANY_ROWS, COMPANY_SESSIONS, IDENTITY_COMPANY_ROWS } from '@billhook/identity/company-rows.sql';
import { deleteGrantCounts, deleteOrphanedCounts } from '@billhook/identity/key-traffic/key-traffic-rows';
import { deleteMembers, leaveApplications } from '@billhook/identity/members/member-deletion';
import type {
  CompanyDeletionsRepository,
  DeletionSide,
} from '@billhook/installation/company-deletions/company-deletions.repository';
import { INSTALLATION_COMPANY_ROWS } from '@billhook/installation/company-rows.sql';
import { INVOICING_COMPANY_ROWS } from '@billhook/invoicing/company-rows.sql';
import type { Clock } from '@billhook/platform/clock';
import type { Logger } from '@billhook/platform/logger';
import { WEBHOOKS_COMPANY_ROWS } from '@billhook/webhooks/company-rows.sql';

/** Some of its rows may be global, so a table of both sides is deleted with these. */
const isGlobal = ({ table }: CompanyRows): boolean => TABLE_SIDES.get(table) !== 'cell';

const ALL_ROWS: readonly CompanyRows[] = [
  ...INVOICING_COMPANY_ROWS,
  ownRows('mails'),
  ownRows('idempotency_records'),
  ...INSTALLATION_COMPANY_ROWS,
  ...IDENTITY_COMPANY_ROWS,
];

/**
 * Everything that is deleted before the members, in an order that foreign keys allow: they stay within a side. Sessions come first, which ends
 * every screen that shows these rows. Then each side is a whole.
 */
export const COMPANY_ROWS: readonly CompanyRows[] = [
  COMPANY_SESSIONS,
  ...WEBHOOKS_COMPANY_ROWS.filter(isGlobal),
  ...[...WEBHOOKS_COMPANY_ROWS, ...ALL_ROWS].filter((rows) => !isGlobal(rows)),
  ...ALL_ROWS.filter(isGlobal),
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

interface DeletionStep {
  readonly side: DeletionSide;
  /** Deletes some rows, and returns how many. */
  readonly deleteSome: (tx: Tx, companyId: number, now: Date) => Promise<number>;
}

const globalStep = (deleteSome: DeletionStep['deleteSome']): DeletionStep => ({ side: 'global', deleteSome });

const deletionOf = (rows: CompanyRows, side: DeletionSide = isGlobal(rows) ? 'global' : 'cell'): DeletionStep => ({
  side,
  deleteSome: (tx, companyId) => deleteRows(tx, rows, companyId),
});

const STEPS: readonly DeletionStep[] = [
  globalStep(deleteGrantCounts),
  ...COMPANY_ROWS.map((rows) => deletionOf(rows)),
  globalStep(leaveApplications),
  globalStep(deleteMembers),
  ...AUDIT_COMPANY_ROWS.map((rows) => deletionOf(rows)),
  globalStep(deleteOrphanedCounts),
];

/** With several cells: the same, and what the cell has in tables of both sides. */
const STEPS_OF_CELLS: readonly DeletionStep[] = [
  ...STEPS,
  ...[...COMPANY_ROWS, ...AUDIT_COMPANY_ROWS]
    .filter(({ table }) => TABLE_SIDES.get(table) === 'both')
    .map((rows) => deletionOf(rows, 'cell')),
];

/**
 * Deletes companies batch by batch, each in a transaction of one side. What remains is the only state that another worker needs.
 */
export class CompanyDeletions {
  /** The step of the last batch by company, because searching all earlier tables again would make each batch slow. */
  readonly #steps = new Map<number, number>();

  constructor(private readonly parts: CompanyDeletionsParts) {}

  /** The next batch of a deletion, if no other worker has it. @returns whether it may continue immediately */
  async work(companyId: number): Promise<boolean> {
    try {
      const status = (await this.parts.deletions.find(companyId))?.status;
      if (status !== 'Running') return await this.#begin(companyId, status);
      const found = await this.#batch(companyId);
      return found === 'Nothing' ? await this.#complete(companyId) : found === 'Some';
    } catch (error) {
      // A row that a worker added in the meantime may be in an earlier table, and keep the rows of this one.
      this.#steps.delete(companyId);
      throw error;
    }
  }

  async #begin(companyId: number, status: CompanyDeletionStatus | undefined): Promise<boolean> {
    const { uow, clock, deletions, lastSequence } = this.parts;
    // From here on, callers change nothing, also if the process of the request was killed.
    if (status === 'Requested') await deletions.applyRequests(uow, [companyId]);
    const sequence = await lastSequence(companyId);
    const head = await deletions.headOfCell(companyId);
    return uow.run((tx) => deletions.begin(tx, companyId, clock.now(), sequence, head));
  }

  get #all(): readonly DeletionStep[] {
    return this.parts.deletions.isDivided ? STEPS_OF_CELLS : STEPS;
  }

  async #batch(companyId: number): Promise<FoundRows> {
    const first = this.#steps.get(companyId) ?? 0;
    for (let step = first; step < this.#all.length;) {
      const batch = await this.#ofSide(companyId, step);
      if (!batch) return 'Taken';
      step = batch.step;
      if (batch.deleted === 0) continue;
      this.#steps.set(companyId, step);
      return 'Some';
    }
    this.#steps.delete(companyId);
    // Only a pass over every table shows that nothing was added to an earlier one.
    return first > 0 ? 'Some' : 'Nothing';
  }

  /** The rows of the first step, from `first` on, that still has some; without any, the step that begins the other side. */
  #ofSide(companyId: number, first: number): Promise<{ step: number; deleted: number } | undefined> {
    const { uow, clock, deletions } = this.parts;
    const side = this.#all[first]?.side ?? 'global';
    return uow.run(async (tx) => {
      if (!(await deletions.lock(tx, companyId, side))) return undefined;
      let step = first;
      for (const { side: own, deleteSome } of this.#all.slice(first)) {
        if (own !== side) break;
        const deleted = await deleteSome(tx, companyId, clock.now());
        if (deleted > 0) {
          await deletions.addDeleted(tx, companyId, side, deleted);
          return { step, deleted };
        }
        step++;
      }
      return { step, deleted: 0 };
    });
  }

  /** After a pass that found nothing: the row of the cell, and after another one the card. @returns whether it may continue */
  async #complete(companyId: number): Promise<boolean> {
    const { uow, clock, deletions } = this.parts;
    const found = await uow.run(async (tx): Promise<FoundRows> => {
      if (!(await deletions.lock(tx, companyId, 'cell'))) return 'Taken';
      return (await deletions.deleteCompany(tx, companyId)) ? 'Some' : 'Nothing';
    });
    if (found !== 'Nothing') return found === 'Some';
    const rowsOfCell = await deletions.rowsOfCell(companyId);
    await uow.run(async (tx) => {
      if (await deletions.lock(tx, companyId, 'global'))
        await deletions.complete(tx, companyId, clock.now(), rowsOfCell);
    });
    // Also if another worker has completed it: this one may have marked it again.
    await deletions.unmarkCompleted(uow);
    return false;
  }
}

/** Per company. Then the next company has its turn, and a stop waits no longer than this. */
const TURN_MS = 1_000;

interface CompanyDeletionJobParts {
  /** Runs work in the cell of a company. */
  readonly inCellOf: (companyId: number, work: () => Promise<void>) => Promise<void>;
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
    const { inCellOf, deletions, work, clock, logger } = this.parts;
    for (const companyId of await deletions.due(clock.now())) {
      const end = performance.now() + TURN_MS;
      try {
        await inCellOf(companyId, async () => {
          while (!stop.aborted && (await work.work(companyId)) && performance.now() < end);
        });
      } catch (error) {
        // A row that was added between two batches keeps the company; the next round finds it.
        logger.error({ err: error, companyId }, 'a batch of the deletion of a company failed; it will be retried');
      }
    }
  }
}
