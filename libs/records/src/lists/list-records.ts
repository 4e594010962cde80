import { BY_CHANGE, type RecordQuery } from '@billhook/contract/list-query';
import type { Database } from '@billhook/db/database';
import type { Condition, Filters } from './filter.js';
import { COUNTED, countStatement, pageStatement } from './list-statement.js';
import { NEWEST_FIRST, type Position, type SortColumns } from './sort.js';

/** What a list of records can be filtered and sorted by. */
export interface ListShape<Query, Row> {
  readonly filters: Filters<Query>;
  readonly sorts: SortColumns<Row>;
}

/** Where a page begins and how long it is. */
export interface Window {
  readonly after?: Position | undefined;
  readonly limit: number;
}

/** A row of a list: a record, or what is left of one that was deleted. */
export type Entry<Row> =
  | { readonly row: Row; readonly position: Position }
  | { readonly deleted: { readonly id: number; readonly at: Date }; readonly position: Position };

/** How many records a list holds in all; `capped` when there are more than were counted. */
export interface Total {
  readonly total: number;
  readonly capped: boolean;
}

export interface Listed<Row> {
  readonly entries: readonly Entry<Row>[];
  readonly hasMore: boolean;
  readonly total?: Total;
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
  { after, limit }: Window,
): Promise<Listed<Row>> {
  const { db, resource, table, columns, list } = source;
  const { updatedSince } = query;
  const sort = query.sort ?? (updatedSince === undefined ? NEWEST_FIRST : BY_CHANGE);
  const shared = { name: resource, table, sorts: list.sorts, companyId, conditions: conditionsOf(list.filters, query) };
  const rows = await db.query<Row & { readonly id: number }>(
    pageStatement({ ...shared, columns, sort, after, limit: limit + 1 }),
  );
  const positionOf = (row: Row): Position => ({ value: list.sorts[sort.by]?.value(row) ?? null, id: row.id });
  const records = rows.map((row): Entry<Row> => ({ row, position: positionOf(row) }));
  // After the records: one that is deleted in between comes twice then, which is no harm; the other way round it would be lost.
  const deleted =
    updatedSince === undefined ? [] : await deletedSince<Row>(source, companyId, updatedSince, after, limit);
  const entries = deleted.length === 0 ? records : [...records, ...deleted].sort(byChange);
  const page = { entries: entries.slice(0, limit), hasMore: entries.length > limit };
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
function byChange<Row>({ position: a }: Entry<Row>, { position: b }: Entry<Row>): number {
  if (a.value === b.value) return a.id - b.id;
  return (a.value ?? '') < (b.value ?? '') ? -1 : 1;
}

type Tombstones = Pick<Source<never, never>, 'db' | 'resource'>;

async function deletedSince<Row>(
  { db, resource }: Tombstones,
  companyId: number,
  since: string,
  after: Position | undefined,
  limit: number,
): Promise<Entry<Row>[]> {
  const rows = await db.query<{ id: number; at: Date }>({
    name: `tombstones_${after ? 'on' : 'top'}`,
    text: `SELECT record_id AS id, deleted_at AS at FROM record_tombstones
      WHERE company_id = $1 AND resource = $2 AND deleted_at >= $3 ${after ? 'AND (deleted_at, record_id) > ($5, $6)' : ''}
      ORDER BY deleted_at, record_id LIMIT $4`,
    values: [companyId, resource, since, limit + 1, ...(after ? [after.value, after.id] : [])],
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
