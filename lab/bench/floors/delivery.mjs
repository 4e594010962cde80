import { createHmac, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';
import { Agent, request as send } from 'undici';

/* The floor of a delivery: commits one row, then sends the signed message from the same process. No queue, retry or record. */

const [port, url] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
await pool.query('CREATE TABLE IF NOT EXISTS bench_floor (name text NOT NULL, body text NOT NULL)');
const dispatcher = new Agent({ connections: 10 });
const secret = randomBytes(32);

createServer(async (request, response) => {
  if (request.url === '/health') return response.end();
  const body = Buffer.concat(await request.toArray()).toString();
  const values = [JSON.parse(body).name, body];
  await pool.query({ name: 'floor_insert', text: 'INSERT INTO bench_floor (name, body) VALUES ($1, $2)', values });
  response.end();
  const timestamp = String(Math.floor(Date.now() / 1000));
  const id = `msg_${randomBytes(12).toString('hex')}`;
  const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64');
  const answer = await send(url, {
    method: 'POST',
    dispatcher,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    },
    body,
  });
  await answer.body.dump();
}).listen(Number(port), '127.0.0.1');
