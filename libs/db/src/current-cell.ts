import { AsyncLocalStorage } from 'node:async_hooks';

const storage = new AsyncLocalStorage<number | undefined>();

/**
 * Runs work, and everything that it starts, for a cell: statements of a cell run there. With one cell, nothing depends on it.
 * @param cell `tenants.cell`; undefined for work of the global side
 */
export const inCell = <T>(cell: number | undefined, work: () => T): T =>
  cell === storage.getStore() ? work() : storage.run(cell, work);

/** The cell for which this code runs; undefined outside a request of a company and a job of a cell. */
export const currentCell = (): number | undefined => storage.getStore();

/** How far the keys of two cells are apart. All keys of one are in the same thousand. */
const KEYS_OF_CELL = 1_000;

/**
 * The key of an advisory lock in the current cell, because two cells in one database must not wait for each other: a process that finds a lock
 * taken leaves the work to the one that has it. In the first cell, it is the key itself.
 */
export const lockOfCell = (key: number): number => key + ((currentCell() ?? 1) - 1) * KEYS_OF_CELL;

/** Takes each step of a generator in the present cell: a stream asks for the next one outside of the request that has created it. */
export function keepingCell<T>(steps: AsyncIterable<T>): AsyncIterable<T> {
  const cell = currentCell();
  const iterator = steps[Symbol.asyncIterator]();
  const ended = { done: true, value: undefined } as const;
  const kept: AsyncIterator<T> = {
    next: () => inCell(cell, () => iterator.next()),
    return: async (value: unknown) =>
      (await inCell(cell, async () => iterator.return?.(value))) ?? (ended as IteratorResult<T>),
  };
  return { [Symbol.asyncIterator]: () => kept };
}
