import type { Tx } from '@billhook/db/unit-of-work';
import {
  formatNumber,
  SERIES_RESETS,
  seriesPeriod,
  type SeriesKind,
  type SeriesReset,
} from '@billhook/domain/invoicing/series';
import { Problem } from '@billhook/domain/shared/problems';

export interface Numbered {
  readonly companyId: number;
  readonly kind: SeriesKind;
  /** The code of the series. */
  readonly series: string;
  readonly issueDate: string;
}

/** The error for a document that names an unknown series. */
export const UNKNOWN_SERIES = {
  pointer: '/series',
  code: 'unknown_series',
  message: 'is not the code of a number series of the company',
} as const;

/** The last date of a series in the period of a document. */
export interface LastDate {
  readonly period: string;
  readonly date: string;
}

/** The field error of a document that is dated before the last document of its series in the same period. */
export function dateBeforeSeries({ period, date }: LastDate) {
  const within = period === 'all' ? '' : ` in ${period}`;
  const message = `must not be before ${date}, the last date of its series${within}`;
  return { pointer: '/issueDate', code: 'date_before_series', message } as const;
}

/** The period of a document by the reset of its series `s`: the parameters after the first four, in the order of SERIES_RESETS. */
const PERIOD = `CASE s.reset ${SERIES_RESETS.map((reset, n) => `WHEN '${reset}' THEN $${n + 5}`).join(' ')} END`;

/**
 * Takes the next number of a series without gaps: a rollback returns it. Call it late, because sends of a series wait for its row lock.
 * @returns `outOfOrder` with the last date of the period if the document is dated before it: the caller rejects the request
 * @throws Problem 422 unknown_series
 */
export async function takeNumber(
  tx: Tx,
  { companyId, kind, series: code, issueDate }: Numbered,
): Promise<{ number: string; outOfOrder: LastDate | null }> {
  const [taken] = await tx.query<{ id: number; pattern: string; period: string; value: number; lastDate: string }>({
    name: 'number_take',
    // Not FOR SHARE, which has no queue: a change of the series would wait as long as sends overlap. Sends take turns in any case.
    text: `WITH series AS (
        SELECT s.id, s.pattern, s.start, ${PERIOD} AS period FROM number_series s
        WHERE s.company_id = $1 AND s.kind = $2 AND s.code = $3 FOR NO KEY UPDATE
      ), taken AS (
        INSERT INTO number_series_periods AS p (series_id, period, first, next, last_date)
        SELECT id, period, start, start + 1, $4::date FROM series
        ON CONFLICT (series_id, period) DO UPDATE SET next = p.next + 1, last_date = greatest(p.last_date, excluded.last_date)
        RETURNING next - 1 AS value, last_date AS "lastDate"
      )
      SELECT series.id, series.pattern, series.period, taken.value, taken."lastDate" FROM series, taken`,
    values: [companyId, kind, code, issueDate, ...SERIES_RESETS.map((reset) => seriesPeriod(reset, issueDate))],
  });
  if (!taken) {
    throw new Problem('unknown_series', undefined, { errors: [UNKNOWN_SERIES] });
  }
  const { id, pattern, period, value, lastDate } = taken;
  const number = formatNumber(pattern, issueDate, value);
  tx.send({
    name: 'number_note',
    text: `INSERT INTO number_series_numbers (series_id, period, value, number, issue_date) VALUES ($1, $2, $3, $4, $5)`,
    values: [id, period, value, number, issueDate],
  });
  return { number, outOfOrder: lastDate > issueDate ? { period, date: lastDate } : null };
}

/** Checks a document against a series without taking a number: whether the series exists, and the last date of its period. */
export async function askSeries(
  tx: Tx,
  { companyId, kind, series, issueDate }: Numbered,
): Promise<{ known: boolean; last: LastDate | null }> {
  const [row] = await tx.query<{ reset: SeriesReset; periods: Record<string, string> }>({
    name: 'number_series_ask',
    text: `SELECT s.reset, coalesce((SELECT json_object_agg(p.period, p.last_date) FROM number_series_periods p
        WHERE p.series_id = s.id AND p.period = ANY ($4)), '{}') AS periods
      FROM number_series s WHERE s.company_id = $1 AND s.kind = $2 AND s.code = $3`,
    values: [companyId, kind, series, SERIES_RESETS.map((reset) => seriesPeriod(reset, issueDate))],
  });
  if (!row) return { known: false, last: null };
  const period = seriesPeriod(row.reset, issueDate);
  const date = row.periods[period];
  return { known: true, last: date === undefined ? null : { period, date } };
}
