import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';

/*
 * The floor of a write: the statements of `POST /v1/invoices` in one transaction, with the rows of an invoice of the API, optionally with
 * an Idempotency-Key.
 * No validation, totals, permission rule or encryption; JSON out.
 */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

const [port, invoiceId] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10, pipeline: true });
const mac = Buffer.from(hkdfSync('sha256', process.env.APP_SECRETS, '', 'billhook/api-key', 32));
const first = async (text) => (await pool.query(text)).rows[0];

const KEY = `SELECT k.id, k.company_id, k.name, k.prefix, k.scopes, k.expires_at, k.revoked_at, k.retires_at, k.last_used_at,
  k.allowed_cidrs, k.rate_limit, k.family_id, k.predecessor_id, k.hash_version, m.status, m.permissions, c.name AS company,
  c.plan, c.time_zone FROM api_keys k JOIN members m ON m.id = k.member_id JOIN companies c ON c.id = k.company_id
  WHERE k.hash = $1`;

/** An insert of rows from JSON, and the rows of the sample. */
async function sample(table, where) {
  const { rows } = await first(`SELECT json_agg(to_jsonb(t) ORDER BY t.id) AS rows FROM ${table} t WHERE ${where}`);
  const columns = Object.keys(rows[0]).join(', ');
  const insert = (n) =>
    `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::${table}, $${n})`;
  return { insert, rows };
}

const invoice = await sample('invoices', `t.id = ${Number(invoiceId)}`);
const lines = await sample('invoice_lines', `t.invoice_id = ${Number(invoiceId)}`);
const event = await first(`SELECT * FROM events WHERE type = 'invoice.created' AND resource_id = ${Number(invoiceId)}`);
const history = await first(
  `SELECT * FROM record_history WHERE resource = 'invoice' AND record_id = ${Number(invoiceId)}`,
);
const answer = await first(`SELECT * FROM idempotency_records WHERE path = '/v1/invoices'`);
const sequences = ['invoices_id_seq', ...lines.rows.map(() => 'invoice_lines_id_seq')];

const INSERT = `WITH record AS (${invoice.insert(1)}), parts AS (${lines.insert(2)}), emitted AS (
  INSERT INTO events (id, company_id, type, resource_id, resource_version, body, changes, test, created_at)
    VALUES ($3, $4, $5, $6, 1, $7, NULL, false, $8))
  INSERT INTO record_history (company_id, resource, record_id, at, by, action, status, reason, details)
    VALUES ($9, $10, $11, $12, $13, $14, $15, $16, $17)`;

/** One transaction with as few round trips as the API needs. @returns the id of the invoice */
async function write(client, key, { clientId }) {
  const run = (name, text, values) => client.query({ name, text, values }).then(({ rows }) => rows);
  const at = new Date();
  const { company_id: company } = event;
  const request = [company, answer.integration, key, answer.method, answer.path];
  const begun = client.query('BEGIN');
  if (key) {
    await Promise.all([
      begun,
      run('lock', 'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 1)) AS free', [JSON.stringify(request)]),
      run(
        'find',
        `SELECT request_digest, answer FROM idempotency_records
          WHERE company_id = $1 AND integration = $2 AND key = $3 AND method = $4 AND path = $5 AND created_at > $6`,
        [...request, new Date(0)],
      ),
    ]);
  }
  const [, taken] = await Promise.all([
    begun,
    run('ids', 'SELECT nextval(sequence::regclass) AS id FROM unnest($1::text[]) AS sequence', [sequences]),
    run('client', 'SELECT * FROM clients WHERE company_id = $1 AND id = $2 FOR SHARE', [company, clientId]),
  ]);
  const [id, ...parts] = taken.map((row) => row.id);
  const message = `msg_${randomBytes(12).toString('hex')}`;
  const written = [
    run('insert', INSERT, [
      JSON.stringify([{ ...invoice.rows[0], id }]),
      JSON.stringify(lines.rows.map((line, n) => ({ ...line, id: parts[n], invoice_id: id }))),
      ...[message, company, event.type, id, event.body.replace(event.id, message), at],
      ...[company, 'invoice', id, at, history.by, history.action, history.status, null, {}],
    ]),
  ];
  if (key) {
    written.push(
      run(
        'answer',
        `INSERT INTO idempotency_records (company_id, integration, key, method, path, request_digest, answer, created_at)
          VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (company_id, integration, key, method, path)
          DO UPDATE SET request_digest = excluded.request_digest, answer = excluded.answer, created_at = excluded.created_at`,
        [...request, answer.request_digest, answer.answer, at],
      ),
    );
  }
  await Promise.all([...written, client.query('COMMIT')]);
  return id;
}

async function onConnection(work) {
  const client = await pool.connect();
  try {
    return await work(client);
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
  const id = await onConnection((client) => write(client, request.headers['idempotency-key'], body));
  const text = JSON.stringify({ ...invoice.rows[0], id, lines: lines.rows });
  response.writeHead(201, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }).end(text);
}).listen(Number(port), '127.0.0.1');
