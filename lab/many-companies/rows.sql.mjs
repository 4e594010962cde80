/*
 * Rows of many companies, as bulk SQL. The path of the connection decides in which cell they are.
 */

/** The tables with a row for each event. */
export const TABLES = ['events', 'webhook_deliveries', 'webhook_attempts'];

export const TYPE = 'invoice.sent';

/** Like an attempt at a usual receiver: the request headers of the worker, and a short response. Of delivery `d` with event `v`. */
const REQUEST = `jsonb_build_object(
    'content-type', 'application/json', 'user-agent', 'Billhook/1.0 (webhooks)', 'webhook-id', v.id, 'webhook-timestamp', '1795406400',
    'webhook-signature', 'v1,' || encode(sha256(v.id::bytea), 'base64'), 'webhook-event-type', v.type, 'webhook-attempt', '1',
    'webhook-sequence', d.sequence::text)`;
const RESULT =
  'outcome, duration_ms, dns_ms, connect_ms, tls_ms, first_byte_ms, remote_address, response_status, response_headers, response_body, response_truncated';
const RESULT_VALUES = `'Succeeded', 85, 3, 20, 25, 80, '203.0.113.7', 200,
  '{"content-type": "application/json", "date": "Mon, 23 Nov 2026 04:00:00 GMT", "server": "nginx"}', '{"ok":true}', false`;

/** Of all deliveries, as if each row had been written once. */
export const ATTEMPTS = `
INSERT INTO webhook_attempts (delivery_id, number, started_at, endpoint_id, trigger, url, payload, request_headers, ${RESULT})
SELECT d.id, 1, d.created_at, d.endpoint_id, 'Schedule', 'https://example.com/' || d.endpoint_id, 'Full', ${REQUEST}, ${RESULT_VALUES}
FROM webhook_deliveries d JOIN events v ON v.position = d.event_position`;

/** The same for $1 companies as the worker writes them: a short row before the request, which its result changes. */
export const BEGUN_ATTEMPTS = `
INSERT INTO webhook_attempts (delivery_id, number, started_at, endpoint_id, trigger, url, payload)
SELECT d.id, 1, d.created_at, d.endpoint_id, 'Schedule', 'https://example.com/' || d.endpoint_id, 'Full'
FROM webhook_deliveries d WHERE d.company_id = ANY ($1) ORDER BY d.id`;
export const ENDED_ATTEMPTS = `
UPDATE webhook_attempts a SET (request_headers, ${RESULT}) = ROW (${REQUEST}, ${RESULT_VALUES})
FROM webhook_deliveries d JOIN events v ON v.position = d.event_position WHERE a.delivery_id = d.id AND d.company_id = ANY ($1)`;

/** $1 companies with one endpoint each, which receives all of their events. */
export const COMPANIES = `INSERT INTO companies (name, plan, time_zone, currency, created_at)
  SELECT 'Company ' || n, 'Pro', 'Europe/Paris', 'EUR', now() FROM generate_series(1, $1::int) n RETURNING id`;

/** $1 the companies, $2 the type of the events. */
export const ENDPOINTS = `INSERT INTO webhook_endpoints (company_id, url, event_types, status, secrets, version, created_at, updated_at, payload, ordering,
    max_in_flight)
  SELECT id, 'https://example.com/' || id, ARRAY [$2], 'Enabled', '[]', 1, now(), now(), 'Full', 'BestEffort', 10 FROM unnest($1::bigint[]) id`;

/** The size of each table; for a partitioned table, the sum of its partitions. */
export const SIZES = `
WITH parts AS (
  SELECT t.name, t.name::regclass AS oid FROM unnest($1::text[]) AS t (name)
  UNION
  SELECT t.name, i.inhrelid FROM unnest($1::text[]) AS t (name) JOIN pg_inherits i ON i.inhparent = t.name::regclass
), counted AS (
  SELECT p.name, sum(greatest(c.reltuples, 0)) AS rows FROM parts p JOIN pg_class c ON c.oid = p.oid WHERE c.relkind = 'r' GROUP BY 1
)
SELECT p.name AS "table", 'row' AS part, sum(pg_relation_size(p.oid))::float8 / k.rows AS bytes, k.rows::float8 AS rows
FROM parts p JOIN counted k USING (name) GROUP BY 1, k.rows
UNION ALL
SELECT p.name, 'long texts', sum(pg_total_relation_size(c.reltoastrelid))::float8 / k.rows, k.rows
FROM parts p JOIN pg_class c ON c.oid = p.oid AND c.reltoastrelid <> 0 JOIN counted k USING (name) GROUP BY 1, k.rows
UNION ALL
SELECT p.name, regexp_replace(i.relname, '_\\d{8}|_default', ''), sum(pg_relation_size(i.oid))::float8 / k.rows, k.rows
FROM parts p JOIN pg_index x ON x.indrelid = p.oid JOIN pg_class i ON i.oid = x.indexrelid JOIN counted k USING (name)
GROUP BY 1, 2, k.rows
ORDER BY 1, 3 DESC`;
