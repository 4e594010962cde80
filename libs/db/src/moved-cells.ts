import { setTimeout as sleep } from 'node:timers/promises';
import { haveMoved, isMissing, type Cell } from './cell-rows.js';
import type { Cells } from './cells.js';

/** Longer than the commits of a switch on two servers. */
const SWITCH_MS = 5_000;
const PAUSE_MS = 50;

/**
 * Whether an error is that of a cell that has moved, so that a repetition finds it. Waits for the end of a switch: between two servers, the schema
 * has gone a moment before its new address is known.
 * @param before what was known when the work began: another request may have read the cells again in the meantime
 */
export async function haveMovedSince(
  cells: Pick<Cells, 'known' | 'read' | 'areMoving'>,
  before: readonly Cell[] | undefined,
  error: unknown,
): Promise<boolean> {
  const known = before ?? cells.known;
  if (!known || !isMissing(error)) return false;
  for (const end = performance.now() + SWITCH_MS; ;) {
    await cells.read();
    if (haveMoved(known, cells.known ?? [])) return true;
    if (performance.now() > end || !(await cells.areMoving())) return false;
    await sleep(PAUSE_MS);
  }
}
