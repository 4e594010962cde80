import { Database } from '@billhook/db/database';
import { selectColumns } from '@billhook/db/row';
import type { ReadRunner } from '@billhook/db/statement';
import type { Tx } from '@billhook/db/unit-of-work';
import { auditHeadOf } from '@billhook/identity/audit/audit-head.sql';
import { deleteCompanyRow, hasCompanyRow, setCompanyDeletion } from '@billhook/identity/companies/company.sql';
import { deleteTenant } from '@billhook/identity/companies/tenants.repository';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CompanyDeletion } from './company-deletion.entity.js';

const OF_SANDBOXES = 'SELECT FROM tenants s WHERE s.sandbox_of = d.company_id';

/**
 * The deletions `d` that a worker continues at the time of a parameter. A worker of the previous release completes them without the card,
 * and without what was added since it looked for the last time.
 */
const dueAt = (
  parameter: '$1' | '$2',
): string => `(d.status = 'Running' OR (d.status = 'Requested' AND d.deletes_at <= ${parameter})
  OR (d.status = 'Completed' AND EXISTS (SELECT FROM tenants t WHERE t.id = d.company_id)))`;

/** Requests to delete companies. Company and card have the same time in `deletes_at`, because every request of a caller reads it. */
@Injectable()
export class CompanyDeletionsRepository {
  private readonly columns: string;

  constructor(
    source: DataSource,
    private readonly db: Database,
  ) {
    this.columns = selectColumns(source, CompanyDeletion, 'd');
  }

  async find(companyId: number, runner: ReadRunner = this.db): Promise<CompanyDeletion | undefined> {
    const [found] = await runner.query<CompanyDeletion>({
      name: 'company_deletion_get',
      text: `SELECT ${this.columns} FROM company_deletions d WHERE d.company_id = $1`,
      values: [companyId],
    });
    return found;
  }

  /** The caller holds the lock of the company. Keeps an existing request. */
  async request(tx: Tx, { companyId, requestedBy, requestedAt, deletesAt }: NewDeletion): Promise<void> {
    // The assignment changes nothing. It makes an existing request return its time.
    const [request] = await tx.query<{ deletesAt: Date }>({
      name: 'company_deletion_request',
      text: `INSERT INTO company_deletions (company_id, status, requested_by, requested_at, deletes_at, deleted_rows)
        VALUES ($1, 'Requested', $2, $3, $4, 0)
        ON CONFLICT (company_id) DO UPDATE SET company_id = excluded.company_id RETURNING deletes_at AS "deletesAt"`,
      values: [companyId, requestedBy, requestedAt, deletesAt],
    });
    await setCompanyDeletion(tx, this.db, companyId, request?.deletesAt ?? deletesAt);
  }

  /** The caller holds the lock of the company. @returns whether there was a request that has not started */
  async withdraw(tx: Tx, companyId: number): Promise<boolean> {
    const withdrawn = await tx.query({
      name: 'company_deletion_withdraw',
      text: `DELETE FROM company_deletions WHERE company_id = $1 AND status = 'Requested' RETURNING company_id`,
      values: [companyId],
    });
    if (withdrawn.length === 0) return false;
    await setCompanyDeletion(tx, this.db, companyId, null);
    return true;
  }

  /** The companies whose deletion is due or has started: sandboxes, which refer to their company, before it. */
  async due(now: Date): Promise<number[]> {
    const rows = await this.db.query<{ id: number }>({
      name: 'company_deletions_due',
      text: `SELECT d.company_id AS id FROM company_deletions d
        WHERE ${dueAt('$1')} AND NOT EXISTS (${OF_SANDBOXES}) ORDER BY d.deletes_at, d.company_id`,
      values: [now],
    });
    return rows.map(({ id }) => id);
  }

  /** Undefined if another worker has it, or if the request was withdrawn and repeated after `due` was read. */
  async take(tx: Tx, companyId: number, now: Date): Promise<CompanyDeletion | undefined> {
    const [taken] = await tx.query<CompanyDeletion>({
      name: 'company_deletion_take',
      text: `SELECT ${this.columns} FROM company_deletions d
        WHERE d.company_id = $1 AND ${dueAt('$2')} FOR NO KEY UPDATE SKIP LOCKED`,
      values: [companyId, now],
    });
    return taken;
  }

  /** Begins the deletion with its mark, and keeps the end of the audit log. The caller has taken it. */
  async start(tx: Tx, companyId: number, now: Date, lastSequence: number): Promise<void> {
    const head = await auditHeadOf(tx, companyId);
    await tx.query({
      name: 'company_deletion_start',
      text: `UPDATE company_deletions SET status = 'Running', started_at = $2, last_sequence = $3, audit_entries = $4, audit_head = $5
        WHERE company_id = $1`,
      values: [companyId, now, lastSequence, head?.entries ?? null, head?.hash ?? null],
    });
    await tx.query({
      name: 'company_deletion_mark',
      text: 'INSERT INTO deleting_companies (company_id) VALUES ($1) ON CONFLICT DO NOTHING',
      values: [companyId],
    });
  }

  async addDeleted(tx: Tx, companyId: number, rows: number): Promise<void> {
    await tx.query({
      name: 'company_deletion_add',
      text: 'UPDATE company_deletions SET deleted_rows = deleted_rows + $2 WHERE company_id = $1',
      values: [companyId, rows],
    });
  }

  /** Continues what a worker of the previous release has completed. */
  async resume(tx: Tx, companyId: number): Promise<void> {
    await tx.query({
      name: 'company_deletion_resume',
      text: `UPDATE company_deletions SET status = 'Running', completed_at = NULL WHERE company_id = $1`,
      values: [companyId],
    });
  }

  /**
   * Deletes the row of the company and, in a later transaction, its card and the mark, which ends the deletion. The keys to both reject it
   * while there are rows of the company.
   * @returns whether the deletion has ended
   */
  async complete(tx: Tx, companyId: number, now: Date): Promise<boolean> {
    if (await hasCompanyRow(tx, companyId)) {
      await deleteCompanyRow(tx, companyId);
      return false;
    }
    await deleteTenant(tx, companyId);
    await tx.query({
      name: 'company_deletion_complete',
      text: `UPDATE company_deletions SET status = 'Completed', completed_at = $2, requested_by = NULL WHERE company_id = $1`,
      values: [companyId, now],
    });
    await tx.query({
      name: 'company_deletion_unmark',
      text: 'DELETE FROM deleting_companies WHERE company_id = $1',
      values: [companyId],
    });
    return true;
  }
}

type NewDeletion = Pick<CompanyDeletion, 'companyId' | 'requestedAt' | 'deletesAt'> & { readonly requestedBy: string };
