import { lockOfCell } from '@billhook/db/current-cell';
import { Database } from '@billhook/db/database';
import type { LogPlace, LogStretch } from '@billhook/db/log-stretch';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import type { RecordName } from '@billhook/domain/shared/resources';
import { Injectable } from '@nestjs/common';
import {
  CHANGE_ENDS,
  CHANGE_LOCK,
  CHANGES_AFTER,
  CHANGES_TO_NUMBER,
  DROP_CHANGES,
  LOCK_NUMBERS,
  NUMBER_CHANGES,
  WAITING_COMPANIES,
} from './change-log.sql.js';

/** A version of a record, with its place in the log of its company. */
export interface LoggedChange {
  readonly sequence: number;
  readonly resource: RecordName;
  readonly id: number;
  readonly version: number;
  readonly deleted: boolean;
  readonly at: Date;
}

interface ChangeLogRow {
  readonly last: number;
  readonly dropped: number;
  /** Null if there is no change after the position. */
  readonly sequence: number | null;
}

/** Rows per transaction. */
const NUMBERED_AT_ONCE = 1_000;
const DROPPED_AT_ONCE = 5_000;

/**
 * The changes of the records of a company, in the order of their commits. They are numbered after the commit, so a reader at a number has
 * missed no smaller one. A read of the end of the log numbers what is committed, so a reader sees its own writes. The worker numbers
 * the changes that nothing reads.
 */
@Injectable()
export class ChangeLogRepository {
  constructor(
    private readonly db: Database,
    private readonly uow: UnitOfWork,
  ) {}

  /** The end of the log of a company, after every change that is committed now. */
  async end(companyId: number): Promise<number> {
    return (await this.ends([companyId])).get(companyId) ?? 0;
  }

  /** The ends of the logs of companies, after every change that is committed now. */
  async ends(companies: readonly number[]): Promise<ReadonlyMap<number, number>> {
    await this.number(companies);
    const values = [companies];
    const rows = await this.db.lookUp<{ id: number; last: number }>({
      name: 'change_log_ends',
      text: CHANGE_ENDS,
      values,
    });
    return new Map(rows.map(({ id, last }) => [id, last]));
  }

  /**
   * Reads from a position.
   * @param resources undefined for all
   * @returns undefined if changes after the position are no longer stored, or the log has not reached it, as after the restore of a backup
   */
  async read(
    companyId: number,
    { sequence, fromOldest }: LogPlace,
    resources: readonly RecordName[] | undefined,
    limit: number,
  ): Promise<LogStretch<LoggedChange> | undefined> {
    await this.number([companyId]);
    const rows = await this.db.query<ChangeLogRow & LoggedChange & Record<string, unknown>>({
      name: 'change_log_after',
      text: CHANGES_AFTER,
      values: [companyId, fromOldest ? null : sequence, resources ?? null, limit + 1],
    });
    const [{ last, dropped } = { last: 0, dropped: 0 }] = rows;
    const from = fromOldest ? dropped : sequence;
    if (from < dropped || from > last) return undefined;
    const found = rows.filter((row) => row.sequence !== null);
    const entries = found.slice(0, limit);
    const hasMore = found.length > limit;
    const read = entries.at(-1)?.sequence ?? from;
    return { entries, hasMore, end: hasMore ? read : Math.max(read, last) };
  }

  /** Numbers the committed changes of companies. */
  async number(companies: readonly number[]): Promise<void> {
    const waiting = await this.db.lookUp<{ id: number }>({
      name: 'change_log_unnumbered',
      text: CHANGES_TO_NUMBER,
      values: [companies],
    });
    for (const { id } of waiting) while (await this.numberSome(id));
  }

  /** Numbers the changes of all companies. */
  async numberAll(stop: AbortSignal): Promise<void> {
    const waiting = await this.db.query<{ id: number }>({ name: 'change_log_waiting', text: WAITING_COMPANIES });
    for (const { id } of waiting) while (!stop.aborted && (await this.numberSome(id)));
  }

  /** Deletes changes that are older than some days. */
  async drop(days: number, stop: AbortSignal): Promise<void> {
    for (let more = true; more && !stop.aborted;) {
      const [row] = await this.db.autocommit.query<{ count: number }>({
        name: 'change_log_drop',
        text: DROP_CHANGES,
        values: [days, DROPPED_AT_ONCE],
      });
      more = row?.count === DROPPED_AT_ONCE;
    }
  }

  /** @returns whether there may be more */
  private numberSome(companyId: number): Promise<boolean> {
    return this.uow.run(async (tx) => {
      // Sent together. The snapshot of the second one is taken after the lock, so it sees the numbers of the previous holder.
      tx.send({ name: 'change_log_lock', text: LOCK_NUMBERS, values: [lockOfCell(CHANGE_LOCK), companyId] });
      const [row] = await tx.query<{ count: number }>({
        name: 'change_log_number',
        text: NUMBER_CHANGES,
        values: [companyId, NUMBERED_AT_ONCE],
      });
      return row?.count === NUMBERED_AT_ONCE;
    });
  }
}
