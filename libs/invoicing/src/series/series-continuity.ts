import type { ReadRunner } from '@billhook/db/statement';
import type { SeriesKind } from '@billhook/domain/invoicing/series';
import type { AuditedPeriod } from './series-gaps.repository.js';
import { auditOf } from './series-gaps.sql.js';
import { presentSeriesAudit } from './series.presenter.js';

/** Numbers that an error names. */
const MOST = 10;

export interface SeriesContinuity {
  /** `number series default (Invoice)` */
  readonly name: string;
  /** Whether every number that the series assigned has one document. */
  readonly isContinuous: boolean;
  /** The numbers without a document, and those with two. */
  readonly says: string;
  /** Numbers whose date is before the date of the previous number; empty if there are none. */
  readonly outOfOrder: string;
}

/** Audits all number series of a company. @param db reads in one snapshot */
export async function auditSeries(db: ReadRunner, companyId: number): Promise<SeriesContinuity[]> {
  const series = await db.query<{ id: number; code: string; kind: SeriesKind }>({
    name: 'series_of_company',
    text: 'SELECT id, code, kind FROM number_series WHERE company_id = $1 ORDER BY id',
    values: [companyId],
  });
  const audited: SeriesContinuity[] = [];
  for (const { id, code, kind } of series) {
    const periods = await db.query<AuditedPeriod & Record<string, unknown>>({
      name: `series_audit_${kind}_${MOST}`,
      text: auditOf(kind, MOST),
      values: [companyId, id],
    });
    audited.push({ name: `number series ${code} (${kind})`, ...continuityOf(presentSeriesAudit(id, periods)) });
  }
  return audited;
}

function continuityOf({ periods }: ReturnType<typeof presentSeriesAudit>): Omit<SeriesContinuity, 'name'> {
  const listed = (numbers: readonly string[]): string => numbers.slice(0, MOST).join(', ');
  const missing = periods.flatMap((period) => period.missing);
  const duplicated = periods.flatMap((period) => period.duplicated);
  const counts = periods.filter(({ count, expected }) => count !== expected);
  const says = [
    ...(missing.length > 0 ? [`numbers have no document: ${listed(missing)}`] : []),
    ...(duplicated.length > 0 ? [`numbers have two documents: ${listed(duplicated)}`] : []),
    ...(missing.length === 0 ? counts.map((each) => `${each.count} of ${each.expected} numbers have a document`) : []),
  ];
  return {
    isContinuous: says.length === 0,
    says: says.join('; '),
    outOfOrder: listed(periods.flatMap((period) => period.outOfOrder)),
  };
}
