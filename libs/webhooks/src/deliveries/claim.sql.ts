import { GRANT_WORKS, grantReads } from '../endpoints/endpoint-grants.sql.js';
import { checkedAfterwards, joinLists } from '../sql/generic-plan.sql.js';
import { NOW } from '../sql/now.sql.js';
import { WAITING } from './deliveries.sql.js';

/*
 * The claim: `open` finds the endpoints, `due` what may start, `fair` shares the places of the process, `fitting` its memory, `taken` takes the rows, `written`
 * writes their attempts. Uses `= ANY (ARRAY (...))`, and subqueries that PostgreSQL does not join (OFFSET 0), because for a join a plan
 * that it keeps from the time when tables were small reads a whole index.
 */

// One claim at a time over all workers: otherwise two could each fill the last places of an endpoint.
export const CLAIM_LOCK = 'SELECT pg_advisory_xact_lock($1)';

/** The same without waiting. */
export const CLAIM_TURN = 'SELECT pg_try_advisory_xact_lock($1) AS taken';

/*
 * The rate limit of an endpoint (alias e, its state s), by GCRA: one request each 1.05 s / limit, of which a 21st part may start together.
 * So no second exceeds the limit: n/21 together, and 20n/21 as they return.
 */
const SLOT = `(interval '1.05 seconds' / e.max_per_second)`;
const BURST = `greatest(e.max_per_second / 21, 1)`;
const ARRIVAL = `greatest(coalesce(s.next_slot_at, ${NOW}), ${NOW})`;

/** How many deliveries may start at an endpoint (e, its state s, in flight b): `free` places, and `slots` of its rate, null without a limit. */
export const GATE = `
    SELECT s.health = 'Paused' AS probing, coalesce(b.in_flight, 0) AS in_flight,
      greatest(CASE s.health WHEN 'Healthy' THEN e.max_in_flight WHEN 'Paused' THEN 1
        ELSE least(s.concurrency, e.max_in_flight) END - coalesce(b.in_flight, 0), 0) AS free,
      CASE WHEN e.max_per_second IS NOT NULL
        THEN greatest(floor(extract(epoch FROM ${NOW} - ${ARRIVAL}) / extract(epoch FROM ${SLOT}))::integer + ${BURST}, 0) END AS slots
  `;

/**
 * How many of these places are for resends (`wished`), which only the limits delay, and how many for the schedule. While deliveries of the
 * endpoint are being moved (`company-timers.ts`), none is.
 */
export const PLACES = `
    SELECT least(gate.free, gate.slots) AS wished,
      CASE WHEN s.moving OR s.held_until > statement_timestamp() OR (gate.probing AND s.probe_at > statement_timestamp()) THEN 0
        ELSE least(gate.free, gate.slots) END AS scheduled
  `;

/** When a row beyond the last place (alias r) may start. Null if a place is taken: the next result frees it. */
export const OPENS_AT = `CASE WHEN NOT r.wish AND s.held_until > statement_timestamp() THEN s.held_until
      WHEN NOT r.wish AND s.health = 'Paused' AND s.probe_at > statement_timestamp() THEN s.probe_at
      WHEN gate.slots < gate.free THEN ${ARRIVAL} + ${SLOT} * (gate.slots - ${BURST} + 1)
    END`;

const dueOf = (trigger: string, places: string): string => `
  SELECT d.id, d.next_attempt_at, d.event_position FROM webhook_deliveries d
  WHERE d.endpoint_id = w.endpoint_id AND d.status = 'Waiting' AND d.trigger = '${trigger}'
    AND d.next_attempt_at <= statement_timestamp() AND ${grantReads('e', 'd.resource')}
  ORDER BY d.next_attempt_at, d.id LIMIT ${places} + 1`;

/** $2 the worker. A worker that is marked as dead claims nothing. KEY SHARE blocks that mark, but no heartbeat. */
const MINE = `mine AS MATERIALIZED (
  SELECT id FROM webhook_workers WHERE id = $2::bigint AND NOT gone FOR KEY SHARE
)`;

const BUSY = `busy AS MATERIALIZED (
  SELECT endpoint_id, company_id, count(*)::integer AS in_flight
  FROM (SELECT endpoint_id, company_id FROM webhook_deliveries WHERE status = 'Sending' OFFSET 0) d
  GROUP BY endpoint_id, company_id
)`;

/** The endpoints with due deliveries, each with the number of its requests in flight. */
const READY = joinLists(
  '(SELECT DISTINCT endpoint_id FROM waiting WHERE first_at <= statement_timestamp()) r',
  'busy b',
  'b.endpoint_id = r.endpoint_id',
  'r.endpoint_id IS NOT NULL',
);

/** The state `s` of endpoint `e`. */
const STATE_OF_E = `CROSS JOIN LATERAL (SELECT * FROM webhook_endpoint_states WHERE endpoint_id = e.id OFFSET 0) s`;

/** The enabled endpoints with due deliveries, each with its gate and its places. */
const OPEN = `open AS MATERIALIZED (
  SELECT w.endpoint_id, e.company_id, e.grant_id, e.changed_by_grants, e.max_per_second, s.health, s.held_until, s.probe_at, s.next_slot_at,
    gate.*, places.*
  FROM (SELECT r.endpoint_id, b.in_flight FROM ${READY} OFFSET 0) w
  JOIN LATERAL (SELECT * FROM webhook_endpoints WHERE id = w.endpoint_id OFFSET 0) e
    ON e.status = 'Enabled' AND e.deleted_at IS NULL AND ${GRANT_WORKS}
  ${STATE_OF_E}
  CROSS JOIN LATERAL (SELECT w.in_flight) b
  CROSS JOIN LATERAL (${GATE}) gate
  CROSS JOIN LATERAL (${PLACES}) places
)`;

/**
 * $1 free places, $4 requests in flight of a company, $6 companies without bytes: whether one delivery of each endpoint fills the places.
 * Then no more of each is read: with 1,000 endpoints, the rows of all their places took most of a claim.
 */
const SINGLE = `single AS MATERIALIZED (
  SELECT coalesce(sum(least(o.endpoints, greatest($4::integer - coalesce(l.in_flight, 0), 0))), 0) >= $1::integer AS fills
  FROM ${joinLists(
    `(SELECT company_id, count(*) AS endpoints FROM open WHERE scheduled > 0 AND NOT company_id = ANY ($6::bigint[]) GROUP BY company_id) o`,
    'loads l',
    'l.company_id = o.company_id',
    'o.company_id IS NOT NULL',
  )}
)`;

/**
 * Per endpoint as many rows as it has places, so a million due rows of an endpoint that hangs cost as much as ten, and one
 * `beyond`, which shows that more is due than may start now. A limit of one place (`most`) ends with the next result.
 */
const DUE = `due AS MATERIALIZED (
  SELECT r.id, r.next_attempt_at, r.event_position, s.company_id, s.probing, s.in_flight + r.place AS turn, r.place > r.places AS beyond,
    CASE WHEN s.most IS NULL OR r.places < s.most THEN ${OPENS_AT} END AS opens_at
  FROM (SELECT o.*, CASE WHEN n.fills THEN 1 END AS most FROM open o CROSS JOIN single n OFFSET 0) s
  CROSS JOIN LATERAL (SELECT s.endpoint_id) w
  CROSS JOIN LATERAL (SELECT s.grant_id, s.changed_by_grants, s.max_per_second) e
  CROSS JOIN LATERAL (SELECT s.free, s.slots) gate
  CROSS JOIN LATERAL (SELECT least(s.wished, s.most) AS wished, least(s.scheduled, s.most) AS scheduled) places
  CROSS JOIN LATERAL (
    SELECT d.id, d.next_attempt_at, d.event_position, d.wish, row_number() OVER (ORDER BY d.wish DESC, d.next_attempt_at, d.id) AS place,
      CASE WHEN d.wish THEN places.wished ELSE places.scheduled END AS places
    FROM (
      SELECT q.*, true AS wish FROM (${dueOf('Manual', 'places.wished')}) q
      UNION ALL
      SELECT q.*, false FROM (${dueOf('Schedule', 'places.scheduled')}) q
    ) d
  ) r
)`;

/**
 * $1 free places of this process, $4 requests in flight of a company, $6 companies that have used up their bytes here. The endpoint with
 * the fewest requests in flight is first, and no company takes all places with slow receivers.
 */
export const FAIR = `loads AS MATERIALIZED (
  SELECT company_id, sum(in_flight) AS in_flight FROM busy GROUP BY company_id
), fair AS (
  SELECT d.*, coalesce(l.in_flight, 0)
    + row_number() OVER (PARTITION BY d.company_id ORDER BY d.turn, d.next_attempt_at, d.id) AS company_turn
  FROM ${joinLists('(SELECT * FROM due WHERE NOT beyond) d', 'loads l', 'l.company_id = d.company_id', 'd.id IS NOT NULL')}
), placed AS MATERIALIZED (
  SELECT * FROM fair WHERE company_turn <= $4::integer AND NOT company_id = ANY ($6::bigint[]) ORDER BY turn, next_attempt_at, id LIMIT $1::integer
)`;

/** $3 bytes of texts that fit in this process, $5 those of a company. Allows one more text, so that a long one does not wait forever. */
export const FITTING = `weighed AS (
  SELECT p.id, p.probing, sum(v.bytes) OVER (ORDER BY p.turn, p.next_attempt_at, p.id) - v.bytes AS bytes_before,
    sum(v.bytes) OVER (PARTITION BY p.company_id ORDER BY p.turn, p.next_attempt_at, p.id) - v.bytes AS company_bytes_before
  FROM placed p
  LEFT JOIN LATERAL (SELECT octet_length(body) AS bytes FROM events WHERE position = p.event_position OFFSET 0) v ON true
), picked AS MATERIALIZED (
  SELECT id, probing FROM weighed
  WHERE coalesce(bytes_before, 0) < $3::bigint AND coalesce(company_bytes_before, 0) < $5::bigint AND EXISTS (SELECT FROM mine)
)`;

const TAKEN = `locked AS MATERIALIZED (
  SELECT d.id FROM webhook_deliveries d WHERE d.id = ANY (ARRAY (SELECT id FROM picked)) AND ${checkedAfterwards(`d.status = 'Waiting'`)}
  FOR UPDATE OF d SKIP LOCKED
), claimed AS (
  UPDATE webhook_deliveries d SET status = 'Sending', attempt_count = d.attempt_count + 1, next_attempt_at = NULL,
    worker_id = $2::bigint
  WHERE d.id = ANY (ARRAY (SELECT id FROM locked))
  RETURNING d.id, d.endpoint_id, d.event_position, d.sequence, d.attempt_count, d.trigger, d.schedule_step, d.ordered,
    CASE WHEN d.trigger = 'Schedule' AND d.id = ANY (ARRAY (SELECT id FROM picked WHERE probing)) THEN 'Probe' ELSE d.trigger END
      AS attempt_trigger
)`;

/** Each claimed row (c) with its endpoint (a). A full join for the reason of `joinLists`: neither is ever alone. */
const ADDRESSED = 'claimed c FULL JOIN addressed a ON a.id = c.endpoint_id';

const WRITTEN = `addressed AS MATERIALIZED (
  SELECT e.id, e.url, e.secrets, e.headers, e.payload, e.schedule, e.max_in_flight, e.max_per_second,
    s.health <> 'Healthy' OR s.failing_since IS NOT NULL AS troubled
  FROM webhook_endpoints e ${STATE_OF_E}
  WHERE e.id = ANY (ARRAY (SELECT DISTINCT endpoint_id FROM claimed))
), recorded AS (
  INSERT INTO webhook_attempts (delivery_id, number, started_at, endpoint_id, trigger, url, payload)
  SELECT c.id, c.attempt_count, ${NOW}, a.id, c.attempt_trigger, a.url, a.payload
  FROM ${ADDRESSED}
)`;

/** The slots that the claimed rows use. */
const SPACED = `limited AS MATERIALIZED (
  SELECT s.endpoint_id FROM webhook_endpoint_states s
  WHERE s.endpoint_id = ANY (ARRAY (SELECT id FROM addressed WHERE max_per_second IS NOT NULL))
  ORDER BY s.endpoint_id FOR NO KEY UPDATE
), spaced AS (
  UPDATE webhook_endpoint_states s SET next_slot_at = ${ARRIVAL} + ${SLOT} * e.count
  FROM (
    SELECT a.id, a.max_per_second, count(*)
    FROM ${joinLists('claimed c', 'addressed a', 'a.id = c.endpoint_id', 'a.max_per_second IS NOT NULL')}
    GROUP BY a.id, a.max_per_second
  ) e
  WHERE s.endpoint_id = ANY (ARRAY (SELECT endpoint_id FROM limited)) AND s.endpoint_id = e.id
)`;

/** The columns of a claimed delivery: the delivery `c`, its endpoint `a` and its event `v`. @param troubled SQL */
export const claimedColumns = (
  troubled: string,
): string => `c.id AS "deliveryId", c.attempt_count AS "number", ${NOW} AS "startedAt",
  c.trigger, c.schedule_step AS "step", c.sequence, c.ordered, c.endpoint_id AS "endpointId", v.company_id AS "companyId",
  (SELECT o.kind = 'Sandbox' FROM companies o WHERE o.id = v.company_id) AS "sandbox", a.url, a.secrets,
  a.headers, a.payload, coalesce(a.schedule, '{}') AS "schedule", a.max_in_flight AS "maxInFlight", ${troubled} AS "troubled",
  v.id AS "eventId", v.type AS "eventType", v.resource_id AS "resourceId", v.test, v.manual, v.body, v.changes,
  v.resource_version AS "resourceVersion", v.request_id AS "requestId", v.trace_parent AS "traceParent"`;

/** At least one row: whether the worker counts as dead, and whether and when more can start. */
const CLAIMED = `
SELECT NOT EXISTS (SELECT FROM mine) AS "isGone", f."blocked", f."opensInMs", ${claimedColumns('a.troubled')}
FROM (
  SELECT coalesce(bool_or(beyond AND opens_at IS NULL), false)
      OR count(*) FILTER (WHERE NOT beyond) > (SELECT count(*) FROM picked) AS "blocked",
    extract(epoch FROM min(opens_at) FILTER (WHERE beyond) - statement_timestamp()) * 1000 AS "opensInMs"
  FROM due
) f
LEFT JOIN (${ADDRESSED}
  CROSS JOIN LATERAL (SELECT * FROM events WHERE position = c.event_position OFFSET 0) v) ON true
ORDER BY c.id`;

/** $1 places, $2 the worker, $3 bytes, $4 and $5 requests and bytes of a company, $6 companies that have used theirs up. */
export const CLAIM = `
WITH RECURSIVE ${[WAITING, MINE, BUSY, OPEN, SINGLE, DUE, FAIR, FITTING, TAKEN, WRITTEN, SPACED].join(', ')}${CLAIMED}`;
