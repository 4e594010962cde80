import { Database } from '@billhook/db/database';
import { followsDates, NUMBER_SPACE, type SeriesKind } from '@billhook/domain/invoicing/numbering';
import { Injectable } from '@nestjs/common';

/** Missing numbers: a single one with its text, or a range of counts. */
export interface Gap {
  readonly low: number;
  readonly high: number;
  readonly number: string | null;
}

/** The numbers that a series gave in a period, compared with those of documents. */
export interface AuditedPeriod {
  readonly period: string;
  readonly firstNumber: string | null;
  readonly lastNumber: string | null;
  readonly count: number;
  readonly expected: number;
  readonly gaps: readonly Gap[];
  readonly outOfOrder: readonly string[];
  /** The numbers that a document of another kind in the same number space has as well. */
  readonly duplicated: readonly string[];
}

/** The numbers of documents. The revisions of a quote share one number, with the date of the first revision. */
const HELD: Readonly<Record<SeriesKind, string>> = {
  Invoice: 'SELECT id, number, issue_date FROM invoices WHERE company_id = $1 AND number IS NOT NULL',
  CreditNote: 'SELECT id, number, issue_date FROM credit_notes WHERE company_id = $1',
  Quote: `SELECT DISTINCT ON (number) id, number, issue_date FROM quotes WHERE company_id = $1 AND number IS NOT NULL
    ORDER BY number, revision`,
};

/** The numbers of documents of other kinds that must differ from the numbers of this kind. */
function heldByOthers(kind: SeriesKind): string {
  const others = NUMBER_SPACE[kind].filter((other) => other !== kind).map((other) => HELD[other]);
  return others.length > 0 ? others.join(' UNION ALL ') : `SELECT NULL::text AS number WHERE false`;
}

/**
 * One statement sees one moment: a concurrent send is in all parts or in none. It reads each table once and joins by hashes:
 * 100,000 numbers in 100 periods take a third of a second. Gaps are ranges, because a counter far ahead must cost nothing.
 */
const auditOf = (kind: SeriesKind, most: number): string => `
WITH held AS MATERIALIZED (${HELD[kind]}),
others AS MATERIALIZED (${heldByOthers(kind)}),
given AS MATERIALIZED (
  SELECT n.period, n.value, n.number, h.id AS document,
    coalesce(h.issue_date, n.issue_date) < lag(coalesce(h.issue_date, n.issue_date)) OVER counted AS early,
    coalesce(lead(n.value) OVER counted, p.next) AS following
  FROM number_series_numbers n
  JOIN number_series_periods p ON p.series_id = n.series_id AND p.period = n.period
  LEFT JOIN held h ON h.number = n.number
  WHERE n.series_id = $2
  WINDOW counted AS (PARTITION BY n.period ORDER BY n.value)
),
known AS MATERIALIZED (
  SELECT period, count(DISTINCT document)::int AS count, min(value) AS low, max(value) AS high FROM given GROUP BY period
),
absent AS (
  SELECT period, value AS low, value AS high, number FROM given WHERE document IS NULL
  UNION ALL SELECT period, value + 1, following - 1, NULL FROM given WHERE following > value + 1
  UNION ALL SELECT p.period, p.first, coalesce(k.low, p.next) - 1, NULL
    FROM number_series_periods p LEFT JOIN known k ON k.period = p.period
    WHERE p.series_id = $2 AND coalesce(k.low, p.next) > p.first
),
missing AS (
  SELECT period, json_agg(json_build_object('low', low, 'high', high, 'number', number) ORDER BY low) AS gaps
  FROM (SELECT *, row_number() OVER (PARTITION BY period ORDER BY low) AS place FROM absent) a WHERE place <= ${most} GROUP BY period
),
disordered AS (
  SELECT period, json_agg(number ORDER BY value) AS numbers
  FROM (SELECT *, row_number() OVER (PARTITION BY period ORDER BY value) AS place FROM given WHERE early AND ${followsDates(kind)}) e WHERE place <= ${most}
  GROUP BY period
),
doubled AS (
  SELECT period, json_agg(number ORDER BY value) AS numbers
  FROM (SELECT g.*, row_number() OVER (PARTITION BY g.period ORDER BY g.value) AS place FROM given g JOIN others o ON o.number = g.number) d
  WHERE place <= ${most} GROUP BY period
)
SELECT p.period, f.number AS "firstNumber", l.number AS "lastNumber", coalesce(k.count, 0) AS count, p.next - p.first AS expected,
  coalesce(m.gaps, '[]') AS gaps, coalesce(d.numbers, '[]') AS "outOfOrder", coalesce(t.numbers, '[]') AS duplicated
FROM number_series_periods p
LEFT JOIN known k ON k.period = p.period
LEFT JOIN missing m ON m.period = p.period
LEFT JOIN disordered d ON d.period = p.period
LEFT JOIN doubled t ON t.period = p.period
LEFT JOIN number_series_numbers f ON f.series_id = $2 AND f.period = p.period AND f.value = k.low
LEFT JOIN number_series_numbers l ON l.series_id = $2 AND l.period = p.period AND l.value = k.high
WHERE p.series_id = $2 ORDER BY p.period`;

@Injectable()
export class SeriesAuditRepository {
  constructor(private readonly db: Database) {}

  /**
   * Compares the numbers that a series gave with those of the company's documents, for each period.
   * @param most how many gaps and how many numbers out of order are listed for each period
   */
  audit(companyId: number, series: { id: number; kind: SeriesKind }, most: number): Promise<AuditedPeriod[]> {
    return this.db.query<AuditedPeriod>({
      name: `series_audit_${series.kind}_${most}`,
      text: auditOf(series.kind, most),
      values: [companyId, series.id],
    });
  }
}
