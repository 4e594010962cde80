/*
 * The statements of the engine. They compare with the database's clock alone, so that workers whose clocks differ agree on what
 * is due and which lease has ended; it is cut to milliseconds, which the columns would otherwise round up past the present.
 */

/** The database's present, the same through one statement. */
export const NOW = `date_trunc('milliseconds', statement_timestamp())`;

/** What becomes of a waiting delivery (alias d) whose endpoint is switched off: a resend leaves what it meant to repeat as it was. */
export const CANCEL = `
  status = CASE WHEN d.resume_status IN ('Delivered', 'Failed') AND d.attempt_count > 0 THEN d.resume_status ELSE 'Cancelled' END,
  trigger = 'Schedule', next_attempt_at = NULL, resume_status = NULL, resume_at = NULL,
  finished_at = coalesce(d.finished_at, ${NOW})`;

// One claim at a time, over all workers: otherwise two could each fill the same endpoint's last places.
export const CLAIM_LOCK = 'SELECT pg_advisory_xact_lock($1)';

/**
 * $1 places left in this process, $2 places of each endpoint, $3 milliseconds of lease, $4 how many deliveries of an endpoint that
 * is switched off are cancelled at once.
 *
 * `waiting` hops from endpoint to endpoint along an index; each then gives as many rows as it has places. So a million rows due
 * to an endpoint that hangs cost as much as ten. `beyond` marks the row after the last place: more is due than may be sent now.
 */
export const CLAIM = `
WITH RECURSIVE waiting (endpoint_id) AS (
  (SELECT endpoint_id FROM webhook_deliveries WHERE status = 'Waiting' ORDER BY endpoint_id LIMIT 1)
  UNION ALL
  SELECT (SELECT d.endpoint_id FROM webhook_deliveries d WHERE d.status = 'Waiting' AND d.endpoint_id > w.endpoint_id
    ORDER BY d.endpoint_id LIMIT 1)
  FROM waiting w WHERE w.endpoint_id IS NOT NULL
), busy AS MATERIALIZED (
  SELECT endpoint_id, count(*)::integer AS in_flight FROM webhook_deliveries WHERE status = 'Sending' GROUP BY endpoint_id
), due AS MATERIALIZED (
  SELECT d.id, d.next_attempt_at, r.live, d.place > r.places AS beyond
  FROM waiting w
  JOIN webhook_endpoints e ON e.id = w.endpoint_id
  LEFT JOIN busy b ON b.endpoint_id = w.endpoint_id
  CROSS JOIN LATERAL (
    SELECT e.status = 'Enabled' AND e.deleted_at IS NULL AS live,
      CASE WHEN e.status = 'Enabled' AND e.deleted_at IS NULL
        THEN greatest($2::integer - coalesce(b.in_flight, 0), 0) ELSE $4::integer END AS places
  ) r
  CROSS JOIN LATERAL (
    SELECT id, next_attempt_at, row_number() OVER (ORDER BY next_attempt_at, id) AS place FROM webhook_deliveries
    WHERE endpoint_id = w.endpoint_id AND status = 'Waiting' AND next_attempt_at <= statement_timestamp()
    ORDER BY next_attempt_at, id LIMIT r.places + 1
  ) d
), picked AS MATERIALIZED (
  SELECT id, live FROM due WHERE NOT beyond ORDER BY next_attempt_at, id LIMIT $1::integer
), locked AS MATERIALIZED (
  SELECT d.id, p.live FROM webhook_deliveries d JOIN picked p ON p.id = d.id WHERE d.status = 'Waiting'
  FOR UPDATE OF d SKIP LOCKED
), cancelled AS (
  UPDATE webhook_deliveries d SET ${CANCEL} FROM locked l WHERE d.id = l.id AND NOT l.live RETURNING d.id
), claimed AS (
  UPDATE webhook_deliveries d SET status = 'Sending', attempt_count = d.attempt_count + 1, next_attempt_at = NULL,
    leased_until = ${NOW} + $3 * interval '1 millisecond'
  FROM locked l WHERE d.id = l.id AND l.live
  RETURNING d.id, d.endpoint_id, d.event_position, d.sequence, d.attempt_count, d.trigger, d.schedule_step
), recorded AS (
  INSERT INTO webhook_attempts (delivery_id, number, trigger, url, started_at)
  SELECT c.id, c.attempt_count, c.trigger, e.url, ${NOW} FROM claimed c JOIN webhook_endpoints e ON e.id = c.endpoint_id
)
SELECT f."blocked", f."cancelled", c.id AS "deliveryId", c.attempt_count AS "number", c.trigger, c.schedule_step AS "step",
  c.sequence, c.endpoint_id AS "endpointId", e.url, e.secrets, v.id AS "eventId", v.type AS "eventType", v.body
FROM (
  SELECT (SELECT coalesce(bool_or(beyond), false) OR count(*) FILTER (WHERE NOT beyond) > $1 FROM due) AS "blocked",
    (SELECT count(*) FROM cancelled) AS "cancelled"
) f
LEFT JOIN (claimed c JOIN webhook_endpoints e ON e.id = c.endpoint_id JOIN events v ON v.position = c.event_position) ON true
ORDER BY c.id`;

/**
 * $1 the results as JSON. A success counts however late it comes: the receiver has the message. Anything else counts only while
 * the attempt is the one under way, for the delivery may have been handed to another worker meanwhile.
 */
export const RECORD = `
WITH result AS MATERIALIZED (
  SELECT * FROM jsonb_to_recordset($1::jsonb) AS r ("deliveryId" bigint, "number" integer, "outcome" text,
    "durationMs" integer, "remoteAddress" text, "responseStatus" integer, "responseHeaders" jsonb, "responseBody" text,
    "error" text, "retryInMs" bigint, "spendsStep" boolean)
), attempted AS (
  UPDATE webhook_attempts a SET outcome = r."outcome", duration_ms = r."durationMs", remote_address = r."remoteAddress",
    response_status = r."responseStatus", response_headers = r."responseHeaders", response_body = r."responseBody",
    error = r."error"
  FROM result r WHERE a.delivery_id = r."deliveryId" AND a.number = r."number"
)
UPDATE webhook_deliveries d SET
  status = CASE WHEN r."outcome" = 'Succeeded' THEN 'Delivered' WHEN d.trigger = 'Manual' THEN d.resume_status
    WHEN r."retryInMs" IS NULL THEN 'Failed' ELSE 'Waiting' END,
  next_attempt_at = CASE WHEN r."outcome" = 'Succeeded' THEN NULL WHEN d.trigger = 'Manual' THEN d.resume_at
    ELSE ${NOW} + r."retryInMs" * interval '1 millisecond' END,
  schedule_step = d.schedule_step + (d.trigger = 'Schedule' AND r."outcome" = 'Failed' AND r."spendsStep")::integer,
  finished_at = CASE WHEN r."outcome" = 'Succeeded' THEN ${NOW} WHEN d.trigger = 'Manual' THEN d.finished_at
    WHEN r."retryInMs" IS NULL THEN ${NOW} END,
  trigger = 'Schedule', resume_status = NULL, resume_at = NULL, leased_until = NULL,
  last_response_status = r."responseStatus", last_error = r."error"
FROM result r
WHERE d.id = r."deliveryId" AND (r."outcome" = 'Succeeded' OR (d.status = 'Sending' AND d.attempt_count = r."number"))`;

/** $1 endpoints as JSON, each with the URL that answered 410: one that was changed since is not meant. */
export const DISABLE = `
WITH disabled AS (
  UPDATE webhook_endpoints e SET status = 'Disabled', version = e.version + 1, updated_at = ${NOW}
  FROM jsonb_to_recordset($1::jsonb) AS g ("endpointId" bigint, "url" text)
  WHERE e.id = g."endpointId" AND e.url = g."url" AND e.status = 'Enabled'
  RETURNING e.id
), cancelled AS (
  UPDATE webhook_deliveries d SET ${CANCEL} FROM disabled WHERE d.endpoint_id = disabled.id AND d.status = 'Waiting'
)
SELECT id FROM disabled`;

/** $1 ids of deliveries, $2 the numbers of their attempts, $3 milliseconds. */
export const RENEW = `
UPDATE webhook_deliveries d SET leased_until = ${NOW} + $3 * interval '1 millisecond'
FROM unnest($1::bigint[], $2::integer[]) AS held (id, number)
WHERE d.id = held.id AND d.attempt_count = held.number AND d.status = 'Sending'`;

const HAND_BACK = `
), interrupted AS (
  UPDATE webhook_attempts a SET outcome = 'Interrupted', error = $1 FROM held
  WHERE a.delivery_id = held.id AND a.number = held.number AND a.outcome IS NULL
)
UPDATE webhook_deliveries d SET status = 'Waiting', next_attempt_at = ${NOW}, leased_until = NULL FROM held
WHERE d.id = held.id RETURNING d.id`;

/** $1 what to say of the attempt, $2 ids of deliveries, $3 the numbers of their attempts. Due again at once; no step is spent. */
export const RELEASE = `
WITH held AS MATERIALIZED (
  SELECT d.id, d.attempt_count AS number FROM webhook_deliveries d
  JOIN unnest($2::bigint[], $3::integer[]) AS given (id, number) ON d.id = given.id AND d.attempt_count = given.number
  WHERE d.status = 'Sending' FOR UPDATE OF d
${HAND_BACK}`;

/** $1 what to say of the attempt. */
export const RELEASE_EXPIRED = `
WITH held AS MATERIALIZED (
  SELECT d.id, d.attempt_count AS number FROM webhook_deliveries d
  WHERE d.status = 'Sending' AND d.leased_until < statement_timestamp() FOR UPDATE OF d SKIP LOCKED
${HAND_BACK}`;

/** Only what becomes due later: what is due and not claimed waits for a place, not for a time. */
export const NEXT_DUE = `
SELECT extract(epoch FROM next_attempt_at - statement_timestamp()) * 1000 AS "inMs" FROM webhook_deliveries
WHERE status = 'Waiting' AND next_attempt_at > statement_timestamp() ORDER BY next_attempt_at LIMIT 1`;
