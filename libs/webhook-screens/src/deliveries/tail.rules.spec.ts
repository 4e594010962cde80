import { describe, expect, it } from '@jest/globals';
import { followedRows, isNewer } from './tail.rules.js';

const row = (id: number, second = id, status = 'Waiting') => ({
  id,
  createdAt: `2026-11-22T10:00:${String(second).padStart(2, '0')}.000Z`,
  status,
});
const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

describe('the rows of a log that is followed', () => {
  const loaded = [row(5), row(4), row(3), row(2)];

  it.each([
    ['before the first poll', undefined, false, undefined, [5, 4, 3, 2], 0, false],
    ['nothing new', [row(5), row(4)], false, undefined, [5, 4, 3, 2], 0, false],
    ['two new ones', [row(7), row(6), row(5)], false, undefined, [7, 6, 5, 4, 3, 2], 0, false],
    ['two new ones, held back', [row(7), row(6), row(5)], false, row(5), [5, 4, 3, 2], 2, false],
    ['one that no longer matches', [row(5), row(3)], false, undefined, [5, 3, 2], 0, false],
    ['all of them are known', [row(3)], true, undefined, [3], 0, false],
    ['none is left', [], true, undefined, [], 0, false],
    ['more than a page of new ones', [row(9), row(8)], false, undefined, [9, 8, 5, 4, 3, 2], 0, true],
    ['more than a page, held back', [row(9), row(8)], false, row(5), [5, 4, 3, 2], 2, true],
  ] as const)('%s', (_, newest, isWhole, top, shown, held, hasGap) => {
    const followed = followedRows(loaded, newest, isWhole, top);
    expect([ids(followed.rows), followed.held, followed.hasGap]).toEqual([shown, held, hasGap]);
  });

  it('shows the newest state of a row', () => {
    const [first] = followedRows(loaded, [row(5, 5, 'Delivered'), row(4)], false, undefined).rows;
    expect(first?.status).toBe('Delivered');
  });

  it('sorts rows of one moment by their ids', () => {
    expect([isNewer(row(2, 1), row(1, 1)), isNewer(row(1, 1), row(2, 1)), isNewer(row(1, 2), row(2, 1))]).toEqual([
      true,
      false,
      true,
    ]);
  });
});
