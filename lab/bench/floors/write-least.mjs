import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';

/*
 * The least that the guarantee of `POST /v1/invoices` needs: one statement writes invoice, lines, history and event, with an Idempotency-Key
 * also the stored response. The tables have the columns of the product, but only the primary key, the unique number, externalId and event id.
 * No key, validation, totals, permission rule or encryption; JSON out.
 */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

const [port, invoiceId] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const first = async (text) => (await pool.query(text)).rows[0];

/** A table with the columns of one of the product, the indexes of the guarantee, and the rows of the sample without `drawn` columns. */
async function table(name, where, indexes, given, drawn = ['id']) {
  const { rows } = await first(
    `SELECT json_agg(to_jsonb(t) - '{${drawn}}'::text[]) AS rows FROM ${name} t WHERE ${where}`,
  );
  const columns = Object.keys(rows[0]);
  await pool.query(
    `CREATE TABLE least_${name} (LIKE ${name} INCLUDING DEFAULTS INCLUDING IDENTITY INCLUDING GENERATED INCLUDING STORAGE)`,
  );
  for (const index of indexes) await pool.query(`CREATE UNIQUE INDEX ON least_${name} (${index.join(', ')})`);
  const taken = columns.map((column) => given[column] ?? `r.${column}`).join(', ');
  const from = `jsonb_populate_recordset(NULL::least_${name}, ${literal(rows)}) r`;
  return { rows, insert: `INSERT INTO least_${name} (${columns.join(', ')}) SELECT ${taken} FROM ${from}` };
}

const literal = (value) => `${pg.escapeLiteral(JSON.stringify(value))}::jsonb`;

const id = Number(invoiceId);
const invoice = await table(
  'invoices',
  `t.id = ${id}`,
  [['id'], ['company_id', 'number'], ['company_id', 'external_id']],
  {},
);
const lines = await table('invoice_lines', `t.invoice_id = ${id}`, [['id']], { invoice_id: 'invoice.id' });
const history = await table('record_history', `t.resource = 'invoice' AND t.record_id = ${id}`, [['id']], {
  record_id: 'invoice.id',
});
const event = await table(
  'events',
  `t.type = 'invoice.created' AND t.resource_id = ${id}`,
  [['position'], ['id']],
  { id: '$1', resource_id: 'invoice.id' },
  ['position', 'sequence'],
);
const KEYED = ['company_id', 'integration', 'key', 'method', 'path'];
const answer = await table('idempotency_records', "t.path = '/v1/invoices'", [KEYED], { key: '$2' }, []);

const WRITE = `WITH invoice AS (${invoice.insert} RETURNING id),
  lines AS (${lines.insert}, invoice), history AS (${history.insert}, invoice), event AS (${event.insert}, invoice)`;
const PLAIN = { name: 'least', text: `${WRITE} SELECT id FROM invoice` };
const ONCE = { name: 'least_once', text: `${WRITE}, answer AS (${answer.insert}) SELECT id FROM invoice` };

createServer(async (request, response) => {
  await request.toArray();
  const key = request.headers['idempotency-key'];
  const message = `msg_${randomBytes(12).toString('hex')}`;
  const { rows } = await pool.query(key ? { ...ONCE, values: [message, key] } : { ...PLAIN, values: [message] });
  const text = JSON.stringify({ ...invoice.rows[0], id: rows[0].id, lines: lines.rows });
  response.writeHead(201, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }).end(text);
}).listen(Number(port), '127.0.0.1');
