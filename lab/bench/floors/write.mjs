import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';
import { insertOf } from './sample-rows.mjs';

/*
 * The floor of `POST /v1/invoices`: the key, then one statement that writes the rows of the product to the tables of the product, with all of
 * their indexes and triggers: invoice, lines, history, change and event, with an Idempotency-Key also the stored response.
 * No validation, totals, limits of requests or encryption; JSON out.
 */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

const [port, invoiceId, sampleKey] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const mac = Buffer.from(hkdfSync('sha256', process.env.APP_SECRETS, '', 'billhook/api-key', 32));

const KEY = {
  name: 'floor_key',
  text: `SELECT k.*, m.status, m.permissions, c.name AS company, c.plan, c.time_zone
    FROM api_keys k JOIN members m ON m.id = k.member_id JOIN tenants c ON c.id = k.company_id WHERE k.hash = $1`,
};

const id = Number(invoiceId);
const insert = (...asked) => insertOf(pool, ...asked);
const invoice = await insert('invoices', `t.id = ${id}`);
const lines = await insert('invoice_lines', `t.invoice_id = ${id}`, { invoice_id: 'invoice.id' });
const history = await insert('record_history', `t.resource = 'invoice' AND t.record_id = ${id}`, {
  record_id: 'invoice.id',
});
const change = await insert(
  'record_changes',
  `t.resource = 'invoice' AND t.record_id = ${id}`,
  { record_id: 'invoice.id', at: 'now()' },
  ['id', 'sequence'],
);
const event = await insert(
  'events',
  `t.type = 'invoice.created' AND t.resource_id = ${id}`,
  { id: '$1', resource_id: 'invoice.id', created_at: 'now()' },
  ['position', 'sequence'],
);
const answer = await insert(
  'idempotency_records',
  `t.path = '/v1/invoices' AND t.key = '${sampleKey}'`,
  { key: '$2' },
  [],
);

const WRITE = `WITH invoice AS (${invoice.insert} RETURNING id),
  lines AS (${lines.insert}, invoice), history AS (${history.insert}, invoice), change AS (${change.insert}, invoice),
  event AS (${event.insert}, invoice)`;
const PLAIN = { name: 'write', text: `${WRITE} SELECT id FROM invoice` };
const ONCE = { name: 'write_once', text: `${WRITE}, answer AS (${answer.insert}) SELECT id FROM invoice` };

createServer(async (request, response) => {
  await request.toArray();
  const secret = (request.headers.authorization ?? '').slice('Bearer '.length);
  const hash = createHmac('sha256', mac).update(secret).digest();
  const [key] = (await pool.query({ ...KEY, values: [hash] })).rows;
  if (!key || key.revoked_at || !key.scopes.includes('invoice.write')) return response.writeHead(401).end();
  const once = request.headers['idempotency-key'];
  const message = `msg_${randomBytes(12).toString('hex')}`;
  const { rows } = await pool.query(once ? { ...ONCE, values: [message, once] } : { ...PLAIN, values: [message] });
  const text = JSON.stringify({ ...invoice.rows[0], id: rows[0].id, lines: lines.rows });
  response.writeHead(201, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }).end(text);
}).listen(Number(port), '127.0.0.1');
