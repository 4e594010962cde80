import { NOW } from '../sql/now.sql.js';
import { heard, isSilent } from '../sql/worker-silence.sql.js';

/** The statements of the engine that find, hand back and cancel deliveries. */

/** The new state of a waiting delivery (alias d) of a disabled endpoint: a resend leaves the original state as it was. */
export const CANCEL = `
  status = CASE WHEN d.resume_status IN ('Delivered', 'Failed') AND d.attempt_count > 0 THEN d.resume_status ELSE 'Cancelled' END,
  trigger = 'Schedule', next_attempt_at = NULL, resume_status = NULL, resume_at = NULL,
  finished_at = coalesce(d.finished_at, ${NOW})`;

/** Hops from endpoint to endpoint, and from trigger to trigger, along an index, each with its earliest due time. */
export const WAITING = `waiting (endpoint_id, trigger, first_at) AS (
  (SELECT endpoint_id, trigger, next_attempt_at FROM webhook_deliveries WHERE status = 'Waiting'
    ORDER BY endpoint_id, trigger, next_attempt_at, id LIMIT 1)
  UNION ALL
  SELECT n.endpoint_id, n.trigger, n.next_attempt_at FROM waiting w CROSS JOIN LATERAL (
    SELECT d.endpoint_id, d.trigger, d.next_attempt_at FROM webhook_deliveries d
    WHERE d.status = 'Waiting' AND (d.endpoint_id, d.trigger) > (w.endpoint_id, w.trigger)
    ORDER BY d.endpoint_id, d.trigger, d.next_attempt_at, d.id LIMIT 1) n
)`;

/** Whether there is work: most rounds find none. */
export const LOOK = `
SELECT EXISTS (SELECT FROM events WHERE sequence IS NULL AND NOT test) AS "events",
  EXISTS (SELECT FROM webhook_deliveries WHERE status = 'Waiting' AND next_attempt_at <= statement_timestamp()) AS "due"`;

/** $1 batch size: waiting deliveries of disabled or deleted endpoints, due or not. */
export const CANCEL_OFF = `
WITH RECURSIVE ${WAITING}, found AS MATERIALIZED (
  SELECT d.id FROM (SELECT DISTINCT endpoint_id FROM waiting) w
  JOIN webhook_endpoints e ON e.id = w.endpoint_id AND (e.status = 'Disabled' OR e.deleted_at IS NOT NULL)
  CROSS JOIN LATERAL (
    SELECT id FROM webhook_deliveries WHERE endpoint_id = e.id AND status = 'Waiting' LIMIT $1::integer
  ) d
  LIMIT $1::integer
), locked AS MATERIALIZED (
  SELECT d.id FROM webhook_deliveries d WHERE d.id = ANY (ARRAY (SELECT id FROM found)) AND d.status = 'Waiting'
  FOR UPDATE SKIP LOCKED
)
UPDATE webhook_deliveries d SET ${CANCEL} WHERE d.id = ANY (ARRAY (SELECT id FROM locked)) RETURNING d.id`;

const HAND_BACK = `
), interrupted AS (
  UPDATE webhook_attempts a SET outcome = 'Interrupted', error = $1 FROM held
  WHERE a.delivery_id = held.id AND a.number = held.number AND a.outcome IS NULL
)
UPDATE webhook_deliveries d SET status = 'Waiting', next_attempt_at = ${NOW}, worker_id = NULL FROM held
WHERE d.id = held.id RETURNING d.id`;

/** $1 the error of the attempt, $2 ids of deliveries, $3 the numbers of their attempts. Due again immediately, without using a step. */
export const RELEASE = `
WITH held AS MATERIALIZED (
  SELECT d.id, d.attempt_count AS number FROM webhook_deliveries d
  JOIN unnest($2::bigint[], $3::integer[]) AS given (id, number) ON d.id = given.id AND d.attempt_count = given.number
  WHERE d.id = ANY ($2::bigint[]) AND d.status = 'Sending' ORDER BY d.id FOR UPDATE OF d
${HAND_BACK}`;

/**
 * $1 the error of the attempts, $2 the milliseconds without a heartbeat after which a worker is dead. The mark keeps a process that was
 * only frozen from claiming under this row again. A worker that claims is locked, and left to the next round.
 */
export const RELEASE_GONE = `
WITH ${heard('$2')}, gone AS MATERIALIZED (
  SELECT id FROM webhook_workers w WHERE gone OR ${isSilent('$2')} FOR UPDATE SKIP LOCKED
), marked AS (
  UPDATE webhook_workers SET gone = true WHERE NOT gone AND id = ANY (ARRAY (SELECT id FROM gone))
), held AS MATERIALIZED (
  -- What is locked is being recorded.
  SELECT d.id, d.attempt_count AS number FROM webhook_deliveries d
  WHERE d.status = 'Sending' AND d.worker_id = ANY (ARRAY (SELECT id FROM gone)) FOR UPDATE OF d SKIP LOCKED
${HAND_BACK}`;

/** $1 the error of the attempts, $2 the worker, $3 the deliveries that it knows: the response with the others was lost. */
export const RELEASE_UNKNOWN = `
WITH held AS MATERIALIZED (
  SELECT d.id, d.attempt_count AS number FROM webhook_deliveries d
  WHERE d.status = 'Sending' AND d.worker_id = $2::bigint AND d.id <> ALL ($3::bigint[]) FOR UPDATE OF d SKIP LOCKED
${HAND_BACK}`;

/** Rows of dead workers that hold nothing. */
export const FORGET_GONE = `
DELETE FROM webhook_workers w WHERE w.gone
  AND NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.status = 'Sending' AND d.worker_id = w.id)`;

/** Only deliveries that become due later: due and unclaimed ones wait for a place, not for a time. */
export const NEXT_DUE = `
SELECT extract(epoch FROM next_attempt_at - statement_timestamp()) * 1000 AS "inMs" FROM webhook_deliveries
WHERE status = 'Waiting' AND next_attempt_at > statement_timestamp() ORDER BY next_attempt_at LIMIT 1`;
