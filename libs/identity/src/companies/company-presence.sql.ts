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
