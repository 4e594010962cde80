import { BY_CHANGE, type Sort } from '@billhook/contract/shared/list-query';
import type { Statement } from '../statement.js';
import type { BoundCondition, Condition, Conditions } from './conditions.js';
import { beyond, direction, edgeName, indexOrder, OF_COMPANY, orderOf } from './sort.js';
import type { Edge, Order, SortColumns } from './sort.js';

/** Records of the company $1. Each sort, and each filter that names a member, has an index on (company_id, …, id). */
export interface IndexedRows {
  /** Has the alias `r`. */
  readonly table: string;
  readonly columns: string;
}

/** Other rows, ordered by id, or by a time and the id. The planner chooses the index. */
export interface RowsById {
  /** `SELECT … FROM …` */
  readonly select: string;
  /** The SQL of the id column. */
  readonly id: string;
}

/** The parts of a list statement. */
export interface Listing<Row> {
  /** The prefix of the names of its prepared statements; empty for none. */
  readonly name: string;
  readonly rows: IndexedRows | RowsById;
  readonly sorts: SortColumns<Row>;
  readonly conditions: Conditions;
  readonly sort: Sort;
  readonly from: Edge | undefined;
  /** The maximum number of rows. */
  readonly limit: number;
}

/** The number of rows to read in list order before the indexes of the filters are used. */
export const PROBE = 1_000;

/** Counting stops here. */
export const COUNTED = 10_000;

/** Whether an index has exactly the matching rows in list order: no filter, one column, or one range. */
function isWalked(conditions: readonly Condition[], by: string): boolean {
  const [first] = conditions;
  return conditions.every(
    ({ walk, column, each }) => walk === by && column === first?.column && (!each || conditions.length === 1),
  );
}

/** The page of a list, with the query that reads the fewest rows. The rows start at the edge. */
export function pageStatement<Row>(listing: Listing<Row>): Statement {
  const { rows } = listing;
  return 'select' in rows ? pageById(listing, rows) : pageOfRecords(listing, rows);
}

/** Never uses an offset, which reads all skipped rows. The time and the id have the same direction. */
function pageById<Row>(listing: Listing<Row>, { select, id }: RowsById): Statement {
  const { name, conditions, sorts, sort, from, limit } = listing;
  const parts = conditions.copy();
  const descending = sort.idDescending !== (from?.back ?? false);
  const keys = [...(sorts[sort.by] ? [sorts[sort.by]?.sql] : []), id];
  if (from) {
    const edge = (keys.length === 1 ? [from.id] : [from.value, from.id]).map((value) => parts.bind(value));
    parts.when(true, edgeName(from), `(${keys.join(', ')}) ${beyond(descending, from)} (${edge.join(', ')})`);
  }
  const order = keys.map((key) => `${key} ${direction(descending)}`).join(', ');
  const text = `${select} WHERE ${parts.where} ORDER BY ${order} LIMIT ${parts.bind(limit)}`;
  return { name: name && `${name}_list_${parts.signature}`, text, values: parts.values };
}

function pageOfRecords<Row>(listing: Listing<Row>, { table, columns }: IndexedRows): Statement {
  const { conditions, sort, from, limit } = listing;
  const parts = conditions.copy();
  const order = orderOf(listing.sorts, sort, from, parts.bind);
  const most = parts.bind(limit);
  const walked = isWalked(parts.bound, sort.by);
  const found = walked
    ? walk(table, parts, order, { most, portion: portionOf(limit) })
    : parts.bound.some(({ few }) => few)
      ? find(table, parts, order, most)
      : probe(table, parts, order, { by: sort.by, most });
  // OFFSET 0 separates the search from the lines and other columns, so they are read only for the rows of the page.
  const text = `WITH ${found} SELECT ${columns} FROM page
    CROSS JOIN LATERAL (SELECT * FROM ${table} x WHERE x.id = page.id OFFSET 0) r ORDER BY ${order.final}`;
  return { name: nameOf(listing, walked), text, values: parts.values };
}

/**
 * Prepares only statements that read the same few rows for any value, in the two usual orders: each takes memory in each connection. Others
 * are planned for their values: a generic plan would read a million invoices for a search that matches one.
 */
function nameOf<Row>({ name, conditions, sort, from, limit }: Listing<Row>, walked: boolean): string {
  const isUsual = sort.by === 'id' || (sort.by === BY_CHANGE.by && !sort.descending && !sort.idDescending);
  if (!walked || !isUsual) return '';
  const [first] = conditions.bound;
  const filter = first ? `${first.column}_${conditions.signature}_${valuesOf(first)}` : 'all';
  return `${name}_list_${filter}_${sort.by}_${direction(sort.descending)}_${edgeName(from)}_${portionOf(limit)}`;
}

/** The number of the values of a list. */
const valuesOf = ({ value }: Condition): number => (Array.isArray(value) ? value.length : 1);

/** The usual pages, with the row after them. */
const PORTIONS = [26, 101];

/**
 * A constant limit in the place of a parameter. For a parameter, the planner expects a tenth of all rows, so that a plan for the value
 * always looks cheaper, and it would plan each call.
 */
const portionOf = (limit: number): number =>
  PORTIONS.find((portion) => portion >= limit) ?? Math.ceil(limit / 1_000) * 1_000;

const keyed = ({ key }: Order): string => `r.id, ${key ?? 'NULL'} AS key`;

/** The stretches of the list in order, each read from its index up to `most` rows. */
function stretches(table: string, order: Order, select: string, where: string, most: number): string {
  return order.stretches
    .map(
      (stretch) =>
        `(SELECT ${select} FROM ${table} r WHERE ${OF_COMPANY} AND ${where} AND ${stretch.where} ORDER BY ${stretch.order} LIMIT ${most})`,
    )
    .join(' UNION ALL ');
}

interface WalkLimits {
  /** The parameter of the limit. */
  readonly most: string;
  /** A constant that is at least the limit. */
  readonly portion: number;
}

/** The rows of a condition whose index has the order of the list, up to `portion` for each of its values. */
function inOrder(
  table: string,
  order: Order,
  condition: BoundCondition | undefined,
  where: string,
  portion: number,
): string {
  return condition?.each && condition.column
    ? `SELECT w.* FROM (SELECT unnest(${condition.place}::text[]) AS value LIMIT ${valuesOf(condition)}) s CROSS JOIN LATERAL
          (${stretches(table, order, keyed(order), `${condition.column} = s.value`, portion)}) w`
    : stretches(table, order, keyed(order), where, portion);
}

/** The index of the filter has the order of the list: reads it from the edge. */
function walk(table: string, parts: Conditions, order: Order, { most, portion }: WalkLimits): string {
  const rows = inOrder(table, order, parts.bound[0], parts.where, portion);
  return `page AS (SELECT * FROM (${rows}) found ORDER BY ${order.final} LIMIT ${most})`;
}

/** Few rows match: finds all, then sorts them. A LIMIT in the search would make the planner read the list in order. */
function find(table: string, parts: Conditions, order: Order, most: string): string {
  return `hits AS MATERIALIZED (${hits(table, parts, order)}),
    page AS (SELECT * FROM hits ORDER BY ${order.final} LIMIT ${most})`;
}

function hits(table: string, parts: Conditions, order: Order, when = 'true'): string {
  const beyond = order.stretches.map(({ where }) => `(${where})`).join(' OR ');
  return parts.ways
    .map(
      (way) => `SELECT ${keyed(order)} FROM ${table} r WHERE ${when} AND r.company_id = $1 AND ${way} AND (${beyond})`,
    )
    .join(' UNION ');
}

/**
 * The number of matches is unknown, and the planner's estimates are unreliable. Reads the next thousand rows of the list, or of a filter
 * whose index has its order, such as one by status; if they do not fill the page, matches are rare, and the indexes of the filters find them.
 */
function probe(table: string, parts: Conditions, order: Order, { by, most }: { by: string; most: string }): string {
  const through = parts.bound.find(({ walk }) => walk === by);
  const next = inOrder(table, order, through, through ? `(${through.any.join(' OR ')})` : 'true', PROBE);
  return `probe AS MATERIALIZED (
      SELECT a.id, a.key FROM (SELECT * FROM (${next}) s ORDER BY ${order.final} LIMIT ${PROBE}) a
      CROSS JOIN LATERAL (SELECT * FROM ${table} x WHERE x.id = a.id OFFSET 0) r
      WHERE ${parts.where} ORDER BY ${order.final} LIMIT ${most}),
    hits AS MATERIALIZED (${hits(table, parts, order, `(SELECT count(*) < ${most} FROM probe)`)}),
    page AS (SELECT * FROM (SELECT * FROM probe WHERE (SELECT count(*) >= ${most} FROM probe) UNION ALL SELECT * FROM hits) found
      ORDER BY ${order.final} LIMIT ${most})`;
}

/**
 * The ids of matching rows, up to COUNTED + 1. Reads each index in its order: without an order, the planner would scan the whole table to
 * find ten thousand rows.
 */
function countedIds<Row>(sorts: SortColumns<Row>, table: string, parts: Conditions, most: string): string {
  const [first] = parts.bound;
  const by = parts.bound.find(({ walk }) => walk !== undefined)?.walk ?? 'id';
  const select = (where: string, sql: string | null) =>
    `(SELECT r.id FROM ${table} r WHERE ${OF_COMPANY} AND ${where} ORDER BY ${indexOrder(sql, true)} LIMIT ${most})`;
  const column = sorts[by]?.sql ?? null;
  return first?.each && parts.bound.length === 1
    ? `SELECT w.id FROM unnest(${first.place}::text[]) AS s (value) CROSS JOIN LATERAL ${select(`${first.column} = s.value`, null)} w`
    : parts.ways.map((way) => select(way, column)).join(' UNION ');
}

/** Counts matching rows up to COUNTED + 1. */
export function countStatement<Row>(
  sorts: SortColumns<Row>,
  { table }: Pick<IndexedRows, 'table'>,
  conditions: Conditions,
): Statement {
  const parts = conditions.copy();
  const most = parts.bind(COUNTED + 1);
  const rows = countedIds(sorts, table, parts, most);
  return {
    name: '',
    text: `SELECT count(*)::int AS total FROM (SELECT FROM (${rows}) found LIMIT ${most}) t`,
    values: parts.values,
  };
}

/** The statuses to count, and the amount to add up. */
export interface CountedStatuses {
  /** The statuses in a column that an index orders by id; undefined if the status is computed. */
  readonly stored?: readonly string[];
  /** In SQL, of the row `r`. */
  readonly status: string;
  readonly amount: string;
}

/**
 * Counts and adds up the matching rows of each status and currency: up to COUNTED + 1 rows of each stored status if there is no condition,
 * otherwise up to COUNTED + 1 rows of all.
 */
export function statusCountsStatement<Row>(
  sorts: SortColumns<Row>,
  { table }: Pick<IndexedRows, 'table'>,
  conditions: Conditions,
  { stored, status, amount }: CountedStatuses,
): Statement {
  const parts = conditions.copy();
  const most = parts.bind(COUNTED + 1);
  const columns = `${status} AS status, r.currency, ${amount} AS amount`;
  const rows =
    stored && conditions.bound.length === 0
      ? `SELECT w.* FROM unnest(${parts.bind(stored)}::text[]) AS s (value) CROSS JOIN LATERAL
          (SELECT ${columns} FROM ${table} r WHERE ${OF_COMPANY} AND ${status} = s.value ORDER BY ${indexOrder(null, true)} LIMIT ${most}) w`
      : `SELECT ${columns} FROM (SELECT id FROM (${countedIds(sorts, table, parts, most)}) found LIMIT ${most}) f
          JOIN ${table} r ON r.id = f.id`;
  return {
    name: '',
    text: `SELECT status, currency, count(*)::int AS count, sum(amount) AS amount FROM (${rows}) t
      GROUP BY status, currency ORDER BY status, currency`,
    values: parts.values,
  };
}
