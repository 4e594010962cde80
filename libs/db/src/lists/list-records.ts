import { BY_CHANGE, type RecordQuery } from '@billhook/contract/shared/list-query';
import type { ReadRunner } from '../statement.js';
import { Conditions } from './conditions.js';
import type { Filters } from './filter.js';
import {
  COUNTED,
  countStatement,
  pageStatement,
  statusCountsStatement,
  type CountedStatuses,
  type Listing,
  type RowsById,
} from './list-statement.js';
import { NEWEST_FIRST, type Edge, type Position, type SortColumn, type SortColumns } from './sort.js';

/** The filters and the sort order of a list of records. */
export interface ListShape<Query, Row> {
  readonly filters: Filters<Query>;
  readonly sorts: SortColumns<Row>;
}

/** The start of a page, by default the top of the list, and its length. */
export interface Window {
  readonly from?: Edge | undefined;
  readonly limit: number;
}

/** A row of a list. */
export interface Kept<Row> {
  readonly row: Row;
  readonly position: Position;
}

/** A row of a list: a record, or the tombstone of a deleted one. */
export type ListEntry<Row> = Kept<Row> | { readonly deleted: Deleted; readonly position: Position };

/** The tombstone of a deleted record. */
export interface Deleted {
  readonly id: number;
  readonly version: number;
  readonly at: Date;
}

/** The number of records in a list; `capped` if the count stopped early. */
export interface Total {
  readonly total: number;
  readonly capped: boolean;
}

/** A page in the order of the list. */
export interface PageOf<Each> {
  readonly entries: readonly Each[];
  /** Whether there is a previous page. */
  readonly hasPrevious: boolean;
  readonly hasMore: boolean;
  readonly total?: Total;
}

export type Listed<Row> = PageOf<ListEntry<Row>>;

/**
 * The page of a window.
 * @param read the rows from the edge in reading order: one more than the limit if there are more
 */
export function cut<Each>(read: readonly Each[], { from, limit }: Window): PageOf<Each> {
  const entries = read.slice(0, limit);
  const further = read.length > limit;
  // The previous page starts at the same edge. Checking whether it still has rows would need another read.
  if (from?.back) return { entries: entries.reverse(), hasPrevious: further, hasMore: true };
  return { entries, hasPrevious: from !== undefined, hasMore: further };
}

/** The rows of a window, with one more if there are more. */
async function readRows<Row extends object>(
  db: ReadRunner,
  listing: Omit<Listing<Row>, 'from' | 'limit'>,
  idOf: (row: Row) => number,
  { from, limit }: Window,
): Promise<Kept<Row>[]> {
  const { sorts, sort } = listing;
  const rows = await db.query<Row>(pageStatement({ ...listing, from, limit: limit + 1 }));
  return rows.map((row) => ({ row, position: { value: sorts[sort.by]?.value(row) ?? null, id: idOf(row) } }));
}

/** A list of other rows than records, newest first. */
export interface IdList<Row> extends RowsById {
  /** The prefix of the names of its prepared statements. Without one, each is planned for its values. */
  readonly name: string | undefined;
  /** The time by which it is sorted, before the id. Without one, the id alone. */
  readonly at?: SortColumn<Row>;
  readonly idOf: (row: Row) => number;
  readonly conditions: Conditions;
}

/** A page of rows, newest first. */
export async function listNewestFirst<Row extends object>(
  db: ReadRunner,
  { name = '', at, idOf, conditions, ...rows }: IdList<Row>,
  window: Window,
): Promise<PageOf<Kept<Row>>> {
  const sorts: SortColumns<Row> = at ? { at } : {};
  const sort = at ? { ...NEWEST_FIRST, by: 'at' } : NEWEST_FIRST;
  return cut(await readRows(db, { name, rows, sorts, conditions, sort }, idOf, window), window);
}

/** The tombstones of a company for one kind of record, in order of deletion. */
export interface Tombstones {
  /** A window of the records deleted since a moment, with one more row if there are more. */
  since(companyId: number, moment: string, window: Window): Promise<Deleted[]>;
  /** Their number, counted up to `most`. */
  count(companyId: number, moment: string, most: number): Promise<number>;
}

interface ListSource<Query, Row> {
  readonly db: ReadRunner;
  readonly tombstones: Tombstones;
  readonly resource: string;
  readonly table: string;
  readonly columns: string;
  readonly list: ListShape<Query, Row>;
}

/** A page of the records of a company, with tombstones if the query has `updatedSince`. */
export async function listRecords<Query extends RecordQuery, Row extends { readonly id: number }>(
  source: ListSource<Query, Row>,
  companyId: number,
  query: Query,
  window: Window,
): Promise<Listed<Row>> {
  const { db, tombstones, resource, table, columns, list } = source;
  const { updatedSince } = query;
  const { from } = window;
  const sort = query.sort ?? (updatedSince === undefined ? NEWEST_FIRST : BY_CHANGE);
  const conditions = conditionsOf(companyId, list.filters, query);
  const listing = { name: resource, rows: { table, columns }, sorts: list.sorts, conditions, sort };
  const records: ListEntry<Row>[] = await readRows<Row>(db, listing, ({ id }) => id, window);
  // After the records: a record deleted in between appears twice, which is harmless. In the other order it would be missing.
  const deleted = updatedSince === undefined ? [] : await tombstones.since(companyId, updatedSince, window);
  const turn = from?.back ? -1 : 1;
  const both =
    deleted.length === 0
      ? records
      : [...records, ...deleted.map(entryOf<Row>)].sort((a, b) => turn * byChange(a.position, b.position));
  const page = cut(both, window);
  if (!query.includeTotal) return page;
  const [counted] = await db.query<{ total: number }>(countStatement(list.sorts, { table }, conditions));
  const deletedCount = updatedSince === undefined ? 0 : await tombstones.count(companyId, updatedSince, COUNTED + 1);
  const total = (counted?.total ?? 0) + deletedCount;
  return { ...page, total: { total: Math.min(total, COUNTED), capped: total > COUNTED } };
}

/** The matching rows of a status in one currency. */
interface StatusCountRow {
  readonly status: string;
  readonly currency: string;
  readonly count: number;
  readonly amount: string;
}

/** How many records there are of each status, with the sum of an amount. No rows if there are too many to count. */
export interface StatusCountRows {
  readonly rows: readonly StatusCountRow[];
  readonly capped: boolean;
}

/** Counts the records that match the query by status. */
export async function countStatuses<Query extends object, Row>(
  { db, table, list }: Pick<ListSource<Query, Row>, 'db' | 'table' | 'list'>,
  companyId: number,
  query: Query,
  counted: CountedStatuses,
): Promise<StatusCountRows> {
  const conditions = conditionsOf(companyId, list.filters, query);
  const rows = await db.query<StatusCountRow>(statusCountsStatement(list.sorts, { table }, conditions, counted));
  const isOneCount = !counted.stored || conditions.bound.length > 0;
  const capped = isOneCount && rows.reduce((sum, { count }) => sum + count, 0) > COUNTED;
  return { rows: capped ? [] : rows, capped };
}

/** The company is $1. */
function conditionsOf<Query extends object>(companyId: number, filters: Filters<Query>, query: Query): Conditions {
  const conditions = new Conditions([companyId]);
  for (const name in query) {
    const value = query[name];
    const condition = value === undefined || value === null ? undefined : filters[name]?.(value);
    if (condition) conditions.of(name, condition);
  }
  return conditions;
}

const entryOf = <Row>(deleted: Deleted): ListEntry<Row> => ({
  deleted,
  position: { value: deleted.at.toISOString(), id: deleted.id },
});

/** The oldest change first. Instants in one format sort as text. */
function byChange(a: Position, b: Position): number {
  if (a.value === b.value) return a.id - b.id;
  return (a.value ?? '') < (b.value ?? '') ? -1 : 1;
}
