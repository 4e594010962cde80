import type { ReadRunner } from '@billhook/db/statement';
import type { Tx } from '@billhook/db/unit-of-work';
import { FAILURE_NOTICES, HEALTH_RULES, PAUSED_NOTICE } from '@billhook/domain/webhooks/endpoint-health';
import { GRANT_WORKS } from '../endpoints/endpoint-grants.sql.js';
import { checkedAfterwards } from '../sql/generic-plan.sql.js';

/*
 * The deliveries and the health of the endpoints of one company, whose clock is advanced. Relay and claim use the time of the machine: an
 * advance moves what waits for it earlier instead.
 */

const after = (milliseconds: number | string): string => `${milliseconds} * interval '1 millisecond'`;

/** The enabled endpoints `e` of the company $1, with their states `s`. */
const ENDPOINTS = `webhook_endpoints e JOIN webhook_endpoint_states s ON s.endpoint_id = e.id
  WHERE e.company_id = $1 AND e.status = 'Enabled' AND e.deleted_at IS NULL`;

/** Until when only resends start at an endpoint; null if it is open. */
const CLOSED_UNTIL = `greatest(CASE WHEN s.held_until > statement_timestamp() THEN s.held_until END,
    CASE WHEN s.health = 'Paused' AND s.probe_at > statement_timestamp() THEN s.probe_at END)`;

const waitingOf = (what: string, more = ''): string =>
  `(SELECT ${what} FROM webhook_deliveries d WHERE d.endpoint_id = e.id AND d.status = 'Waiting'${more})`;

/** When the owners of a failing endpoint are notified, and when it is disabled. */
const STEPS = [...FAILURE_NOTICES.map(({ afterMs }) => afterMs), HEALTH_RULES.disabledAfterMs]
  .map((milliseconds) => `s.failing_since + ${after(milliseconds)}`)
  .join(', ');

/** The next attempt, and the next step of the ladder of each endpoint, in the time of the machine. */
const TIMERS = `
SELECT count(*) > 0 AS respond, min((SELECT min(at) FROM unnest(e.timers) AS t (at) WHERE at > statement_timestamp())) AS next FROM (
  SELECT ARRAY[greatest(${waitingOf('min(d.next_attempt_at)')}, ${CLOSED_UNTIL}), ${STEPS},
    CASE WHEN s.health = 'Paused' THEN s.health_since + ${after(PAUSED_NOTICE.afterMs)} END] AS timers
  FROM ${ENDPOINTS} AND ${GRANT_WORKS}
) e`;

/** Whether events wait for the relay, or deliveries are being sent or may start now. */
const BUSY = `
SELECT EXISTS (SELECT FROM ${ENDPOINTS} AND ${GRANT_WORKS} AND (
    EXISTS (SELECT FROM events v WHERE v.company_id = $1 AND v.sequence IS NULL AND NOT v.test)
    OR EXISTS (SELECT FROM webhook_deliveries d WHERE d.endpoint_id = e.id AND d.status = 'Sending')
    OR (${CLOSED_UNTIL} IS NULL AND EXISTS ${waitingOf('1', ' AND d.next_attempt_at <= statement_timestamp()')})
  )) AS busy`;

/** Deliveries that one transaction moves: an action on one of them waits for its end. */
export const MOST_MOVED = 2_000;

/** What has times to move: a resend in flight returns to its former time if it fails. */
const HAS_TIMES = `d.status = 'Waiting' OR (d.status = 'Sending' AND d.resume_at IS NOT NULL)`;

/**
 * $2 milliseconds, $3 and $4 the ids after which and up to which deliveries are left to move, $5 how many. By id, which never changes, so
 * that each is moved once. Locks in this order, because two transactions could deadlock otherwise.
 */
const MOVE_DELIVERIES = `
WITH waiting AS MATERIALIZED (
  SELECT d.id FROM (
    SELECT id FROM webhook_deliveries
    WHERE endpoint_id = ANY (ARRAY (SELECT id FROM webhook_endpoints WHERE company_id = $1)) AND status = 'Waiting'
    UNION ALL
    SELECT id FROM (SELECT id, company_id, resume_at FROM webhook_deliveries WHERE status = 'Sending' OFFSET 0) s
    WHERE company_id = $1 AND resume_at IS NOT NULL
  ) d WHERE ${checkedAfterwards('d.id > $3::bigint AND d.id <= $4::bigint')}
), batch AS MATERIALIZED (
  SELECT id FROM waiting ORDER BY id LIMIT $5::integer
), mine AS MATERIALIZED (
  SELECT d.id, d.next_attempt_at > statement_timestamp() AS ahead FROM webhook_deliveries d
  WHERE d.id = ANY (ARRAY (SELECT id FROM batch)) AND ${checkedAfterwards(HAS_TIMES)}
  ORDER BY d.id FOR UPDATE
), moved AS (
  UPDATE webhook_deliveries d SET next_attempt_at = d.next_attempt_at - ${after('$2::bigint')},
    resume_at = d.resume_at - ${after('$2::bigint')}
  FROM mine WHERE d.id = mine.id RETURNING mine.ahead AND d.next_attempt_at <= statement_timestamp() AS due
) SELECT count(*) FILTER (WHERE due)::int AS due, (SELECT max(id) FROM batch) AS "movedTo", (SELECT max(id) FROM waiting) AS "movingTo"
FROM moved`;

/** The states `s` of all endpoints of the company $1. */
const OF_COMPANY = `s.endpoint_id = ANY (ARRAY (SELECT e.id FROM webhook_endpoints e WHERE e.company_id = $1 ORDER BY e.id FOR KEY SHARE))`;

/** $2 milliseconds, $3 whether deliveries are left to move. */
const MOVE_STATES = `
UPDATE webhook_endpoint_states s SET health_since = health_since - ${after('$2::bigint')},
  failing_since = failing_since - ${after('$2::bigint')}, held_until = held_until - ${after('$2::bigint')},
  probe_at = probe_at - ${after('$2::bigint')}, notice_at = notice_at - ${after('$2::bigint')}, moving = $3::boolean
WHERE ${OF_COMPANY}`;

const OPEN_STATES = `UPDATE webhook_endpoint_states s SET moving = false WHERE ${OF_COMPANY} AND s.moving`;

export interface CompanyTimers {
  /** Whether the company has endpoints, which get the messages of its events. */
  readonly respond: boolean;
  /** When its next attempt or step of the ladder is due, in the time of the machine; null if none is ahead. */
  readonly next: Date | null;
}

export async function companyTimers(runner: ReadRunner, companyId: number): Promise<CompanyTimers> {
  const [row] = await runner.query<CompanyTimers & Record<string, unknown>>({
    name: 'company_timers',
    text: TIMERS,
    values: [companyId],
  });
  return row ?? { respond: false, next: null };
}

/** Whether the engine has work of the company that is due. */
export async function isDelivering(runner: ReadRunner, companyId: number): Promise<boolean> {
  const [row] = await runner.query<{ busy: boolean }>({
    name: 'company_timer_busy',
    text: BUSY,
    values: [companyId],
  });
  return row?.busy === true;
}

/** The rest of a move that takes several transactions. What is created after its begin has a higher id, and its own time. */
export interface TimerMove {
  readonly companyId: number;
  readonly milliseconds: number;
  /** The ids of the last delivery that was moved, and of the last that has to be. */
  readonly movedTo: number;
  readonly movingTo: number;
}

export interface MovedTimers {
  /** How many deliveries became due by it. */
  readonly due: number;
  /** Null if all have been moved. */
  readonly left: TimerMove | null;
}

/**
 * Moves the timers of a company earlier: all, or the health of its endpoints and the first deliveries. Until `continueMove` has moved the
 * others, the schedule starts nothing at these endpoints: what is sent, and in which order, does not depend on the number of transactions.
 * @param most deliveries
 */
export async function moveCompanyTimers(
  tx: Tx,
  companyId: number,
  milliseconds: number,
  most: number,
): Promise<MovedTimers> {
  const whole = { companyId, milliseconds, movedTo: 0, movingTo: Number.MAX_SAFE_INTEGER };
  const moved = await moveDeliveries(tx, whole, most);
  const values = [companyId, milliseconds, moved.left !== null];
  await tx.query({ name: 'company_states_move', text: MOVE_STATES, values });
  return moved;
}

/** The next deliveries of a move. @param most of them */
export async function continueMove(tx: Tx, move: TimerMove, most: number): Promise<MovedTimers> {
  const moved = await moveDeliveries(tx, move, most);
  if (!moved.left) await tx.query({ name: 'company_states_open', text: OPEN_STATES, values: [move.companyId] });
  return moved;
}

async function moveDeliveries(tx: Tx, move: TimerMove, most: number): Promise<MovedTimers> {
  const [row] = await tx.query<{ due: number; movedTo: number | null; movingTo: number | null }>({
    name: 'company_deliveries_move',
    text: MOVE_DELIVERIES,
    values: [move.companyId, move.milliseconds, move.movedTo, move.movingTo, most],
  });
  const { due, movedTo, movingTo } = row ?? { due: 0, movedTo: null, movingTo: null };
  const isWhole = movedTo === null || movingTo === null || movedTo === movingTo;
  return { due, left: isWhole ? null : { ...move, movedTo, movingTo } };
}
