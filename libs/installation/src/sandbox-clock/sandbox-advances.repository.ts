import { Database } from '@billhook/db/database';
import { insertRow, selectColumns } from '@billhook/db/row';
import type { Runner } from '@billhook/db/statement';
import type { Tx } from '@billhook/db/unit-of-work';
import { Problem } from '@billhook/domain/shared/problems';
import type { MovedTimers, TimerMove } from '@billhook/webhooks/engine/company-timers';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SandboxAdvance } from './sandbox-advance.entity.js';

/** Failures of one step. Then the advance has failed, unless deliveries are left to move: their endpoints wait for it. */
const MOST_ATTEMPTS = 20;
const FAILS = `attempts + 1 >= ${MOST_ATTEMPTS} AND moving_by IS NULL`;

export type NewAdvance = Pick<SandboxAdvance, 'companyId' | 'fromTime' | 'toTime' | 'requestedBy' | 'createdAt'>;

/** What a step of an advance has done. */
export type AdvanceStep = Pick<SandboxAdvance, 'reached' | 'overdueInvoices' | 'keyWarnings' | 'dueDeliveries'>;

/** The same, with the time at which the advance is completed by it; null if it is not the last one. */
export type EndedStep = AdvanceStep & Pick<SandboxAdvance, 'completedAt'>;

/** An advance that a worker has to continue. */
export type RunningAdvance = Pick<SandboxAdvance, 'id' | 'companyId' | 'createdAt'> & {
  /** Whether deliveries of its last step are left to move. */
  readonly isMoving: boolean;
};

/** Advances of the clocks of sandboxes, and their progress. */
@Injectable()
export class SandboxAdvancesRepository {
  private readonly columns: string;

  constructor(
    source: DataSource,
    private readonly db: Database,
  ) {
    this.columns = selectColumns(source, SandboxAdvance, 'a');
  }

  async latest(companyId: number): Promise<SandboxAdvance | undefined> {
    const [row] = await this.db.query<SandboxAdvance>({
      name: 'sandbox_advance_latest',
      text: `SELECT ${this.columns} FROM sandbox_advances a WHERE a.company_id = $1 ORDER BY a.id DESC LIMIT 1`,
      values: [companyId],
    });
    return row;
  }

  /** Replaces those that have ended. The caller holds the lock of the company. @throws Problem 409 clock_advancing */
  async insert(tx: Tx, request: NewAdvance): Promise<SandboxAdvance> {
    await tx.query({
      name: 'sandbox_advances_forget',
      text: `DELETE FROM sandbox_advances WHERE company_id = $1 AND status <> 'Running'`,
      values: [request.companyId],
    });
    const running = await tx.query({
      name: 'sandbox_advance_running',
      text: `SELECT id FROM sandbox_advances WHERE company_id = $1 AND status = 'Running'`,
      values: [request.companyId],
    });
    if (running.length > 0) throw new Problem('clock_advancing');
    const row = {
      ...request,
      ...{ status: 'Running' as const, reached: request.fromTime, completedAt: null },
      ...{ overdueInvoices: 0, keyWarnings: 0, dueDeliveries: 0, attempts: 0 },
      ...{ movingBy: null, movedTo: null, movingTo: null },
    };
    return { ...row, id: await insertRow(tx, SandboxAdvance, row) };
  }

  /** Those that a worker has to continue, the oldest first. */
  running(): Promise<RunningAdvance[]> {
    return this.db.query<RunningAdvance & Record<string, unknown>>({
      name: 'sandbox_advances_running',
      text: `SELECT id, company_id AS "companyId", created_at AS "createdAt", moving_by IS NOT NULL AS "isMoving" FROM sandbox_advances
        WHERE status = 'Running' ORDER BY id`,
    });
  }

  /** Undefined if it has ended, or another worker takes a step of it. */
  async lock(tx: Tx, id: number): Promise<SandboxAdvance | undefined> {
    const [row] = await tx.query<SandboxAdvance>({
      name: 'sandbox_advance_lock',
      text: `SELECT ${this.columns} FROM sandbox_advances a WHERE a.id = $1 AND a.status = 'Running'
        FOR NO KEY UPDATE SKIP LOCKED`,
      values: [id],
    });
    return row;
  }

  /** Adds a step. @param left of its move of deliveries; null if all have been moved */
  async step(tx: Tx, id: number, step: EndedStep, left: TimerMove | null): Promise<void> {
    await tx.query({
      name: 'sandbox_advance_step',
      text: `UPDATE sandbox_advances SET reached = $2, overdue_invoices = overdue_invoices + $3, key_warnings = key_warnings + $4,
          due_deliveries = due_deliveries + $5, attempts = 0, completed_at = $6,
          status = CASE WHEN $6::timestamptz IS NULL THEN status ELSE 'Completed' END, moving_by = $7, moved_to = $8, moving_to = $9
        WHERE id = $1`,
      values: [
        ...[id, step.reached, step.overdueInvoices, step.keyWarnings, step.dueDeliveries, step.completedAt],
        ...columnsOf(left),
      ],
    });
  }

  /** Adds deliveries that were moved after the step. */
  async moved(tx: Tx, id: number, { due, left }: MovedTimers): Promise<void> {
    await tx.query({
      name: 'sandbox_advance_moved',
      text: `UPDATE sandbox_advances SET due_deliveries = due_deliveries + $2, attempts = 0, moving_by = $3, moved_to = $4, moving_to = $5
        WHERE id = $1`,
      values: [id, due, ...columnsOf(left)],
    });
  }

  /** @returns whether the advance has failed with it */
  async noteFailure(runner: Runner, id: number, now: Date): Promise<boolean> {
    const [row] = await runner.query<{ hasFailed: boolean }>({
      name: 'sandbox_advance_failure',
      text: `UPDATE sandbox_advances SET attempts = attempts + 1,
          status = CASE WHEN ${FAILS} THEN 'Failed' ELSE status END,
          completed_at = CASE WHEN ${FAILS} THEN $2::timestamptz END
        WHERE id = $1 AND status = 'Running' RETURNING status = 'Failed' AS "hasFailed"`,
      values: [id, now],
    });
    return row?.hasFailed === true;
  }
}

const columnsOf = (left: TimerMove | null): readonly (number | null)[] => [
  left?.milliseconds ?? null,
  left?.movedTo ?? null,
  left?.movingTo ?? null,
];
