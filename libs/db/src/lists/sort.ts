import type { Sort } from '@billhook/contract/shared/list-query';

/** A member that a list can be sorted by, other than the id. An index on (company_id, sql, id) belongs to it. */
export interface SortColumn<Row> {
  /** Over the table under the alias `r`. */
  readonly sql: string;
  /** Whether it may be empty: such rows come last, whichever way the list goes. */
  readonly nullable?: true;
  /** What makes a value comparable to `sql`, `?` standing for it. */
  readonly bound?: string;
  /** What a cursor keeps of a row. */
  readonly value: (row: Row) => string | null;
}

export type SortColumns<Row> = Readonly<Record<string, SortColumn<Row>>>;

/** Where a row stands: its value of the member that the list is sorted by (null for the id alone), and its id. */
export interface Position {
  readonly value: string | null;
  readonly id: number;
}

/** Where a page begins: beside a row, which need not be there any more, or on it. */
export interface Edge extends Position {
  /** Whether the page lies above it in the list, not below. */
  readonly back: boolean;
  /** Whether the row itself belongs to the page. */
  readonly including: boolean;
}

/** From the same edge the other way: what lies on one side of it does not lie on the other. */
export const turned = (edge: Edge): Edge => ({ ...edge, back: !edge.back, including: !edge.including });

export const NEWEST_FIRST: Sort = { by: 'id', descending: true, idDescending: true };

/** A stretch of a list in which the rows lie in the order of an index. `order` begins with the company, as the indexes do. */
export interface Stretch {
  readonly where: string;
  readonly order: string;
}

/**
 * The rows of the company, $1. An array of one, because PostgreSQL then keeps the company in the order that it looks for. Of an equality it
 * knows that the company is the same in all rows, leaves it out, and takes the primary key for an index of that order: a walk through
 * everybody's rows, which looks cheap wherever a company has many, be they years old.
 */
export const OF_COMPANY = 'r.company_id = ANY (ARRAY[$1::bigint])';

/** The order of an index on (company, column, id), read from one of its ends. */
export function indexOrder(sql: string | null, descending: boolean, idDescending = descending): string {
  const member = sql === null ? '' : `${sql} ${direction(descending)}, `;
  return `r.company_id ${direction(descending)}, ${member}r.id ${direction(idDescending)}`;
}

/** How a list is read, and from where. Backwards it is read from its edge up: the rows come in the opposite order. */
export interface Order {
  /** What it is sorted by; null for the id alone. */
  readonly key: string | null;
  /** Together they are the list. */
  readonly stretches: readonly Stretch[];
  /** The order of rows that have `key` and `id` as columns. */
  readonly final: string;
}

/**
 * Keyset paging. What is empty is a stretch of its own at the end, and so is, where value and id go different ways, the rest of the
 * value at which the page before ended: PostgreSQL then reads each stretch from an index, as far as it needs to.
 * @param bind takes a value and names its place
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

  const { sql, nullable, bound = '?' } = column;
  const order = indexOrder(sql, descending, idDescending);
  const final = `key ${direction(descending)} NULLS ${back ? 'FIRST' : 'LAST'}, id ${direction(idDescending)}`;
  const filled: Stretch = { where: nullable ? `${sql} IS NOT NULL` : 'true', order };
  const amongEmpty = from?.value === null;
  const empty: Stretch = {
    where: `${sql} IS NULL${amongEmpty ? ` AND ${idBeyond}` : ''}`,
    // All alike in it; but only so does PostgreSQL see that the index has them in this order.
    order: indexOrder(sql, idDescending),
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
      return [{ where: `(${sql}, r.id) ${beyond(descending, edge)} (${value}, ${id})`, order }];
    }
    return [
      { where: `${sql} = ${value} AND ${idBeyond}`, order: idOrder },
      { where: `${sql} ${descending ? '<' : '>'} ${value}`, order },
    ];
  }
}

/** What compares a row that lies beyond an edge with it. @param descending the direction that the rows are read in */
export const beyond = (descending: boolean, { including }: Pick<Edge, 'including'>): string =>
  `${descending ? '<' : '>'}${including ? '=' : ''}`;

/** For prepared statements: which of the texts it is that an edge makes. */
export const edgeName = (edge: Edge | undefined): string =>
  edge ? `${edge.back ? 'back' : 'on'}${edge.including ? '_with' : ''}` : 'top';

export const direction = (descending: boolean): string => (descending ? 'DESC' : 'ASC');
