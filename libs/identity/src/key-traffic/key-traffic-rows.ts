import type { Runner } from '@billhook/db/statement';

/** More than a year, to compare a month with the same month a year earlier. */
const KEPT_MS = 400 * 86_400_000;
/** Rows per statement, to keep its locks short. */
const BATCH = 5_000;

const TABLES = [
  { table: 'key_requests', column: 'day' },
  { table: 'key_hosts', column: 'last_at' },
] as const;

/** Deletes the requests and hosts of keys from more than 400 days ago. */
export async function forgetOldTraffic(runner: Runner, now: Date): Promise<void> {
  const until = new Date(now.getTime() - KEPT_MS);
  for (const { table, column } of TABLES) {
    for (let count = BATCH; count === BATCH;) {
      const [row] = await runner.query<{ count: number }>({
        name: `${table}_forget_old`,
        text: `WITH gone AS (DELETE FROM ${table} WHERE ctid IN (SELECT ctid FROM ${table} WHERE ${column} < $1 LIMIT ${BATCH}) RETURNING 1)
          SELECT count(*)::int AS count FROM gone`,
        values: [until],
      });
      count = row?.count ?? 0;
    }
  }
}
