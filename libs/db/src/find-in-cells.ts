import { inTurn } from '@billhook/platform/in-turn';
import { TimeoutError, withinTime } from '@billhook/platform/within-time';
import type { Cells } from './cells.js';
import { inCell } from './current-cell.js';

/** How long a cell may search, if there are several. */
const SEARCH_MS = 1_000;

type KnownCells = Pick<Cells, 'areOne' | 'know' | 'numbers' | 'serverOf'>;

/**
 * Searches all cells, those of one server one after the other. A server that does not respond delays nothing that another one has.
 * @throws the error of a cell, if no other one has it. One that does not respond is a lost database after a second
 */
export async function findInCells<T>(cells: KnownCells, search: () => Promise<T | undefined>): Promise<T | undefined> {
  await cells.know();
  const searches = cellsByServer(cells).map((numbers) => {
    const searching = searchEach(numbers, search);
    return cells.areOne ? searching : withinTime(SEARCH_MS, searching);
  });
  const finding = searches.map(async (searching) => (await searching) ?? Promise.reject(new Error('it is not there')));
  return Promise.any(finding).catch(async () => {
    for (const ended of await Promise.allSettled(searches))
      if (ended.status === 'rejected') throw ended.reason instanceof TimeoutError ? silent() : ended.reason;
    return undefined;
  });
}

/** The numbers of the cells of each server. */
export function cellsByServer(cells: Pick<Cells, 'numbers' | 'serverOf'>): number[][] {
  const servers = new Map<string, number[]>();
  for (const number of cells.numbers) {
    const known = servers.get(cells.serverOf(number));
    if (known) known.push(number);
    else servers.set(cells.serverOf(number), [number]);
  }
  return [...servers.values()];
}

/** @throws the error of a cell, if no other one has it */
async function searchEach<T>(numbers: readonly number[], search: () => Promise<T | undefined>): Promise<T | undefined> {
  let found: T | undefined;
  await inTurn(numbers, async (number) => {
    found ??= await inCell(number, search);
  }).catch((error: unknown) => {
    if (found === undefined) throw error;
  });
  return found;
}

const silent = (): Error => Object.assign(new Error('a cell does not respond'), { code: 'ETIMEDOUT' });
