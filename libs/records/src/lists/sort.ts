import type { Sort } from '@billhook/contract/list-query';

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

/** What a list goes on after: the last row's value of the member that it is sorted by (null for the id alone), and its id. */
export interface Position {
  readonly value: string | null;
  readonly id: number;
}

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

/** How a list is ordered, and what comes after a position. */
export interface Order {
  /** What it is sorted by; null for the id alone. */
  readonly key: string | null;
  /** One after the other they are the list. */
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
  after: Position | undefined,
  bind: (value: unknown) => string,
): Order {
  const column = columns[sort.by];
  const idOrder = indexOrder(null, sort.idDescending);
  const beyond = (descending: boolean) => (descending ? '<' : '>');
  const id = after ? bind(after.id) : '';
  const idAfter = after ? `r.id ${beyond(sort.idDescending)} ${id}` : 'true';
  const final = `key ${direction(sort.descending)} NULLS LAST, id ${direction(sort.idDescending)}`;
  if (!column)
    return { key: null, stretches: [{ where: idAfter, order: idOrder }], final: `id ${direction(sort.idDescending)}` };

  const { sql, nullable, bound = '?' } = column;
  const order = indexOrder(sql, sort.descending, sort.idDescending);
  const empty: Stretch[] = nullable
    ? [
        {
          where: `${sql} IS NULL${after?.value === null ? ` AND ${idAfter}` : ''}`,
          // All alike in it; but only so does PostgreSQL see that the index has them in this order.
          order: indexOrder(sql, sort.idDescending),
        },
      ]
    : [];
  if (after?.value === null) return { key: sql, stretches: empty, final };
  return { key: sql, stretches: [...filled(), ...empty], final };

  function filled(): Stretch[] {
    if (!after) return [{ where: nullable ? `${sql} IS NOT NULL` : 'true', order }];
    const value = bound.replace('?', bind(after.value));
    const further = `${sql} ${beyond(sort.descending)} ${value}`;
    if (sort.descending === sort.idDescending) {
      return [{ where: `(${sql}, r.id) ${beyond(sort.descending)} (${value}, ${id})`, order }];
    }
    return [
      { where: `${sql} = ${value} AND ${idAfter}`, order: idOrder },
      { where: further, order },
    ];
  }
}

const direction = (descending: boolean): string => (descending ? 'DESC' : 'ASC');
