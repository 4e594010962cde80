import type { Tx } from '@billhook/db/unit-of-work';
import { formatNumber, seriesPeriod, type SeriesKind } from '@billhook/domain/numbering';

/**
 * Takes the next number of a series, without gaps: the row lock makes sends of one series wait for each other, and a rollback gives
 * the number back. Call it late in the transaction, so that the lock is short.
 * `outOfOrder` names the last date of the series when the document's lies before it: the caller refuses, and the number goes back.
 */
export async function takeNumber(
  tx: Tx,
  companyId: number,
  kind: SeriesKind,
  issueDate: string,
): Promise<{ number: string; outOfOrder: string | null }> {
  const period = seriesPeriod(issueDate);
  const [row] = await tx.query<{ value: number; outOfOrder: string | null }>({
    name: 'number_take',
    text: `INSERT INTO number_series AS s (company_id, kind, period, next, last_date) VALUES ($1, $2, $3, 2, $4)
      ON CONFLICT (company_id, kind, period)
        DO UPDATE SET next = s.next + 1, last_date = greatest(s.last_date, excluded.last_date)
      RETURNING next - 1 AS value, CASE WHEN last_date > $4::date THEN last_date END AS "outOfOrder"`,
    values: [companyId, kind, period, issueDate],
  });
  if (!row) throw new Error('the number series gave no number');
  return { number: formatNumber(kind, period, row.value), outOfOrder: row.outOfOrder };
}
