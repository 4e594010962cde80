import { cut, type Kept, type PageOf, type Window } from '@billhook/db/lists/list-records';
import type { Edge } from '@billhook/db/lists/sort';
import { describe, expect, it } from '@jest/globals';
import { listBoth } from './both-logs.js';

interface TestEntry {
  readonly id: number;
  readonly at: Date;
}

const FIRST_GLOBAL = 8_191 * 2 ** 40 + 1;
const at = (seconds: number): Date => new Date(Date.UTC(2026, 10, 29) + seconds * 1_000);

/** In a log, the clocks of two processes may differ by a little. */
const CELL = [1, 2, 5, 4, 6, 9, 10].map((seconds, n) => ({ id: n + 1, at: at(seconds) }));
const GLOBAL = [0, 3, 5, 7, 8].map((seconds, n) => ({ id: FIRST_GLOBAL + n, at: at(seconds) }));
const ALL = [...CELL, ...GLOBAL];

const read = (side: 'global' | 'cell', window: Window) => pageOf(side === 'cell' ? CELL : GLOBAL, window);

async function pageOf(log: readonly TestEntry[], window: Window): Promise<PageOf<Kept<TestEntry>>> {
  const { from, limit } = window;
  const isIn = ({ id }: TestEntry): boolean => {
    if (!from) return true;
    if (id === from.id) return from.including;
    return from.back ? id > from.id : id < from.id;
  };
  const rows = log.filter(isIn).toSorted((a, b) => (from?.back ? a.id - b.id : b.id - a.id));
  const kept = rows.slice(0, limit + 1).map((row) => ({ row, position: { value: null, id: row.id } }));
  return cut(kept, window);
}

const edge = (entry: Kept<TestEntry> | undefined, back: boolean, including = false): Edge => {
  if (!entry) throw new Error('there is no entry');
  return { ...entry.position, back, including };
};

const idsOf = ({ entries }: PageOf<Kept<TestEntry>>): number[] => entries.map(({ row }) => row.id);

describe('listBoth', () => {
  it('has the entries of both logs in the order of their times', async () => {
    const page = await listBoth(read, { limit: 20 });
    expect(page).toMatchObject({ hasPrevious: false, hasMore: false });
    expect(page.entries.map(({ row }) => (row.at.getTime() - at(0).getTime()) / 1_000)).toEqual([
      ...[10, 9, 8, 7, 6, 5, 4, 5, 3, 2, 1, 0],
    ]);
  });

  it.each([1, 2, 3, 5, 11])('reads all entries once in pages of %s, forwards and back', async (limit) => {
    const forwards: number[] = [];
    let page = await listBoth(read, { limit });
    for (;;) {
      forwards.push(...idsOf(page));
      if (!page.hasMore) break;
      page = await listBoth(read, { limit, from: edge(page.entries.at(-1), false) });
    }
    expect(forwards.toSorted((a, b) => a - b)).toEqual(ALL.map(({ id }) => id).toSorted((a, b) => a - b));

    const back: number[] = [];
    page = await listBoth(read, { limit, from: edge(page.entries.at(-1), true, true) });
    for (;;) {
      back.unshift(...idsOf(page));
      if (!page.hasPrevious) break;
      page = await listBoth(read, { limit, from: edge(page.entries[0], true) });
    }
    expect(back.toSorted((a, b) => a - b)).toEqual(forwards.toSorted((a, b) => a - b));
  });

  it('returns to the same page', async () => {
    const first = await listBoth(read, { limit: 4 });
    const second = await listBoth(read, { limit: 4, from: edge(first.entries.at(-1), false) });
    const again = await listBoth(read, { limit: 4, from: edge(second.entries[0], true) });
    expect(idsOf(again)).toEqual(idsOf(first));
    expect(again.hasPrevious).toBe(false);
  });

  it.each([1, 2, 4])('has the same positions in pages of %s, forwards and back', async (limit) => {
    const pages = [await listBoth(read, { limit })];
    for (let last = pages[0]; last?.hasMore; last = pages.at(-1))
      pages.push(await listBoth(read, { limit, from: edge(last.entries.at(-1), false) }));
    for (const [n, { entries }] of pages.slice(0, -1).entries()) {
      const back = await listBoth(read, { limit, from: edge(pages[n + 1]?.entries[0], true) });
      expect([n, back.entries]).toEqual([n, entries]);
    }
  });

  it.each(['global', 'cell'] as const)(
    'has no entry on the next page that was written after the page: %s',
    async (side) => {
      // The first page is of one log. Nothing of the other one was read.
      const other = side === 'global' ? CELL : GLOBAL.map(({ id }, n) => ({ id, at: at(100 + n) }));
      const own = side === 'global' ? GLOBAL : CELL;
      const written = { id: (own.at(-1)?.id ?? 0) + 1, at: at(200) };
      const readOf = (log: readonly TestEntry[]) => (of: 'global' | 'cell', window: Window) =>
        pageOf(of === side ? log : other, window);
      const first = await listBoth(readOf(own), { limit: 1 });
      const next = await listBoth(readOf([...own, written]), { limit: 20, from: edge(first.entries[0], false) });
      expect(idsOf(next)).not.toContain(written.id);
      expect(next.entries).toHaveLength(own.length + other.length - 1);
    },
  );
});
