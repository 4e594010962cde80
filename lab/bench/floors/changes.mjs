import { createHmac, hkdfSync } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';

/*
 * The floor of a page of the log of changes, handwritten: three prepared queries, of the key, of the changes and of their clients, JSON out.
 * No routing, validation, permission rule, cursors or headers. node changes.mjs PORT AFTER: the first 100 changes after this number.
 */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

const [port, after] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const mac = Buffer.from(hkdfSync('sha256', process.env.APP_SECRETS, '', 'billhook/api-key', 32));

const KEY = {
  name: 'floor_key',
  text: `SELECT k.*, m.status, m.permissions, c.name AS company, c.plan, c.time_zone
    FROM api_keys k JOIN members m ON m.id = k.member_id JOIN tenants c ON c.id = k.company_id WHERE k.hash = $1`,
};
// One row more than the page has, which shows whether another page follows.
const CHANGES = {
  name: 'floor_changes',
  text: `SELECT sequence, resource, record_id AS id, version, deleted, at FROM record_changes
    WHERE company_id = $1 AND sequence > $2 ORDER BY sequence LIMIT 101`,
};
const CLIENTS = { name: 'floor_clients', text: 'SELECT * FROM clients WHERE company_id = $1 AND id = ANY ($2)' };

createServer(async (request, response) => {
  const secret = (request.headers.authorization ?? '').slice('Bearer '.length);
  const hash = createHmac('sha256', mac).update(secret).digest();
  const [key] = (await pool.query({ ...KEY, values: [hash] })).rows;
  if (!key || key.revoked_at || !key.scopes.includes('event.read')) return response.writeHead(401).end();
  const { rows: changes } = await pool.query({ ...CHANGES, values: [key.company_id, Number(after)] });
  const ids = changes.slice(0, 100).map(({ id }) => id);
  const { rows: clients } = await pool.query({ ...CLIENTS, values: [key.company_id, ids] });
  const records = new Map(clients.map((client) => [client.id, client]));
  const data = changes.slice(0, 100).map((change) => ({ ...change, record: records.get(change.id) }));
  const body = JSON.stringify({ data, hasMore: changes.length > 100 });
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body);
}).listen(Number(port), '127.0.0.1');
