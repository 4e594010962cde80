import { currentCell } from '@billhook/db/current-cell';
import type { Statement } from '@billhook/db/statement';
import { describe, expect, it } from '@jest/globals';
import { CellEngines } from './cell-engines.js';
import { GONE_MS, type SendBeat } from './worker-heartbeat.js';

function engines() {
  const poked: (number | undefined)[] = [];
  const beaten: unknown[] = [];
  const sent: unknown[] = [];
  const engine = {
    poke: () => Promise.resolve(void poked.push(currentCell())),
    sweep: () => Promise.resolve(),
    // The second cell has a delivery in flight.
    beatTogether: async (send: SendBeat) => {
      const cell = currentCell() ?? 0;
      if (cell !== 2) beaten.push([cell, await send({ id: 10 + cell, clockAheadMs: 0 })]);
    },
    stop: () => Promise.resolve(),
  };
  const cellsOf = (numbers: readonly number[]) => ({
    numbers,
    all: numbers.map((number) => ({
      number,
      url: null,
      schema: `cell_${number}`,
      state: 'open' as const,
      isDivided: true,
    })),
    runAt: async <T>({ values = [] }: Statement) => {
      sent.push(values);
      const ids = values[1] as number[];
      return (values[0] as number[]).map((cell, n) => ({ cell, id: ids[n] })) as T[];
    },
  });
  const of = (numbers: readonly number[]) => {
    const all = new CellEngines(cellsOf(numbers), () => ({ engine, heartbeat: { id: 1 } }), {
      close: () => Promise.resolve(),
    });
    all.follow();
    return all;
  };
  return { of, all: of([1, 2, 3]), poked, beaten, sent };
}

describe('CellEngines', () => {
  it('has an engine for each cell, and stops that of a removed one in its cell', async () => {
    const cells = { numbers: [1, 2] as readonly number[], all: [], runAt: async () => [] };
    const done: string[] = [];
    const note = (what: string) => async (): Promise<void> => void done.push(`${what} in ${currentCell()}`);
    const engines = new CellEngines(
      cells,
      () => ({
        engine: {
          ...{ poke: note('poked'), sweep: note('swept'), stop: note('stopped') },
          beatTogether: () => Promise.resolve(),
        },
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

  it('send the heartbeats of those without a delivery in flight with one statement, and a single one none', async () => {
    const { of, all, sent, beaten } = engines();
    await all.beatTogether();
    expect(sent).toEqual([[[1, 3], [11, 13], [0, 0], GONE_MS]]);
    expect(beaten).toEqual([
      [1, { cell: 1, id: 11 }],
      [3, { cell: 3, id: 13 }],
    ]);
    await of([1]).beatTogether();
    expect(sent).toHaveLength(1);
  });
});
