import './workspace.css';
import './lists.css';
import { ALL_IN_PAGE, DataTable, type Column, type LeadingColumn } from '@billhook/ui/components/data-table';
import { EmptyState } from '@billhook/ui/components/empty-state';
import { PagedList } from '@billhook/ui/components/paged-list';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Text } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { rowsOf, type RecordListQuery } from './records.js';

interface RecordListProps<T extends { readonly id: number | string }, S extends string> {
  /** Names the table for screen readers. */
  readonly label: string;
  /** Columns with a `sort` can be sorted by their headers. */
  readonly columns: readonly Column<T>[];
  readonly list: RecordListQuery<T>;
  readonly sort?: S | undefined;
  readonly onSort?: (sort: S | undefined) => void;
  readonly filtered: boolean;
  readonly onClear: () => void;
  /** Shown if there are no records: their purpose and the first action. */
  readonly empty: ReactNode;
  readonly lead?: LeadingColumn<T> | undefined;
  /** The leading column is shown on a phone as well. */
  readonly selecting?: boolean;
  /** A line below the rows, such as sums. */
  readonly foot?: ReactNode;
}

/** The rows of a list in all states: loading, rejected, empty, empty with these filters, and with further rows. */
export function RecordList<T extends { readonly id: number | string }, S extends string>(props: RecordListProps<T, S>) {
  const { t } = useTexts('workspace');
  const { label, columns, list, sort, onSort, filtered, onClear, empty, foot, lead, selecting } = props;
  const rows = rowsOf(list);
  // The headers contain only what a column names, and those are the members that the list sorts by.
  const sortAs = onSort && ((wanted: string | undefined) => onSort(wanted as S | undefined));
  return (
    <>
      <div className="bh-panel" aria-busy={list.isPlaceholderData || undefined} data-selecting={selecting || undefined}>
        <PagedList
          query={list}
          continuous
          isEmpty={rows.length === 0}
          empty={
            filtered ? (
              <EmptyState icon={IconFilterOff} title={t('list.noneInFilter')}>
                <Button variant="default" mt="sm" onClick={onClear}>
                  {t('list.clear')}
                </Button>
              </EmptyState>
            ) : (
              empty
            )
          }
        >
          <DataTable
            label={label}
            columns={columns}
            rows={rows}
            rowKey={(row) => row.id}
            dense
            grows
            total={totalOf(list, rows.length)}
            lead={lead}
            {...(sortAs && { sorting: { current: sort, onSort: sortAs } })}
          />
        </PagedList>
      </div>
      {rows.length > 0 && (
        <div className="ws-list-foot">
          <ListCount list={list} shown={rows.length} />
          {foot}
        </div>
      )}
    </>
  );
}

/** The number of rows with those that are not loaded; -1 if it is unknown. */
function totalOf<T>(list: RecordListQuery<T>, shown: number): number {
  const page = list.data?.pages[0]?.page;
  if (!list.hasNextPage) return shown;
  return page?.totalCapped ? -1 : (page?.total ?? -1);
}

/** "25 of 312": the part of the list on screen. */
function ListCount<T>({ list, shown }: { list: RecordListQuery<T>; shown: number }) {
  const { t } = useTexts('workspace');
  const format = useFormat();
  const page = list.data?.pages[0]?.page;
  const total = list.hasNextPage ? page?.total : shown;
  const said =
    total === undefined || total === null
      ? t('list.shown', { shown: format.number(shown) })
      : t(page?.totalCapped && list.hasNextPage ? 'list.countCapped' : 'list.count', {
          shown: format.number(shown),
          total: format.number(total),
        });
  return (
    <div>
      <Text size="sm" c="dimmed" role="status">
        {said}
      </Text>
      {shown > ALL_IN_PAGE && (
        <Text size="xs" c="dimmed">
          {t('list.findHint')}
        </Text>
      )}
    </div>
  );
}
