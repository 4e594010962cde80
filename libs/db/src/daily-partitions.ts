import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS } from '@billhook/domain/shared/durations';
import type { Logger } from '@billhook/platform/logger';
import { lockOfCell } from './current-cell.js';
import { LOCK_NOT_AVAILABLE } from './sql-states.js';
import type { ReadRunner } from './statement.js';
import type { Tx, UnitOfWork } from './unit-of-work.js';

/** Any number that all workers share: they take turns at creating and dropping tables. */
export const DAYS_LOCK = 7_301_947;

/** Days whose tables are created ahead. For this long no worker needs to run. */
export const DAYS_AHEAD = 3;

/*
 * Creating or dropping a table takes a lock that writers wait for. It is requested briefly, released and requested again, which limits
 * their wait even during a long read of the table.
 */
const LOCK_MS = 200;
const PAUSE_MS = 250;
const TRIES = 20;

/** `20261122`, as in the name of the day's table. */
export const dayName = (at: Date): string => at.toISOString().slice(0, 10).replaceAll('-', '');

/** The first moment of a day, in UTC. */
const startOf = (day: string): Date => new Date(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T00:00:00.000Z`);

/** A table that is divided by day. */
export interface DailyTable {
  readonly table: string;
  /** What its rows are, as in the names of its functions: `create_attempts_day`. */
  readonly rows: string;
  /** Minimum number of days to keep rows; they are deleted at the end of their day. */
  readonly keepDays: number;
  /** The days of the rows in the default table, which is usually empty. */
  readonly fallen: (db: ReadRunner, now: Date) => Promise<readonly string[]>;
}

export interface DailyPartitionsParts {
  readonly db: ReadRunner;
  readonly uow: UnitOfWork;
  readonly logger: Logger;
}

/**
 * The daily tables of a table. Dropping one deletes all rows of its day.
 * A row of a day without a table is stored in the default one, and moves when the table is created.
 */
export class DailyPartitions {
  constructor(
    private readonly daily: DailyTable,
    private readonly parts: DailyPartitionsParts,
  ) {}

  /**
   * Drops the expired tables, and creates those of today, of the following days and of days in the default table.
   * @throws the first error, after all days: one that fails does not keep the others
   */
  async maintain(): Promise<void> {
    const now = await this.#now();
    const errors: unknown[] = [];
    for (const day of await this.#days()) {
      if (this.#isOver(day, now)) await this.#work('drop', day, errors);
    }
    const ahead = Array.from({ length: DAYS_AHEAD + 1 }, (_, n) => dayName(new Date(now.getTime() + n * DAY_MS)));
    const there = await this.#days();
    for (const day of new Set([...ahead, ...(await this.daily.fallen(this.parts.db, now))])) {
      if (there.includes(day)) continue;
      const isCreated = await this.#work('create', day, errors);
      // Creating it moved its rows out of the default table, so that dropping it deletes them.
      if (isCreated && this.#isOver(day, now)) await this.#work('drop', day, errors);
    }
    if (errors.length > 0) throw errors[0];
  }

  /** @returns whether it was done */
  async #work(work: 'create' | 'drop', day: string, errors: unknown[]): Promise<boolean> {
    const { rows } = this.daily;
    const failure = `could not ${work} the table of ${day}`;
    try {
      const isDone = await this.#patiently(failure, (tx) => this.#change(tx, work, day));
      if (isDone && work === 'drop') this.parts.logger.info({ day }, `deleted the ${rows} of a day`);
      return isDone;
    } catch (error) {
      this.parts.logger.error({ err: error, day }, `${rows}: ${failure}`);
      errors.push(error);
      return false;
    }
  }

  #isOver(day: string, now: Date): boolean {
    return startOf(day).getTime() + (1 + this.daily.keepDays) * DAY_MS <= now.getTime();
  }

  /** By the database's clock. */
  async #now(): Promise<Date> {
    const [row] = await this.parts.db.query<{ now: Date }>({
      name: 'days_now',
      text: 'SELECT statement_timestamp() AS now',
    });
    if (!row) throw new Error('unreachable: the statement gives one row');
    return row.now;
  }

  /** The days with a table, in order. */
  async #days(): Promise<string[]> {
    const { table, rows } = this.daily;
    const found = await this.parts.db.query<{ day: string }>({
      name: `${rows}_days`,
      text: `SELECT substr(c.relname, ${table.length + 2}) AS day FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
        WHERE i.inhparent = '${table}'::regclass AND c.relname ~ '^${table}_[0-9]{8}$' ORDER BY 1`,
    });
    return found.map(({ day }) => day);
  }

  /** @returns whether it was done; if the lock is not available, the next round retries */
  async #patiently(failure: string, work: (tx: Tx) => Promise<boolean>): Promise<boolean> {
    const { uow, logger } = this.parts;
    for (let left = TRIES; ; left--) {
      try {
        return await uow.run(async (tx) => {
          await tx.query({ name: 'days_lock_timeout', text: `SET LOCAL lock_timeout = ${LOCK_MS}` });
          await tx.query({
            name: 'days_lock',
            text: 'SELECT pg_advisory_xact_lock($1)',
            values: [lockOfCell(DAYS_LOCK)],
          });
          return work(tx);
        });
      } catch (error) {
        if (!isLockTimeout(error)) throw error;
        if (left === 1) {
          logger.warn(`${this.daily.rows}: ${failure} because of a lock; the next round will retry`);
          return false;
        }
        await sleep(PAUSE_MS * (0.5 + Math.random()), undefined, { ref: false });
      }
    }
  }

  /** @returns whether the database has done it: another worker may have done it before. Its functions work with the rights of the owner. */
  async #change(tx: Tx, work: 'create' | 'drop', day: string): Promise<boolean> {
    const { rows } = this.daily;
    const text = `SELECT ${work}_${rows}_day($1) AS done`;
    const [row] = await tx.query<{ done: boolean }>({ name: `${rows}_day_${work}`, text, values: [day] });
    return row?.done ?? false;
  }
}

function isLockTimeout(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === LOCK_NOT_AVAILABLE;
}
