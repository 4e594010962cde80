import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { freePort, until } from '../base/stack.mjs';
import { findRedis } from '../floors/redis-program.mjs';

const TABLES = `
CREATE TABLE floor_endpoints (id bigint PRIMARY KEY, url text NOT NULL, secret bytea NOT NULL);
CREATE TABLE floor_events (id bigint PRIMARY KEY, message text NOT NULL, body text NOT NULL);
CREATE TABLE floor_deliveries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  endpoint_id bigint NOT NULL REFERENCES floor_endpoints (id),
  event_id bigint NOT NULL REFERENCES floor_events (id),
  status text NOT NULL,
  attempts integer NOT NULL,
  next_attempt_at timestamptz,
  finished_at timestamptz
) WITH (fillfactor = 70);
CREATE INDEX floor_deliveries_due ON floor_deliveries (next_attempt_at) WHERE status = 'Waiting';
CREATE TABLE floor_attempts (
  delivery_id bigint NOT NULL REFERENCES floor_deliveries (id),
  number integer NOT NULL,
  response_status integer,
  response_headers jsonb,
  response_body text,
  duration_ms integer,
  error text,
  at timestamptz NOT NULL,
  PRIMARY KEY (delivery_id, number)
)`;

/** SQL that checks whether a floor has sent and recorded this number. */
export const floorDone = (count) => `SELECT count(*) >= ${count} AS done FROM floor_attempts`;

/** A database for the floors: each event for each URL, all due. */
export async function seedFloor(databases, name, urls, events, body) {
  await databases.drop(name);
  await databases.query(`CREATE DATABASE ${name}`);
  const run = (text, values) => databases.query(text, values, name);
  await run(TABLES);
  await run(
    `INSERT INTO floor_endpoints SELECT n, url, sha256(n::text::bytea) FROM unnest($1::text[]) WITH ORDINALITY u (url, n)`,
    [urls],
  );
  await run(`INSERT INTO floor_events SELECT n, 'msg_' || md5(n::text), $1 FROM generate_series(1, ${events}) n`, [
    body,
  ]);
  await run(
    `INSERT INTO floor_deliveries (endpoint_id, event_id, status, attempts, next_attempt_at)
      SELECT e.id, v.id, 'Waiting', 0, date_trunc('second', now()) FROM floor_events v, floor_endpoints e ORDER BY v.id, e.id`,
  );
  await run('VACUUM ANALYZE');
}

/** A Redis without persistence; undefined if none can be started. */
export async function startRedis() {
  const program = await findRedis();
  if (!program) return undefined;
  const port = await freePort();
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const child = spawn(program, options, { stdio: 'ignore' });
  await until(() => answers(port));
  return { url: `redis://127.0.0.1:${port}`, stop: () => child.kill('SIGKILL') };
}

function answers(port) {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(Boolean(socket.destroy())));
    socket.on('error', reject);
  });
}
