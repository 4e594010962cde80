import type { LeadingColumn } from '@billhook/ui/components/data-table';
import { useTexts } from '@billhook/ui/use-texts';
import { useState } from 'react';

interface SelectableRow {
  readonly id: number | string;
}

/**
 * The rows of a list that are selected. Rows that the list no longer shows are not. Where rows have no boxes by themselves, as on a phone,
 * they have them between two presses of a button.
 */
export function useRowSelection<T extends SelectableRow>(rows: readonly T[], nameOf: (row: T) => string) {
  const { t } = useTexts('workspace');
  const [ids, setIds] = useState<ReadonlySet<T['id']>>(new Set());
  const [last, setLast] = useState<T['id']>();
  const [selecting, setSelecting] = useState(false);
  const clear = () => setIds(new Set());
  const isSelected = ({ id }: T) => ids.has(id);
  /** @param range up to the row that was selected last */
  const toggle = (row: T, range: boolean) => {
    const [from, to] = [rows.findIndex(({ id }) => id === last), rows.indexOf(row)];
    const span = range && from >= 0 ? rows.slice(Math.min(from, to), Math.max(from, to) + 1) : [row];
    const next = new Set(ids);
    for (const { id } of span) {
      if (ids.has(row.id)) next.delete(id);
      else next.add(id);
    }
    setIds(next);
    setLast(row.id);
  };
  const boxes: LeadingColumn<T> = {
    head: (
      <input
        type="checkbox"
        aria-label={t('list.selectAll')}
        checked={rows.length > 0 && rows.every(isSelected)}
        onChange={(event) => setIds(new Set(event.currentTarget.checked ? rows.map(({ id }) => id) : []))}
      />
    ),
    cell: (row) => (
      <input
        type="checkbox"
        aria-label={t('list.select', { name: nameOf(row) })}
        checked={isSelected(row)}
        onChange={({ nativeEvent }) => toggle(row, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
    ),
  };
  const toggleBoxes = () => {
    if (selecting) clear();
    setSelecting(!selecting);
  };
  return { boxes, selected: rows.filter(isSelected), clear, selecting, toggleBoxes };
}
