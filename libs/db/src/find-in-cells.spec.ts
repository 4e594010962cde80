import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { currentCell } from './current-cell.js';
import { findInCells } from './find-in-cells.js';
import { isLostDatabase } from './lost-database.js';

/** Cells 1 and 2 are on one server, cell 3 on another one. */
const cells = {
  know: async () => undefined,
  areOne: false,
  numbers: [1, 2, 3],
  serverOf: (number: number) => (number < 3 ? 'a' : 'b'),
};

const never = () => new Promise<undefined>(() => undefined);

/** A search with a result for each cell. */
function search(results: Readonly<Record<number, () => Promise<string | undefined>>>) {
  const searched: (number | undefined)[] = [];
  const run = async (): Promise<string | undefined> => {
    const cell = currentCell();
    searched.push(cell);
    return results[cell ?? 0]?.();
  };
  return { searched, run };
}

describe('findInCells', () => {
  it('searches the cells of a server one after the other, and servers at the same time', async () => {
    const { searched, run } = search({ 2: async () => 'found' });
    expect(await findInCells(cells, run)).toBe('found');
    expect(searched).toEqual([1, 3, 2]);
  });

  it('finds what a server has while another one does not respond, or fails', async () => {
    expect(await findInCells(cells, search({ 1: never, 3: async () => 'found' }).run)).toBe('found');
    const failing = search({ 1: () => Promise.reject(new Error('refused')), 2: async () => 'found', 3: never });
    expect(await findInCells(cells, failing.run)).toBe('found');
  });

  it('has no result if no cell has it', async () => {
    expect(await findInCells(cells, search({}).run)).toBeUndefined();
  });

  it('fails as a lost database does if no other cell has it', async () => {
    const started = performance.now();
    const error: unknown = await findInCells(cells, search({ 1: never }).run).catch((thrown: unknown) => thrown);
    expect(isLostDatabase(error)).toBe(true);
    expect(performance.now() - started).toBeGreaterThan(900);
    await expect(findInCells(cells, search({ 3: () => Promise.reject(new Error('refused')) }).run)).rejects.toThrow(
      'refused',
    );
  });

  it('waits for the only cell as long as its statement does', async () => {
    const slow = search({ 1: () => sleep(1_200, 'found') });
    expect(await findInCells({ ...cells, areOne: true, numbers: [1] }, slow.run)).toBe('found');
  });
});
