import type { Runner } from '@billhook/db/statement';
import { WAITING } from '../deliveries/deliveries.sql.js';
import { GRANT_WORKS, grantReads } from '../endpoints/endpoint-grants.sql.js';
import { NOW } from '../sql/now.sql.js';
import { GONE_MS } from './worker-heartbeat.js';

/** What waits for the workers. Ages in seconds, 0 if nothing waits. */
export interface WebhookBacklog {
  /** The lowest id of a running worker; null without one. */
  readonly leader: number | null;
  readonly workers: number;
  readonly outboxAge: number;
  readonly due: number;
  readonly dueAge: number;
}

/** @param most where the count of due deliveries ends, because counting a million takes a second */
export async function webhookBacklog(runner: Runner, most: number): Promise<WebhookBacklog> {
  const [backlog] = await runner.query<WebhookBacklog & Record<string, unknown>>({
    name: 'webhook_backlog',
    text: BACKLOG,
    values: [GONE_MS, most],
  });
  if (!backlog) throw new Error('unreachable: an aggregate returns one row');
  return backlog;
}

/** Hops from company to company along an index, each with its oldest event that has no number. */
const UNNUMBERED = `unnumbered (company_id, created_at) AS (
  (SELECT company_id, created_at FROM events WHERE sequence IS NULL AND NOT test ORDER BY company_id, position LIMIT 1)
  UNION ALL
  SELECT n.company_id, n.created_at FROM unnumbered u CROSS JOIN LATERAL (
    SELECT e.company_id, e.created_at FROM events e WHERE e.sequence IS NULL AND NOT e.test AND e.company_id > u.company_id
    ORDER BY e.company_id, e.position LIMIT 1) n
)`;

/** Endpoints to which something may be sent now: the messages of others wait for their receiver, not for us. */
const OPEN = `open AS (
  SELECT w.endpoint_id, w.first_at, e.grant_id, e.changed_by_grants FROM waiting w
  JOIN webhook_endpoints e ON e.id = w.endpoint_id AND e.status = 'Enabled' AND e.deleted_at IS NULL AND ${GRANT_WORKS}
  JOIN webhook_endpoint_states s ON s.endpoint_id = w.endpoint_id AND s.health <> 'Paused'
    AND (s.held_until IS NULL OR s.held_until <= statement_timestamp())
  WHERE w.first_at <= statement_timestamp()
)`;

const ageOf = (time: string): string =>
  `greatest(coalesce(extract(epoch FROM statement_timestamp() - min(${time})), 0), 0)::float8`;

/** $1 the milliseconds without a heartbeat after which a worker is dead, $2 the most deliveries to count. */
const BACKLOG = `
WITH RECURSIVE ${[WAITING, UNNUMBERED, OPEN].join(', ')}, live AS (
  SELECT id FROM webhook_workers WHERE NOT gone AND beat_at > ${NOW} - $1 * interval '1 millisecond'
)
SELECT (SELECT min(id) FROM live) AS leader, (SELECT count(*) FROM live) AS workers,
  (SELECT ${ageOf('created_at')} FROM unnumbered) AS "outboxAge",
  (SELECT ${ageOf('first_at')} FROM open) AS "dueAge",
  (SELECT count(*) FROM (
    SELECT FROM open e CROSS JOIN LATERAL (
      SELECT FROM webhook_deliveries d WHERE d.endpoint_id = e.endpoint_id AND d.status = 'Waiting'
        AND d.next_attempt_at <= statement_timestamp() AND ${grantReads('e', 'd.resource')} LIMIT $2::integer
    ) d LIMIT $2::integer
  ) due) AS due`;
