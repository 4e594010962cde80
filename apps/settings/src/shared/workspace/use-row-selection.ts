import type { RowSelection } from '@billhook/ui/components/data-table';
import { useTexts } from '@billhook/ui/use-texts';
import { useState } from 'react';

interface SelectableRow {
  readonly id: number | string;
}

/** The rows of a list that are selected. Rows that the list no longer shows are not. */
export function useRowSelection<T extends SelectableRow>(rows: readonly T[], nameOf: (row: T) => string) {
  const { t } = useTexts('workspace');
  const [ids, setIds] = useState<ReadonlySet<T['id']>>(new Set());
  const [last, setLast] = useState<T['id']>();
  const selection: RowSelection<T> = {
    isSelected: ({ id }) => ids.has(id),
    onToggle: (row, range) => {
      const [from, to] = [rows.findIndex(({ id }) => id === last), rows.indexOf(row)];
      const span = range && from >= 0 ? rows.slice(Math.min(from, to), Math.max(from, to) + 1) : [row];
      const next = new Set(ids);
      for (const { id } of span) {
        if (ids.has(row.id)) next.delete(id);
        else next.add(id);
      }
      setIds(next);
      setLast(row.id);
    },
    onAll: (selected) => setIds(new Set(selected ? rows.map(({ id }) => id) : [])),
    labels: { all: t('list.selectAll'), row: (row) => t('list.select', { name: nameOf(row) }) },
  };
  return { selection, selected: rows.filter(selection.isSelected), clear: () => setIds(new Set()) };
}
