import { CreateWebhookEndpoint } from '@billhook/contract/webhooks/webhook-endpoint';
import { Database } from '@billhook/db/database';
import { insertRows } from '@billhook/db/row';
import { UnitOfWork, type Tx } from '@billhook/db/unit-of-work';
import { insertSystemEntries } from '@billhook/identity/audit/audit-entries.sql';
import { histogramOf } from '@billhook/webhooks/endpoints/latency.rules';
import { Relay } from '@billhook/webhooks/engine/relay';
import { WebhookDeliveryEntity } from '@billhook/webhooks/deliveries/webhook-delivery.entity';
import type { WebhookEndpointEntity } from '@billhook/webhooks/endpoints/webhook-endpoint.entity';
import { dueNotice } from '@billhook/domain/webhooks/endpoint-health';
import type { Env } from '@billhook/platform/env';
import type { INestApplicationContext } from '@nestjs/common';
import { ENV } from '@billhook/platform/tokens';
import { WebhookEndpointsService } from '@billhook/api/webhooks/endpoints/webhook-endpoints.service';
import type { Actor } from './chronicle-player.js';
import { deliveryHistory, type DeliveryHistory, type DemoEvent, type PlayedAttempt } from './delivery-history.js';
import { demoReceivers } from './demo-receivers.js';
import type { Timetable } from './timetable.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The age of the endpoints, in days. */
const MADE = 80;

/** Older attempts are left out: each day of attempts is a table, which the first worker creates before it delivers anything. */
const ATTEMPTS_DAYS = 14;

/**
 * Creates endpoints and their deliveries since their creation, as the engine would have written them.
 * @param receiverUrl the URL of a running receiver
 */
export function planWebhooks(app: INestApplicationContext, timetable: Timetable, by: Actor, receiverUrl: string): void {
  const { today: now } = timetable;
  timetable.plan(MADE, async () => {
    const uow = app.get(UnitOfWork);
    // Prevents the first worker from delivering a whole year.
    const relay = new Relay(uow, { fanOut: false, firstWaitMs: 0 });
    while ((await relay.run()).more);

    const { WEBHOOK_RETRY_SCHEDULE: schedule, PUBLIC_URL: publicUrl } = app.get<Env>(ENV);
    const histories: DeliveryHistory[] = [];
    for (const receiver of demoReceivers(now, receiverUrl)) {
      const body = CreateWebhookEndpoint.parse(receiver.endpoint);
      const { endpoint, secret } = await app.get(WebhookEndpointsService).create(by, body);
      const events = await eventsOf(app.get(Database), endpoint);
      histories.push(deliveryHistory(events, { endpoint, secret, receiver, schedule, publicUrl, now }));
    }
    await uow.run(async (tx) => {
      await writeDeliveries(tx, histories, now);
      for (const history of histories) {
        await writeEndpoint(tx, history, now);
        const runs = JSON.stringify(history.runs);
        await tx.query({ name: 'demo_runs', text: RUNS, values: [history.endpointId, by.label, runs] });
      }
    });
    for (const { endpointId, goneAt } of histories) {
      if (!goneAt) continue;
      timetable.planAt(goneAt, async () => {
        await uow.run((tx) => tx.query({ name: 'demo_gone', text: GONE, values: [endpointId, goneAt] }));
      });
    }
  });
}

function eventsOf(database: Database, endpoint: WebhookEndpointEntity): Promise<DemoEvent[]> {
  return database.query<DemoEvent>({
    name: 'demo_events',
    text: `SELECT position, id, type, resource_id AS "resourceId", body, changes, resource_version AS "resourceVersion",
        created_at AS "createdAt"
      FROM events WHERE company_id = $1 AND type = ANY ($2) AND created_at >= $3 ORDER BY sequence`,
    values: [endpoint.companyId, endpoint.eventTypes, endpoint.createdAt],
  });
}

async function writeDeliveries(tx: Tx, histories: readonly DeliveryHistory[], now: Date): Promise<void> {
  const played = histories.flatMap(({ deliveries }) => deliveries);
  // Lists are ordered by ids, which follow the order of sending.
  played.sort((a, b) => a.row.createdAt.getTime() - b.row.createdAt.getTime());
  const rows = played.map(({ row }) => row);
  const ids = await insertRows(tx, WebhookDeliveryEntity, rows);
  const since = now.getTime() - ATTEMPTS_DAYS * DAY_MS;
  const attempts = played.flatMap((delivery, n) =>
    delivery.attempts.map((attempt) => ({ ...attempt, deliveryId: ids[n] })),
  );
  const kept = attempts.filter(({ startedAt }) => startedAt.getTime() >= since);
  await tx.query({ name: 'demo_attempts', text: ATTEMPTS, values: [JSON.stringify(kept)] });
}

async function writeEndpoint(tx: Tx, { endpointId, deliveries, state }: DeliveryHistory, now: Date): Promise<void> {
  const stats = statsOf(deliveries.flatMap(({ attempts }) => attempts));
  await tx.query({ name: 'demo_stats', text: STATS, values: [endpointId, JSON.stringify(stats)] });
  const last = deliveries.length;
  // No one reads the emails of the demo: notices that are due count as sent.
  const notice = dueNotice({ ...state, heldUntil: null, notice: null, noticeAt: null }, now);
  const row = { ...state, endpointId, last, notice, noticeAt: notice && now };
  await tx.query({ name: 'demo_state', text: STATE, values: [JSON.stringify(row)] });
}

const endOf = ({ startedAt, durationMs }: PlayedAttempt): number => startedAt.getTime() + durationMs;

/** The statistics of each hour. */
function statsOf(attempts: readonly PlayedAttempt[]) {
  const hours = new Map<number, PlayedAttempt[]>();
  for (const attempt of attempts) {
    const hour = Math.floor(endOf(attempt) / HOUR_MS) * HOUR_MS;
    hours.set(hour, [...(hours.get(hour) ?? []), attempt]);
  }
  return [...hours].map(([hour, ended]) => {
    const durations = ended.map(({ durationMs }) => durationMs);
    const successes = ended.filter(({ outcome }) => outcome === 'Succeeded').map(endOf);
    const succeeded = successes.length;
    return {
      hour: new Date(hour),
      succeeded,
      failed: ended.length - succeeded,
      durationMs: durations.reduce((sum, duration) => sum + duration, 0),
      histogram: histogramOf(durations),
      lastSuccessAt: succeeded > 0 ? new Date(Math.max(...successes)) : null,
    };
  });
}

const ATTEMPTS = `
INSERT INTO webhook_attempts (delivery_id, number, started_at, endpoint_id, trigger, outcome, url, payload, request_headers, duration_ms,
  dns_ms, connect_ms, tls_ms, first_byte_ms, remote_address, response_status, response_headers, response_body, response_truncated,
  error, error_kind)
SELECT * FROM jsonb_to_recordset($1) AS r ("deliveryId" bigint, "number" integer, "startedAt" timestamptz, "endpointId" bigint,
  "trigger" text, "outcome" text, "url" text, "payload" text, "requestHeaders" jsonb, "durationMs" integer, "dnsMs" integer,
  "connectMs" integer, "tlsMs" integer, "firstByteMs" integer, "remoteAddress" text, "responseStatus" integer,
  "responseHeaders" jsonb, "responseBody" text, "responseTruncated" boolean, "error" text, "errorKind" text)`;

const STATS = `
INSERT INTO webhook_endpoint_stats (endpoint_id, hour, succeeded, failed, duration_ms, histogram, last_success_at)
SELECT $1, * FROM jsonb_to_recordset($2) AS r ("hour" timestamptz, "succeeded" integer, "failed" integer, "durationMs" bigint,
  "histogram" integer[], "lastSuccessAt" timestamptz)`;

const STATE = `
UPDATE webhook_endpoint_states s SET last_sequence = r."last", health = r."health", health_since = r."healthSince",
  failing_since = r."failingSince", consecutive_failures = r."consecutiveFailures", failed_messages = r."failedMessages",
  concurrency = r."concurrency", probe_at = r."probeAt", notice = r."notice", notice_at = r."noticeAt"
FROM jsonb_to_record($1) AS r ("endpointId" bigint, "last" bigint, "health" text, "healthSince" timestamptz,
  "failingSince" timestamptz, "consecutiveFailures" integer, "failedMessages" integer, "concurrency" integer,
  "probeAt" timestamptz, "notice" text, "noticeAt" timestamptz)
WHERE s.endpoint_id = r."endpointId"`;

const RUNS = `
INSERT INTO webhook_runs (company_id, endpoint_id, kind, status, since, until, selection, total, done, cursor, created_by, created_at,
  updated_at, finished_at)
SELECT e.company_id, e.id, r."kind", r."status", r."since", r."until", '{}', r."done" + CASE WHEN r."status" = 'Paused' THEN (
    SELECT count(*) FROM webhook_deliveries d WHERE d.endpoint_id = e.id AND d.status IN ('Failed', 'Cancelled')
      AND d.created_at BETWEEN r."since" AND r."until") ELSE 0 END,
  r."done", 0, $2, r."createdAt", r."createdAt", CASE WHEN r."status" = 'Completed' THEN r."createdAt" END
FROM webhook_endpoints e CROSS JOIN jsonb_to_recordset($3) AS r ("kind" text, "status" text, "since" timestamptz, "until" timestamptz,
  "done" integer, "createdAt" timestamptz)
WHERE e.id = $1 ORDER BY r."createdAt"`;

/** Dates the audit entry to the same moment. */
const GONE = `
WITH gone AS (
  UPDATE webhook_endpoints SET status = 'Disabled', disabled_reason = 'Gone', disabled_at = $2, version = version + 1, updated_at = $2
  WHERE id = $1 RETURNING id, company_id
)
${insertSystemEntries({
  companyId: 'company_id',
  at: '$2',
  action: `'webhook_endpoint.updated'`,
  target: 'id::text',
  details: `'{"reason": "endpoint_gone", "changed": {"status": {"from": "Enabled", "to": "Disabled"}}}'`,
  from: 'FROM gone',
})}`;
