import { deleteRows, ownRows, type CompanyRows } from '@billhook/db/company-rows';
import type { Tx, UnitOfWork } from '@billhook/db/unit-of-work';
import type { CompanyDeletionsRepository } from '@billhook/identity/company-deletions/company-deletions.repository';
import { deleteMembers, leaveApplications } from '@billhook/identity/company-deletions/member-deletion';
import { AUDIT_COMPANY_ROWS, COMPANY_SESSIONS, IDENTITY_COMPANY_ROWS } from '@billhook/identity/company-rows.sql';
import { INVOICING_COMPANY_ROWS } from '@billhook/invoicing/company-rows.sql';
import { WEBHOOKS_COMPANY_ROWS } from '@billhook/webhooks/company-rows.sql';
import type { Clock } from '@billhook/platform/clock';

/**
 * Everything that is deleted before the members, in an order that foreign keys allow. Sessions come first, so that nobody waits for
 * rows that disappear.
 */
export const COMPANY_ROWS: readonly CompanyRows[] = [
  COMPANY_SESSIONS,
  ...WEBHOOKS_COMPANY_ROWS,
  ...INVOICING_COMPANY_ROWS,
  ownRows('mails'),
  ownRows('idempotency_records'),
  ...IDENTITY_COMPANY_ROWS,
];

interface CompanyDeletionsParts {
  readonly uow: UnitOfWork;
  readonly clock: Clock;
  readonly deletions: CompanyDeletionsRepository;
  /** The sequence of the last event of a company. */
  readonly lastSequence: (companyId: number) => Promise<number>;
}

/** Deletes companies batch by batch, each in a transaction. Every round starts at the first table: what remains is the only state. */
export class CompanyDeletions {
  constructor(private readonly parts: CompanyDeletionsParts) {}

  /** The next batch of a deletion, if no other worker has it. @returns whether it may continue immediately */
  work(companyId: number): Promise<boolean> {
    const { uow, clock, deletions, lastSequence } = this.parts;
    return uow.run(async (tx) => {
      const now = clock.now();
      const taken = await deletions.take(tx, companyId, now);
      if (!taken) return false;
      if (taken.status === 'Requested') {
        await deletions.start(tx, companyId, now, await lastSequence(companyId));
        return true;
      }
      const deleted = await nextBatch(tx, companyId, now);
      if (deleted > 0) await deletions.addDeleted(tx, companyId, deleted);
      else await deletions.complete(tx, companyId, now);
      return deleted > 0;
    });
  }
}

/** The rows of the first table that still has some. A row that a worker adds meanwhile is found in the next round. */
async function nextBatch(tx: Tx, companyId: number, now: Date): Promise<number> {
  for (const rows of COMPANY_ROWS) {
    const deleted = await deleteRows(tx, rows, companyId);
    if (deleted > 0) return deleted;
  }
  const left = (await leaveApplications(tx, companyId, now)) || (await deleteMembers(tx, companyId));
  if (left > 0) return left;
  for (const rows of AUDIT_COMPANY_ROWS) {
    const deleted = await deleteRows(tx, rows, companyId);
    if (deleted > 0) return deleted;
  }
  return 0;
}
