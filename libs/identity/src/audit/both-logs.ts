import type { Kept, PageOf, Window } from '@billhook/db/lists/list-records';
import type { Edge, Position } from '@billhook/db/lists/sort';
import { isOfGlobalSide } from '@billhook/db/new-cell';

/*
 * With several cells, a company has two audit logs: one in its cell, and one on the global side, about members, keys and applications. A page has
 * entries of both, in the order of their times. A position is a place in both: the id of an entry shows its log, and in the other one, entries
 * whose ids are at least the value are before it.
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

/** Below all ids: nothing of a log follows. */
const NONE = 0;

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
  const entries = placed(merged, back ? cut : cutBehind(merged, { global, cell }));
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

/** Where the list continues after these entries of a page, of what was read of each log. */
function cutBehind<Each extends Entry>(merged: readonly Each[], read: Readonly<Record<LogSide, readonly Each[]>>): Cut {
  const isMerged = new Set(merged);
  const ofSide = (side: LogSide): number => {
    const next = read[side].find((entry) => !isMerged.has(entry));
    return next ? next.id + 1 : NONE;
  };
  return { global: ofSide('global'), cell: ofSide('cell') };
}

/** From the end, because a position has what follows it in the other log. @param end where the list continues after them */
function placed<Each extends Entry>(entries: readonly Each[], end: Cut): Kept<Each>[] {
  const behind = { ...end };
  return [...entries]
    .reverse()
    .map((row) => {
      const position = { id: row.id, value: String(behind[otherOf(sideOf(row.id))]) };
      behind[sideOf(row.id)] = row.id + 1;
      return { row, position };
    })
    .reverse();
}
