import { createServer } from 'node:http';
import pg from 'pg';

/* The floor of numbers without gaps: each request takes the next one with an UPDATE of the same row, in a separate transaction. */

const [port] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
// A comparison of two commits starts it once a round.
await pool.query('CREATE TABLE IF NOT EXISTS bench_series (id integer PRIMARY KEY, next bigint NOT NULL)');
await pool.query('INSERT INTO bench_series VALUES (1, 1) ON CONFLICT DO NOTHING');
const TAKE = { name: 'take', text: 'UPDATE bench_series SET next = next + 1 WHERE id = 1 RETURNING next' };

createServer(async (request, response) => {
  await request.toArray();
  const { rows } = await pool.query(TAKE);
  const text = JSON.stringify(rows[0]);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }).end(text);
}).listen(Number(port), '127.0.0.1');
