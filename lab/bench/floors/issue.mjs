import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';
import { insertOf } from './sample-rows.mjs';

/*
 * The floor of `POST /v1/invoices/{id}/send`: the key, then one statement that takes the next number of the series and writes the rows of the
 * product to the tables of the product, with all of their indexes and triggers: number, invoice, history, change, event, chain and the request
 * for the PDF. A trigger of the product keeps the number. node issue.mjs PORT INVOICE, an invoice that the product issued.
 * No rules, rendering checks, digests, limits of requests or encryption; JSON out.
 */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

const [port, invoiceId] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const mac = Buffer.from(hkdfSync('sha256', process.env.APP_SECRETS, '', 'billhook/api-key', 32));
const id = Number(invoiceId);

const KEY = {
  name: 'floor_key',
  text: `SELECT k.*, m.status, m.permissions, c.name AS company, c.plan, c.time_zone
    FROM api_keys k JOIN members m ON m.id = k.member_id JOIN tenants c ON c.id = k.company_id WHERE k.hash = $1`,
};

const { rows: samples } = await pool.query(
  `SELECT to_jsonb(i) AS invoice, to_jsonb(n) AS taken FROM invoices i
    JOIN number_series_numbers n ON n.number = i.number JOIN number_series s ON s.id = n.series_id AND s.company_id = i.company_id
    WHERE i.id = ${id}`,
);
const [{ invoice, taken }] = samples;
const KEPT = ['id', 'company_id', 'client_id', 'external_id', 'created_at'];
const drawn = { number: `'BENCH-' || taken.value`, public_token: '$3' };
const columns = Object.keys(invoice).filter((column) => !KEPT.includes(column));
const changed = columns.map((column) => `${column} = ${drawn[column] ?? `r.${column}`}`).join(', ');
const record = `${pg.escapeLiteral(JSON.stringify(invoice))}::jsonb`;

const part = (table, where, given, without) => insertOf(pool, table, where, given, without);
const ofInvoice = `t.resource = 'invoice' AND t.record_id = ${id}`;
const ofRecord = { record_id: '$1', number: drawn.number, at: 'now()', asked_at: 'now()' };
const parts = await Promise.all([
  part(
    'number_series_numbers',
    `t.number = ${pg.escapeLiteral(invoice.number)} AND t.series_id = ${taken.series_id}`,
    { number: drawn.number, value: 'taken.value' },
    [],
  ),
  part('record_history', `${ofInvoice} AND t.action = 'send'`, ofRecord),
  part('record_changes', `${ofInvoice} AND t.version = ${invoice.version}`, ofRecord, ['id', 'sequence']),
  part(
    'events',
    `t.type = 'invoice.sent' AND t.resource_id = ${id}`,
    { id: '$2', resource_id: '$1', created_at: 'now()' },
    ['position', 'sequence'],
  ),
  part('document_chain', ofInvoice, ofRecord, ['id', 'sequence', 'hash', 'hash_version']),
  part('document_files', ofInvoice, ofRecord, ['bytes', 'digest', 'drawn_at', 'failed_at']),
]);

const ISSUE = {
  name: 'issue',
  text: `WITH taken AS (
      UPDATE number_series_periods SET next = next + 1 WHERE series_id = ${taken.series_id} AND period = ${pg.escapeLiteral(taken.period)}
      RETURNING next - 1 AS value
    ), issued AS (
      UPDATE invoices i SET ${changed} FROM jsonb_populate_record(NULL::invoices, ${record}) r, taken
      WHERE i.id = $1 AND i.status = 'Draft' RETURNING i.id
    ), ${parts.map(({ insert }, n) => `part${n} AS (${insert}, taken, issued)`).join(', ')}
    SELECT value FROM taken`,
};

createServer(async (request, response) => {
  await request.toArray();
  const secret = (request.headers.authorization ?? '').slice('Bearer '.length);
  const hash = createHmac('sha256', mac).update(secret).digest();
  const [key] = (await pool.query({ ...KEY, values: [hash] })).rows;
  if (!key || key.revoked_at || !key.scopes.includes('invoice.write')) return response.writeHead(401).end();
  const [draft] = /\d+/.exec(request.url.slice('/v1/'.length)) ?? [];
  if (!draft) return response.writeHead(404).end();
  const values = [Number(draft), `msg_${randomBytes(12).toString('hex')}`, randomBytes(24).toString('base64url')];
  const { rows } = await pool.query({ ...ISSUE, values });
  const text = JSON.stringify({ ...invoice, id: values[0], number: `BENCH-${rows[0].value}` });
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }).end(text);
}).listen(Number(port), '127.0.0.1');
