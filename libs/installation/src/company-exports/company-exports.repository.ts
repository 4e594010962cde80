import { Database } from '@billhook/db/database';
import { insertRow, selectColumns, updateRow } from '@billhook/db/row';
import type { ReadRunner } from '@billhook/db/statement';
import type { Tx } from '@billhook/db/unit-of-work';
import { NO_STALL, READY_EXPORT_STATUSES } from '@billhook/domain/identity/company-export';
import { Problem } from '@billhook/domain/shared/problems';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CompanyExport } from './company-export.entity.js';

/** Attempts at one page. Then the export ends, because it would keep the next one from starting. */
const MOST_FAILURES = 10;

/** Shown in the settings. */
const LISTED = 20;

/** Requests and progress of exports. */
@Injectable()
export class CompanyExportsRepository {
  private readonly columns: string;

  constructor(
    source: DataSource,
    private readonly db: Database,
  ) {
    this.columns = selectColumns(source, CompanyExport, 'e');
  }

  /** The latest exports, newest first. */
  list(companyId: number): Promise<CompanyExport[]> {
    return this.db.query<CompanyExport>({
      name: 'company_export_list',
      text: `SELECT ${this.columns} FROM company_exports e WHERE e.company_id = $1 ORDER BY e.id DESC LIMIT ${LISTED}`,
      values: [companyId],
    });
  }

  /** @throws Problem not_found, also for another company's export */
  async find(companyId: number, id: number, runner: ReadRunner = this.db): Promise<CompanyExport> {
    const [found] = await runner.query<CompanyExport>({
      name: 'company_export_get',
      text: `SELECT ${this.columns} FROM company_exports e WHERE e.company_id = $1 AND e.id = $2`,
      values: [companyId, id],
    });
    if (!found) throw new Problem('not_found', 'There is no such export.');
    return found;
  }

  /** The caller holds the lock of the company. @throws Problem 409 export_running */
  async insert(tx: Tx, { companyId, memberId, requestedBy, createdAt }: NewExport): Promise<CompanyExport> {
    const [running] = await tx.query<{ id: number }>({
      name: 'company_export_running',
      text: `SELECT id FROM company_exports WHERE company_id = $1 AND status = 'Running'`,
      values: [companyId],
    });
    if (running) throw new Problem('export_running');
    const id = await insertRow(tx, CompanyExport, {
      ...{ companyId, memberId, requestedBy, createdAt, status: 'Running', completedAt: null, expiresAt: null },
      ...{
        section: 0,
        cursor: 0,
        part: 0,
        position: 0,
        failures: 0,
        sectionRecords: 0,
        records: 0,
        total: null,
        bytes: 0,
        missing: 0,
      },
      ...NO_STALL,
      ...{ sequenceStart: null, sequenceEnd: null, digest: null },
    });
    return this.find(companyId, id, tx);
  }

  /** The ids of running exports, oldest first. */
  async running(): Promise<number[]> {
    const rows = await this.db.query<{ id: number }>({
      name: 'company_exports_running',
      text: `SELECT id FROM company_exports WHERE status = 'Running' ORDER BY id`,
    });
    return rows.map(({ id }) => id);
  }

  /** Undefined if the export is not running, or another worker has it. */
  async take(tx: Tx, id: number): Promise<CompanyExport | undefined> {
    const [taken] = await tx.query<CompanyExport>({
      name: 'company_export_take',
      text: `SELECT ${this.columns} FROM company_exports e WHERE e.id = $1 AND e.status = 'Running' FOR NO KEY UPDATE SKIP LOCKED`,
      values: [id],
    });
    return taken;
  }

  /** The caller has taken it. */
  write(tx: Tx, row: CompanyExport): Promise<void> {
    return updateRow(tx, CompanyExport, row);
  }

  /** Counts a failed attempt at the current page. @returns whether it was the last one: the export has failed */
  async noteFailure(id: number, now: Date): Promise<boolean> {
    const [noted] = await this.db.autocommit.query<{ hasFailed: boolean }>({
      name: 'company_export_failure',
      text: `UPDATE company_exports SET failures = failures + 1,
          status = CASE WHEN failures + 1 >= ${MOST_FAILURES} THEN 'Failed' ELSE status END,
          expires_at = CASE WHEN failures + 1 >= ${MOST_FAILURES} THEN $2::timestamptz END
        WHERE id = $1 AND status = 'Running' RETURNING status = 'Failed' AS "hasFailed"`,
      values: [id, now],
    });
    return noted?.hasFailed ?? false;
  }

  /** Exports that have ended and whose files are to be deleted. */
  async due(now: Date): Promise<{ readonly id: number; readonly companyId: number }[]> {
    return this.db.query<{ id: number; companyId: number }>({
      name: 'company_exports_due',
      text: `SELECT id, company_id AS "companyId" FROM company_exports
        WHERE (status = 'Failed' OR status = ANY ($2)) AND expires_at <= $1 ORDER BY id`,
      values: [now, READY_EXPORT_STATUSES],
    });
  }
}

type NewExport = Pick<CompanyExport, 'companyId' | 'memberId' | 'requestedBy' | 'createdAt'>;
