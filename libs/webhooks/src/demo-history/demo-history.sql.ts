import { insertSystemEntries } from '@billhook/identity/audit/audit-entries.sql';

/* What endpoints did before an installation existed. The engine writes the same rows while it works. */

export const ATTEMPTS = `
INSERT INTO webhook_attempts (delivery_id, number, started_at, endpoint_id, trigger, outcome, url, payload, request_headers, duration_ms,
  dns_ms, connect_ms, tls_ms, first_byte_ms, remote_address, response_status, response_headers, response_body, response_truncated,
  error, error_kind)
SELECT * FROM jsonb_to_recordset($1) AS r ("deliveryId" bigint, "number" integer, "startedAt" timestamptz, "endpointId" bigint,
  "trigger" text, "outcome" text, "url" text, "payload" text, "requestHeaders" jsonb, "durationMs" integer, "dnsMs" integer,
  "connectMs" integer, "tlsMs" integer, "firstByteMs" integer, "remoteAddress" text, "responseStatus" integer,
  "responseHeaders" jsonb, "responseBody" text, "responseTruncated" boolean, "error" text, "errorKind" text)`;

export const STATS = `
INSERT INTO webhook_endpoint_stats (endpoint_id, hour, succeeded, failed, duration_ms, histogram, last_success_at)
SELECT $1, * FROM jsonb_to_recordset($2) AS r ("hour" timestamptz, "succeeded" integer, "failed" integer, "durationMs" bigint,
  "histogram" integer[], "lastSuccessAt" timestamptz)`;

export const STATE = `
UPDATE webhook_endpoint_states s SET last_sequence = r."last", health = r."health", health_since = r."healthSince",
  failing_since = r."failingSince", consecutive_failures = r."consecutiveFailures", failed_messages = r."failedMessages",
  concurrency = r."concurrency", probe_at = r."probeAt", notice = r."notice", notice_at = r."noticeAt"
FROM jsonb_to_record($1) AS r ("endpointId" bigint, "last" bigint, "health" text, "healthSince" timestamptz,
  "failingSince" timestamptz, "consecutiveFailures" integer, "failedMessages" integer, "concurrency" integer,
  "probeAt" timestamptz, "notice" text, "noticeAt" timestamptz)
WHERE s.endpoint_id = r."endpointId"`;

export const RUNS = `
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
export const GONE = `
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
