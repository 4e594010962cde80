import { setTimeout as sleep } from 'node:timers/promises';
import { haveMoved, isMissing, type Cell } from './cell-rows.js';
import type { Cells } from './cells.js';
import { MovingCellError } from './lost-database.js';

/** Longer than the commits of a switch on two servers. */
const SWITCH_MS = 5_000;
const PAUSE_MS = 50;

type ReadCells = Pick<Cells, 'known' | 'read' | 'areMoving'>;

/**
 * Whether an error is that of a cell that has moved, so that a repetition finds it. Waits for the end of a switch: between two servers, the schema
 * is renamed a moment before its new address is known.
 * @param before what was known when the work began: another request may have read the cells again in the meantime
 * @throws a MovingCellError if the switch does not end: its command was interrupted
 */
export async function haveMovedSince(
  cells: ReadCells,
  before: readonly Cell[] | undefined,
  error: unknown,
): Promise<boolean> {
  const known = before ?? cells.known;
  if (!known || !isMissing(error)) return false;
  let areMoving = await look(cells);
  for (const end = performance.now() + SWITCH_MS; ;) {
    if (haveMoved(known, cells.known ?? [])) return true;
    if (!areMoving) return false;
    if (performance.now() > end) throw new MovingCellError({ cause: error });
    areMoving = await nextLook(cells);
  }
}

/** Asks for moves first: one that has ended in between has changed the cells before. */
async function look(cells: ReadCells): Promise<boolean> {
  const areMoving = await cells.areMoving();
  await cells.read();
  return areMoving;
}

const nextLooks = new WeakMap<ReadCells, Promise<boolean>>();

/** All that wait share one look after each pause. */
function nextLook(cells: ReadCells): Promise<boolean> {
  const shared = nextLooks.get(cells);
  if (shared) return shared;
  const next = sleep(PAUSE_MS)
    .then(() => look(cells))
    .finally(() => nextLooks.delete(cells));
  nextLooks.set(cells, next);
  return next;
}
