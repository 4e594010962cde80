import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';

/*
 * The floor of a write: the statements of `POST /v1/invoices` in one transaction, with the rows of an invoice of the API, optionally with
 * an Idempotency-Key.
 * No validation, totals, permission rule or encryption; JSON out.
 */
const require = createRequire(new URL('../../../libs/db/package.json', import.meta.url));
const pg = require('pg');
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

const [port, invoiceId] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const mac = Buffer.from(hkdfSync('sha256', process.env.APP_SECRETS, '', 'billhook/api-key', 32));
const first = async (text) => (await pool.query(text)).rows[0];

const KEY = `SELECT k.id, k.company_id, k.name, k.prefix, k.scopes, k.expires_at, k.revoked_at, k.retires_at, k.last_used_at,
  k.allowed_cidrs, k.rate_limit, k.family_id, k.predecessor_id, k.hash_version, m.status, m.permissions, c.name AS company,
  c.plan, c.time_zone FROM api_keys k JOIN members m ON m.id = k.member_id JOIN companies c ON c.id = k.company_id
  WHERE k.hash = $1`;

/** An insert of rows from JSON, and the rows of the sample. */
async function sample(table, where) {
  const { rows } = await first(
    `SELECT json_agg(to_jsonb(t) - 'id' ORDER BY t.id) AS rows FROM ${table} t WHERE ${where}`,
  );
  const columns = Object.keys(rows[0]).join(', ');
  const text = `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::${table}, $1) RETURNING id`;
  return { text, rows };
}

const invoice = await sample('invoices', `t.id = ${Number(invoiceId)}`);
const lines = await sample('invoice_lines', `t.invoice_id = ${Number(invoiceId)}`);
const event = await first(`SELECT * FROM events WHERE type = 'invoice.created' AND resource_id = ${Number(invoiceId)}`);
const history = await first(
  `SELECT * FROM record_history WHERE resource = 'invoice' AND record_id = ${Number(invoiceId)}`,
);
const answer = await first(`SELECT * FROM idempotency_records WHERE path = '/v1/invoices'`);

/** One transaction. @returns the id of the invoice */
async function write(client, key, { clientId }) {
  const run = async (name, text, values) => (await client.query({ name, text, values })).rows;
  const at = new Date();
  const { company_id: company } = event;
  const request = [company, answer.integration, key, answer.method, answer.path];
  if (key) {
    await run('lock', 'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 1)) AS free', [JSON.stringify(request)]);
    await run(
      'find',
      `SELECT request_digest, answer FROM idempotency_records
        WHERE company_id = $1 AND integration = $2 AND key = $3 AND method = $4 AND path = $5 AND created_at > $6`,
      [...request, new Date(0)],
    );
  }
  await run('client', 'SELECT * FROM clients WHERE company_id = $1 AND id = $2 FOR SHARE', [company, clientId]);
  const [{ id }] = await run('invoice', invoice.text, [JSON.stringify(invoice.rows)]);
  await run('lines', lines.text, [JSON.stringify(lines.rows.map((line) => ({ ...line, invoice_id: id })))]);
  const message = `msg_${randomBytes(12).toString('hex')}`;
  await run(
    'event',
    'INSERT INTO events (id, company_id, type, resource_id, body, test, created_at) VALUES ($1, $2, $3, $4, $5, false, $6)',
    [message, company, event.type, id, event.body.replace(event.id, message), at],
  );
  await run(
    'history',
    `INSERT INTO record_history (company_id, resource, record_id, at, by, action, status, reason, details)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [company, 'invoice', id, at, history.by, history.action, history.status, null, {}],
  );
  if (key) {
    await run(
      'answer',
      `INSERT INTO idempotency_records (company_id, integration, key, method, path, request_digest, answer, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (company_id, integration, key, method, path)
        DO UPDATE SET request_digest = excluded.request_digest, answer = excluded.answer, created_at = excluded.created_at`,
      [...request, answer.request_digest, answer.answer, at],
    );
  }
  return id;
}

async function inTransaction(work) {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } finally {
    client.release();
  }
}

createServer(async (request, response) => {
  if (request.url === '/idle') {
    const { left } = await first('SELECT EXISTS (SELECT FROM events WHERE sequence IS NULL AND NOT test) AS left');
    return response.writeHead(left ? 503 : 200).end();
  }
  const body = JSON.parse(Buffer.concat(await request.toArray()).toString());
  const secret = (request.headers.authorization ?? '').slice('Bearer '.length);
  const hash = createHmac('sha256', mac).update(secret).digest();
  const [key] = (await pool.query({ name: 'key', text: KEY, values: [hash] })).rows;
  if (!key || key.revoked_at || !key.scopes.includes('invoice.write')) return response.writeHead(401).end();
  const id = await inTransaction((client) => write(client, request.headers['idempotency-key'], body));
  const text = JSON.stringify({ ...invoice.rows[0], id, lines: lines.rows });
  response.writeHead(201, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }).end(text);
}).listen(Number(port), '127.0.0.1');
