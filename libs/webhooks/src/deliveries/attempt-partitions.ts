import { setTimeout as sleep } from 'node:timers/promises';
import type { ReadRunner } from '@billhook/db/statement';
import type { Tx, UnitOfWork } from '@billhook/db/unit-of-work';
import type { Logger } from '@billhook/platform/logger';

// Any number that all workers agree on: they take turns at making and dropping days.
const DAYS_LOCK = 7_301_947;

/** Days that have their table before they begin: as long no worker need be there. */
const DAYS_AHEAD = 3;

/*
 * Making or dropping a day takes a lock that claims and results wait behind. So it is waited for shortly, let go, and tried again: the
 * engine never waits longer than this, however long a reader of the attempts takes.
 */
const LOCK_MS = 200;
const PAUSE_MS = 250;
const TRIES = 20;

const LOCK_NOT_AVAILABLE = '55P03';

const DAY_MS = 86_400_000;
const PREFIX = 'webhook_attempts_';

/** `20261122`, as it stands in the name of the day's table. */
const nameOf = (at: Date): string => at.toISOString().slice(0, 10).replaceAll('-', '');

/** The first moment of a day, in UTC. */
const startOf = (day: string): Date => new Date(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T00:00:00.000Z`);

/**
 * The tables of the days of `webhook_attempts`: a day is forgotten by dropping its table, however many attempts it had. An attempt of a
 * day that has no table falls into the default one, and moves when the table is made.
 */
export class AttemptPartitions {
  /** @param keepDays for which attempts are kept at least; they go with the end of their day */
  constructor(
    private readonly db: ReadRunner,
    private readonly unitOfWork: UnitOfWork,
    private readonly keepDays: number,
    private readonly logger: Logger,
  ) {}

  /** Makes the tables of today, of the days to come and of those that something fell out of, and drops those that are over. */
  async keep(): Promise<void> {
    const { now, fallen } = await this.#look();
    const ahead = Array.from({ length: DAYS_AHEAD + 1 }, (_, n) => nameOf(new Date(now.getTime() + n * DAY_MS)));
    const there = await this.#days();
    for (const day of new Set([...ahead, ...fallen])) {
      if (!there.includes(day)) await this.#patiently(`could not create the table of ${day}`, (tx) => make(tx, day));
    }
    for (const day of await this.#days()) {
      if (!this.#isOver(day, now)) continue;
      const dropped = await this.#patiently(`could not drop the table of ${day}`, (tx) => drop(tx, day));
      if (dropped) this.logger.info({ day }, 'deleted the attempts of a day');
    }
  }

  #isOver(day: string, now: Date): boolean {
    return startOf(day).getTime() + (1 + this.keepDays) * DAY_MS <= now.getTime();
  }

  /** The database's clock, and the days of what lies in the default table, which is mostly empty. */
  async #look(): Promise<{ now: Date; fallen: readonly string[] }> {
    const [row] = await this.db.query<{ now: Date; fallen: string[] }>({
      name: 'attempts_fallen',
      text: `SELECT statement_timestamp() AS now,
        ARRAY (SELECT DISTINCT to_char(started_at AT TIME ZONE 'UTC', 'YYYYMMDD') FROM webhook_attempts_default ORDER BY 1) AS fallen`,
    });
    if (!row) throw new Error('unreachable: the statement gives one row');
    return row;
  }

  /** The days that have a table, in their order. */
  async #days(): Promise<string[]> {
    const rows = await this.db.query<{ day: string }>({
      name: 'attempts_days',
      text: `SELECT substr(c.relname, ${PREFIX.length + 1}) AS day FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
        WHERE i.inhparent = 'webhook_attempts'::regclass AND c.relname ~ '^${PREFIX}[0-9]{8}$' ORDER BY 1`,
    });
    return rows.map(({ day }) => day);
  }

  /** @returns whether it was done; where the lock is never to be had, the next round tries again */
  async #patiently(fault: string, work: (tx: Tx) => Promise<boolean>): Promise<boolean> {
    for (let left = TRIES; ; left--) {
      try {
        return await this.unitOfWork.run(async (tx) => {
          await tx.manager.query(`SET LOCAL lock_timeout = ${LOCK_MS}`);
          await tx.query({ name: 'attempts_lock', text: 'SELECT pg_advisory_xact_lock($1)', values: [DAYS_LOCK] });
          return work(tx);
        });
      } catch (error) {
        if (!isLockTimeout(error)) throw error;
        if (left === 1) {
          this.logger.warn(`attempts: ${fault} because of a lock; the next round will retry`);
          return false;
        }
        await sleep(PAUSE_MS * (0.5 + Math.random()), undefined, { ref: false });
      }
    }
  }
}

/** Asked of the tables of the catalogue: `to_regclass` looks into what the connection remembers, and that is of before the lock. */
async function isThere(tx: Tx, day: string): Promise<boolean> {
  const found = await tx.query({
    name: 'attempts_is_there',
    text: `SELECT FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = 'webhook_attempts'::regclass AND c.relname = $1`,
    values: [PREFIX + day],
  });
  return found.length > 0;
}

/** Unnamed statements: each is run once, and a prepared one would be kept by its connection for ever. */
async function make(tx: Tx, day: string): Promise<boolean> {
  if (await isThere(tx, day)) return false;
  const table = PREFIX + day;
  const [from, to] = [startOf(day), new Date(startOf(day).getTime() + DAY_MS)].map((at) => `'${at.toISOString()}'`);
  // First, and in the mode that attaching needs: a later upgrade of the lock could deadlock.
  await tx.manager.query('LOCK TABLE webhook_attempts_default IN ACCESS EXCLUSIVE MODE');
  await tx.manager.query(`CREATE TABLE ${table} (LIKE webhook_attempts INCLUDING ALL)`);
  await tx.manager.query(
    `WITH moved AS (DELETE FROM webhook_attempts_default WHERE started_at >= ${from} AND started_at < ${to} RETURNING *)
      INSERT INTO ${table} SELECT * FROM moved`,
  );
  await tx.manager.query(`ALTER TABLE webhook_attempts ATTACH PARTITION ${table} FOR VALUES FROM (${from}) TO (${to})`);
  return true;
}

/** Not detached first: `CONCURRENTLY` is not for tables with a default partition, and without it nothing is gained. */
async function drop(tx: Tx, day: string): Promise<boolean> {
  if (!(await isThere(tx, day))) return false;
  await tx.manager.query(`DROP TABLE ${PREFIX}${day}`);
  return true;
}

function isLockTimeout(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === LOCK_NOT_AVAILABLE;
}
