import type { Sort } from '@billhook/contract/shared/list-query';
import type { Statement } from '../statement.js';
import { Conditions, type Condition } from './conditions.js';
import { edgeName, indexOrder, OF_COMPANY, orderOf, type Edge, type Order, type SortColumns } from './sort.js';

/** The parts of a list statement. */
export interface Listing<Row> {
  /** The prefix of the names of its prepared statements. */
  readonly name: string;
  readonly table: string;
  /** The select list over `r`. */
  readonly columns: string;
  readonly sorts: SortColumns<Row>;
  readonly companyId: number;
  readonly conditions: readonly Condition[];
  readonly sort: Sort;
  readonly from: Edge | undefined;
  /** The maximum number of rows. */
  readonly limit: number;
}

/** The number of unfiltered rows to read in list order before the indexes of the filters are used. */
export const PROBE = 1_000;

/** Counting stops here. */
export const COUNTED = 10_000;

/** The conditions of a listing; the company is $1. */
function conditionsOf(companyId: number, conditions: readonly Condition[]): Conditions {
  const all = new Conditions([companyId]);
  for (const condition of conditions) all.of('', condition);
  return all;
}

/** Whether an index has exactly the matching rows in list order: no filter, one column, or one range. */
function isWalked(conditions: readonly Condition[], by: string): boolean {
  const [first] = conditions;
  return conditions.every(
    ({ walk, column, each }) => walk === by && column === first?.column && (!each || conditions.length === 1),
  );
}

/** The page of a list, with the query that reads the fewest rows. The rows start at the edge. */
export function pageStatement<Row>(listing: Listing<Row>): Statement {
  const { table, columns, conditions, sort, from, limit } = listing;
  const parts = conditionsOf(listing.companyId, conditions);
  const order = orderOf(listing.sorts, sort, from, parts.bind);
  const most = parts.bind(limit);
  const walked = isWalked(conditions, sort.by);
  const found = walked
    ? walk(table, parts, order, most, conditions[0])
    : conditions.some(({ few }) => few)
      ? find(table, parts, order, most)
      : probe(table, parts, order, most);
  // OFFSET 0 separates the search from the lines and other columns, so they are read only for the rows of the page.
  const text = `WITH ${found} SELECT ${columns} FROM page
    CROSS JOIN LATERAL (SELECT * FROM ${table} x WHERE x.id = page.id OFFSET 0) r ORDER BY ${order.final}`;
  return { name: nameOf(listing, walked), text, values: parts.values };
}

/**
 * Prepares only statements that read the same few rows for any value. Others are planned for their values: a generic plan would read
 * a million invoices for a search that matches one.
 */
function nameOf<Row>({ name, conditions, sort, from }: Listing<Row>, walked: boolean): string {
  if (!walked || sort.by !== 'id') return '';
  const filter = conditions.map(({ column }) => column).join('_') || 'all';
  return `${name}_list_${filter}_${sort.descending ? 'down' : 'up'}_${edgeName(from)}`;
}

const keyed = ({ key }: Order): string => `r.id, ${key ?? 'NULL'} AS key`;

/** The stretches of the list in order, each read from its index up to `most` rows. */
function stretches(table: string, order: Order, select: string, where: string, most: string): string {
  return order.stretches
    .map(
      (stretch) =>
        `(SELECT ${select} FROM ${table} r WHERE ${OF_COMPANY} AND ${where} AND ${stretch.where} ORDER BY ${stretch.order} LIMIT ${most})`,
    )
    .join(' UNION ALL ');
}

/** The index of the filter has the order of the list: reads it from the edge. */
function walk(table: string, parts: Conditions, order: Order, most: string, condition: Condition | undefined): string {
  const [bound] = parts.bound;
  const rows =
    condition?.each && bound && condition.column
      ? `SELECT w.* FROM unnest(${bound.place}::text[]) AS s (value) CROSS JOIN LATERAL
          (${stretches(table, order, keyed(order), `${condition.column} = s.value`, most)}) w`
      : stretches(table, order, keyed(order), parts.where, most);
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
 * The number of matches is unknown, and the planner's estimates are unreliable. Reads the next thousand rows of the list; if they do
 * not fill the page, matches are rare, and the indexes of the filters find them.
 */
function probe(table: string, parts: Conditions, order: Order, most: string): string {
  const next = stretches(table, order, keyed(order), 'true', String(PROBE));
  return `probe AS MATERIALIZED (
      SELECT a.id, a.key FROM (SELECT * FROM (${next}) s ORDER BY ${order.final} LIMIT ${PROBE}) a
      CROSS JOIN LATERAL (SELECT * FROM ${table} x WHERE x.id = a.id OFFSET 0) r
      WHERE ${parts.where} ORDER BY ${order.final} LIMIT ${most}),
    hits AS MATERIALIZED (${hits(table, parts, order, `(SELECT count(*) < ${most} FROM probe)`)}),
    page AS (SELECT * FROM (SELECT * FROM probe WHERE (SELECT count(*) >= ${most} FROM probe) UNION ALL SELECT * FROM hits) found
      ORDER BY ${order.final} LIMIT ${most})`;
}

/**
 * Counts matching rows up to COUNTED + 1. Reads each index in its order: without an order, the planner would scan the whole table to find
 * ten thousand rows.
 */
export function countStatement<Row>(listing: Omit<Listing<Row>, 'sort' | 'from' | 'limit' | 'columns'>): Statement {
  const { table, sorts, companyId, conditions } = listing;
  const parts = conditionsOf(companyId, conditions);
  const most = parts.bind(COUNTED + 1);
  const [first] = conditions;
  const by = conditions.find(({ walk }) => walk !== undefined)?.walk ?? 'id';
  const select = (where: string, sql: string | null) =>
    `(SELECT r.id FROM ${table} r WHERE ${OF_COMPANY} AND ${where} ORDER BY ${indexOrder(sql, true)} LIMIT ${most})`;
  const [bound] = parts.bound;
  const column = sorts[by]?.sql ?? null;
  const rows =
    first?.each && conditions.length === 1 && bound
      ? `SELECT w.id FROM unnest(${bound.place}::text[]) AS s (value) CROSS JOIN LATERAL ${select(`${first.column} = s.value`, null)} w`
      : parts.ways.map((way) => select(way, column)).join(' UNION ');
  return {
    name: '',
    text: `SELECT count(*)::int AS total FROM (SELECT FROM (${rows}) found LIMIT ${most}) t`,
    values: parts.values,
  };
}
