import { Database } from '@billhook/db/database';
import { selectColumns } from '@billhook/db/row';
import type { ReadRunner } from '@billhook/db/statement';
import type { Tx, UnitOfWork } from '@billhook/db/unit-of-work';
import type { TableSide } from '@billhook/domain/shared/resources';
import { auditHeadOf, type AuditLogEnd } from '@billhook/identity/audit/audit-head.sql';
import {
  deleteCompanyRow,
  hasCompanyRow,
  holdCompanyDeletion,
  setCompanyDeletion,
} from '@billhook/identity/companies/company.sql';
import { deleteTenant, updateTenants } from '@billhook/identity/companies/tenants.repository';
import { inTurn } from '@billhook/platform/in-turn';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CompanyDeletion } from './company-deletion.entity.js';

/** The side of the rows that a step of a deletion deletes. */
export type DeletionSide = Exclude<TableSide, 'both'>;

const CREATING = 'SELECT FROM tenants t WHERE t.id = d.company_id AND t.creating_since IS NOT NULL';
const OF_SANDBOXES = 'SELECT FROM tenants s WHERE s.sandbox_of = d.company_id';

/**
 * The deletions `d` that a worker continues at the time of a parameter. A worker of 0.1.0 completes them without the card,
 * and without what was added since it looked for the last time.
 */
const dueAt = (
  parameter: '$1' | '$2',
): string => `(d.status = 'Running' OR (d.status = 'Requested' AND d.deletes_at <= ${parameter})
  OR (d.status = 'Completed' AND EXISTS (SELECT FROM tenants t WHERE t.id = d.company_id)))`;

/** The companies whose card does not have the time of the request. One that is being created has no row to copy it to. */
const UNAPPLIED = `SELECT t.id, t.cell FROM company_deletions d JOIN tenants t ON t.id = d.company_id
    WHERE d.status <> 'Completed' AND t.deletes_at IS DISTINCT FROM d.deletes_at AND t.creating_since IS NULL
  UNION ALL SELECT t.id, t.cell FROM tenants t
    WHERE t.deletes_at IS NOT NULL AND NOT EXISTS (SELECT FROM company_deletions d WHERE d.company_id = t.id)`;

/**
 * Requests to delete companies, on the global side. The cell and the card have the time in `deletes_at`, because every request of a caller
 * reads it: `applyRequests` copies it there.
 */
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

  /** The caller holds the card of the company. Keeps an existing request. */
  async request(tx: Tx, { companyId, requestedBy, requestedAt, deletesAt }: NewDeletion): Promise<void> {
    await tx.query({
      name: 'company_deletion_request',
      text: `INSERT INTO company_deletions (company_id, status, requested_by, requested_at, deletes_at, deleted_rows)
        VALUES ($1, 'Requested', $2, $3, $4, 0) ON CONFLICT (company_id) DO NOTHING`,
      values: [companyId, requestedBy, requestedAt, deletesAt],
    });
  }

  /** Requests the deletion of companies whose rows a restore has not found. Their cards have rows on the global side only. */
  async requestNow(tx: Tx, companies: readonly { readonly id: number }[]): Promise<void> {
    await tx.query({
      name: 'company_deletions_of_missing',
      text: `INSERT INTO company_deletions AS d (company_id, status, requested_by, requested_at, deletes_at, deleted_rows)
        SELECT id, 'Requested', 'restore', now(), now(), 0 FROM unnest($1::bigint[]) AS id
        ON CONFLICT (company_id) DO UPDATE SET deletes_at = now() WHERE d.status = 'Requested'`,
      values: [companies.map(({ id }) => id)],
    });
  }

  /** Those of the companies whose deletion was completed. */
  async completedOf(companies: readonly { readonly id: number }[]): Promise<number[]> {
    const rows = await this.db.query<{ id: number }>({
      name: 'company_deletions_completed',
      text: `SELECT company_id AS id FROM company_deletions WHERE status = 'Completed' AND company_id = ANY ($1)`,
      values: [companies.map(({ id }) => id)],
    });
    return rows.map(({ id }) => id);
  }

  /** The caller holds the card of the company. @returns whether there was a request that has not started */
  async withdraw(tx: Tx, companyId: number): Promise<boolean> {
    const withdrawn = await tx.query({
      name: 'company_deletion_withdraw',
      text: `DELETE FROM company_deletions WHERE company_id = $1 AND status = 'Requested' RETURNING company_id`,
      values: [companyId],
    });
    return withdrawn.length > 0;
  }

  /**
   * Copies the time of a request, or that there is none, to the companies and then to their cards. It can be repeated. A company is locked before
   * its request is read, so of two copies, the later one sees what the earlier one could not.
   */
  async applyRequests(uow: UnitOfWork, companyIds: readonly number[]): Promise<void> {
    for (const id of companyIds) {
      await uow.run(async (tx) => {
        const held = await holdCompanyDeletion(tx, id);
        const deletesAt = (await this.find(id, tx))?.deletesAt ?? null;
        if (held && held.deletesAt?.getTime() !== deletesAt?.getTime()) await setCompanyDeletion(tx, id, deletesAt);
      });
      await updateTenants(this.db.autocommit, id);
    }
  }

  /** Applies the requests and withdrawals whose processes were killed before. @param stop ends it after the running one */
  async applyAllRequests(uow: UnitOfWork, stop: AbortSignal): Promise<void> {
    const unapplied = await this.db.query<{ id: number; cell: number }>({
      name: 'company_deletions_unapplied',
      text: UNAPPLIED,
    });
    await inTurn(unapplied, async ({ id, cell }) => {
      if (!stop.aborted) await this.db.cells.within(cell, () => this.applyRequests(uow, [id]));
    });
  }

  /** The companies whose deletion is due or has started: sandboxes, which refer to their company, before it. */
  async due(now: Date): Promise<number[]> {
    const rows = await this.db.query<{ id: number }>({
      name: 'company_deletions_due',
      text: `SELECT d.company_id AS id FROM company_deletions d
        WHERE ${dueAt('$1')} AND NOT EXISTS (${OF_SANDBOXES}) AND NOT EXISTS (${CREATING}) ORDER BY d.deletes_at, d.company_id`,
      values: [now],
    });
    return rows.map(({ id }) => id);
  }

  /** Whether cell and global side have their own rows in tables of both sides. */
  get isDivided(): boolean {
    return !this.db.cells.areOne;
  }

  /**
   * Begins a deletion, or continues what a worker of 0.1.0 has completed: with its mark, without which triggers keep logs, and with
   * the end of the audit log.
   * @param lastSequence of the events of the company
   * @param headOfCell the end of its audit log in the cell, if it has another one on the global side
   * @returns false if another worker has it, or if it is not due
   */
  async begin(tx: Tx, companyId: number, now: Date, lastSequence: number, headOfCell?: AuditLogEnd): Promise<boolean> {
    const taken = await this.take(tx, companyId, now);
    if (!taken) return false;
    if (taken.status === 'Requested') {
      const head = joinedHead(headOfCell, await auditHeadOf(tx, companyId));
      await tx.query({
        name: 'company_deletion_start',
        text: `UPDATE company_deletions SET status = 'Running', started_at = $2, last_sequence = $3, audit_entries = $4, audit_head = $5
          WHERE company_id = $1`,
        values: [companyId, now, lastSequence, head?.entries ?? null, head?.hash ?? null],
      });
    } else if (taken.status === 'Completed')
      await tx.query({
        name: 'company_deletion_resume',
        text: `UPDATE company_deletions SET status = 'Running', completed_at = NULL WHERE company_id = $1`,
        values: [companyId],
      });
    await this.mark(tx, companyId);
    return true;
  }

  /** The end of the audit log of a company in its cell, if it has another one on the global side. Not for a transaction. */
  async headOfCell(companyId: number): Promise<AuditLogEnd | undefined> {
    return this.isDivided ? auditHeadOf(this.db, companyId) : undefined;
  }

  /** Marks a company as being deleted on the side of the transaction, without which triggers keep its logs there. */
  private async mark(tx: Tx, companyId: number): Promise<void> {
    await tx.query({
      name: 'company_deletion_mark',
      text: 'INSERT INTO deleting_companies (company_id) VALUES ($1) ON CONFLICT DO NOTHING',
      values: [companyId],
    });
  }

  /** How many rows were deleted in the cell of a company, if it has its own mark. Not for a transaction. */
  async rowsOfCell(companyId: number): Promise<number> {
    if (!this.isDivided) return 0;
    const [mark] = await this.db.query<{ rows: number }>({
      name: 'company_deletion_rows',
      text: 'SELECT deleted_rows AS rows FROM deleting_companies WHERE company_id = $1',
      values: [companyId],
    });
    return mark?.rows ?? 0;
  }

  /**
   * Removes the marks of completed deletions from the cell. After the deletion is complete, because the mark has the count: a process that was
   * killed in between has left one, which the next deletion in this cell removes.
   */
  async unmarkCompleted(uow: UnitOfWork): Promise<void> {
    if (!this.isDivided) return;
    const marked = await this.db.query<{ id: number }>({
      name: 'company_deletions_marked',
      text: 'SELECT company_id AS id FROM deleting_companies',
    });
    const completed = await this.completedOf(marked);
    if (completed.length === 0) return;
    await uow.run((tx) =>
      tx.query({
        name: 'company_deletions_unmark',
        text: 'DELETE FROM deleting_companies WHERE company_id = ANY ($1)',
        values: [completed],
      }),
    );
  }

  /**
   * Locks a running deletion for a batch of one side, by the row that this side has of it.
   * @returns false if another worker has it, or if it is not running
   */
  async lock(tx: Tx, companyId: number, side: DeletionSide): Promise<boolean> {
    // The beginning is a transaction of the global side, and with one cell, its mark is that of the cell.
    if (side === 'cell' && this.isDivided) await this.mark(tx, companyId);
    const table = side === 'global' ? `company_deletions WHERE status = 'Running' AND` : 'deleting_companies WHERE';
    const locked = await tx.query({
      name: `company_deletion_lock_${side}`,
      text: `SELECT company_id FROM ${table} company_id = $1 FOR NO KEY UPDATE SKIP LOCKED`,
      values: [companyId],
    });
    if (locked.length === 0) return false;
    // A deletion that began with one cell has no mark on the global side.
    if (side === 'global' && this.isDivided) await this.mark(tx, companyId);
    return true;
  }

  /** Counts deleted rows, in the transaction that deletes them. The caller has locked this side. */
  async addDeleted(tx: Tx, companyId: number, side: DeletionSide, rows: number): Promise<void> {
    await tx.query({
      name: `company_deletion_add_${side}`,
      text: `UPDATE ${side === 'global' ? 'company_deletions' : 'deleting_companies'} SET deleted_rows = deleted_rows + $2
        WHERE company_id = $1`,
      values: [companyId, rows],
    });
  }

  /** Deletes the row of the company in its cell. The keys to it reject that while it has rows there. @returns whether it had one */
  async deleteCompany(tx: Tx, companyId: number): Promise<boolean> {
    if (!(await hasCompanyRow(tx, companyId))) return false;
    await deleteCompanyRow(tx, companyId);
    return true;
  }

  /**
   * Deletes the card and the mark of the global side, which ends the deletion. The keys to the card reject that while it has rows.
   * @param rowsOfCell as `rowsOfCell` returns them
   */
  async complete(tx: Tx, companyId: number, now: Date, rowsOfCell: number): Promise<void> {
    await deleteTenant(tx, companyId);
    const [mark] = await tx.query<{ rows: number }>({
      name: 'company_deletion_unmark',
      text: 'DELETE FROM deleting_companies WHERE company_id = $1 RETURNING deleted_rows AS rows',
      values: [companyId],
    });
    const rows = (mark?.rows ?? 0) + rowsOfCell;
    await tx.query({
      name: 'company_deletion_complete',
      text: `UPDATE company_deletions SET status = 'Completed', completed_at = $2, requested_by = NULL, deleted_rows = deleted_rows + $3
        WHERE company_id = $1`,
      values: [companyId, now, rows],
    });
  }

  /** Undefined if another worker has it, or if the request was withdrawn and repeated after `due` was read. */
  private async take(tx: Tx, companyId: number, now: Date): Promise<CompanyDeletion | undefined> {
    const [taken] = await tx.query<CompanyDeletion>({
      name: 'company_deletion_take',
      text: `SELECT ${this.columns} FROM company_deletions d
        WHERE d.company_id = $1 AND ${dueAt('$2')} FOR NO KEY UPDATE SKIP LOCKED`,
      values: [companyId, now],
    });
    return taken;
  }
}

/** All entries, and the end of the longer log: that of the cell has what is about records. */
const joinedHead = (cell: AuditLogEnd | undefined, global: AuditLogEnd | undefined): AuditLogEnd | undefined =>
  cell && global ? { entries: cell.entries + global.entries, hash: cell.hash } : (cell ?? global);

type NewDeletion = Pick<CompanyDeletion, 'companyId' | 'requestedAt' | 'deletesAt'> & { readonly requestedBy: string };
