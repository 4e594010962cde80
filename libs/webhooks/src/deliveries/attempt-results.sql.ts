import { checkedAfterwards } from '../sql/generic-plan.sql.js';
import { NOW } from '../sql/now.sql.js';
import { WAITING } from './deliveries.sql.js';

/** The statements of the engine that store results of attempts, and their effects on the endpoints. */

/** $1 the results as JSON. */
const RESULT = `result AS MATERIALIZED (
  SELECT * FROM jsonb_to_recordset($1::jsonb) AS r ("deliveryId" bigint, "number" integer, "startedAt" timestamptz, "outcome" text,
    "requestHeaders" jsonb, "durationMs" integer, "dnsMs" integer, "connectMs" integer, "tlsMs" integer, "firstByteMs" integer,
    "remoteAddress" text, "responseStatus" integer, "responseHeaders" jsonb, "responseBody" text, "responseTruncated" boolean,
    "error" text, "errorKind" text, "retryInMs" bigint, "spendsStep" boolean)
)`;

const ATTEMPTED = `attempted AS (
  UPDATE webhook_attempts a SET outcome = r."outcome", request_headers = r."requestHeaders", duration_ms = r."durationMs",
    dns_ms = r."dnsMs", connect_ms = r."connectMs", tls_ms = r."tlsMs", first_byte_ms = r."firstByteMs",
    remote_address = r."remoteAddress", response_status = r."responseStatus", response_headers = r."responseHeaders",
    response_body = r."responseBody", response_truncated = r."responseTruncated", error = r."error", error_kind = r."errorKind"
  FROM result r WHERE a.delivery_id = ANY (ARRAY (SELECT "deliveryId" FROM result))
    AND a.started_at = ANY (ARRAY (SELECT "startedAt" FROM result))
    AND a.delivery_id = r."deliveryId" AND a.number = r."number" AND a.started_at = r."startedAt"
)`;

/** $2 what the results add to the statistics, as JSON. */
const COUNTED = `counted AS (
  INSERT INTO webhook_endpoint_stats AS s (endpoint_id, hour, succeeded, failed, duration_ms, histogram, last_success_at)
  SELECT "endpointId", date_trunc('hour', statement_timestamp(), 'UTC'), "succeeded", "failed", "durationMs", "histogram",
    CASE WHEN "succeeded" > 0 THEN ${NOW} END
  FROM jsonb_to_recordset($2::jsonb) AS r ("endpointId" bigint, "succeeded" integer, "failed" integer, "durationMs" bigint,
    "histogram" integer[])
  -- In one order everywhere, so that two workers cannot wait for each other.
  ORDER BY "endpointId"
  ON CONFLICT (endpoint_id, hour) DO UPDATE SET succeeded = s.succeeded + excluded.succeeded, failed = s.failed + excluded.failed,
    duration_ms = s.duration_ms + excluded.duration_ms,
    histogram = ARRAY (SELECT a + b FROM unnest(s.histogram, excluded.histogram) WITH ORDINALITY AS t (a, b, n) ORDER BY n),
    last_success_at = greatest(s.last_success_at, excluded.last_success_at)
)`;

/** The state of a delivery (alias d) after a result (alias r). A failed resend restores the state before it. */
export const AFTER_RESULT = {
  status: `CASE WHEN r."outcome" = 'Succeeded' THEN 'Delivered' WHEN d.trigger = 'Manual' THEN d.resume_status
      WHEN r."retryInMs" IS NULL THEN 'Failed' ELSE 'Waiting' END`,
  next_attempt_at: `CASE WHEN r."outcome" = 'Succeeded' THEN NULL WHEN d.trigger = 'Manual' THEN d.resume_at
      ELSE ${NOW} + r."retryInMs" * interval '1 millisecond' END`,
  schedule_step: `d.schedule_step + (d.trigger = 'Schedule' AND r."outcome" = 'Failed' AND r."spendsStep")::integer`,
  finished_at: `CASE WHEN r."outcome" = 'Succeeded' THEN ${NOW}
      WHEN d.trigger = 'Manual' THEN CASE WHEN d.resume_status = 'Waiting' THEN NULL ELSE coalesce(d.finished_at, ${NOW}) END
      WHEN r."retryInMs" IS NULL THEN ${NOW} END`,
} as const;

/** A success counts even if it is late: the receiver has the message. Any other result counts only for the attempt in flight. */
export const COUNTS = `(r."outcome" = 'Succeeded' OR (d.status = 'Sending' AND d.attempt_count = r."number"))`;

const ENDED = `ended AS (
  UPDATE webhook_deliveries d SET
    ${Object.entries(AFTER_RESULT)
      .map(([column, value]) => `${column} = ${value}`)
      .join(',\n    ')},
    trigger = 'Schedule', resume_status = NULL, resume_at = NULL, worker_id = NULL,
    last_response_status = r."responseStatus", last_error = r."error",
    last_error_kind = r."errorKind"
  -- Two results of one delivery come together where its worker counted as gone in between: the success counts.
  FROM (SELECT DISTINCT ON ("deliveryId") * FROM result ORDER BY "deliveryId", "outcome" = 'Succeeded' DESC, "number" DESC) r
  WHERE d.id = ANY (ARRAY (SELECT "deliveryId" FROM result)) AND d.id = r."deliveryId"
    AND ${COUNTS}
  RETURNING d.id, d.endpoint_id, d.resource, d.resource_id, d.ordered AND d.status <> 'Waiting' AS opens
)`;

/** A delivery that waits for others of its record has no time until the last of them has ended. */
const OPEN_NEXT = `
UPDATE webhook_deliveries d SET next_attempt_at = ${NOW}
WHERE ${checkedAfterwards(`d.status = 'Waiting' AND d.next_attempt_at IS NULL`)} AND d.id = ANY (ARRAY (
  SELECT (SELECT p.id FROM webhook_deliveries p WHERE p.ordered AND p.status IN ('Waiting', 'Sending') AND p.endpoint_id = e.endpoint_id
      AND p.resource = e.resource AND p.resource_id = e.resource_id AND NOT p.id = ANY (ARRAY (SELECT id FROM ended WHERE opens))
    ORDER BY p.id LIMIT 1)
  FROM ended e WHERE e.opens))`;

/** $1 the results, $2 their statistics, both as JSON. */
export const RECORD = `
WITH ${[RESULT, ATTEMPTED, COUNTED, ENDED].join(', ')}${OPEN_NEXT}`;

/** The first delivery of the record of `r` that has not ended. */
const HEAD_OF_R = `LATERAL (
    SELECT p.id, p.status, p.next_attempt_at FROM webhook_deliveries p WHERE p.ordered AND p.status IN ('Waiting', 'Sending')
      AND p.endpoint_id = r.endpoint_id AND p.resource = r.resource AND p.resource_id = r.resource_id
    ORDER BY p.id LIMIT 1) h`;

/**
 * $1 batch size: of the deliveries that wait in order, the first of each record that has no time and no predecessor. Reads only records of
 * deliveries without a time: an endpoint that is away for a day may have a million that have one.
 */
export const OPEN_HEADS = `
WITH RECURSIVE ${WAITING}, followed AS MATERIALIZED (
  SELECT DISTINCT d.endpoint_id, d.resource, d.resource_id FROM waiting w CROSS JOIN LATERAL (
    SELECT endpoint_id, resource, resource_id FROM webhook_deliveries
    WHERE endpoint_id = w.endpoint_id AND status = 'Waiting' AND trigger = w.trigger AND next_attempt_at IS NULL OFFSET 0) d
)
UPDATE webhook_deliveries d SET next_attempt_at = ${NOW} WHERE d.id = ANY (ARRAY (
  SELECT h.id FROM followed r CROSS JOIN ${HEAD_OF_R} WHERE h.status = 'Waiting' AND h.next_attempt_at IS NULL
  LIMIT $1::integer)) AND d.status = 'Waiting' AND d.next_attempt_at IS NULL
RETURNING d.id`;

/** $1 deliveries that wait in order: the first of each of their records, if it has no time and no predecessor. */
export const OPEN_HEADS_OF = `
UPDATE webhook_deliveries d SET next_attempt_at = ${NOW} WHERE d.id = ANY (ARRAY (
  SELECT h.id FROM (SELECT DISTINCT endpoint_id, resource, resource_id FROM webhook_deliveries WHERE id = ANY ($1::bigint[])) r
  CROSS JOIN ${HEAD_OF_R} WHERE h.status = 'Waiting' AND h.next_attempt_at IS NULL)) AND d.status = 'Waiting' AND d.next_attempt_at IS NULL
RETURNING d.id`;
