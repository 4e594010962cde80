import { followsDates, NUMBER_SPACE, type SeriesKind } from '@billhook/domain/invoicing/series';

/*
 * The audit of a series: `held` and `others` are the numbers of documents, `given` those of the series, `known` sums them up, and
 * `missing`, `disordered` and `doubled` list what is wrong. $1 the company, $2 the series.
 */

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

/** The numbers that the series gave: with the document, whether its date is before the date of the previous number, and the next count. */
export const GIVEN = `given AS MATERIALIZED (
  SELECT n.period, n.value, n.number, h.id AS document,
    coalesce(h.issue_date, n.issue_date) < lag(coalesce(h.issue_date, n.issue_date)) OVER counted AS early,
    coalesce(lead(n.value) OVER counted, p.next) AS following
  FROM number_series_numbers n
  JOIN number_series_periods p ON p.series_id = n.series_id AND p.period = n.period
  LEFT JOIN held h ON h.number = n.number
  WHERE n.series_id = $2
  WINDOW counted AS (PARTITION BY n.period ORDER BY n.value)
)`;

export const KNOWN = `known AS MATERIALIZED (
  SELECT period, count(DISTINCT document)::int AS count, min(value) AS low, max(value) AS high FROM given GROUP BY period
)`;

/** Numbers without a document, and ranges of counts without a number: between two, after the last, and before the first. */
export const ABSENT = `absent AS (
  SELECT period, value AS low, value AS high, number FROM given WHERE document IS NULL
  UNION ALL SELECT period, value + 1, following - 1, NULL FROM given WHERE following > value + 1
  UNION ALL SELECT p.period, p.first, coalesce(k.low, p.next) - 1, NULL
    FROM number_series_periods p LEFT JOIN known k ON k.period = p.period
    WHERE p.series_id = $2 AND coalesce(k.low, p.next) > p.first
)`;

/** For each period, the first rows of a source as a list. */
export const firstOfEach = (source: string, { item, by, most }: { item: string; by: string; most: number }): string => `
  SELECT period, json_agg(${item} ORDER BY ${by}) AS list
  FROM (SELECT s.*, row_number() OVER (PARTITION BY period ORDER BY ${by}) AS place FROM (${source}) s) placed
  WHERE place <= ${most} GROUP BY period`;

const RESULT = `
SELECT p.period, f.number AS "firstNumber", l.number AS "lastNumber", coalesce(k.count, 0) AS count, p.next - p.first AS expected,
  coalesce(m.list, '[]') AS gaps, coalesce(d.list, '[]') AS "outOfOrder", coalesce(t.list, '[]') AS duplicated
FROM number_series_periods p
LEFT JOIN known k ON k.period = p.period
LEFT JOIN missing m ON m.period = p.period
LEFT JOIN disordered d ON d.period = p.period
LEFT JOIN doubled t ON t.period = p.period
LEFT JOIN number_series_numbers f ON f.series_id = $2 AND f.period = p.period AND f.value = k.low
LEFT JOIN number_series_numbers l ON l.series_id = $2 AND l.period = p.period AND l.value = k.high
WHERE p.series_id = $2 ORDER BY p.period`;

/**
 * One statement sees one moment: a concurrent send is in all parts or in none. It reads each table once and joins by hashes:
 * 100,000 numbers in 100 periods take a third of a second. Gaps are ranges, because a counter far ahead must cost nothing.
 */
export function auditOf(kind: SeriesKind, most: number): string {
  const gap = { item: `json_build_object('low', low, 'high', high, 'number', number)`, by: 'low', most };
  const number = { item: 'number', by: 'value', most };
  const parts = [
    `held AS MATERIALIZED (${HELD[kind]})`,
    `others AS MATERIALIZED (${heldByOthers(kind)})`,
    ...[GIVEN, KNOWN, ABSENT],
    `missing AS (${firstOfEach('SELECT * FROM absent', gap)})`,
    `disordered AS (${firstOfEach(`SELECT * FROM given WHERE early AND ${followsDates(kind)}`, number)})`,
    `doubled AS (${firstOfEach('SELECT g.* FROM given g JOIN others o ON o.number = g.number', number)})`,
  ];
  return `WITH ${parts.join(', ')}${RESULT}`;
}
