import type { AttemptErrorKind } from '@billhook/contract/webhooks/attempt-error-kinds';

/** The last failed attempt of an endpoint, from JSON. */
export interface LastFailureRow {
  readonly deliveryId: number;
  readonly number: number;
  /** When it ended, as PostgreSQL writes it in JSON. */
  readonly at: string;
  readonly test: boolean;
  readonly responseStatus: number | null;
  readonly error: string;
  readonly errorKind: AttemptErrorKind;
}

/** Rows that are read per index, and candidates that are kept of them. */
const READ_MOST = 500;
const KEPT = 3;

const kept = (rows: string, condition: string, order: string): string =>
  `(SELECT id, created_at FROM (${rows} LIMIT ${READ_MOST}) rows WHERE ${condition} ORDER BY ${order} LIMIT ${KEPT})`;

const columns = 'id, created_at, endpoint_id, status, next_attempt_at, finished_at, last_error_kind';

/**
 * The scheduled deliveries of the endpoint `e` that wait, in the order of their time. Compared as rows, which only the index of the endpoint
 * can sort: for equal values PostgreSQL may read the times of all endpoints.
 * @param since SQL for the time after which they are due
 */
const waitingSql = (since: string, direction: 'ASC' | 'DESC'): string => `
  SELECT ${columns} FROM webhook_deliveries
  WHERE status = 'Waiting' AND (endpoint_id, trigger, next_attempt_at) > (e.id, 'Schedule', ${since}::timestamptz)
    AND (endpoint_id, trigger, next_attempt_at) < (e.id, 'Schedule', 'infinity'::timestamptz)
  ORDER BY ${['endpoint_id', 'trigger', 'next_attempt_at', 'id'].map((column) => `${column} ${direction}`).join(', ')}`;

const EVER = `'-infinity'`;

const waiting = (since: string, direction: 'ASC' | 'DESC'): string =>
  kept(waitingSql(since, direction), 'last_error_kind IS NOT NULL', `next_attempt_at ${direction}`);

/*
 * Attempts have no index by endpoint, which every attempt would have to maintain. The last failed one is that of the newest message with
 * an error, of a message that ended last, or of a waiting one: a retry is due soon after a first failure and late after a later one.
 */
const CANDIDATES = [
  kept(
    `SELECT ${columns} FROM webhook_deliveries WHERE company_id = e.company_id AND last_error_kind IS NOT NULL
      ORDER BY created_at DESC, id DESC`,
    'endpoint_id = e.id',
    'created_at DESC',
  ),
  waiting('now()', 'ASC'),
  waiting(EVER, 'DESC'),
  kept(
    `SELECT ${columns} FROM webhook_deliveries WHERE endpoint_id = e.id AND finished_at IS NOT NULL ORDER BY finished_at DESC`,
    `last_error_kind IS NOT NULL AND status IN ('Failed', 'Cancelled')`,
    'finished_at DESC',
  ),
].join('\n  UNION ALL\n  ');

/** The last failed attempt of the endpoint `e` as JSON (`LastFailureRow`), even if a success followed. Null if none is stored. */
export const LAST_FAILURE = `(
SELECT jsonb_build_object('deliveryId', a.delivery_id, 'number', a.number, 'at', a.ended_at, 'test', d.sequence IS NULL,
  'responseStatus', a.response_status, 'error', a.error, 'errorKind', coalesce(a.error_kind, d.last_error_kind, 'Other'))
FROM (
  ${CANDIDATES}
) candidate
CROSS JOIN LATERAL (
  SELECT delivery_id, number, response_status, error, error_kind, started_at + coalesce(duration_ms, 0) * interval '1 millisecond' AS ended_at
  FROM webhook_attempts
  -- The table is partitioned by day: days before the delivery are skipped. One more day, because a clock may have been set back.
  WHERE delivery_id = candidate.id AND started_at >= candidate.created_at - interval '1 day' AND outcome = 'Failed' AND error IS NOT NULL
  ORDER BY number DESC LIMIT 1
) a
JOIN webhook_deliveries d ON d.id = candidate.id
ORDER BY a.ended_at DESC, a.number DESC LIMIT 1)`;

/** The same, without looking for it if the last hour with attempts had no failure: then a success followed. */
export const LAST_FAILURE_IF_ANY = `CASE WHEN (SELECT t.failed > 0 FROM webhook_endpoint_stats t WHERE t.endpoint_id = e.id
    ORDER BY t.hour DESC LIMIT 1) THEN ${LAST_FAILURE} END`;

/** When the next waiting message of the endpoint `e` is due by its schedule. */
export const NEXT_ATTEMPT_AT = `(SELECT d.next_attempt_at FROM (${waitingSql(EVER, 'ASC')} LIMIT 1) d)`;
