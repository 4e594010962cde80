/*
 * The statements of the engine that claim and hand back what is claimed. They compare with the database's clock alone, so that workers
 * whose clocks differ agree on what is due; it is cut to milliseconds, which the columns would otherwise round up past the present.
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

/*
 * The rate limit of an endpoint (alias e, its state s), by GCRA: one request each 1.05 s / limit, of which a 21st part may come at
 * once. So no second has more than the limit: n/21 at once, and 20n/21 as they come back.
 */
const SLOT = `(interval '1.05 seconds' / e.max_per_second)`;
const BURST = `greatest(e.max_per_second / 21, 1)`;
const ARRIVAL = `greatest(coalesce(s.next_slot_at, ${NOW}), ${NOW})`;

/** Hops from endpoint to endpoint along an index, each with the first moment at which something of it is due. */
const WAITING = `waiting (endpoint_id, first_at) AS (
  (SELECT endpoint_id, next_attempt_at FROM webhook_deliveries WHERE status = 'Waiting'
    ORDER BY endpoint_id, next_attempt_at, id LIMIT 1)
  UNION ALL
  SELECT n.endpoint_id, n.next_attempt_at FROM waiting w CROSS JOIN LATERAL (
    SELECT d.endpoint_id, d.next_attempt_at FROM webhook_deliveries d WHERE d.status = 'Waiting' AND d.endpoint_id > w.endpoint_id
    ORDER BY d.endpoint_id, d.next_attempt_at, d.id LIMIT 1) n
)`;

const dueOf = (trigger: string, places: string): string => `
  SELECT d.id, d.next_attempt_at, d.event_position FROM webhook_deliveries d
  WHERE d.endpoint_id = w.endpoint_id AND d.status = 'Waiting' AND d.trigger = '${trigger}'
    AND d.next_attempt_at <= statement_timestamp()
  ORDER BY d.next_attempt_at, d.id LIMIT ${places} + 1`;

/** Whether there is anything to do at all: most looks find nothing. */
export const LOOK = `
SELECT EXISTS (SELECT FROM events WHERE sequence IS NULL AND NOT test) AS "events",
  EXISTS (SELECT FROM webhook_deliveries WHERE status = 'Waiting' AND next_attempt_at <= statement_timestamp()) AS "due"`;

/**
 * $1 places left in this process, $2 the worker, $3 bytes of texts that this process has room for, $4 requests that a company
 * may have in flight, $5 bytes of texts that it may, $6 the companies that have used those up in this process.
 *
 * Each endpoint with something due gives as many rows as it has places. So a million rows due to an endpoint that hangs cost as much
 * as ten. `beyond` marks the row after the last place: more is due than may be sent now, either because places are taken (`opens_at`
 * is null: the next result frees one) or because the endpoint's time has not come.
 *
 * `gate`: how many may start. A person's wish goes through whatever holds the schedule up, but not past the limits. When the places
 * of the process are scarce, the endpoint with the fewest requests in flight is first; and no company takes them all, however slow its receivers.
 *
 * `mine`: a worker that was taken for gone claims nothing. KEY SHARE holds off a worker that would take it for gone, and no beat.
 *
 * Rows are found again by `= ANY (ARRAY (…))`: joined to a list, whose length nobody knows, the planner would rather read the table.
 */
export const CLAIM = `
WITH RECURSIVE ${WAITING}, mine AS MATERIALIZED (
  SELECT id FROM webhook_workers WHERE id = $2::bigint AND NOT gone FOR KEY SHARE
), busy AS MATERIALIZED (
  SELECT endpoint_id, company_id, count(*)::integer AS in_flight FROM webhook_deliveries WHERE status = 'Sending'
  GROUP BY endpoint_id, company_id
), due AS MATERIALIZED (
  SELECT r.id, r.next_attempt_at, r.event_position, e.company_id, gate.probing, gate.in_flight + r.place AS turn, r.place > r.places AS beyond,
    CASE WHEN NOT r.wish AND s.held_until > statement_timestamp() THEN s.held_until
      WHEN NOT r.wish AND s.health = 'Paused' AND s.probe_at > statement_timestamp() THEN s.probe_at
      WHEN gate.slots < gate.free THEN ${ARRIVAL} + ${SLOT} * (gate.slots - ${BURST} + 1)
    END AS opens_at
  FROM (SELECT endpoint_id FROM waiting WHERE first_at <= statement_timestamp()) w
  JOIN webhook_endpoints e ON e.id = w.endpoint_id AND e.status = 'Enabled' AND e.deleted_at IS NULL
  JOIN webhook_endpoint_states s ON s.endpoint_id = e.id
  LEFT JOIN busy b ON b.endpoint_id = w.endpoint_id
  CROSS JOIN LATERAL (
    SELECT s.health = 'Paused' AS probing, coalesce(b.in_flight, 0) AS in_flight,
      greatest(CASE s.health WHEN 'Healthy' THEN e.max_in_flight WHEN 'Paused' THEN 1
        ELSE least(s.concurrency, e.max_in_flight) END - coalesce(b.in_flight, 0), 0) AS free,
      CASE WHEN e.max_per_second IS NOT NULL
        THEN greatest(floor(extract(epoch FROM ${NOW} - ${ARRIVAL}) / extract(epoch FROM ${SLOT}))::integer + ${BURST}, 0) END AS slots
  ) gate
  CROSS JOIN LATERAL (
    SELECT least(gate.free, gate.slots) AS wished,
      CASE WHEN s.held_until > statement_timestamp() OR (gate.probing AND s.probe_at > statement_timestamp()) THEN 0
        ELSE least(gate.free, gate.slots) END AS scheduled
  ) places
  CROSS JOIN LATERAL (
    SELECT d.id, d.next_attempt_at, d.event_position, d.wish, row_number() OVER (ORDER BY d.wish DESC, d.next_attempt_at, d.id) AS place,
      CASE WHEN d.wish THEN places.wished ELSE places.scheduled END AS places
    FROM (
      SELECT q.*, true AS wish FROM (${dueOf('Manual', 'places.wished')}) q
      UNION ALL
      SELECT q.*, false FROM (${dueOf('Schedule', 'places.scheduled')}) q
    ) d
  ) r
), fair AS (
  SELECT due.*, coalesce((SELECT sum(in_flight) FROM busy b WHERE b.company_id = due.company_id), 0)
    + row_number() OVER (PARTITION BY due.company_id ORDER BY due.turn, due.next_attempt_at, due.id) AS company_turn
  FROM due WHERE NOT due.beyond
), placed AS MATERIALIZED (
  SELECT * FROM fair WHERE company_turn <= $4::integer AND NOT company_id = ANY ($6::bigint[]) ORDER BY turn, next_attempt_at, id LIMIT $1::integer
), weighed AS (
  SELECT p.id, p.probing, sum(octet_length(v.body)) OVER (ORDER BY p.turn, p.next_attempt_at, p.id) - octet_length(v.body) AS bytes_before,
    sum(octet_length(v.body)) OVER (PARTITION BY p.company_id ORDER BY p.turn, p.next_attempt_at, p.id) - octet_length(v.body)
      AS company_bytes_before
  FROM placed p LEFT JOIN events v ON v.position = p.event_position
), picked AS MATERIALIZED (
  SELECT id, probing FROM weighed
  WHERE coalesce(bytes_before, 0) < $3::bigint AND coalesce(company_bytes_before, 0) < $5::bigint AND EXISTS (SELECT FROM mine)
), locked AS MATERIALIZED (
  SELECT d.id FROM webhook_deliveries d WHERE d.id = ANY (ARRAY (SELECT id FROM picked)) AND d.status = 'Waiting'
  FOR UPDATE OF d SKIP LOCKED
), claimed AS (
  UPDATE webhook_deliveries d SET status = 'Sending', attempt_count = d.attempt_count + 1, next_attempt_at = NULL,
    worker_id = $2::bigint
  WHERE d.id = ANY (ARRAY (SELECT id FROM locked))
  RETURNING d.id, d.endpoint_id, d.event_position, d.sequence, d.attempt_count, d.trigger, d.schedule_step, d.ordered,
    CASE WHEN d.trigger = 'Schedule' AND d.id = ANY (ARRAY (SELECT id FROM picked WHERE probing)) THEN 'Probe' ELSE d.trigger END
      AS attempt_trigger
), addressed AS MATERIALIZED (
  SELECT e.id, e.url, e.secrets, e.headers, e.payload, e.schedule, e.max_in_flight, e.max_per_second,
    s.health <> 'Healthy' OR s.failing_since IS NOT NULL AS troubled
  FROM webhook_endpoints e JOIN webhook_endpoint_states s ON s.endpoint_id = e.id
  WHERE e.id = ANY (ARRAY (SELECT DISTINCT endpoint_id FROM claimed))
), recorded AS (
  INSERT INTO webhook_attempts (delivery_id, number, started_at, endpoint_id, trigger, url, payload)
  SELECT c.id, c.attempt_count, ${NOW}, a.id, c.attempt_trigger, a.url, a.payload
  FROM claimed c JOIN addressed a ON a.id = c.endpoint_id
), limited AS MATERIALIZED (
  SELECT s.endpoint_id FROM webhook_endpoint_states s
  WHERE s.endpoint_id = ANY (ARRAY (SELECT id FROM addressed WHERE max_per_second IS NOT NULL))
  ORDER BY s.endpoint_id FOR NO KEY UPDATE
), spaced AS (
  UPDATE webhook_endpoint_states s SET next_slot_at = ${ARRIVAL} + ${SLOT} * c.count
  FROM (SELECT endpoint_id, count(*) FROM claimed JOIN limited USING (endpoint_id) GROUP BY endpoint_id) c
  JOIN addressed e ON e.id = c.endpoint_id
  WHERE s.endpoint_id = c.endpoint_id
)
SELECT NOT EXISTS (SELECT FROM mine) AS "isGone", f."blocked", f."opensInMs", c.id AS "deliveryId", c.attempt_count AS "number", ${NOW} AS "startedAt", c.trigger,
  c.schedule_step AS "step", c.sequence, c.ordered, c.endpoint_id AS "endpointId", v.company_id AS "companyId", a.url, a.secrets, a.headers, a.payload,
  coalesce(a.schedule, '{}') AS "schedule", a.max_in_flight AS "maxInFlight", a.troubled, v.id AS "eventId", v.type AS "eventType",
  v.resource_id AS "resourceId", v.test, v.body, v.changes, v.resource_version AS "resourceVersion"
FROM (
  SELECT coalesce(bool_or(beyond AND opens_at IS NULL), false)
      OR count(*) FILTER (WHERE NOT beyond) > (SELECT count(*) FROM picked) AS "blocked",
    extract(epoch FROM min(opens_at) FILTER (WHERE beyond) - statement_timestamp()) * 1000 AS "opensInMs"
  FROM due
) f
LEFT JOIN (claimed c JOIN addressed a ON a.id = c.endpoint_id
  JOIN events v ON v.position = c.event_position) ON true
ORDER BY c.id`;

/** $1 how many at once: what waits for endpoints that are switched off or deleted, due or not. */
export const CANCEL_OFF = `
WITH RECURSIVE ${WAITING}, found AS MATERIALIZED (
  SELECT d.id FROM waiting w
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

/** $1 what to say of the attempt, $2 ids of deliveries, $3 the numbers of their attempts. Due again at once; no step is spent. */
export const RELEASE = `
WITH held AS MATERIALIZED (
  SELECT d.id, d.attempt_count AS number FROM webhook_deliveries d
  JOIN unnest($2::bigint[], $3::integer[]) AS given (id, number) ON d.id = given.id AND d.attempt_count = given.number
  WHERE d.id = ANY ($2::bigint[]) AND d.status = 'Sending' ORDER BY d.id FOR UPDATE OF d
${HAND_BACK}`;

/**
 * $1 what to say of the attempts, $2 the milliseconds without a beat after which a worker is gone. It is marked, so that a process that was
 * only frozen never holds anything under this row again; a worker that claims is locked, and left to the next look.
 */
export const RELEASE_GONE = `
WITH gone AS MATERIALIZED (
  SELECT id FROM webhook_workers WHERE gone OR beat_at < ${NOW} - $2 * interval '1 millisecond' FOR UPDATE SKIP LOCKED
), marked AS (
  UPDATE webhook_workers SET gone = true WHERE NOT gone AND id = ANY (ARRAY (SELECT id FROM gone))
), held AS MATERIALIZED (
  -- What is locked is being recorded.
  SELECT d.id, d.attempt_count AS number FROM webhook_deliveries d
  WHERE d.status = 'Sending' AND d.worker_id = ANY (ARRAY (SELECT id FROM gone)) FOR UPDATE OF d SKIP LOCKED
${HAND_BACK}`;

/** $1 what to say of the attempts, $2 the worker, $3 the deliveries it knows of: it never got the answer that gave it the others. */
export const RELEASE_UNKNOWN = `
WITH held AS MATERIALIZED (
  SELECT d.id, d.attempt_count AS number FROM webhook_deliveries d
  WHERE d.status = 'Sending' AND d.worker_id = $2::bigint AND d.id <> ALL ($3::bigint[]) FOR UPDATE OF d SKIP LOCKED
${HAND_BACK}`;

/** Rows of workers that are gone and hold nothing any more. */
export const FORGET_GONE = `
DELETE FROM webhook_workers w WHERE w.gone
  AND NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.status = 'Sending' AND d.worker_id = w.id)`;

/** Only what becomes due later: what is due and not claimed waits for a place, not for a time. */
export const NEXT_DUE = `
SELECT extract(epoch FROM next_attempt_at - statement_timestamp()) * 1000 AS "inMs" FROM webhook_deliveries
WHERE status = 'Waiting' AND next_attempt_at > statement_timestamp() ORDER BY next_attempt_at LIMIT 1`;
