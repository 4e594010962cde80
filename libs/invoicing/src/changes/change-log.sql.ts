/** The class of the advisory locks of companies: one process at a time numbers the changes of a company. */
export const CHANGE_LOCK = 7_301_946;

/** $1 the class of the locks, $2 a company. */
export const LOCK_NUMBERS = 'SELECT pg_advisory_xact_lock($1::integer, ($2::bigint % 2147483648)::integer)';

/** $1 companies. Those with changes without a number. */
export const CHANGES_TO_NUMBER = `SELECT o.id FROM unnest($1::bigint[]) AS o (id)
  WHERE EXISTS (SELECT FROM record_changes c WHERE c.company_id = o.id AND c.sequence IS NULL)`;

const nextWaiting = (after: string): string =>
  `SELECT company_id FROM record_changes WHERE sequence IS NULL AND company_id > ${after} ORDER BY company_id LIMIT 1`;

/** Moves from company to company by the index of the changes without a number. */
export const WAITING_COMPANIES = `WITH RECURSIVE waiting (company_id) AS (
  (${nextWaiting('0')})
  UNION ALL
  SELECT n.company_id FROM waiting w CROSS JOIN LATERAL (${nextWaiting('w.company_id')}) n
) SELECT company_id AS id FROM waiting`;

/** $1 company, $2 maximum number. The order within a transaction is that of its statements. */
export const NUMBER_CHANGES = `WITH waiting AS MATERIALIZED (
  SELECT id, row_number() OVER (ORDER BY id) AS place FROM (
    SELECT id FROM record_changes WHERE company_id = $1 AND sequence IS NULL ORDER BY id LIMIT $2) w
), counted AS (
  INSERT INTO record_change_counters (company_id, last, dropped) SELECT $1, count(*), 0 FROM waiting HAVING count(*) > 0
  ON CONFLICT (company_id) DO UPDATE SET last = record_change_counters.last + excluded.last
  RETURNING last
), numbered AS (
  UPDATE record_changes c SET sequence = (SELECT last FROM counted) - (SELECT count(*) FROM waiting) + w.place
  FROM waiting w WHERE c.id = ANY (ARRAY (SELECT id FROM waiting)) AND c.id = w.id
)
SELECT count(*)::integer AS count FROM waiting`;

/** $1 companies. */
export const CHANGE_ENDS = `SELECT o.id, coalesce(c.last, 0) AS last FROM unnest($1::bigint[]) AS o (id)
  LEFT JOIN record_change_counters c ON c.company_id = o.id`;

/** $1 company, $2 the number after which to read, null for the oldest stored change, $3 resources or null, $4 maximum number. */
export const CHANGES_AFTER = `SELECT coalesce(c.last, 0) AS last, coalesce(c.dropped, 0) AS dropped, e.*
FROM (VALUES (1)) AS one LEFT JOIN record_change_counters c ON c.company_id = $1
LEFT JOIN LATERAL (
  SELECT sequence, resource, record_id AS id, version, deleted, at FROM record_changes
  WHERE company_id = $1 AND sequence > coalesce($2::bigint, c.dropped) AND ($3::text[] IS NULL OR resource = ANY ($3))
  ORDER BY sequence LIMIT $4
) e ON true
ORDER BY e.sequence`;

/** $1 days, $2 maximum number. The oldest rows first, and the counters say up to which number a log is incomplete. */
export const DROP_CHANGES = `WITH old AS MATERIALIZED (
  SELECT id FROM (SELECT id, at, sequence FROM record_changes ORDER BY id LIMIT $2) o
  WHERE at < statement_timestamp() - make_interval(days => $1::integer) AND sequence IS NOT NULL
), gone AS (
  DELETE FROM record_changes WHERE id = ANY (ARRAY (SELECT id FROM old)) RETURNING company_id, sequence
), ends AS (
  SELECT company_id, max(sequence) AS last FROM gone GROUP BY company_id
), marked AS (
  UPDATE record_change_counters c SET dropped = greatest(c.dropped, e.last)
  FROM ends e WHERE c.company_id = ANY (ARRAY (SELECT company_id FROM ends)) AND c.company_id = e.company_id
)
SELECT count(*)::integer AS count FROM old`;

/** $1 company. One more than the end: a reader there has not seen the deletion of the records. */
export const EXPIRE_CHANGES = `INSERT INTO record_change_counters AS c (company_id, last, dropped) VALUES ($1, 1, 1)
  ON CONFLICT (company_id) DO UPDATE SET last = c.last + 1, dropped = c.last + 1`;
