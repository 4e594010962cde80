import type { Runner } from '@billhook/db/statement';
import type { Tx } from '@billhook/db/unit-of-work';

const MEMBERS_AT_ONCE = 200;

/** Tables of accounts, by their column with its id. */
const OF_ACCOUNTS = [
  ['password_resets', 'account_id'],
  ['second_factors', 'account_id'],
  ['accounts', 'id'],
] as const;

/**
 * Deletes some members of a company, and the accounts that are members of no other company.
 * @returns how many rows
 */
export async function deleteMembers(tx: Tx, companyId: number): Promise<number> {
  const members = await tx.query<{ id: number; accountId: number | null }>({
    name: 'company_members_next',
    text: `SELECT id, account_id AS "accountId" FROM members WHERE company_id = $1 ORDER BY id DESC LIMIT ${MEMBERS_AT_ONCE}`,
    values: [companyId],
  });
  const ids = members.map(({ id }) => id);
  if (ids.length === 0) return 0;
  const text = 'UPDATE accounts SET last_member_id = NULL WHERE last_member_id = ANY ($1::bigint[])';
  await tx.query({ name: 'company_accounts_leave', text, values: [ids] });
  const sessions = await remove(tx, 'sessions', 'member_id', ids);
  const removed = await remove(tx, 'members', 'id', ids);
  const accounts = await tx.query<{ id: number }>({
    name: 'company_accounts_alone',
    text: `SELECT a.id FROM accounts a WHERE a.id = ANY ($1::bigint[])
      AND NOT EXISTS (SELECT FROM members m WHERE m.account_id = a.id) FOR UPDATE`,
    values: [members.flatMap(({ accountId }) => accountId ?? [])],
  });
  let sum = sessions + removed;
  for (const [table, column] of OF_ACCOUNTS)
    sum += await remove(
      tx,
      table,
      column,
      accounts.map(({ id }) => id),
    );
  return sum;
}

async function remove(runner: Runner, table: string, column: string, ids: readonly number[]): Promise<number> {
  const rows = await runner.query({
    name: `company_${table}_remove`,
    text: `DELETE FROM ${table} WHERE ${column} = ANY ($1::bigint[]) RETURNING 1`,
    values: [ids],
  });
  return rows.length;
}

/**
 * Withdraws the applications that the company published. Applications that members of other companies authorised remain as archived
 * applications without a publisher.
 * @returns how many
 */
export async function leaveApplications(tx: Tx, companyId: number, now: Date): Promise<number> {
  const deleted = await tx.query({
    name: 'company_applications_delete',
    text: `DELETE FROM oauth_applications a WHERE a.company_id = $1
      AND NOT EXISTS (SELECT FROM oauth_grants g WHERE g.application_id = a.id) RETURNING 1`,
    values: [companyId],
  });
  const left = await tx.query({
    name: 'company_applications_leave',
    text: `UPDATE oauth_applications SET source = 'dynamic', company_id = NULL, member_id = NULL,
      archived_at = coalesce(archived_at, $2), updated_at = $2 WHERE company_id = $1 RETURNING 1`,
    values: [companyId, now],
  });
  return deleted.length + left.length;
}
