import { DailyPartitions, dayName, type DailyPartitionsParts } from '@billhook/db/daily-partitions';
import type { ReadRunner, Runner } from '@billhook/db/statement';
import { DAY_MS } from '@billhook/domain/shared/durations';
import { timedIdStart, timeOfId } from '@billhook/platform/ids';

/** Rows of a statement, to keep its locks short. */
const BATCH = 5_000;

/** The daily tables of the request log. @param keepDays as in `DailyTable` */
export const requestPartitions = (parts: DailyPartitionsParts, keepDays: number): DailyPartitions =>
  new DailyPartitions(
    { table: 'api_requests', rows: 'requests', keepDays, fallen: (db, now) => fallen(db, oldestKept(now, keepDays)) },
    parts,
  );

/** The days in the default table that are still kept: each needs a table. */
async function fallen(db: ReadRunner, oldest: Date): Promise<readonly string[]> {
  const [row] = await db.query<{ first: string | null; last: string | null }>({
    name: 'requests_fallen',
    text: 'SELECT min(id) AS first, max(id) AS last FROM api_requests_default',
  });
  const [first, last] = [timeOf(row?.first), timeOf(row?.last)];
  if (first === undefined || last === undefined) return [];
  const days: string[] = [];
  for (let at = Math.max(first, oldest.getTime()); dayName(new Date(at)) <= dayName(new Date(last)); at += DAY_MS) {
    days.push(dayName(new Date(at)));
  }
  return days;
}

/** Deletes what stayed in the default table longer than requests are kept, because no worker ran. */
export async function deleteFallenRequests(db: Runner, now: Date, keepDays: number): Promise<void> {
  const values = [timedIdStart('req', oldestKept(now, keepDays)), BATCH];
  for (let count = BATCH; count === BATCH;) {
    const rows = await db.query({
      name: 'requests_delete_fallen',
      text: `DELETE FROM api_requests_default WHERE ctid = ANY (ARRAY (SELECT ctid FROM api_requests_default WHERE id < $1 LIMIT $2))
        RETURNING 1 AS one`,
      values,
    });
    count = rows.length;
  }
}

/** The beginning of the oldest day that is kept. */
const oldestKept = (now: Date, keepDays: number): Date =>
  new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS - keepDays * DAY_MS);

/** The number of an inner request follows the id. */
const timeOf = (id: string | null | undefined): number | undefined => timeOfId(id?.split('.', 1)[0] ?? '')?.getTime();
