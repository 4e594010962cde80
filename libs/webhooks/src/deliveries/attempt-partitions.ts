import { DailyPartitions, type DailyPartitionsParts } from '@billhook/db/daily-partitions';
import type { ReadRunner } from '@billhook/db/statement';

/** The daily tables of `webhook_attempts`. @param keepDays as in `DailyTable` */
export const attemptPartitions = (parts: DailyPartitionsParts, keepDays: number): DailyPartitions =>
  new DailyPartitions({ table: 'webhook_attempts', rows: 'attempts', keepDays, fallen }, parts);

async function fallen(db: ReadRunner): Promise<readonly string[]> {
  const rows = await db.query<{ day: string }>({
    name: 'attempts_fallen',
    text: `SELECT DISTINCT to_char(started_at AT TIME ZONE 'UTC', 'YYYYMMDD') AS day FROM webhook_attempts_default ORDER BY 1`,
  });
  return rows.map(({ day }) => day);
}
