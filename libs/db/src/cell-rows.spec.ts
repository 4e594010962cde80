import { IDS_OF_CELL } from '@billhook/domain/shared/cell-ids';
import { describe, expect, it } from '@jest/globals';
import { addressOf, haveMoved, isOneCell, ONE_CELL, type Cell } from './cell-rows.js';
import { isOfGlobalSide, MOST_CELLS } from './new-cell.js';

const SECOND: Cell = { number: 2, url: null, schema: 'cell_2', state: 'open', isDivided: true };
const [FIRST] = ONE_CELL as readonly [Cell];

describe('cells', () => {
  it.each<[what: string, cells: readonly Cell[], isOne: boolean]>([
    ['the first one alone', ONE_CELL, true],
    ['one that takes no companies', [{ ...FIRST, state: 'draining' }], true],
    ['two', [FIRST, SECOND], false],
    ['the first one after a second one', [{ ...FIRST, isDivided: true }], false],
    ['one on another server', [{ ...FIRST, url: 'postgres://b/books' }], false],
    ['one in another schema', [SECOND], false],
    ['none', [], false],
  ])('are one: %s', (_, cells, isOne) => {
    expect(isOneCell(cells)).toBe(isOne);
  });

  it('have moved if statements go to another place', () => {
    expect(haveMoved([FIRST, SECOND], [FIRST, { ...SECOND, state: 'draining' }])).toBe(false);
    expect(haveMoved([FIRST], [FIRST, SECOND])).toBe(true);
    expect(haveMoved([FIRST], [{ ...FIRST, isDivided: true }])).toBe(true);
    expect(haveMoved([FIRST, SECOND], [FIRST, { ...SECOND, url: 'postgres://b/books' }])).toBe(true);
    expect(haveMoved([FIRST, SECOND], [FIRST, { ...SECOND, schema: 'cell_3' }])).toBe(true);
  });

  it.each([
    [null, 'postgres://ada:secret@a/books'],
    ['postgres://b/books', 'postgres://ada:secret@b/books'],
    ['postgres://ada@b:5433/other?sslmode=require', 'postgres://ada:secret@b:5433/other?sslmode=require'],
    ['postgres://eve@b/books', 'postgres://eve@b/books'],
    ['postgres://eve:own@b/books', 'postgres://eve:own@b/books'],
  ])('have the user and password of the first server: %s', (url, address) => {
    expect(addressOf({ url }, 'postgres://ada:secret@a/books')).toBe(address);
  });

  it('have different ranges of ids, all of which are exact in JavaScript', () => {
    const last = MOST_CELLS * IDS_OF_CELL;
    expect([last, last + 1].map(isOfGlobalSide)).toEqual([false, true]);
    // The range of the global side is the last one.
    expect(last + IDS_OF_CELL).toBe(2 ** 53);
  });
});
