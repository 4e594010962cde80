import { deleteFound } from '@billhook/db/company-rows';
import type { Runner } from '@billhook/db/statement';

/** More than a year, to compare a month with the same month a year earlier. */
const KEPT_MS = 400 * 86_400_000;
/** Rows per statement, to keep its locks short. */
const BATCH = 5_000;

const TABLES = [
  { table: 'key_requests', column: 'day' },
  { table: 'key_hosts', column: 'last_at' },
] as const;

const COUNTS = ['key_requests', 'key_hosts', 'key_permissions'] as const;

/**
 * Deletes the counts of the applications that a company authorised, before their grants.
 * @returns how many
 */
export async function deleteGrantCounts(runner: Runner, companyId: number): Promise<number> {
  let sum = 0;
  for (const table of COUNTS) {
    sum += await deleteFound(runner, {
      name: `company_grants_${table}_delete`,
      table,
      found: `SELECT c.ctid FROM oauth_grants g
        CROSS JOIN LATERAL (SELECT ctid FROM ${table} WHERE key_id = -g.id LIMIT ${BATCH}) c
        WHERE g.company_id = $1 LIMIT ${BATCH}`,
      values: [companyId],
    });
  }
  return sum;
}

/**
 * Deletes some of the counts that were written just after their key or grant was deleted. Hops from key to key along an index, because
 * the tables have a row per key, day and route.
 * @returns how many
 */
export async function deleteOrphanedCounts(runner: Runner): Promise<number> {
  let sum = 0;
  for (const table of COUNTS) {
    sum += await deleteFound(runner, {
      name: `${table}_delete_orphaned`,
      table,
      found: `WITH RECURSIVE counted AS (
          (SELECT key_id FROM ${table} ORDER BY key_id LIMIT 1)
          UNION ALL
          SELECT n.key_id FROM counted k
          CROSS JOIN LATERAL (SELECT key_id FROM ${table} WHERE key_id > k.key_id ORDER BY key_id LIMIT 1) n
        )
        SELECT c.ctid FROM counted k CROSS JOIN LATERAL (SELECT ctid FROM ${table} WHERE key_id = k.key_id LIMIT ${BATCH}) c
        WHERE NOT EXISTS (SELECT FROM api_keys a WHERE a.id = k.key_id)
          AND NOT EXISTS (SELECT FROM oauth_grants g WHERE g.id = -k.key_id)
        LIMIT ${BATCH}`,
      values: [],
    });
  }
  return sum;
}

async function countDeleted(runner: Runner, { name, text, values }: Parameters<Runner['query']>[0]): Promise<number> {
  const [row] = await runner.query<{ count: number }>({
    name,
    text: `WITH gone AS (${text}) SELECT count(*)::int AS count FROM gone`,
    values,
  });
  return row?.count ?? 0;
}

/** Deletes the requests and hosts of keys from more than 400 days ago. */
export async function deleteOldTraffic(runner: Runner, now: Date): Promise<void> {
  const until = new Date(now.getTime() - KEPT_MS);
  for (const { table, column } of TABLES) {
    for (let count = BATCH; count === BATCH;) {
      count = await countDeleted(runner, {
        name: `${table}_forget_old`,
        text: `DELETE FROM ${table} WHERE ctid IN (SELECT ctid FROM ${table} WHERE ${column} < $1 LIMIT ${BATCH}) RETURNING 1`,
        values: [until],
      });
    }
  }
}
