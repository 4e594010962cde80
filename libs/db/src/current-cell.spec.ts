import { once } from 'node:events';
import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { currentCell, inCell, keepingCell, lockOfCell } from './current-cell.js';

async function* cells(ends: string[]): AsyncGenerator<string> {
  try {
    for (;;) yield `${currentCell()} `;
  } finally {
    ends.push(`${currentCell()}`);
  }
}

describe('the current cell', () => {
  it('is that of the work, with everything that it starts', async () => {
    expect(currentCell()).toBeUndefined();
    await inCell(2, async () => {
      await Promise.resolve();
      expect(currentCell()).toBe(2);
      expect(inCell(3, currentCell)).toBe(3);
      expect(inCell(undefined, currentCell)).toBeUndefined();
      expect(currentCell()).toBe(2);
    });
  });

  it('has its own keys of advisory locks, and the first one those of an installation with one cell', () => {
    const keys = [undefined, 1, 2, 3].map((cell) => inCell(cell, () => lockOfCell(7_301_945)));
    expect(keys).toEqual([7_301_945, 7_301_945, 7_302_945, 7_303_945]);
  });

  it('is kept by a generator for all of its steps', async () => {
    const ends: string[] = [];
    const steps = inCell(2, () => keepingCell(cells(ends)));
    const stream = inCell(3, () => Readable.from(steps, { objectMode: false }));
    await once(stream, 'readable');
    expect(String(stream.read(2))).toBe('2 ');
    stream.destroy();
    await once(stream, 'close');
    expect(ends).toEqual(['2']);
  });
});
