import type { ReadRunner, Runner } from '@billhook/db/statement';
import type { Tx } from '@billhook/db/unit-of-work';
import type { Plan } from '@billhook/domain/identity/company';
import type pg from 'pg';

/** Deleting: some of its rows are already deleted. Deleted: its deletion is complete. Missing: there is no trace of it. */
export type CompanyPresence = 'Present' | 'Deleting' | 'Deleted' | 'Missing';

/** Whether a company has all of its rows, in the snapshot of the client. Its row is deleted while the deletion is running. */
export const presenceOf = (client: pg.ClientBase, companyId: number): Promise<CompanyPresence> =>
  presenceBy(client, companyId, 'SELECT FROM companies WHERE id = $1');

/** The same by its card, for a client that finds no table of a cell. */
export const presenceByCard = (client: pg.ClientBase, companyId: number): Promise<CompanyPresence> =>
  presenceBy(client, companyId, 'SELECT FROM tenants WHERE id = $1 AND creating_since IS NULL');

async function presenceBy(client: pg.ClientBase, companyId: number, row: string): Promise<CompanyPresence> {
  const deletion = 'SELECT status FROM company_deletions WHERE company_id = $1';
  const [deleting] = (await client.query<{ status: string }>(deletion, [companyId])).rows;
  if (deleting?.status === 'Running') return 'Deleting';
  const { rows } = await client.query(row, [companyId]);
  if (rows.length > 0) return 'Present';
  return deleting?.status === 'Completed' ? 'Deleted' : 'Missing';
}

/** The same for one side of several cells, by the mark that a deletion has there. The company was there before. */
export async function presenceOnSide(client: pg.ClientBase, companyId: number): Promise<CompanyPresence> {
  const { rows } = await client.query('SELECT FROM deleting_companies WHERE company_id = $1', [companyId]);
  return rows.length > 0 ? 'Deleting' : 'Present';
}

/** The time at which a company is deleted, with its row locked, also against rows that refer to it. Undefined if it has no row. */
export async function holdCompanyDeletion(tx: Tx, companyId: number): Promise<{ deletesAt: Date | null } | undefined> {
  const [row] = await tx.query<{ deletesAt: Date | null }>({
    name: 'company_hold_deletion',
    text: 'SELECT deletes_at AS "deletesAt" FROM companies WHERE id = $1 FOR UPDATE',
    values: [companyId],
  });
  return row;
}

/** Sets the time at which a company is deleted. The caller holds its lock, and updates its card after the commit. */
export async function setCompanyDeletion(tx: Tx, companyId: number, deletesAt: Date | null): Promise<void> {
  await tx.query({
    name: 'company_deletes_at',
    text: 'UPDATE companies SET deletes_at = $2 WHERE id = $1',
    values: [companyId, deletesAt],
  });
}

/** The plan of a company, which a sandbox has as well: it cannot change until the transaction ends. @throws Error without the company */
export async function holdPlan(tx: Tx, companyId: number): Promise<Plan> {
  const [row] = await tx.query<{ plan: Plan }>({
    name: 'company_hold_plan',
    text: 'SELECT plan FROM companies WHERE id = $1 FOR NO KEY UPDATE',
    values: [companyId],
  });
  if (!row) throw new Error(`company ${companyId} no longer exists`);
  return row.plan;
}

/** Whether a company has its row. Its card remains for longer. */
export async function hasCompanyRow(runner: ReadRunner, companyId: number): Promise<boolean> {
  const text = 'SELECT id FROM companies WHERE id = $1';
  return (await runner.query({ name: 'company_has_row', text, values: [companyId] })).length > 0;
}

/** Deletes the row of a company, after all rows of its cell that refer to it. */
export async function deleteCompanyRow(runner: Runner, companyId: number): Promise<void> {
  await runner.query({ name: 'company_delete', text: 'DELETE FROM companies WHERE id = $1', values: [companyId] });
}

/** Whether there are companies or accounts with other names and email addresses than these, by the cards of all cells. */
export async function hasOthers(db: ReadRunner, names: readonly string[], emails: readonly string[]): Promise<boolean> {
  for (const { name, text, known } of [
    { name: 'companies_others', text: 'SELECT id FROM tenants WHERE name <> ALL ($1) LIMIT 1', known: names },
    { name: 'accounts_others', text: 'SELECT id FROM accounts WHERE email <> ALL ($1) LIMIT 1', known: emails },
  ])
    if ((await db.query({ name, text, values: [known] })).length > 0) return true;
  return false;
}
