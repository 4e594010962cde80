import { createHmac, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';
import { Agent, request as send } from 'undici';
import { insertOf } from './sample-rows.mjs';

/*
 * Two floors of a live event: node delivery.mjs PORT URL [CLIENT]. Without a client, commits one row, then sends the signed message from the
 * same process: no queue, retry or record. With a client that the product created and reported to an endpoint, one statement writes the rows
 * of the product (client, history, change, event with its number, delivery), and another one its attempt and result, to the tables of the
 * product.
 */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

const [port, url, client] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const dispatcher = new Agent({ connections: 10 });
const secret = randomBytes(32);

async function bareFloor() {
  await pool.query('CREATE TABLE IF NOT EXISTS bench_floor (name text NOT NULL, body text NOT NULL)');
  return {
    begin: async (id, { name }, body) => {
      await pool.query({
        name: 'floor_insert',
        text: 'INSERT INTO bench_floor (name, body) VALUES ($1, $2)',
        values: [name, body],
      });
      return { body, end: () => undefined };
    },
  };
}

async function recordedFloor(id) {
  const insert = (...asked) => insertOf(pool, ...asked);
  const ofEvent = `(SELECT max(position) FROM events WHERE type = 'client.created' AND resource_id = ${id})`;
  const ofDelivery = `(SELECT max(id) FROM webhook_deliveries WHERE event_position = ${ofEvent})`;
  const record = await insert('clients', `t.id = ${id}`, { name: '$1' });
  const history = await insert('record_history', `t.resource = 'client' AND t.record_id = ${id}`, {
    record_id: 'client.id',
  });
  const change = await insert(
    'record_changes',
    `t.resource = 'client' AND t.record_id = ${id}`,
    { record_id: 'client.id', at: 'now()' },
    ['id', 'sequence'],
  );
  const event = await insert(
    'events',
    `t.position = ${ofEvent}`,
    { id: '$2', body: '$3', resource_id: 'client.id', sequence: 'counter.last', created_at: 'now()' },
    ['position'],
  );
  const delivery = await insert('webhook_deliveries', `t.id = ${ofDelivery}`, {
    ...{ event_position: 'event.position', sequence: 'event.sequence', resource_id: 'client.id', created_at: 'now()' },
    ...{ status: "'Sending'", worker_id: '(SELECT max(id) FROM webhook_workers)', finished_at: 'NULL' },
    last_response_status: 'NULL',
  });
  const attempt = await insert(
    'webhook_attempts',
    `t.delivery_id = ${ofDelivery}`,
    { delivery_id: '$1', started_at: 'now()', duration_ms: '$2', response_status: '$3', response_body: '$4' },
    [],
  );
  const [{ company_id: company, body: sample }] = event.rows;
  const message = JSON.parse(sample);
  const BEGIN = {
    name: 'floor_begin',
    text: `WITH client AS (${record.insert} RETURNING id), history AS (${history.insert}, client),
      change AS (${change.insert}, client),
      counter AS (UPDATE event_counters SET last = last + 1 WHERE company_id = ${company} RETURNING last),
      event AS (${event.insert}, client, counter RETURNING position, sequence),
      delivery AS (${delivery.insert}, event, client RETURNING id)
      SELECT id FROM delivery`,
  };
  const END = {
    name: 'floor_end',
    text: `WITH attempt AS (${attempt.insert})
      UPDATE webhook_deliveries SET status = 'Delivered', worker_id = NULL, finished_at = now(), last_response_status = $3 WHERE id = $1`,
  };
  return {
    begin: async (id, { name }) => {
      const body = JSON.stringify({ ...message, id, data: { ...message.data, name } });
      const { rows } = await pool.query({ ...BEGIN, values: [name, id, body] });
      const end = (status, text, ms) => pool.query({ ...END, values: [rows[0].id, ms, status, text] });
      return { body, end };
    },
  };
}

const floor = await (client ? recordedFloor(Number(client)) : bareFloor());

createServer(async (request, response) => {
  if (request.url === '/health') return response.end();
  const given = Buffer.concat(await request.toArray()).toString();
  const id = `msg_${randomBytes(12).toString('hex')}`;
  const { body, end } = await floor.begin(id, JSON.parse(given), given);
  response.end();
  const started = performance.now();
  const timestamp = String(Math.floor(Date.now() / 1000));
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
  const text = await answer.body.text();
  await end(answer.statusCode, text, Math.round(performance.now() - started));
}).listen(Number(port), '127.0.0.1');
