import type { ReadRunner } from '@billhook/db/statement';
import type { Tx } from '@billhook/db/unit-of-work';
import { FAILURE_NOTICES, HEALTH_RULES, PAUSED_NOTICE } from '@billhook/domain/webhooks/endpoint-health';
import { GRANT_WORKS } from '../endpoints/endpoint-grants.sql.js';

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

/** Locks in one order, because two transactions could deadlock otherwise. $2 milliseconds. */
const MOVE_DELIVERIES = `
WITH mine AS MATERIALIZED (
  SELECT d.id, d.next_attempt_at > statement_timestamp() AS ahead FROM webhook_deliveries d
  WHERE d.endpoint_id = ANY (ARRAY (SELECT id FROM webhook_endpoints WHERE company_id = $1)) AND d.status = 'Waiting'
  ORDER BY d.id FOR UPDATE
), moved AS (
  UPDATE webhook_deliveries d SET next_attempt_at = d.next_attempt_at - ${after('$2::bigint')},
    resume_at = d.resume_at - ${after('$2::bigint')}
  FROM mine WHERE d.id = mine.id RETURNING mine.ahead AND d.next_attempt_at <= statement_timestamp() AS due
) SELECT count(*) FILTER (WHERE due)::int AS count FROM moved`;

const MOVE_STATES = `
UPDATE webhook_endpoint_states s SET health_since = health_since - ${after('$2::bigint')},
  failing_since = failing_since - ${after('$2::bigint')}, held_until = held_until - ${after('$2::bigint')},
  probe_at = probe_at - ${after('$2::bigint')}, notice_at = notice_at - ${after('$2::bigint')}
WHERE s.endpoint_id = ANY (ARRAY (SELECT e.id FROM webhook_endpoints e WHERE e.company_id = $1 ORDER BY e.id FOR KEY SHARE))`;

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

/** Moves the timers of a company earlier. @returns how many deliveries became due by it */
export async function moveCompanyTimers(tx: Tx, companyId: number, milliseconds: number): Promise<number> {
  const values = [companyId, milliseconds];
  const [moved] = await tx.query<{ count: number }>({ name: 'company_deliveries_move', text: MOVE_DELIVERIES, values });
  await tx.query({ name: 'company_states_move', text: MOVE_STATES, values });
  return moved?.count ?? 0;
}
