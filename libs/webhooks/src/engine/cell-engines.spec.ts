import { currentCell } from '@billhook/db/current-cell';
import { describe, expect, it } from '@jest/globals';
import { CellEngines } from './cell-engines.js';

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
});
