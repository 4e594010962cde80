import { claimedColumns } from '../deliveries/claim.sql.js';
import { NOW } from '../sql/now.sql.js';
import { waitingCompanies } from './relay.js';

/*
 * A turn of relay and claim for the usual case, in two small statements of one packet: the events of one company, and endpoints without
 * rules. `go` is the guard: without its row nothing is written, and the general turn does the work.
 */

/** The company that this transaction has locked; empty for none. */
const SETTING = 'billhook.live_company';

/** $1 the class of the locks of companies, $2 the lock of claims. Takes both locks, unless events of two companies wait. */
export const LIVE_TAKE = `
WITH RECURSIVE ${waitingCompanies('0')}, taken AS MATERIALIZED (
  SELECT company_id FROM waiting WHERE pg_try_advisory_xact_lock($1::integer, (company_id % 2147483648)::integer) LIMIT 2
)
SELECT count(*) AS companies,
  set_config('${SETTING}', CASE WHEN count(*) = 1 AND pg_try_advisory_xact_lock($2) THEN max(company_id)::text ELSE '' END, true)
FROM taken`;

const COMPANY = `nullif(current_setting('${SETTING}'), '')::bigint`;

/** One more than fit, so that the guard sees them. */
const BATCH = `batch AS MATERIALIZED (
  SELECT v.*, octet_length(v.body) AS bytes, row_number() OVER (ORDER BY v.position) AS place
  FROM (SELECT ${COMPANY} AS id OFFSET 0) company CROSS JOIN LATERAL (
    SELECT * FROM events WHERE company_id = company.id AND sequence IS NULL AND NOT test ORDER BY company_id, position
    LIMIT $1::integer + 1) v
)`;

/** The endpoints that receive some of them, each with the number of its messages. */
const REACHED = `reached AS MATERIALIZED (
  SELECT e.*, m.count FROM (
    SELECT * FROM webhook_endpoints WHERE company_id = ${COMPANY} AND deleted_at IS NULL AND status = 'Enabled' OFFSET 0) e
  CROSS JOIN LATERAL (SELECT count(*) FROM batch b WHERE b.type = ANY (e.event_types)) m
  WHERE m.count > 0
)`;

/** Their states, locked. One that a result changes now is missing, which fails the guard. */
const HELD = `held AS MATERIALIZED (
  SELECT * FROM webhook_endpoint_states WHERE endpoint_id = ANY (ARRAY (SELECT id FROM reached)) FOR NO KEY UPDATE SKIP LOCKED
)`;

const BUSY = `busy AS MATERIALIZED (
  SELECT endpoint_id FROM (SELECT endpoint_id, company_id FROM webhook_deliveries WHERE status = 'Sending' OFFSET 0) d
  WHERE company_id = ${COMPANY}
)`;

const DUE = `due AS MATERIALIZED (
  SELECT EXISTS (SELECT FROM webhook_deliveries WHERE status = 'Waiting' AND next_attempt_at <= statement_timestamp()) AS any
)`;

const MINE = `mine AS MATERIALIZED (
  SELECT id FROM webhook_workers WHERE id = $2::bigint AND NOT gone FOR KEY SHARE
)`;

/** Whether an endpoint (alias e, its state s) takes its messages immediately, in any order and without a rule. */
const PLAIN = `e.filter IS NULL AND e.ordering = 'BestEffort' AND e.max_per_second IS NULL AND e.grant_id IS NULL
      AND e.changed_by_grants IS NULL AND coalesce(e.schedule[1], $7::integer) = 0
    AND s.health = 'Healthy' AND s.failing_since IS NULL AND (s.held_until IS NULL OR s.held_until <= statement_timestamp())
    AND NOT s.moving
    AND e.count + (SELECT count(*) FROM busy WHERE endpoint_id = e.id) <= e.max_in_flight
    AND NOT ((SELECT due.any FROM due) AND EXISTS (SELECT FROM webhook_deliveries d WHERE d.endpoint_id = e.id AND d.status = 'Waiting'
      AND d.trigger = ANY ('{Manual,Schedule}') AND d.next_attempt_at <= statement_timestamp()))`;

const GO = `go AS MATERIALIZED (
  SELECT WHERE (SELECT count(*) FROM batch) BETWEEN 1 AND $1::integer
    AND EXISTS (SELECT FROM mine)
    AND EXISTS (SELECT FROM event_counters WHERE company_id = ${COMPANY})
    AND (SELECT coalesce(sum(count), 0) FROM reached) <= $3::integer
    AND (SELECT coalesce(sum(count), 0) FROM reached) + (SELECT count(*) FROM busy) <= $5::integer
    AND coalesce((SELECT sum(bytes) FROM batch), 0) * (SELECT count(*) FROM reached) <= $4::bigint
    AND NOT ${COMPANY} = ANY ($6::bigint[])
    AND NOT EXISTS (SELECT FROM reached e LEFT JOIN held s ON s.endpoint_id = e.id WHERE (${PLAIN}) IS NOT TRUE)
)`;

const NUMBERED = `counted AS (
  UPDATE event_counters SET last = last + (SELECT count(*) FROM batch) WHERE company_id = ${COMPANY} AND EXISTS (SELECT FROM go)
  RETURNING last - (SELECT count(*) FROM batch) AS before
), numbered AS (
  UPDATE events e SET sequence = (SELECT before FROM counted) + b.place FROM batch b
  WHERE e.position = ANY (ARRAY (SELECT position FROM batch)) AND e.position = b.position AND EXISTS (SELECT FROM go)
), advanced AS (
  UPDATE webhook_endpoint_states s SET last_sequence = s.last_sequence + e.count FROM reached e
  WHERE s.endpoint_id = ANY (ARRAY (SELECT id FROM reached)) AND s.endpoint_id = e.id AND EXISTS (SELECT FROM go)
  RETURNING s.endpoint_id, s.last_sequence - e.count AS before
)`;

const CREATED = `created AS (
  INSERT INTO webhook_deliveries (company_id, endpoint_id, event_position, event_type, resource, resource_id, sequence,
    status, trigger, attempt_count, schedule_step, worker_id, created_at)
  SELECT b.company_id, e.id, b.position, b.type, split_part(b.type, '.', 1), b.resource_id,
    a.before + row_number() OVER (PARTITION BY e.id ORDER BY b.place), 'Sending', 'Schedule', 1, 0, $2::bigint, now()
  FROM advanced a JOIN reached e ON e.id = a.endpoint_id JOIN batch b ON b.type = ANY (e.event_types)
  ORDER BY b.position, e.id
  RETURNING *
), recorded AS (
  INSERT INTO webhook_attempts (delivery_id, number, started_at, endpoint_id, trigger, url, payload)
  SELECT c.id, c.attempt_count, ${NOW}, e.id, c.trigger, e.url, e.payload FROM created c JOIN reached e ON e.id = c.endpoint_id
)`;

/**
 * $1 the most events, $2 the worker, $3 its places, $4 bytes, $5 requests of a company, $6 companies that have used up their bytes, $7
 * milliseconds until the first attempt. At least one row.
 */
export const LIVE = `
WITH ${[BATCH, REACHED, HELD, BUSY, DUE, MINE, GO, NUMBERED, CREATED].join(', ')}
SELECT EXISTS (SELECT FROM go) AS "isTaken", due.any AS "due", (SELECT count(*) FROM batch) AS "events",
  ARRAY (SELECT request_id FROM batch WHERE request_id IS NOT NULL) AS "requestIds", ${claimedColumns('false')}
FROM due LEFT JOIN (created c JOIN reached a ON a.id = c.endpoint_id JOIN batch v ON v.position = c.event_position) ON true
ORDER BY c.id`;
