import { Database } from '@billhook/db/database';
import { Conditions } from '@billhook/db/lists/conditions';
import { listNewestFirst, type Kept, type PageOf, type Window } from '@billhook/db/lists/list-records';
import { insertRow, selectColumns, updateRow } from '@billhook/db/row';
import type { ReadRunner } from '@billhook/db/statement';
import type { Tx } from '@billhook/db/unit-of-work';
import { IMPORT_KEY_DAYS, IMPORT_RESULT_DAYS, MOST_RUNNING_IMPORTS } from '@billhook/domain/shared/import';
import { Problem } from '@billhook/domain/shared/problems';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Import } from './import.entity.js';

/**
 * Attempts at one part, over five minutes because of growing pauses. Then the import ends, because it would keep the next one of its company
 * from starting.
 */
const MOST_FAILURES = 10;

export interface ImportRef {
  readonly companyId: number;
  readonly id: number;
}

type ImportProgress = Pick<
  Import,
  | 'status'
  | 'failure'
  | 'completedAt'
  | 'expiresAt'
  | 'part'
  | 'failures'
  | 'nextAttemptAt'
  | 'done'
  | 'created'
  | 'existing'
  | 'rejected'
>;

const STARTED: ImportProgress = {
  ...{ status: 'Running' as const, failure: null, completedAt: null, expiresAt: null },
  ...{ part: 0, failures: 0, nextAttemptAt: null, done: 0, created: 0, existing: 0, rejected: 0 },
};

/** An import without how it is read, which may be long. */
export type ShownImport = Omit<Import, 'reading'>;

export type NewImport = Omit<Import, 'id' | keyof ImportProgress>;

/** Requests and progress of imports. */
@Injectable()
export class ImportsRepository {
  private readonly columns: string;
  private readonly shown: string;

  constructor(
    source: DataSource,
    private readonly db: Database,
  ) {
    this.columns = selectColumns(source, Import, 'i');
    this.shown = selectColumns(source, Import, 'i', ['reading']);
  }

  list(companyId: number, window: Window): Promise<PageOf<Kept<ShownImport>>> {
    const conditions = new Conditions().add('company', 'i.company_id = ?', companyId);
    const select = `SELECT ${this.shown} FROM imports i`;
    const idOf = (row: ShownImport) => row.id;
    return listNewestFirst(this.db, { name: 'import', select, id: 'i.id', idOf, conditions }, window);
  }

  /** @throws Problem not_found, also for another company's import */
  find(companyId: number, id: number): Promise<ShownImport> {
    return this.one<ShownImport>(this.db, { name: 'import_get', columns: this.shown }, companyId, id);
  }

  /** Waits for the part that a worker writes. @throws Problem not_found */
  lock(tx: Tx, companyId: number, id: number): Promise<Import> {
    const how = { name: 'import_lock', columns: this.columns, suffix: 'FOR NO KEY UPDATE' };
    return this.one<Import>(tx, how, companyId, id);
  }

  /** @throws Problem 409 too_many_imports */
  async requireRoom(runner: ReadRunner, companyId: number): Promise<void> {
    const [running] = await runner.query<{ count: number }>({
      name: 'import_running_count',
      text: `SELECT count(*)::int AS count FROM imports WHERE company_id = $1 AND status = 'Running'`,
      values: [companyId],
    });
    if ((running?.count ?? 0) >= MOST_RUNNING_IMPORTS) throw new Problem('too_many_imports');
  }

  /** The caller holds the lock of the company. @throws Problem 409 too_many_imports */
  async insert(tx: Tx, row: NewImport): Promise<Import> {
    await this.requireRoom(tx, row.companyId);
    const id = await insertRow(tx, Import, { ...row, ...STARTED });
    return { ...row, ...STARTED, id };
  }

  /** The oldest running import of each company, unless it pauses after a failure or the company is read-only. */
  running(now: Date): Promise<ImportRef[]> {
    return this.db.query<{ id: number; companyId: number }>({
      name: 'imports_running',
      text: `SELECT i.id, i.company_id AS "companyId" FROM (
          SELECT DISTINCT ON (company_id) id, company_id, next_attempt_at FROM imports
          WHERE status = 'Running' ORDER BY company_id, id) i
        JOIN companies c ON c.id = i.company_id
        WHERE c.deletes_at IS NULL AND (i.next_attempt_at IS NULL OR i.next_attempt_at <= $1) ORDER BY i.id`,
      values: [now],
    });
  }

  /**
   * Counts an attempt at the current part before it, because an attempt may end the process. The part sets the count back.
   * @returns whether the part may be written: no other worker has it, no pause lasts, and attempts are left
   */
  async beginAttempt(id: number, now: Date): Promise<boolean> {
    const begun = await this.db.autocommit.query({
      name: 'import_attempt',
      text: `UPDATE imports SET failures = failures + 1,
          next_attempt_at = $2::timestamptz + (failures + 1) * (failures + 1) * interval '1 second'
        WHERE id = (SELECT id FROM imports WHERE id = $1 AND status = 'Running' AND failures < ${MOST_FAILURES}
            AND (next_attempt_at IS NULL OR next_attempt_at <= $2) FOR NO KEY UPDATE SKIP LOCKED) RETURNING id`,
      values: [id, now],
    });
    return begun.length > 0;
  }

  /** Of an attempt that failed for a reason outside of the import. The pause remains. */
  async forgetAttempt(id: number): Promise<void> {
    await this.db.autocommit.query({
      name: 'import_attempt_forget',
      text: `UPDATE imports SET failures = greatest(failures - 1, 0) WHERE id = $1 AND status = 'Running'`,
      values: [id],
    });
  }

  /** Undefined if the import is not running, or another worker has it. */
  async take(tx: Tx, id: number): Promise<Import | undefined> {
    const [taken] = await tx.query<Import>({
      name: 'import_take',
      text: `SELECT ${this.columns} FROM imports i WHERE i.id = $1 AND i.status = 'Running' FOR NO KEY UPDATE SKIP LOCKED`,
      values: [id],
    });
    return taken;
  }

  /** The caller has locked it. */
  write(tx: Tx, row: Import): Promise<void> {
    return updateRow(tx, Import, row);
  }

  /**
   * Ends an import without attempts left.
   * @param hasBegun whether the caller began the last attempt; otherwise another worker may be writing, until the pause is over
   * @returns whether it has
   */
  async endIfExhausted(id: number, now: Date, hasBegun: boolean): Promise<boolean> {
    const ended = await this.db.autocommit.query({
      name: 'import_exhausted',
      text: `UPDATE imports SET status = 'Failed', failure = 'internal_error', completed_at = $2::timestamptz,
          expires_at = $2::timestamptz + interval '${IMPORT_RESULT_DAYS} days', next_attempt_at = NULL
        WHERE id = $1 AND status = 'Running' AND failures >= ${MOST_FAILURES}
          AND ($3::boolean OR next_attempt_at IS NULL OR next_attempt_at <= $2) RETURNING id`,
      values: [id, now, hasBegun],
    });
    return ended.length > 0;
  }

  /** Imports whose rows, and imports whose keys as well, are kept no longer. */
  async due(now: Date): Promise<(ImportRef & { readonly isOver: boolean })[]> {
    return this.db.query<{ id: number; companyId: number; isOver: boolean }>({
      name: 'imports_due',
      text: `SELECT i.id, i.company_id AS "companyId",
          i.completed_at <= $1::timestamptz - interval '${IMPORT_KEY_DAYS} days' AS "isOver" FROM imports i
        WHERE i.expires_at <= $1 AND (i.completed_at <= $1::timestamptz - interval '${IMPORT_KEY_DAYS} days'
          OR EXISTS (SELECT FROM import_parts p WHERE p.company_id = i.company_id AND p.import_id = i.id)) ORDER BY i.id`,
      values: [now],
    });
  }

  async delete({ companyId, id }: ImportRef): Promise<void> {
    await this.db.autocommit.query({
      name: 'import_delete',
      text: 'DELETE FROM imports WHERE company_id = $1 AND id = $2',
      values: [companyId, id],
    });
  }

  private async one<Row extends ShownImport>(
    runner: ReadRunner,
    { name, columns, suffix = '' }: { readonly name: string; readonly columns: string; readonly suffix?: string },
    companyId: number,
    id: number,
  ): Promise<Row> {
    const [found] = await runner.query<Row>({
      name,
      text: `SELECT ${columns} FROM imports i WHERE i.company_id = $1 AND i.id = $2 ${suffix}`,
      values: [companyId, id],
    });
    if (!found) throw new Problem('not_found', 'There is no such import.');
    return found;
  }
}
