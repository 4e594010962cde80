import type { Permission } from '@billhook/domain/identity/permissions';
import type { Column } from '@billhook/ui/components/data-table';
import { EmptyState } from '@billhook/ui/components/empty-state';
import { PageHeader } from '@billhook/ui/components/page-header';
import { useTexts } from '@billhook/ui/use-texts';
import { ActionIcon, Group, Text } from '@mantine/core';
import { IconListCheck, IconPlus, type Icon } from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSignedIn } from '../session/signed-in.js';
import { ExportButton } from './export-button.js';
import { FilterBar } from './filter-bar.js';
import { PageButton } from './links.js';
import { ListFilterControl, type ListFilter, type ListSearch } from './list-filters.js';
import { isFiltered } from './list-search.js';
import { RecordList } from './record-list.js';
import { rowsOf, useRecordList, type RecordFilters, type WorkspaceRecord, type RecordViews } from './records.js';
import { SortSelect } from './sort-select.js';
import { StatusTabs, type ListStatuses } from './status-tabs.js';
import { useRowSelection } from './use-row-selection.js';

interface ListBulk<Row> {
  readonly nameOf: (row: Row) => string;
  readonly actions: (selected: readonly Row[], clear: () => void) => ReactNode;
}

interface RecordListPageProps<R extends WorkspaceRecord, S extends ListSearch> {
  readonly resource: R;
  /** Shown if there is no record at all. */
  readonly icon: Icon;
  /** The texts of the page; `table` names the list for screen readers. */
  readonly words: Readonly<Record<'title' | 'lead' | 'table' | 'empty', string>>;
  /** Below the text of an empty list: the purpose of the records, and a first action other than creating one. */
  readonly emptyBody: ReactNode;
  /** The page that creates a record, and the required permission. */
  readonly create?: {
    readonly to: Extract<NonNullable<LinkProps['to']>, `/${WorkspaceRecord}/new`>;
    readonly label: string;
    readonly permission: Permission;
  };
  /** Another action of the header, before the button that creates a record. */
  readonly action?: ReactNode;
  /** The filters and the order in the address. */
  readonly search: S;
  readonly onSearch: (update: (before: S) => S) => void;
  /** The same in the format of the API. */
  readonly query: RecordFilters;
  readonly filters: readonly ListFilter<S>[];
  /** Shown as tabs with counts and sums, in the place of a filter. */
  readonly statuses?: ListStatuses;
  /** Columns with a `sort` can be sorted by their headers. */
  readonly columns: readonly Column<RecordViews[R]>[];
  /** Between the header and the filters. */
  readonly notice?: ReactNode;
  /** The actions on selected rows. */
  readonly bulk?: ListBulk<RecordViews[R]>;
  /** Shows that the list is filtered by one record, whose page links here. */
  readonly only?: (rows: readonly RecordViews[R][]) => ReactNode;
}

/** The list page of one kind of record: its header, its filters, its rows, and its empty state. */
export function RecordListPage<R extends WorkspaceRecord, S extends ListSearch>(props: RecordListPageProps<R, S>) {
  const { resource, icon, words, emptyBody, create, action, search, onSearch, query, filters, statuses } = props;
  const { columns, notice, only, bulk } = props;
  const { permissions } = useSignedIn().member;
  const list = useRecordList(resource, query);
  const { t } = useTexts('workspace');
  const selection = useRowSelection<RecordViews[R]>(rowsOf(list), bulk?.nameOf ?? String);
  const { boxes, selected, selecting } = selection;
  const change = (part: Partial<S>) => onSearch((before) => ({ ...before, ...part }));
  // Without filters, only the order of the address remains.
  const clear = () => onSearch(({ sort }) => (sort === undefined ? {} : { sort }) as S);
  const folded = statuses ? { ...search, status: undefined } : search;
  const sortable = columns.some((column) => column.sort !== undefined);
  const createButton = create && permissions.includes(create.permission) && (
    <PageButton to={create.to} leftSection={<IconPlus size={16} aria-hidden="true" />}>
      {create.label}
    </PageButton>
  );
  const sort = (by: string | undefined) => change({ sort: by } as Partial<S>);
  const onlyOf = only?.(rowsOf(list));

  return (
    <div className="ws-list">
      <PageHeader
        compact
        title={words.title}
        // The purpose is explained where there is nothing to read yet.
        {...(rowsOf(list).length === 0 && { lead: words.lead })}
        actions={
          <Group gap="sm">
            {rowsOf(list).length > 0 && <ExportButton resource={resource} filters={query} />}
            {action}
            {createButton}
          </Group>
        }
      />
      {notice}
      {statuses && (rowsOf(list).length > 0 || isFiltered(search)) && (
        <StatusTabs
          statuses={statuses}
          current={search.status}
          filters={query}
          onChange={(status) => change({ status } as Partial<S>)}
        />
      )}
      <FilterBar search={folded} onClear={clear}>
        {filters.map((filter) => (
          <ListFilterControl
            key={'member' in filter ? filter.member : filter.kind}
            filter={filter}
            search={search}
            onChange={change}
          />
        ))}
        {bulk && rowsOf(list).length > 0 && (
          <ActionIcon
            variant={selecting ? 'filled' : 'default'}
            size={36}
            className="ws-filter-select"
            aria-label={t('list.selectRows')}
            title={t('list.selectRows')}
            aria-pressed={selecting}
            onClick={selection.toggleBoxes}
          >
            <IconListCheck size={18} aria-hidden="true" />
          </ActionIcon>
        )}
        {rowsOf(list).length > 0 && <ExportButton resource={resource} filters={query} folded />}
        {sortable && <SortSelect columns={columns} sort={search.sort} onSort={sort} />}
      </FilterBar>
      {onlyOf && (
        <Text size="sm" mb="sm">
          {onlyOf}
        </Text>
      )}
      {bulk && selecting && rowsOf(list).length > 0 && (
        <label className="ws-select-all">
          {boxes.head}
          {t('list.selectAll')}
        </label>
      )}
      <RecordList
        label={words.table}
        columns={columns}
        list={list}
        {...(sortable && { sort: search.sort, onSort: sort })}
        filtered={isFiltered(search)}
        {...(bulk && { lead: boxes, selecting })}
        onClear={clear}
        empty={
          <EmptyState icon={icon} title={words.empty}>
            {emptyBody}
            {createButton}
          </EmptyState>
        }
      />
      {bulk?.actions(selected, selection.clear)}
    </div>
  );
}
