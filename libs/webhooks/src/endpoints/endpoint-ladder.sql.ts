import { NOW } from '../sql/now.sql.js';
import { LAST_FAILURE } from './last-failure.sql.js';

/** How long after a 410 the owners are still notified: a worker may have been down, but an older notice is useless. */
const GONE_NOTICE_PERIOD = `interval '7 days'`;

const OF_ENDPOINT = `
  e.id AS "endpointId", e.company_id AS "companyId", e.url, e.description, e.status, e.disabled_reason AS "disabledReason",
  e.disabled_at AS "disabledAt", s.health, s.health_since AS "healthSince", s.failing_since AS "failingSince",
  s.consecutive_failures AS "consecutiveFailures", s.probe_at AS "probeAt", s.held_until AS "heldUntil", s.notice,
  s.notice_at AS "noticeAt", ${NOW} AS "now"
FROM webhook_endpoints e JOIN webhook_endpoint_states s ON s.endpoint_id = e.id`;

/** Endpoints per query. */
export const LADDER_PAGE = 200;

/**
 * $1 the endpoint after which to continue. Finds endpoints that fail, whose owners were notified, or that a 410 disabled without a notice.
 */
export const CLIMBING = `
SELECT ${OF_ENDPOINT}
WHERE e.id > $1 AND e.deleted_at IS NULL AND (
  (e.status = 'Enabled' AND (s.failing_since IS NOT NULL OR s.notice <> 'Recovered'))
  OR (e.disabled_reason = 'Gone' AND e.disabled_at > ${NOW} - ${GONE_NOTICE_PERIOD} AND s.notice IS DISTINCT FROM 'Gone'))
ORDER BY e.id LIMIT ${LADDER_PAGE}`;

/**
 * $1 an endpoint. Locks its own row, which the engine needs only to disable it, and not the row of its state, which the engine needs
 * constantly.
 */
export const LOCK_ENDPOINT = `
SELECT ${OF_ENDPOINT} WHERE e.id = $1 AND e.deleted_at IS NULL FOR NO KEY UPDATE OF e SKIP LOCKED`;

/** $1 an endpoint, $2 the notice to its owners, $3 to $5 the values at the decision: since when it failed, the last notice and its time. */
export const WRITE_NOTICE = `
UPDATE webhook_endpoint_states SET notice = $2, notice_at = ${NOW}
WHERE endpoint_id = $1 AND failing_since IS NOT DISTINCT FROM $3 AND notice IS NOT DISTINCT FROM $4
  AND notice_at IS NOT DISTINCT FROM $5
RETURNING endpoint_id`;

/** $1 an endpoint, $2 since when it fails, $3 the limit of the count. Tests do not count, because no event is lost with them. */
export const UNDELIVERED = `
SELECT (SELECT count(*) FROM (SELECT FROM webhook_deliveries WHERE endpoint_id = $1 AND status = 'Waiting' AND sequence IS NOT NULL
    LIMIT $3::integer) w)
  + (SELECT count(*) FROM (SELECT FROM webhook_deliveries WHERE endpoint_id = $1 AND finished_at >= $2 AND status = 'Failed'
    AND sequence IS NOT NULL LIMIT $3::integer) f) AS count`;

/** $1 an endpoint, $2 the limit of the count. */
export const WAITING = `
SELECT count(*) FROM (SELECT FROM webhook_deliveries WHERE endpoint_id = $1 AND status = 'Waiting' LIMIT $2::integer) w`;

/** $1 an endpoint. Its last failed attempt. */
export const LAST_FAILURE_OF = `SELECT ${LAST_FAILURE} AS failure FROM webhook_endpoints e WHERE e.id = $1`;
