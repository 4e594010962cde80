import type { Sort } from '@billhook/contract/shared/list-query';

/** A member to sort by, other than the id. Requires an index on (company_id, sql, id). */
export interface SortColumn<Row> {
  /** Over the table with the alias `r`. */
  readonly sql: string;
  /** Whether the value can be null: such rows come last in both directions. */
  readonly nullable?: true;
  /** Selects the rows without a value instead of `sql IS NULL`, if another index has them in the order of their ids. */
  readonly empty?: string;
  /** The SQL that makes a value comparable to `sql`, with `?` for the value. */
  readonly bound?: string;
  /** The value that a cursor stores. */
  readonly value: (row: Row) => string | null;
}

export type SortColumns<Row> = Readonly<Record<string, SortColumn<Row>>>;

/** The position of a row: its sort value (null if sorted by id alone) and its id. */
export interface Position {
  readonly value: string | null;
  readonly id: number;
}

/** The start of a page: at a row, which may have been deleted, or next to it. */
export interface Edge extends Position {
  /** Whether the page precedes the edge. */
  readonly back: boolean;
  /** Whether the page includes the row itself. */
  readonly including: boolean;
}

/** The same edge in the other direction. A row is on one side only. */
export const turned = (edge: Edge): Edge => ({ ...edge, back: !edge.back, including: !edge.including });

export const NEWEST_FIRST: Sort = { by: 'id', descending: true, idDescending: true };

/** A part of a list in the order of an index. `order` begins with the company, as the indexes do. */
export interface Stretch {
  readonly where: string;
  readonly order: string;
}

/**
 * The rows of the company, $1. With an array PostgreSQL keeps the company in the sort order. With an equality it drops it, and would walk
 * the primary key through the rows of all companies.
 */
export const OF_COMPANY = 'r.company_id = ANY (ARRAY[$1::bigint])';

/** The order of an index on (company, column, id), in either direction. */
export function indexOrder(sql: string | null, descending: boolean, idDescending = descending): string {
  const member = sql === null ? '' : `${sql} ${direction(descending)}, `;
  return `r.company_id ${direction(descending)}, ${member}r.id ${direction(idDescending)}`;
}

/** The order of a list and the start of the page. Backward pages are read in reverse order from their edge. */
export interface Order {
  /** The sort column; null for the id alone. */
  readonly key: string | null;
  /** The parts of the list, in order. */
  readonly stretches: readonly Stretch[];
  /** The order of rows with the columns `key` and `id`. */
  readonly final: string;
}

/**
 * Keyset paging in stretches that PostgreSQL reads from an index: null values at the end, and, if value and id have different
 * directions, the remaining rows with the value of the edge.
 * @param bind adds a value and returns its parameter
 */
export function orderOf<Row>(
  columns: SortColumns<Row>,
  sort: Sort,
  from: Edge | undefined,
  bind: (value: unknown) => string,
): Order {
  const column = columns[sort.by];
  const back = from?.back ?? false;
  const [descending, idDescending] = [sort.descending !== back, sort.idDescending !== back];
  const idOrder = indexOrder(null, idDescending);
  const id = from ? bind(from.id) : '';
  const idBeyond = from ? `r.id ${beyond(idDescending, from)} ${id}` : 'true';
  if (!column) {
    return { key: null, stretches: [{ where: idBeyond, order: idOrder }], final: `id ${direction(idDescending)}` };
  }

  const { sql, nullable, empty: without, bound = '?' } = column;
  const order = indexOrder(sql, descending, idDescending);
  const final = `key ${direction(descending)} NULLS ${back ? 'FIRST' : 'LAST'}, id ${direction(idDescending)}`;
  // Indexes that contain only rows with a value are used only with this condition.
  const present = nullable ? `${sql} IS NOT NULL` : 'true';
  const filled: Stretch = { where: present, order };
  const amongEmpty = from?.value === null;
  const empty: Stretch = {
    where: `${without ?? `${sql} IS NULL`}${amongEmpty ? ` AND ${idBeyond}` : ''}`,
    // All rows have the same value, but PostgreSQL uses the index only with this order.
    order: without ? idOrder : indexOrder(sql, idDescending),
  };
  return { key: sql, stretches: stretches(), final };

  function stretches(): Stretch[] {
    if (amongEmpty) return back ? [empty, filled] : [empty];
    const first = from ? further(from) : [filled];
    return nullable && !back ? [...first, empty] : first;
  }

  function further(edge: Edge): Stretch[] {
    const value = bound.replace('?', bind(edge.value));
    if (descending === idDescending) {
      return [{ where: `${present} AND (${sql}, r.id) ${beyond(descending, edge)} (${value}, ${id})`, order }];
    }
    return [
      { where: `${sql} = ${value} AND ${idBeyond}`, order: idOrder },
      { where: `${sql} ${descending ? '<' : '>'} ${value}`, order },
    ];
  }
}

/**
 * The comparison of a row with the edge that it follows.
 * @param descending the direction of reading
 */
export const beyond = (descending: boolean, { including }: Pick<Edge, 'including'>): string =>
  `${descending ? '<' : '>'}${including ? '=' : ''}`;

/** The part of a statement name for an edge: edges with different SQL have different names. */
export const edgeName = (edge: Edge | undefined): string =>
  edge ? `${edge.back ? 'back' : 'on'}${edge.including ? '_with' : ''}` : 'top';

export const direction = (descending: boolean): string => (descending ? 'DESC' : 'ASC');
