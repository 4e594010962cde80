import { withoutIndexes } from './filled-database.mjs';

/*
 * The attempts of 30 days. One of three companies has nine tenths of the rows, but none of the last day: an index shared by all companies
 * reads the rows of the others first. Its endpoints: 1 receives events of invoices, 2 those of clients, 3 to 6 both, 7 was
 * deleted, 8 received 400 messages three weeks ago, 9 failed for a day.
 */

const COMPANIES = `
INSERT INTO companies (id, name, plan, time_zone, currency, created_at)
  SELECT n, 'Company ' || n, 'Pro', 'Europe/Paris', 'EUR', now() FROM generate_series(1, 3) n;
INSERT INTO webhook_endpoints (id, company_id, url, event_types, status, secrets, version, created_at, updated_at, deleted_at)
  SELECT n, CASE WHEN n <= 40 THEN 1 ELSE n - 39 END, 'https://hooks' || n || '.example/billhook', ARRAY['invoice.paid'], 'Enabled', '[]', 1,
    now() - interval '90 days', now(), CASE n WHEN 7 THEN now() - interval '9 days' END
  FROM generate_series(1, 42) n;
INSERT INTO webhook_endpoint_states (endpoint_id, last_sequence, health, health_since, consecutive_failures, failed_messages, concurrency)
  SELECT n, 0, 'Healthy', now(), 0, 0, 1 FROM generate_series(1, 42) n;`;

const TYPES = {
  invoice: `(ARRAY['invoice.created','invoice.sent','invoice.updated','invoice.paid','invoice.updated'])[1 + h % 5]`,
  client: `(ARRAY['client.created','client.updated','client.updated','payment.created'])[1 + h % 4]`,
};

/** One in 10 deliveries, and every delivery of the last day, belongs to the two other companies. */
const PLACED = `
  SELECT n, h, at, CASE WHEN n > :rows * 0.97 OR n % 10 = 0 THEN 2 + h % 2 ELSE 1 END AS company, n * 37 % 100 AS share
  FROM generate_series(1, :rows) n CROSS JOIN LATERAL (SELECT abs(hashint4(n::int)) AS h,
    date_trunc('milliseconds', now() - (:rows - n) * (interval '30 days' / :rows)) AS at) x`;

const ENDPOINT = `CASE WHEN company > 1 THEN 39 + company
  WHEN n BETWEEN :rows * 0.3 AND :rows * 0.3 + 400 THEN 8 WHEN n BETWEEN :rows * 0.5 AND :rows * 0.52 THEN 9
  WHEN share < 30 THEN 1 WHEN share < 60 THEN 2 WHEN share < 62 AND n < :rows * 0.6 THEN 7 ELSE 3 + share % 4 END`;

const EVENT_TYPE = `CASE WHEN h % 30000 = 7 AND n < :rows / 2 THEN 'quote.deleted' WHEN endpoint = 1 THEN ${TYPES.invoice}
  WHEN endpoint = 2 OR h % 2 = 0 THEN ${TYPES.client} ELSE ${TYPES.invoice} END`;

/** One in 100 of the other deliveries succeeded at the second attempt, and one in 400 never. */
const FATE = `CASE WHEN endpoint = 9 THEN 'Timeout' WHEN n > :rows * 0.9695 AND endpoint = 3 THEN 'Waiting'
  WHEN h % 60000 = 11 AND n < :rows / 2 THEN 'Tls' WHEN h % 400 = 3 THEN 'Status' WHEN h % 900 = 5 THEN 'Cancelled'
  WHEN h % 100 = 9 THEN 'Late' ELSE 'Fine' END`;

const EVENTS = `
INSERT INTO events (position, id, company_id, type, resource_id, body, test, created_at, sequence)
  SELECT id, 'msg_' || id, company_id, event_type, resource_id, '{}', sequence IS NULL, created_at, id FROM webhook_deliveries`;

const DELIVERIES = `
INSERT INTO webhook_deliveries (id, company_id, endpoint_id, event_position, event_type, resource, resource_id, ordered, sequence, status,
    trigger, attempt_count, schedule_step, next_attempt_at, last_response_status, last_error, last_error_kind, created_at, finished_at)
  SELECT n, company, endpoint, n, type, split_part(type, '.', 1), 1 + h % 70000, false, CASE WHEN h % 5000 <> 1 THEN n END,
    CASE WHEN fate IN ('Timeout', 'Tls', 'Status') THEN 'Failed' WHEN fate IN ('Waiting', 'Cancelled') THEN fate ELSE 'Delivered' END,
    'Schedule', attempts, attempts, CASE fate WHEN 'Waiting' THEN now() + interval '1 hour' END,
    CASE fate WHEN 'Status' THEN (ARRAY[500, 500, 503, 404])[1 + n % 4] WHEN 'Waiting' THEN 503 WHEN 'Timeout' THEN NULL
      WHEN 'Tls' THEN NULL WHEN 'Cancelled' THEN NULL ELSE CASE WHEN endpoint = 5 THEN 204 ELSE 200 END END,
    CASE WHEN kind IS NOT NULL THEN 'Responded with an error' END, kind, at, CASE WHEN fate <> 'Waiting' THEN at + interval '1 second' END
  FROM (${PLACED}) p CROSS JOIN LATERAL (SELECT ${ENDPOINT} AS endpoint) e CROSS JOIN LATERAL (SELECT ${EVENT_TYPE} AS type) t
    CROSS JOIN LATERAL (SELECT ${FATE} AS fate) f
    CROSS JOIN LATERAL (SELECT CASE WHEN fate = 'Waiting' THEN 'Status' WHEN fate IN ('Timeout', 'Tls', 'Status') THEN fate END AS kind,
      CASE fate WHEN 'Fine' THEN 1 WHEN 'Late' THEN 2 WHEN 'Waiting' THEN 1 WHEN 'Cancelled' THEN 0 ELSE 10 END AS attempts) k`;

const DAYS = `
DO $$ BEGIN
  FOR day IN 0..31 LOOP
    EXECUTE format('CREATE TABLE webhook_attempts_day_%s PARTITION OF webhook_attempts FOR VALUES FROM (%L) TO (%L)', day,
      current_date - 30 + day, current_date - 29 + day);
  END LOOP;
END $$`;

const ATTEMPTS = `
INSERT INTO webhook_attempts (delivery_id, number, started_at, endpoint_id, trigger, outcome, url, payload, request_headers, duration_ms,
    dns_ms, connect_ms, tls_ms, first_byte_ms, remote_address, response_status, response_headers, response_body, response_truncated, error,
    error_kind)
  SELECT d.id, k, least(d.created_at + (k - 1) * interval '1 minute', now()), d.endpoint_id, 'Schedule',
    CASE WHEN k = d.attempt_count AND d.last_error IS NULL THEN 'Succeeded' ELSE 'Failed' END, 'https://hooks.example/billhook', 'Full',
    '{"webhook-id": "msg_1", "webhook-timestamp": "1764946800", "webhook-signature": "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="}',
    42, 1, 9, 20, 41, '203.0.113.7', d.last_response_status, '{"content-type": "text/plain"}', 'ok', false, d.last_error, d.last_error_kind
  FROM webhook_deliveries d CROSS JOIN LATERAL generate_series(1, d.attempt_count) k`;

/** Fills an empty, migrated database. @param client a superuser's connection @param rows number of deliveries */
export async function fillDeliveries(client, rows) {
  const run = (sql) => client.query(sql.replaceAll(':rows', String(rows)));
  await withoutIndexes(client, ['webhook_deliveries', 'events'], async () => {
    await run(COMPANIES);
    await run(DELIVERIES);
    await run(EVENTS);
  });
  await run(DAYS);
  await run(ATTEMPTS);
  await run('VACUUM ANALYZE webhook_deliveries, webhook_attempts, events, webhook_endpoints, webhook_endpoint_states');
}
