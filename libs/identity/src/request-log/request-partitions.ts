import { DailyPartitions, dayName, DAYS_AHEAD, type DailyPartitionsParts } from '@billhook/db/daily-partitions';
import type { ReadRunner, Runner } from '@billhook/db/statement';
import { DAY_MS } from '@billhook/domain/shared/durations';
import { timedIdStart, timeOfId } from '@billhook/platform/ids';

/** Rows of a statement, to keep its locks short. */
const BATCH = 5_000;

/** The daily tables of the request log. @param keepDays as in `DailyTable` */
export const requestPartitions = (parts: DailyPartitionsParts, keepDays: number): DailyPartitions =>
  new DailyPartitions(
    { table: 'api_requests', rows: 'requests', keepDays, fallen: (db, now) => fallen(db, now, keepDays) },
    parts,
  );

/** The days in the default table that are kept: each needs a table. A wrong clock may have written rows of any later day. */
async function fallen(db: ReadRunner, now: Date, keepDays: number): Promise<readonly string[]> {
  const [row] = await db.query<{ first: string | null; last: string | null }>({
    name: 'requests_fallen',
    text: 'SELECT min(id) AS first, max(id) AS last FROM api_requests_default',
  });
  const [first, last] = [timeOf(row?.first), timeOf(row?.last)];
  if (first === undefined || last === undefined) return [];
  const days: string[] = [];
  const end = new Date(Math.min(last, now.getTime() + DAYS_AHEAD * DAY_MS));
  for (
    let at = Math.max(first, oldestKept(now, keepDays).getTime());
    dayName(new Date(at)) <= dayName(end);
    at += DAY_MS
  ) {
    days.push(dayName(new Date(at)));
  }
  return days;
}

/**
 * Deletes what stayed in the default table longer than requests are kept, because no worker ran, and what is more than a day ahead, because
 * a clock was wrong.
 */
export async function deleteFallenRequests(db: Runner, now: Date, keepDays: number): Promise<void> {
  const tooNew = new Date(now.getTime() + DAY_MS);
  const values = [timedIdStart('req', oldestKept(now, keepDays)), timedIdStart('req', tooNew), BATCH];
  for (let count = BATCH; count === BATCH;) {
    const rows = await db.query({
      name: 'requests_delete_fallen',
      text: `DELETE FROM api_requests_default WHERE ctid = ANY (ARRAY (SELECT ctid FROM api_requests_default WHERE id < $1 OR id >= $2 LIMIT $3))
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
