import { createHmac, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';

/* The floor of a delivery: one row committed, then the signed message sent from the same process. No queue, no retry, no record of it. */
const require = createRequire(new URL('../../../libs/delivery/package.json', import.meta.url));
const pg = require('pg');
const { Agent, request: send } = require('undici');

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
await pool.query('CREATE TABLE IF NOT EXISTS bench_floor (id bigint GENERATED ALWAYS AS IDENTITY, body text NOT NULL)');
const dispatcher = new Agent({ connections: 10 });
const secret = randomBytes(32);

createServer(async (request, response) => {
  if (request.url === '/health') return response.end();
  const body = Buffer.concat(await request.toArray()).toString();
  await pool.query({ name: 'floor_insert', text: 'INSERT INTO bench_floor (body) VALUES ($1)', values: [body] });
  response.end();
  const timestamp = String(Math.floor(Date.now() / 1000));
  const id = `msg_${randomBytes(12).toString('hex')}`;
  const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64');
  const answer = await send(JSON.parse(body).url, {
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
}).listen(Number(process.argv[2]), '127.0.0.1');
