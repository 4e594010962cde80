import type { Kept, PageOf, Window } from '@billhook/db/lists/list-records';
import type { Edge, Position } from '@billhook/db/lists/sort';
import { isOfGlobalSide } from '@billhook/db/new-cell';

/*
 * With several cells, a company has two audit logs: one in its cell, and one on the global side, about members, keys and applications. A page has
 * entries of both, in the order of their times. A position says how far each log was read: the id of an entry shows its log, and the value has the
 * id in the other one.
 */

interface Entry {
  readonly id: number;
  readonly at: Date;
}

type LogSide = 'global' | 'cell';
type Page<Each> = PageOf<Kept<Each>>;
type ReadLog<Each> = (side: LogSide, window: Window) => Promise<Page<Each>>;

const SIDES: readonly LogSide[] = ['global', 'cell'];

/** Above all ids: nothing of a log was read. */
const TOP = Number.MAX_SAFE_INTEGER;

const sideOf = (id: number): LogSide => (isOfGlobalSide(id) ? 'global' : 'cell');
const otherOf = (side: LogSide): LogSide => (side === 'global' ? 'cell' : 'global');

/** The ids from which on, and above, entries of each log are before a place in the list. */
type Cut = Readonly<Record<LogSide, number>>;

/** @param isBehind whether the entry itself is behind the place */
function cutAt({ id, value }: Position, isBehind: boolean): Cut {
  const side = sideOf(id);
  const other = value === null ? TOP : Number(value);
  return { ...{ global: other, cell: other }, [side]: isBehind ? id + 1 : id };
}

const edgeOf = (cut: Cut, side: LogSide, back: boolean): Edge | undefined =>
  cut[side] === TOP && !back ? undefined : { value: null, id: cut[side], back, including: back };

/** Where the list up to these entries begins; 0 for none of a log. */
export const edgeAbove = (cellId: number, globalId: number): Edge => ({
  ...{ value: String(globalId + 1), id: cellId + 1 },
  ...{ back: false, including: false },
});

/** A page of both logs, newest first. */
export async function listBoth<Each extends Entry>(read: ReadLog<Each>, { from, limit }: Window): Promise<Page<Each>> {
  const back = from?.back ?? false;
  // A page before an entry contains it with `including`; a page after it without.
  const cut = from ? cutAt(from, back !== from.including) : { global: TOP, cell: TOP };
  const pages = await Promise.all(SIDES.map((side) => read(side, { from: edgeOf(cut, side, back), limit })));
  const [global, cell] = pages.map(({ entries }) => entries.map(({ row }) => row)) as [Each[], Each[]];
  const merged = back ? mergeOldest(global, cell, limit) : mergeNewest(global, cell, limit);
  const isCut = merged.length < global.length + cell.length;
  const entries = back ? placedBack(merged, cut) : placed(merged, cut);
  if (back) return { entries, hasPrevious: isCut || pages.some((page) => page.hasPrevious), hasMore: true };
  return { entries, hasPrevious: from !== undefined, hasMore: isCut || pages.some((page) => page.hasMore) };
}

/** The first entries of both. Each log stays in its order. */
function mergeNewest<Each extends Entry>(global: readonly Each[], cell: readonly Each[], limit: number): Each[] {
  const [one, other] = [[...global], [...cell]];
  const merged: Each[] = [];
  while (merged.length < limit) {
    const isOne = one[0] && (!other[0] || one[0].at >= other[0].at);
    const next = (isOne ? one : other).shift();
    if (!next) break;
    merged.push(next);
  }
  return merged;
}

/** The last entries of both. */
function mergeOldest<Each extends Entry>(global: readonly Each[], cell: readonly Each[], limit: number): Each[] {
  const [one, other] = [[...global], [...cell]];
  const merged: Each[] = [];
  while (merged.length < limit) {
    const [last, otherLast] = [one.at(-1), other.at(-1)];
    const isOne = last && (!otherLast || last.at < otherLast.at);
    const next = (isOne ? one : other).pop();
    if (!next) break;
    merged.unshift(next);
  }
  return merged;
}

function placed<Each extends Entry>(entries: readonly Each[], from: Cut): Kept<Each>[] {
  const read = { ...from };
  return entries.map((row) => {
    read[sideOf(row.id)] = row.id;
    return { row, position: { id: row.id, value: String(read[otherOf(sideOf(row.id))]) } };
  });
}

/** From the end: what follows an entry is known, and what precedes it is not. */
function placedBack<Each extends Entry>(entries: readonly Each[], from: Cut): Kept<Each>[] {
  const behind = { ...from };
  return [...entries]
    .reverse()
    .map((row) => {
      const position = { id: row.id, value: String(behind[otherOf(sideOf(row.id))]) };
      behind[sideOf(row.id)] = row.id + 1;
      return { row, position };
    })
    .reverse();
}
