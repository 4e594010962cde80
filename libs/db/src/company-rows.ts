import type { ReadRunner, Runner } from './statement.js';

/** A table whose rows belong to companies, directly or through another row. */
export interface CompanyTable {
  readonly table: string;
  /** The condition on a row `r` of the company $1. */
  readonly where: string;
}

/** A table with a column of the company. */
export const ownTable = (table: string): CompanyTable => ({ table, where: 'r.company_id = $1' });

/** A table whose rows belong to a company through another row. */
export const partTable = (table: string, column: string, parent: string): CompanyTable => ({
  table,
  where: `r.${column} IN (SELECT p.id FROM ${parent} p WHERE p.company_id = $1)`,
});

/** The rows of a company in a table. */
export async function countRows(db: ReadRunner, { table, where }: CompanyTable, companyId: number): Promise<number> {
  const [row] = await db.query<{ count: number }>({
    name: `company_rows_${table}`,
    text: `SELECT count(*)::int AS count FROM ${table} r WHERE ${where}`,
    values: [companyId],
  });
  return row?.count ?? 0;
}

/** Deletes some rows of a company. @returns how many */
export async function deleteRows(
  runner: Runner,
  { table, where }: CompanyTable,
  companyId: number,
  limit: number,
): Promise<number> {
  const [row] = await runner.query<{ count: number }>({
    name: `company_rows_${table}_delete`,
    text: `WITH deleted AS (DELETE FROM ${table} x WHERE (x.tableoid, x.ctid) IN (
        SELECT r.tableoid, r.ctid FROM ${table} r WHERE ${where} LIMIT ${limit}) RETURNING 1)
      SELECT count(*)::int AS count FROM deleted`,
    values: [companyId],
  });
  return row?.count ?? 0;
}
