import { useState } from 'react';

export interface Selection {
  readonly ids: ReadonlySet<number>;
  /** Selects or clears one row; with `range`, all from the last one that was changed. */
  readonly change: (id: number, selected: boolean, range: boolean) => void;
  readonly set: (ids: readonly number[]) => void;
}

/** The selected rows, by id. @param order the ids of all rows as they are shown */
export function useSelection(order: readonly number[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const [last, setLast] = useState<number>();
  const change = (id: number, selected: boolean, range: boolean) => {
    const next = new Set(ids);
    for (const each of range ? between(order, last, id) : [id]) {
      if (selected) next.add(each);
      else next.delete(each);
    }
    setIds(next);
    setLast(id);
  };
  const set = (chosen: readonly number[]) => {
    setIds(new Set(chosen));
    setLast(undefined);
  };
  return { ids, change, set };
}

/** The ids from one row to another, in either direction; the second alone if the first is not shown. */
export function between(order: readonly number[], from: number | undefined, to: number): readonly number[] {
  const [a, b] = [from === undefined ? -1 : order.indexOf(from), order.indexOf(to)];
  return a === -1 || b === -1 ? [to] : order.slice(Math.min(a, b), Math.max(a, b) + 1);
}
