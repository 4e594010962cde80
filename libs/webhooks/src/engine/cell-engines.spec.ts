import { currentCell } from '@billhook/db/current-cell';
import { describe, expect, it } from '@jest/globals';
import { CellEngines } from './cell-engines.js';

function engines() {
  const poked: (number | undefined)[] = [];
  const engine = {
    poke: () => Promise.resolve(void poked.push(currentCell())),
    sweep: () => Promise.resolve(),
    stop: () => Promise.resolve(),
  };
  const all = new CellEngines({ numbers: [1, 2, 3] }, () => ({ engine, heartbeat: { id: 1 } }), {
    close: () => Promise.resolve(),
  });
  all.follow();
  return { all, poked };
}

describe('CellEngines', () => {
  it('has an engine for each cell, and stops that of a removed one in its cell', async () => {
    const cells: { numbers: readonly number[] } = { numbers: [1, 2] };
    const done: string[] = [];
    const note = (what: string) => async (): Promise<void> => void done.push(`${what} in ${currentCell()}`);
    const engines = new CellEngines(
      cells,
      () => ({
        engine: { poke: note('poked'), sweep: note('swept'), stop: note('stopped') },
        heartbeat: { id: currentCell() },
      }),
      { close: () => Promise.resolve() },
    );
    const doneBy = async (work: () => unknown): Promise<string[]> => {
      done.length = 0;
      await work();
      return [...done];
    };

    expect(await doneBy(() => engines.follow())).toEqual([]);
    expect(await doneBy(() => engines.sweep())).toEqual(['swept in 1', 'swept in 2']);
    cells.numbers = [1, 3];
    expect(await doneBy(() => engines.follow())).toEqual(['stopped in 2']);
    expect(await doneBy(() => engines.poke())).toEqual(['poked in 1', 'poked in 3']);
    expect(await doneBy(() => engines.stop(0))).toEqual(['stopped in 1', 'stopped in 3']);
    cells.numbers = [1, 2, 3];
    expect(await doneBy(() => engines.follow())).toEqual([]);
  });

  it('deliver in the cells that a signal names, of those that have an engine', async () => {
    const { all, poked } = engines();
    await all.pokeIn([3, 1, 77]);
    expect(poked).toEqual([3, 1]);
  });

  it('deliver in each cell after a signal that names none', async () => {
    const { all, poked } = engines();
    await all.pokeIn(undefined);
    expect(poked).toEqual([1, 2, 3]);
  });
});
