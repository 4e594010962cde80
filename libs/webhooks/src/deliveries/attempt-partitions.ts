import { setTimeout as sleep } from 'node:timers/promises';
import type { ReadRunner } from '@billhook/db/statement';
import type { Tx, UnitOfWork } from '@billhook/db/unit-of-work';
import { DAY_MS } from '@billhook/domain/shared/durations';
import type { Logger } from '@billhook/platform/logger';

// Any number that all workers share: they take turns at creating and dropping tables.
const DAYS_LOCK = 7_301_947;

/** Days whose tables are created ahead. For this long no worker needs to run. */
const DAYS_AHEAD = 3;

/*
 * Creating or dropping a table takes a lock that claims and results wait for. It is requested briefly, released and requested again, which
 * limits the wait of the engine even during a long read of the attempts.
 */
const LOCK_MS = 200;
const PAUSE_MS = 250;
const TRIES = 20;

const LOCK_NOT_AVAILABLE = '55P03';

const PREFIX = 'webhook_attempts_';

/** `20261122`, as in the name of the day's table. */
const nameOf = (at: Date): string => at.toISOString().slice(0, 10).replaceAll('-', '');

/** The first moment of a day, in UTC. */
const startOf = (day: string): Date => new Date(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T00:00:00.000Z`);

/**
 * The daily tables of `webhook_attempts`. Dropping a table deletes all attempts of its day.
 * An attempt of a day without a table is stored in the default one, and moves when the table is created.
 */
export class AttemptPartitions {
  /** @param keepDays minimum number of days to keep attempts; they are deleted at the end of their day */
  constructor(
    private readonly db: ReadRunner,
    private readonly unitOfWork: UnitOfWork,
    private readonly keepDays: number,
    private readonly logger: Logger,
  ) {}

  /** Creates the tables of today, of the following days and of days in the default table, and drops the expired ones. */
  async maintain(): Promise<void> {
    const { now, fallen } = await this.#look();
    const ahead = Array.from({ length: DAYS_AHEAD + 1 }, (_, n) => nameOf(new Date(now.getTime() + n * DAY_MS)));
    const there = await this.#days();
    for (const day of new Set([...ahead, ...fallen])) {
      if (!there.includes(day))
        await this.#patiently(`could not create the table of ${day}`, (tx) => change(tx, 'create', day));
    }
    for (const day of await this.#days()) {
      if (!this.#isOver(day, now)) continue;
      const dropped = await this.#patiently(`could not drop the table of ${day}`, (tx) => change(tx, 'drop', day));
      if (dropped) this.logger.info({ day }, 'deleted the attempts of a day');
    }
  }

  #isOver(day: string, now: Date): boolean {
    return startOf(day).getTime() + (1 + this.keepDays) * DAY_MS <= now.getTime();
  }

  /** The database's clock, and the days of the rows in the default table, which is usually empty. */
  async #look(): Promise<{ now: Date; fallen: readonly string[] }> {
    const [row] = await this.db.query<{ now: Date; fallen: string[] }>({
      name: 'attempts_fallen',
      text: `SELECT statement_timestamp() AS now,
        ARRAY (SELECT DISTINCT to_char(started_at AT TIME ZONE 'UTC', 'YYYYMMDD') FROM webhook_attempts_default ORDER BY 1) AS fallen`,
    });
    if (!row) throw new Error('unreachable: the statement gives one row');
    return row;
  }

  /** The days with a table, in order. */
  async #days(): Promise<string[]> {
    const rows = await this.db.query<{ day: string }>({
      name: 'attempts_days',
      text: `SELECT substr(c.relname, ${PREFIX.length + 1}) AS day FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
        WHERE i.inhparent = 'webhook_attempts'::regclass AND c.relname ~ '^${PREFIX}[0-9]{8}$' ORDER BY 1`,
    });
    return rows.map(({ day }) => day);
  }

  /** @returns whether it was done; if the lock is not available, the next round retries */
  async #patiently(failure: string, work: (tx: Tx) => Promise<boolean>): Promise<boolean> {
    for (let left = TRIES; ; left--) {
      try {
        return await this.unitOfWork.run(async (tx) => {
          await tx.query({ name: 'attempts_lock_timeout', text: `SET LOCAL lock_timeout = ${LOCK_MS}` });
          await tx.query({ name: 'attempts_lock', text: 'SELECT pg_advisory_xact_lock($1)', values: [DAYS_LOCK] });
          return work(tx);
        });
      } catch (error) {
        if (!isLockTimeout(error)) throw error;
        if (left === 1) {
          this.logger.warn(`attempts: ${failure} because of a lock; the next round will retry`);
          return false;
        }
        await sleep(PAUSE_MS * (0.5 + Math.random()), undefined, { ref: false });
      }
    }
  }
}

/** @returns whether the database has done it: another worker may have done it before. Its functions work with the rights of the owner. */
async function change(tx: Tx, work: 'create' | 'drop', day: string): Promise<boolean> {
  const text = `SELECT ${work}_attempts_day($1) AS done`;
  const [row] = await tx.query<{ done: boolean }>({ name: `attempts_day_${work}`, text, values: [day] });
  return row?.done ?? false;
}

function isLockTimeout(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === LOCK_NOT_AVAILABLE;
}
