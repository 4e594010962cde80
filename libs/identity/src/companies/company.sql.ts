import type { Runner, ReadRunner } from '@billhook/db/statement';
import type pg from 'pg';

/** Deleting: some of its rows are already deleted. Deleted: its deletion is complete. Missing: there is no trace of it. */
export type CompanyPresence = 'Present' | 'Deleting' | 'Deleted' | 'Missing';

const PRESENCE = `SELECT CASE WHEN c.id IS NULL THEN CASE d.status WHEN 'Completed' THEN 'Deleted' ELSE 'Missing' END
    WHEN d.status = 'Running' THEN 'Deleting' ELSE 'Present' END AS presence
  FROM (SELECT $1::bigint AS id) s LEFT JOIN companies c ON c.id = s.id LEFT JOIN company_deletions d ON d.company_id = s.id`;

/** Whether a company has all of its rows, in the snapshot of the client. */
export async function presenceOf(client: pg.ClientBase, companyId: number): Promise<CompanyPresence> {
  const { rows } = await client.query<{ presence: CompanyPresence }>(PRESENCE, [companyId]);
  return rows[0]?.presence ?? 'Missing';
}

/** Sets the time at which a company is deleted, which every request of a caller reads. The caller holds the lock of the company. */
export async function setCompanyDeletion(runner: Runner, companyId: number, deletesAt: Date | null): Promise<void> {
  await runner.query({
    name: 'company_deletes_at',
    text: 'UPDATE companies SET deletes_at = $2 WHERE id = $1',
    values: [companyId, deletesAt],
  });
}

/** Deletes the row of a company, after all rows that refer to it. */
export async function deleteCompanyRow(runner: Runner, companyId: number): Promise<void> {
  await runner.query({ name: 'company_delete', text: 'DELETE FROM companies WHERE id = $1', values: [companyId] });
}

const OTHERS = `SELECT
  EXISTS (SELECT FROM companies WHERE name <> ALL ($1)) OR EXISTS (SELECT FROM accounts WHERE email <> ALL ($2)) AS found`;

/** Whether there are companies or accounts with other names and email addresses than these. */
export async function hasOthers(db: ReadRunner, names: readonly string[], emails: readonly string[]): Promise<boolean> {
  const [row] = await db.query<{ found: boolean }>({ name: 'companies_others', text: OTHERS, values: [names, emails] });
  return row?.found === true;
}

/** Sets how far the time of a sandbox is ahead. Time never goes back: a smaller value changes nothing. */
export async function setClockOffset(runner: Runner, companyId: number, milliseconds: number): Promise<void> {
  await runner.query({
    name: 'company_clock_offset',
    text: 'UPDATE companies SET clock_offset = greatest(clock_offset, $2) WHERE id = $1',
    values: [companyId, milliseconds],
  });
}
