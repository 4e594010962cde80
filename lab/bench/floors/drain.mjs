import { createHmac, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Agent, request } from 'undici';

/*
 * The floor of a drain, about a hundred handwritten lines on the tables of the product, with all of their indexes: claims batches of due rows
 * with FOR UPDATE SKIP LOCKED, sends with undici, and writes results in batches with a row per attempt.
 * No limit of an endpoint, no retry, no address check, one secret.
 */

const PLACES = 200;
const BATCH = 200;
const GATHER_MS = 5;
const BODY_LIMIT = 64 * 1024;
const TIMEOUT_MS = 15_000;

const CLAIM = {
  name: 'floor_claim',
  text: `WITH due AS (
      SELECT id FROM webhook_deliveries WHERE status = 'Waiting' AND next_attempt_at <= now()
      ORDER BY next_attempt_at LIMIT $1 FOR UPDATE SKIP LOCKED
    )
    UPDATE webhook_deliveries d SET status = 'Sending', attempt_count = d.attempt_count + 1, next_attempt_at = NULL,
      worker_id = (SELECT max(id) FROM webhook_workers)
    FROM due, webhook_endpoints e, events v WHERE d.id = due.id AND e.id = d.endpoint_id AND v.position = d.event_position
    RETURNING d.id, d.attempt_count AS number, d.endpoint_id AS endpoint, e.url, v.id AS message, v.body`,
};
const RECORD = {
  name: 'floor_record',
  text: `WITH result AS (
      SELECT * FROM jsonb_to_recordset($1::jsonb) AS r (id bigint, number integer, endpoint bigint, url text, sent jsonb,
        status integer, headers jsonb, body text, ms integer, error text)
    ), recorded AS (
      INSERT INTO webhook_attempts (delivery_id, number, started_at, endpoint_id, trigger, url, payload, request_headers, outcome,
        duration_ms, response_status, response_headers, response_body, response_truncated, error)
      SELECT id, number, now(), endpoint, 'Schedule', url, 'Full', sent, CASE WHEN error IS NULL THEN 'Succeeded' ELSE 'Failed' END,
        ms, status, headers, body, false, error FROM result
    )
    UPDATE webhook_deliveries d SET status = CASE WHEN r.error IS NULL THEN 'Delivered' ELSE 'Failed' END, finished_at = now(),
      worker_id = NULL, last_response_status = r.status
    FROM result r WHERE d.id = r.id`,
};
const SECRET = randomBytes(32);

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 4 });
const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 });
let inFlight = 0;
const results = [];
let recording = false;

async function send({ id, number, endpoint, url, message, body }) {
  const started = performance.now();
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', SECRET).update(`${message}.${timestamp}.${body}`).digest('base64');
  const sent = {
    'content-type': 'application/json',
    'webhook-id': message,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
  const result = { id, number, endpoint, url, sent, status: null, headers: null, body: null, error: null };
  try {
    const answer = await request(url, {
      method: 'POST',
      dispatcher,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: sent,
      body,
    });
    const text = (await answer.body.text()).slice(0, BODY_LIMIT);
    Object.assign(result, { status: answer.statusCode, headers: answer.headers, body: text });
    if (answer.statusCode >= 300) result.error = `Answered ${answer.statusCode}`;
  } catch (error) {
    result.error = String(error);
  }
  results.push({ ...result, ms: Math.round(performance.now() - started) });
  if (!recording) void record();
}

async function record() {
  recording = true;
  await sleep(GATHER_MS);
  while (results.length > 0) {
    const batch = results.splice(0, BATCH);
    await pool.query({ ...RECORD, values: [JSON.stringify(batch)] });
    inFlight -= batch.length;
    wake?.();
  }
  recording = false;
}

let wake;
for (;;) {
  const places = PLACES - inFlight;
  const { rows } = places > 0 ? await pool.query({ ...CLAIM, values: [places] }) : { rows: [] };
  inFlight += rows.length;
  for (const row of rows) void send(row);
  if (rows.length === 0) await Promise.race([new Promise((resolve) => (wake = resolve)), sleep(100)]);
}
