import type { SeriesAuditView, SeriesView } from '@billhook/contract/invoicing/series';
import { formatNumber } from '@billhook/domain/invoicing/series';
import type { AuditedPeriod, Gap } from './series-gaps.repository.js';
import type { SeriesRow } from './series.repository.js';

/** The maximum number of entries that the audit lists for each kind of error and period. */
export const MOST_LISTED = 100;

/** The series in its API form. @param today in the time zone of the company */
export function presentSeries(series: SeriesRow, today: string): SeriesView {
  const { companyId: _, next, createdAt, updatedAt, ...view } = series;
  return {
    ...view,
    nextNumber: formatNumber(series.pattern, today, next),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

/** The audit in its API form: a number that was never stored is shown by its count, `#7`. */
export function presentSeriesAudit(seriesId: number, audited: readonly AuditedPeriod[]): SeriesAuditView {
  const periods = audited.map(({ gaps, outOfOrder, duplicated, ...period }) => ({
    ...period,
    missing: namesOf(gaps),
    outOfOrder: [...outOfOrder],
    duplicated: [...duplicated],
  }));
  const continuous = periods.every(
    ({ count, expected, missing, outOfOrder, duplicated }) =>
      count === expected && [missing, outOfOrder, duplicated].every(({ length }) => length === 0),
  );
  return { seriesId, continuous, periods };
}

function namesOf(gaps: readonly Gap[]): string[] {
  return gaps
    .flatMap(({ low, high, number }) =>
      number === null
        ? Array.from({ length: Math.min(high - low + 1, MOST_LISTED) }, (_, n) => `#${low + n}`)
        : [number],
    )
    .slice(0, MOST_LISTED);
}
