import type { Column } from '@billhook/ui/components/data-table';
import { useTexts } from '@billhook/ui/use-texts';
import { NativeSelect } from '@mantine/core';

interface SortSelectProps {
  readonly columns: readonly Pick<Column<never>, 'sort' | 'header'>[];
  readonly sort: string | undefined;
  readonly onSort: (sort: string | undefined) => void;
}

/** The order of a list, where its rows are cards without headers that can be clicked. */
export function SortSelect({ columns, sort, onSort }: SortSelectProps) {
  const { t } = useTexts('workspace');
  const sortable = columns.flatMap(({ sort: member, header }) => (member ? [{ member, header }] : []));
  return (
    <NativeSelect
      className="ws-sort"
      aria-label={t('list.sort')}
      value={sort ?? ''}
      data={[
        { value: '', label: t('list.newest') },
        ...sortable.flatMap(({ member, header }) => [
          { value: member, label: t('list.ascending', { what: header }) },
          { value: `-${member}`, label: t('list.descending', { what: header }) },
        ]),
      ]}
      onChange={(event) => onSort(event.currentTarget.value || undefined)}
    />
  );
}
