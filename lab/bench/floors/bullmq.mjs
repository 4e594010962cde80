import { createHmac } from 'node:crypto';
import { Queue, Worker } from 'bullmq';
import pg from 'pg';
import { Agent, request } from 'undici';

/*
 * One BullMQ job per delivery on Redis, which contains all data: the usual design. The attempt is one insert. No retry that survives Redis,
 * no limit of an endpoint, no address check.
 * `fill` adds the jobs and exits.
 */

const PLACES = 200;
const JOBS_AT_ONCE = 1_000;
const [what] = process.argv.slice(2);
const connection = { url: process.env.BENCH_REDIS_URL, maxRetriesPerRequest: null };
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 4 });

if (what === 'fill') {
  const queue = new Queue('bench', { connection, defaultJobOptions: { removeOnComplete: true } });
  const { rows } = await pool.query(
    `SELECT d.id, e.url, encode(e.secret, 'base64') AS secret, v.message, v.body FROM floor_deliveries d
      JOIN floor_endpoints e ON e.id = d.endpoint_id JOIN floor_events v ON v.id = d.event_id ORDER BY d.id`,
  );
  for (let from = 0; from < rows.length; from += JOBS_AT_ONCE)
    await queue.addBulk(rows.slice(from, from + JOBS_AT_ONCE).map((data) => ({ name: 'deliver', data })));
  process.exit(0);
}

const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 });
const INSERT = {
  name: 'floor_attempt',
  text: `INSERT INTO floor_attempts (delivery_id, number, response_status, response_headers, response_body, duration_ms, error, at)
    VALUES ($1, $2, $3, $4, $5, $6, NULL, now())`,
};

async function deliver({ data: { id, url, secret, message, body }, attemptsMade }) {
  const started = performance.now();
  const timestamp = String(Math.floor(Date.now() / 1000));
  const key = Buffer.from(secret, 'base64');
  const signature = createHmac('sha256', key).update(`${message}.${timestamp}.${body}`).digest('base64');
  const answer = await request(url, {
    method: 'POST',
    dispatcher,
    headers: {
      'content-type': 'application/json',
      'webhook-id': message,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    },
    body,
  });
  const text = await answer.body.text();
  const ms = Math.round(performance.now() - started);
  await pool.query({ ...INSERT, values: [id, attemptsMade + 1, answer.statusCode, answer.headers, text, ms] });
}

new Worker('bench', deliver, { connection, concurrency: PLACES }).on('error', (error) =>
  process.stderr.write(`${error}\n`),
);
