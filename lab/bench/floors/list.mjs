import { createHmac, hkdfSync } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';

/*
 * The floor of a page of a list, handwritten: two prepared queries with the columns of the API, JSON out. No routing, validation, permission
 * rule, cursors or headers. node list.mjs PORT STATUS BEFORE: the page of 25 invoices with this status before this id.
 */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

const [port, status, before] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const mac = Buffer.from(hkdfSync('sha256', process.env.APP_SECRETS, '', 'billhook/api-key', 32));

const KEY = {
  name: 'floor_key',
  text: `SELECT k.*, m.status, m.permissions, c.name AS company, c.plan, c.time_zone
    FROM api_keys k JOIN members m ON m.id = k.member_id JOIN tenants c ON c.id = k.company_id WHERE k.hash = $1`,
};
// One row more than the page has, which shows whether another page follows.
const PAGE = {
  name: 'floor_page',
  text: `SELECT i.*, (SELECT json_agg(to_jsonb(l) ORDER BY l.position) FROM invoice_lines l WHERE l.invoice_id = i.id) AS lines
    FROM invoices i WHERE i.company_id = $1 AND i.status = $2 AND i.id < $3 ORDER BY i.id DESC LIMIT 26`,
};

createServer(async (request, response) => {
  const secret = (request.headers.authorization ?? '').slice('Bearer '.length);
  const hash = createHmac('sha256', mac).update(secret).digest();
  const [key] = (await pool.query({ ...KEY, values: [hash] })).rows;
  if (!key || key.revoked_at || !key.scopes.includes('invoice.read')) return response.writeHead(401).end();
  const { rows } = await pool.query({ ...PAGE, values: [key.company_id, status, Number(before)] });
  const body = JSON.stringify({ data: rows.slice(0, 25), hasMore: rows.length > 25 });
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body);
}).listen(Number(port), '127.0.0.1');
