import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { findMoveOf, type BegunMove } from '@billhook/db/cell-moves.sql';
import { READ_CELLS, type Cell } from '@billhook/db/cell-rows';
import { inCell, lockOfCell } from '@billhook/db/current-cell';
import { DAYS_LOCK } from '@billhook/db/daily-partitions';
import { SCHEMA_STEP_LOCK } from '@billhook/db/migrate';
import type pg from 'pg';
import { CellCommandError, connectServer, type CellServer } from './cell-server.js';

/** An arbitrary number: one command at a time changes the cells of an installation. */
const CELLS_LOCK = 7_301_955;

/** A session of a command that was killed ends within seconds. */
const LOCK_WAIT_MS = 5_000;
/** Workers hold the lock of daily tables for moments. */
const DAYS_WAIT_MS = 60_000;
const PAUSE_MS = 200;

type Db = Pick<pg.Client, 'query'>;

/** @throws a CellCommandError if there is none */
export async function findCell(db: Db, number: number): Promise<Cell> {
  const { rows } = await db.query<Cell>(READ_CELLS.text);
  const cell = rows.find((each) => each.number === number);
  if (cell) return cell;
  throw new CellCommandError(`There is no cell ${number}. List the cells with: cells list`);
}

export async function findMove(db: Db, cell: number): Promise<BegunMove | undefined> {
  const { rows } = await db.query<BegunMove>(findMoveOf(cell));
  return rows[0];
}

/** Runs work on a connection to the directory, with its locks. @throws a CellCommandError if another command has them */
export async function withDirectory<T>(url: string, work: (directory: CellServer) => Promise<T>): Promise<T> {
  const directory = await connectServer(url, true);
  try {
    await lockDirectory(directory.client);
    return await work(directory);
  } finally {
    await directory.client.end().catch(() => undefined);
  }
}

/** Locks of the session: they end with it, also if this process is killed. @throws a CellCommandError if another command has them */
export async function lockDirectory(db: Db): Promise<void> {
  if (!(await tryLock(db, CELLS_LOCK, LOCK_WAIT_MS)))
    throw new CellCommandError('Another command changes the cells. Wait for its end, and start this one again.');
  if (!(await tryLock(db, SCHEMA_STEP_LOCK, LOCK_WAIT_MS)))
    throw new CellCommandError('The schema step is running. Wait for its end, and start this command again.');
}

/**
 * The lock of a cell at its present server. No daily table is created or deleted while a cell moves: workers try again later, and the tables of
 * three days exist. A command whose connection to the directory was lost still has this lock.
 * @param known what was read of the directory before
 * @throws a CellCommandError if another program has the lock, or has changed the cell or its move in the meantime
 */
export async function lockSource(
  source: Db,
  directory: Db,
  known: { readonly cell: Cell; readonly begun: BegunMove | undefined },
  waitMs = DAYS_WAIT_MS,
): Promise<void> {
  const { number } = known.cell;
  const lock = inCell(number, () => lockOfCell(DAYS_LOCK));
  if (!(await tryLock(source, lock, waitMs)))
    throw new CellCommandError(
      `A worker is creating or deleting daily tables of cell ${number}, or another command moves it. Start this command again in a minute.`,
    );
  const now = { cell: await findCell(directory, number), begun: await findMove(directory, number) };
  if (!isDeepStrictEqual(now, { cell: known.cell, begun: known.begun }))
    throw new CellCommandError(`Another command has changed cell ${number} in the meantime. Start this one again.`);
}

async function tryLock(db: Db, lock: number, waitMs: number): Promise<boolean> {
  for (const end = performance.now() + waitMs; ;) {
    const { rows } = await db.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [lock]);
    if (rows[0]?.locked === true) return true;
    if (performance.now() > end) return false;
    await sleep(PAUSE_MS);
  }
}
