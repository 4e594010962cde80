import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconArrowsSort } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** The first and the second line, each with a start and an end. */
type PhonePlace = 'first' | 'firstEnd' | 'second' | 'secondEnd';

export interface Column<T> {
  /** The column `actions` stays visible when the panel is too narrow for all columns. */
  readonly key: string;
  readonly header: string;
  readonly render: (row: T) => ReactNode;
  readonly align?: 'right';
  /** On a phone the cell takes the full width of its card without a label: for the name and for actions. */
  readonly wide?: boolean;
  /** The position of the cell in a two-line row on a phone; columns without one are omitted there. */
  readonly phone?: PhonePlace;
  /** The column is omitted where the navigation leaves too little room for all of them. */
  readonly spare?: true | 'long';
  /** The member by which a click on the header sorts. */
  readonly sort?: string;
}

/** The order of the rows: a member, with `-` in front for descending; undefined for the default order. */
export interface Sorting {
  readonly current: string | undefined;
  readonly onSort: (sort: string | undefined) => void;
}

/** A column before the others, without a header text: to select rows. */
export interface LeadingColumn<T> {
  readonly head: ReactNode;
  readonly cell: (row: T) => ReactNode;
}

interface DataTableProps<T> {
  /** Names the table for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly rowKey: (row: T) => string | number;
  readonly sorting?: Sorting;
  /** Rows of 40 px, for long lists. */
  readonly dense?: boolean;
  readonly lead?: LeadingColumn<T> | undefined;
}

const ORDERS = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort } as const;

function orderOf(member: string, current: string | undefined): keyof typeof ORDERS {
  if (current === member) return 'ascending';
  return current === `-${member}` ? 'descending' : 'none';
}

/** First descending (the latest, the largest), then ascending, then the default order. */
const NEXT = {
  none: (member: string) => `-${member}`,
  descending: (member: string) => member,
  ascending: () => undefined,
} as const;

function SortButton({ header, member, sorting }: { header: string; member: string; sorting: Sorting }) {
  const order = orderOf(member, sorting.current);
  const Arrow = ORDERS[order];
  return (
    <UnstyledButton className="bh-sort" data-order={order} onClick={() => sorting.onSort(NEXT[order](member))}>
      {header}
      <Arrow size={14} stroke={2} aria-hidden="true" />
    </UnstyledButton>
  );
}

/**
 * A table that becomes cards on narrow screens, or two-line rows if columns have a position in one. The roles are explicit because
 * `display: block` removes them.
 */
export function DataTable<T>({ label, columns, rows, rowKey, sorting, dense, lead }: DataTableProps<T>) {
  return (
    <table
      className="bh-table"
      role="table"
      aria-label={label}
      data-dense={dense || undefined}
      data-phone={columns.some(({ phone }) => phone) || undefined}
    >
      <thead role="rowgroup">
        <tr role="row">
          {lead && (
            <th role="columnheader" scope="col" data-key="select">
              {lead.head}
            </th>
          )}
          {columns.map((column) => (
            <th
              key={column.key}
              role="columnheader"
              scope="col"
              data-key={column.key}
              data-align={column.align}
              data-spare={column.spare}
              {...(sorting && column.sort && { 'aria-sort': orderOf(column.sort, sorting.current) })}
            >
              {sorting && column.sort ? (
                <SortButton header={column.header} member={column.sort} sorting={sorting} />
              ) : (
                column.header
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={rowKey(row)} role="row">
            {lead && (
              <td role="cell" data-key="select">
                {lead.cell(row)}
              </td>
            )}
            {columns.map((column) => (
              <td
                key={column.key}
                role="cell"
                data-key={column.key}
                data-align={column.align}
                data-spare={column.spare}
                data-wide={column.wide || undefined}
                data-place={column.phone}
              >
                <span className="bh-cell-label" aria-hidden="true">
                  {column.header}
                </span>
                <div>{column.render(row)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
