import { setTimeout as sleep } from 'node:timers/promises';
import { cpuSeconds } from '../bench/base/process-figures.mjs';

/** After a start, and after cells were created: programs read them every 10 s. */
const SETTLE_MS = 20_000;

/**
 * What programs without work use.
 * @param stack started, without requests
 * @returns by program the share of a core in percent, transactions per second, and connections by program
 */
export async function idle({ databases, pids }, ms) {
  await databases.query('CHECKPOINT');
  await sleep(Math.min(SETTLE_MS, ms));
  const names = Object.keys(pids);
  const [before, used, start] = [
    await transactions(databases),
    names.map((name) => cpuSeconds(pids[name])),
    performance.now(),
  ];
  await sleep(ms);
  const seconds = (performance.now() - start) / 1000;
  const shares = names.map((name, n) => [name, ((cpuSeconds(pids[name]) - used[n]) / seconds) * 100]);
  return {
    shares: Object.fromEntries(shares),
    rate: ((await transactions(databases)) - before) / seconds,
    connections: await connections(databases),
  };
}

const transactions = async (databases) =>
  (
    await databases.query(
      'SELECT (xact_commit + xact_rollback)::float8 AS count FROM pg_stat_database WHERE datname = current_database()',
    )
  )[0].count;

/** Connections of API and worker to a server. */
export async function connections(databases) {
  const rows = await databases.query(
    `SELECT application_name AS name, count(*)::int AS count FROM pg_stat_activity
      WHERE backend_type = 'client backend' AND application_name LIKE 'billhook-%' GROUP BY 1 ORDER BY 1`,
  );
  return Object.fromEntries(rows.map(({ name, count }) => [name.slice('billhook-'.length), count]));
}
