import { UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp, IconArrowsSort } from '@tabler/icons-react';
import { lazy, memo, Suspense, type ReactNode, type Ref } from 'react';
import { usePrinting } from '../use-printing.js';
import type { GrowingRows } from './virtual-rows.js';

/** Longer lists have only the rows near the window in the page. As many as the first page of a list, which needs no further script. */
export const ALL_IN_PAGE = 25;

/** The heights of rows before they are measured: of two lines on a phone, of a dense list, and of any other. */
const HEIGHTS = { phone: 57, dense: 41, other: 60 } as const;

const AllRows = ({ keys, render }: GrowingRows) => (
  <tbody role="rowgroup">{keys.map((_, index) => render(index))}</tbody>
);

// If the script cannot be loaded, all rows are in the page.
const VirtualRows = lazy(() => import('./virtual-rows.js').catch(() => ({ default: AllRows })));

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
  /** The list can have any number of rows, and scrolls with the window. */
  readonly grows?: boolean;
  /** The number of rows with those that are not loaded; -1 if it is unknown. */
  readonly total?: number;
  /** The key of a row that is in the page wherever the window is. */
  readonly kept?: string | number | undefined;
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

interface DataRowProps<T> extends Pick<DataTableProps<T>, 'columns' | 'lead'> {
  readonly row: T;
  readonly index: number;
  /** The row has no labels, and only the cells that have a place. */
  readonly phone: boolean;
  readonly measure?: Ref<HTMLTableRowElement> | undefined;
}

function DataRow<T>({ columns, lead, row, index, phone, measure }: DataRowProps<T>) {
  return (
    <tr role="row" ref={measure} data-index={index} {...(measure && { 'aria-rowindex': index + 2 })}>
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
          {phone ? (
            column.render(row)
          ) : (
            <>
              <span className="bh-cell-label" aria-hidden="true">
                {column.header}
              </span>
              <div>{column.render(row)}</div>
            </>
          )}
        </td>
      ))}
    </tr>
  );
}

/** While one scrolls, the rows that stay are not rendered again. */
const SteadyRow = memo(DataRow) as typeof DataRow;

/**
 * A table that becomes cards on narrow screens, or two-line rows if columns have a position in one. The roles are explicit because
 * `display: block` removes them.
 */
export function DataTable<T>(props: DataTableProps<T>) {
  const { label, rows, rowKey, sorting, dense, lead, grows, total = rows.length, kept } = props;
  const twoLines = props.columns.some(({ phone }) => phone);
  const phone = useMediaQuery('(max-width: 40em)', false, { getInitialValueInEffect: false }) && twoLines;
  const columns = phone ? props.columns.filter((column) => column.phone) : props.columns;
  const printing = usePrinting();
  const virtual = grows && rows.length > ALL_IN_PAGE && !printing;
  const keys = rows.map(rowKey);
  const body: GrowingRows = {
    name: label,
    keys,
    kept,
    height: HEIGHTS[phone ? 'phone' : dense ? 'dense' : 'other'],
    render: (index, measure) => {
      const [key, row] = [keys[index], rows[index]];
      return (
        row !== undefined && (
          <SteadyRow key={key} columns={columns} lead={lead} row={row} index={index} phone={phone} measure={measure} />
        )
      );
    },
  };
  return (
    <table
      className="bh-table"
      role="table"
      aria-label={label}
      data-dense={dense || undefined}
      data-phone={twoLines || undefined}
      {...(virtual && { 'aria-rowcount': total < 0 ? total : total + 1 })}
    >
      <thead role="rowgroup">
        <tr role="row" {...(virtual && { 'aria-rowindex': 1 })}>
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
      {virtual ? (
        <Suspense fallback={<AllRows {...body} keys={keys.slice(0, ALL_IN_PAGE)} />}>
          <VirtualRows {...body} />
        </Suspense>
      ) : (
        <AllRows {...body} />
      )}
    </table>
  );
}
