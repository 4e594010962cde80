/*
 * $1 is the number of days to keep, $2 and $3 the event after which the walk continues. Each walks along an index of remaining work only:
 * no round reads recent rows, or rows of an earlier round.
 */

const OVER = `date_trunc('milliseconds', statement_timestamp()) - make_interval(days => $1::integer)`;

/**
 * Deliveries of an event (alias v) that still need its text. Counted, because the planner would turn NOT EXISTS into a scan of all of them.
 */
const UNDER_WAY = `(SELECT count(*) FROM webhook_endpoints e JOIN webhook_deliveries d ON d.endpoint_id = e.id AND d.event_position = v.position
  WHERE e.company_id = v.company_id AND d.status IN ('Waiting', 'Sending'))`;

const oldest = (condition: string, count: number): string => `
  SELECT v.position, v.created_at, v.company_id FROM events v
  WHERE ${condition} AND v.created_at < ${OVER} AND (v.created_at, v.position) > ($2::timestamptz, $3::bigint)
  ORDER BY v.created_at, v.position LIMIT ${count} FOR UPDATE SKIP LOCKED`;

const LAST = `SELECT created_at, position FROM batch ORDER BY created_at DESC, position DESC LIMIT 1`;

/** An event without a number is not delivered yet either: the worker may have been down for a month. */
export const CLEAR_TEXTS = `
WITH batch AS MATERIALIZED (${oldest('v.body IS NOT NULL', 500)}
), done AS (
  UPDATE events v SET body = NULL, changes = NULL
  WHERE v.position = ANY (ARRAY (SELECT position FROM batch)) AND (v.test OR v.sequence IS NOT NULL) AND ${UNDER_WAY} = 0
  RETURNING v.position
)
SELECT (SELECT count(*) FROM done) AS count, l.created_at AS "createdAt", l.position
FROM (VALUES (1)) one LEFT JOIN (${LAST}) l ON true`;

export const DELETE_EVENTS = `
WITH batch AS MATERIALIZED (${oldest('v.body IS NULL', 200)}
), idle AS MATERIALIZED (
  SELECT v.position, v.company_id FROM batch v WHERE ${UNDER_WAY} = 0
), deliveries AS (
  DELETE FROM webhook_deliveries WHERE id = ANY (ARRAY (
    SELECT d.id FROM idle v CROSS JOIN LATERAL (
      SELECT d.id FROM webhook_endpoints e JOIN webhook_deliveries d ON d.endpoint_id = e.id AND d.event_position = v.position
      WHERE e.company_id = v.company_id OFFSET 0) d))
), done AS (
  DELETE FROM events WHERE position = ANY (ARRAY (SELECT position FROM idle)) RETURNING position
)
SELECT (SELECT count(*) FROM done) AS count, l.created_at AS "createdAt", l.position
FROM (VALUES (1)) one LEFT JOIN (${LAST}) l ON true`;

/** Hops from endpoint to endpoint along the primary key. */
export const DELETE_STATS = `
DELETE FROM webhook_endpoint_stats s USING (
  SELECT o.endpoint_id, o.hour FROM webhook_endpoints e CROSS JOIN LATERAL (
    SELECT endpoint_id, hour FROM webhook_endpoint_stats WHERE endpoint_id = e.id AND hour < ${OVER} ORDER BY hour LIMIT 100) o
  LIMIT 5000
) o WHERE s.endpoint_id = o.endpoint_id AND s.hour = o.hour RETURNING s.endpoint_id`;

export const DELETE_RUNS = `DELETE FROM webhook_runs WHERE finished_at < ${OVER}`;
