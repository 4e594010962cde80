import type { ReadRunner, Runner } from './statement.js';

/** The rows of a company in one table, directly or through another row. */
export interface CompanyRows {
  readonly table: string;
  /** The condition on a row `r` of the company $1. */
  readonly where: string;
  /** Tables whose rows belong to one of these rows, by their column with its id. They are deleted with it. */
  readonly parts?: readonly (readonly [table: string, column: string])[];
  /** A row may have any number of parts, which are deleted in batches before it. Not allowed for a partitioned table, whose ctid is not unique. */
  readonly hasManyParts?: true;
  /** The ctid of a row is not unique over the tables of its days, so rows are deleted by their id. */
  readonly isPartitioned?: true;
  /** What is deleted first, by an index of the company; by default the newest, because later rows refer to earlier ones. */
  readonly order?: string;
  /** Rows of the company that refer to each other are deleted together. */
  readonly isWhole?: true;
}

/** A table with a column of the company. */
export const ownRows = (table: string, more: Omit<CompanyRows, 'table' | 'where'> = {}): CompanyRows => ({
  table,
  where: 'r.company_id = $1',
  ...more,
});

/** Rows that one statement deletes, of tables without and with parts. */
const ROWS_AT_ONCE = 1_000;
const WHOLES_AT_ONCE = 200;
const PARTS_AT_ONCE = 5_000;

/** The number of rows of a company in a table. */
export async function countRows(db: ReadRunner, { table, where }: CompanyRows, companyId: number): Promise<number> {
  const [row] = await db.query<{ count: number }>({
    name: `company_rows_${table}`,
    text: `SELECT count(*)::int AS count FROM ${table} r WHERE ${where}`,
    values: [companyId],
  });
  return row?.count ?? 0;
}

/** The highest id among the rows of a company in a table; 0 without rows. */
export async function lastRowId(db: ReadRunner, { table, where }: CompanyRows, companyId: number): Promise<number> {
  const [row] = await db.query<{ id: number }>({
    name: `company_rows_last_${table}`,
    text: `SELECT coalesce(max(r.id), 0) AS id FROM ${table} r WHERE ${where}`,
    values: [companyId],
  });
  return row?.id ?? 0;
}

/**
 * Deletes some rows of a company.
 * @returns how many, with their parts; 0 when none is left
 */
export async function deleteRows(runner: Runner, rows: CompanyRows, companyId: number): Promise<number> {
  const { table, where, parts, hasManyParts, order = 'r.id DESC', isWhole, isPartitioned } = rows;
  if (!parts) {
    const key = isPartitioned ? 'id' : 'ctid';
    return deleteFound(runner, {
      name: `company_rows_${table}_delete`,
      ...{ table, key, isPartitioned },
      found: `SELECT r.${key} FROM ${table} r WHERE ${where} LIMIT ${isWhole ? 'ALL' : ROWS_AT_ONCE}`,
      values: [companyId],
    });
  }
  const limit = isWhole ? 'ALL' : WHOLES_AT_ONCE;
  const found = await runner.query<{ id: number }>({
    name: `company_rows_${table}_next`,
    text: `SELECT r.id FROM ${table} r WHERE ${where} ORDER BY ${order} LIMIT ${limit}`,
    values: [companyId],
  });
  if (found.length === 0) return 0;
  const ids = found.map(({ id }) => id);
  let sum = 0;
  for (const [part, column] of parts) {
    const ofRows = `${column} = ANY ($1::bigint[])`;
    if (!hasManyParts) sum += await deleted(runner, part, ofRows, ids);
    else {
      const count = await deleteFound(runner, {
        name: `company_rows_${part}_delete`,
        table: part,
        found: `SELECT ctid FROM ${part} WHERE ${ofRows} LIMIT ${PARTS_AT_ONCE}`,
        values: [ids],
      });
      sum += count;
      if (count >= PARTS_AT_ONCE) return sum;
    }
  }
  return sum + (await deleted(runner, table, 'id = ANY ($1::bigint[])', ids));
}

/** Some rows of a table. */
export interface RowsToDelete {
  readonly name: string;
  readonly table: string;
  /** The column by which the query names rows; by default their ctid. */
  readonly key?: string;
  /** Rows of the company $1 are in partitions, which are chosen by it. */
  readonly isPartitioned?: boolean | undefined;
  /** The query that finds the keys of some rows. */
  readonly found: string;
  readonly values: readonly unknown[];
}

/**
 * Deletes the rows that a query finds. A row that another transaction has just changed has another ctid, so the statement waits for it,
 * leaves it, and is repeated: it sees what is committed by then.
 * @returns how many; 0 when none is left
 */
export async function deleteFound(runner: Runner, rows: RowsToDelete): Promise<number> {
  const { name, table, key = 'ctid', isPartitioned, found, values } = rows;
  const text = `WITH chosen AS MATERIALIZED (${found}),
    deleted AS (DELETE FROM ${table} WHERE ${isPartitioned ? 'company_id = $1 AND ' : ''}${key} = ANY (ARRAY (SELECT ${key} FROM chosen)) RETURNING 1)
    SELECT (SELECT count(*)::int FROM chosen) AS found, (SELECT count(*)::int FROM deleted) AS count`;
  for (let sum = 0; ;) {
    const [row] = await runner.query<{ found: number; count: number }>({ name, text, values });
    sum += row?.count ?? 0;
    if (!row || row.count === row.found) return sum;
  }
}

async function deleted(runner: Runner, table: string, where: string, value: unknown): Promise<number> {
  const [row] = await runner.query<{ count: number }>({
    name: `company_rows_${table}_delete`,
    text: `WITH deleted AS (DELETE FROM ${table} WHERE ${where} RETURNING 1) SELECT count(*)::int AS count FROM deleted`,
    values: [value],
  });
  return row?.count ?? 0;
}
