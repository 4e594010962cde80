import { BY_CHANGE, type RecordQuery } from '@billhook/contract/shared/list-query';
import type { Database } from '../database.js';
import type { Condition, Filters } from './filter.js';
import { COUNTED, countStatement, pageStatement } from './list-statement.js';
import { beyond, direction, edgeName, NEWEST_FIRST, type Edge, type Position, type SortColumns } from './sort.js';

/** What a list of records can be filtered and sorted by. */
export interface ListShape<Query, Row> {
  readonly filters: Filters<Query>;
  readonly sorts: SortColumns<Row>;
}

/** Where a page begins, the top of the list unless it is told, and how long it is. */
export interface Window {
  readonly from?: Edge | undefined;
  readonly limit: number;
}

/** A row of a list. */
export interface Kept<Row> {
  readonly row: Row;
  readonly position: Position;
}

/** A row of a list: a record, or what is left of one that was deleted. */
export type Entry<Row> = Kept<Row> | { readonly deleted: Deleted; readonly position: Position };

/** What is left of a deleted record. */
export interface Deleted {
  readonly id: number;
  readonly version: number;
  readonly at: Date;
}

/** How many records a list holds in all; `capped` when there are more than were counted. */
export interface Total {
  readonly total: number;
  readonly capped: boolean;
}

/** A page, in the order of the list. */
export interface PageOf<Each> {
  readonly entries: readonly Each[];
  /** Whether a page lies before it. */
  readonly hasPrevious: boolean;
  readonly hasMore: boolean;
  readonly total?: Total;
}

export type Listed<Row> = PageOf<Entry<Row>>;

/**
 * The page of a window.
 * @param read what was read from its edge on, in that order: one more than the limit where there are more
 */
export function cut<Each>(read: readonly Each[], { from, limit }: Window): PageOf<Each> {
  const entries = read.slice(0, limit);
  const further = read.length > limit;
  // The page that led here lies on the other side of the edge. Whether anything is left of it would take another read.
  if (from?.back) return { entries: entries.reverse(), hasPrevious: further, hasMore: true };
  return { entries, hasPrevious: from !== undefined, hasMore: further };
}

interface Source<Query, Row> {
  readonly db: Pick<Database, 'query'>;
  readonly resource: string;
  readonly table: string;
  readonly columns: string;
  readonly list: ListShape<Query, Row>;
}

/** A page of the company's records, and of what was deleted of them where the query asks `updatedSince`. */
export async function listRecords<Query extends RecordQuery, Row extends { readonly id: number }>(
  source: Source<Query, Row>,
  companyId: number,
  query: Query,
  window: Window,
): Promise<Listed<Row>> {
  const { db, resource, table, columns, list } = source;
  const { updatedSince } = query;
  const { from, limit } = window;
  const sort = query.sort ?? (updatedSince === undefined ? NEWEST_FIRST : BY_CHANGE);
  const shared = { name: resource, table, sorts: list.sorts, companyId, conditions: conditionsOf(list.filters, query) };
  const rows = await db.query<Row & { readonly id: number }>(
    pageStatement({ ...shared, columns, sort, from, limit: limit + 1 }),
  );
  const positionOf = (row: Row): Position => ({ value: list.sorts[sort.by]?.value(row) ?? null, id: row.id });
  const records = rows.map((row): Entry<Row> => ({ row, position: positionOf(row) }));
  // After the records: one that is deleted in between comes twice then, which is no harm; the other way round it would be lost.
  const deleted = updatedSince === undefined ? [] : await deletedSince<Row>(source, companyId, updatedSince, window);
  const turn = from?.back ? -1 : 1;
  const both =
    deleted.length === 0 ? records : [...records, ...deleted].sort((a, b) => turn * byChange(a.position, b.position));
  const page = cut(both, window);
  if (!query.includeTotal) return page;
  const [counted] = await db.query<{ total: number }>(countStatement(shared));
  const gone = updatedSince === undefined ? 0 : await countDeleted(source, companyId, updatedSince);
  const total = (counted?.total ?? 0) + gone;
  return { ...page, total: { total: Math.min(total, COUNTED), capped: total > COUNTED } };
}

function conditionsOf<Query extends object>(filters: Filters<Query>, query: Query): Condition[] {
  const conditions: Condition[] = [];
  for (const name in query) {
    const value = query[name];
    const condition = value === undefined || value === null ? undefined : filters[name]?.(value);
    if (condition) conditions.push(condition);
  }
  return conditions;
}

/** The oldest change first. Instants of one form sort as text. */
function byChange(a: Position, b: Position): number {
  if (a.value === b.value) return a.id - b.id;
  return (a.value ?? '') < (b.value ?? '') ? -1 : 1;
}

type Tombstones = Pick<Source<never, never>, 'db' | 'resource'>;

async function deletedSince<Row>(
  { db, resource }: Tombstones,
  companyId: number,
  since: string,
  { from, limit }: Window,
): Promise<Entry<Row>[]> {
  const descending = from?.back ?? false;
  const way = direction(descending);
  const further = from ? `AND (deleted_at, record_id) ${beyond(descending, from)} ($5, $6)` : '';
  const rows = await db.query<Deleted>({
    name: `tombstones_${edgeName(from)}`,
    text: `SELECT record_id AS id, version, deleted_at AS at FROM record_tombstones
      WHERE company_id = $1 AND resource = $2 AND deleted_at >= $3 ${further}
      ORDER BY deleted_at ${way}, record_id ${way} LIMIT $4`,
    values: [companyId, resource, since, limit + 1, ...(from ? [from.value, from.id] : [])],
  });
  return rows.map((deleted) => ({ deleted, position: { value: deleted.at.toISOString(), id: deleted.id } }));
}

async function countDeleted({ db, resource }: Tombstones, companyId: number, since: string): Promise<number> {
  const [row] = await db.query<{ total: number }>({
    name: 'tombstones_total',
    text: `SELECT count(*)::int AS total FROM (SELECT FROM record_tombstones
      WHERE company_id = $1 AND resource = $2 AND deleted_at >= $3 LIMIT ${COUNTED + 1}) t`,
    values: [companyId, resource, since],
  });
  return row?.total ?? 0;
}
