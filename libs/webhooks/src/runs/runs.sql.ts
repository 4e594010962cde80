import { NOW } from '../sql/now.sql.js';

/** The statements of runs: their scope and their progress. */

/*
 * $1 the endpoint, $2 and $3 since and until, $4 types or null, $5 the record or null. Excludes cleared texts, which cannot be sent, and
 * tests, which are not resent.
 */
const FAILED = `
FROM webhook_deliveries d JOIN events v ON v.position = d.event_position
WHERE d.endpoint_id = $1 AND d.status IN ('Failed', 'Cancelled') AND d.created_at BETWEEN $2 AND $3
  AND ($4::text[] IS NULL OR d.event_type = ANY ($4)) AND ($5::bigint IS NULL OR d.resource_id = $5)
  AND v.body IS NOT NULL AND NOT v.test`;

/*
 * Also $6 the company, $7 the types that the endpoint receives. An event without a sequence has no deliveries yet; the relay
 * creates them.
 */
const MISSING = `
FROM events v
WHERE v.company_id = $6 AND v.type = ANY ($7::text[]) AND v.created_at BETWEEN $2 AND $3
  AND ($4::text[] IS NULL OR v.type = ANY ($4)) AND ($5::bigint IS NULL OR v.resource_id = $5)
  AND v.sequence IS NOT NULL AND v.body IS NOT NULL AND NOT v.test
  AND NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.endpoint_id = $1 AND d.event_position = v.position)`;

export const COUNT_FAILED = `SELECT count(*) AS total, coalesce(min(d.id) - 1, 0) AS cursor ${FAILED}`;
export const COUNT_MISSING = `SELECT count(*) AS total, coalesce(min(v.sequence) - 1, 0) AS cursor ${MISSING}`;

/** Also $6 the cursor, $7 the limit. */
export const FIND_FAILED = `SELECT d.id AS "id", d.id AS "place" ${FAILED} AND d.id > $6 ORDER BY d.id LIMIT $7`;

/** Also $8 the cursor, $9 the limit. */
export const FIND_MISSING = `SELECT v.position AS "id", v.sequence AS "place" ${MISSING} AND v.sequence > $8 ORDER BY v.sequence LIMIT $9`;

/** $1 positions. */
export const READ_BODIES = `SELECT position, body FROM events WHERE position = ANY ($1::bigint[]) AND body IS NOT NULL`;

/** $1 the start of a period, $2 the endpoint: the earliest creation of a delivery that ended undelivered in the period. */
export const OLDEST_GIVEN_UP = `
SELECT min(created_at) AS "at" FROM webhook_deliveries
WHERE endpoint_id = $2 AND finished_at >= $1 AND status IN ('Failed', 'Cancelled')`;

/** Later deliveries in order have no time: the sweep schedules the first of each record. */
const inTurn = (ordered: string): string => `CASE WHEN ${ordered} THEN NULL ELSE ${NOW} END`;

/** $1 ids of deliveries. Locks in the order of ids, like all statements that lock several. */
export const SEND_AGAIN = `
WITH chosen AS MATERIALIZED (
  SELECT id FROM webhook_deliveries WHERE id = ANY ($1::bigint[]) AND status IN ('Failed', 'Cancelled')
  ORDER BY id FOR NO KEY UPDATE
)
UPDATE webhook_deliveries d SET status = 'Waiting', schedule_step = 0, next_attempt_at = ${inTurn('d.ordered')}, finished_at = NULL
FROM chosen c WHERE d.id = c.id RETURNING d.id`;

/** $1 the endpoint, $2 positions of events. Locks the row of its state until the end, which keeps its numbers without a gap. */
export const MAKE_DELIVERIES = `
WITH chosen AS MATERIALIZED (
  SELECT v.position, v.company_id, v.type, v.resource_id, row_number() OVER (ORDER BY v.sequence) AS place
  FROM events v WHERE v.position = ANY ($2::bigint[])
), advanced AS (
  UPDATE webhook_endpoint_states s SET last_sequence = s.last_sequence + (SELECT count(*) FROM chosen) WHERE s.endpoint_id = $1
  RETURNING s.last_sequence - (SELECT count(*) FROM chosen) AS before
)
INSERT INTO webhook_deliveries (company_id, endpoint_id, event_position, event_type, resource, resource_id, ordered, sequence,
  status, trigger, attempt_count, schedule_step, next_attempt_at, created_at)
SELECT c.company_id, e.id, c.position, c.type, split_part(c.type, '.', 1), c.resource_id, e.ordering = 'PerRecord',
  a.before + c.place, 'Waiting', 'Schedule', 0, 0, ${inTurn(`e.ordering = 'PerRecord'`)}, ${NOW}
FROM chosen c CROSS JOIN advanced a JOIN webhook_endpoints e ON e.id = $1
ORDER BY c.place
RETURNING id`;

/** The number of deliveries that are due or wait in order, counted up to the limit. Deliveries with a later time do not count. */
const queued = (endpoint: string, limit: string): string => `
(SELECT count(*) FROM (SELECT FROM webhook_deliveries d WHERE d.endpoint_id = ${endpoint} AND d.status = 'Waiting'
  AND (d.next_attempt_at <= statement_timestamp() OR d.next_attempt_at IS NULL) LIMIT ${limit}) q)`;

/** $1 limit of waiting deliveries of an endpoint, $2 number of runs. Least recently processed first. */
export const WORKABLE = `
SELECT r.id FROM webhook_runs r WHERE r.status = 'Running' AND ${queued('r.endpoint_id', '$1::integer')} < $1::integer
ORDER BY r.updated_at, r.id LIMIT $2`;

/** $1 the run, $2 limit of waiting deliveries of its endpoint. Returns none while another worker has the run. */
export const TAKE = `
SELECT r.id, r.kind, r.company_id AS "companyId", r.endpoint_id AS "endpointId", r.since, r.until, r.selection, r.cursor,
  e.event_types AS "endpointTypes", e.filter, e.status = 'Enabled' AS "enabled", e.deleted_at IS NOT NULL AS "deleted",
  ${queued('r.endpoint_id', '$2::integer')} >= $2::integer AS "crowded"
FROM webhook_runs r JOIN webhook_endpoints e ON e.id = r.endpoint_id
WHERE r.id = $1 AND r.status = 'Running' FOR NO KEY UPDATE OF r SKIP LOCKED`;

/** $1 the run, $2 the last processed place, $3 the number of sent ones, $4 whether more are left. New failures are added. */
export const ADVANCE = `
UPDATE webhook_runs SET cursor = $2, done = done + $3, total = greatest(total, done + $3), updated_at = ${NOW},
  status = CASE WHEN $4::boolean THEN 'Running' ELSE 'Completed' END, finished_at = CASE WHEN NOT $4::boolean THEN ${NOW} END
WHERE id = $1`;

/** $1 the run, $2 its new status. */
export const MOVE = `
UPDATE webhook_runs r SET status = $2, updated_at = ${NOW},
  finished_at = CASE WHEN $2 IN ('Cancelled', 'Completed') THEN ${NOW} END
WHERE r.id = $1`;
