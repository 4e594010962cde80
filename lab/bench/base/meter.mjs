import { cpuSeconds } from './process-figures.mjs';

/** The processes whose time is shown, in the order of the tables. */
export const PROGRAMS = ['api', 'worker', 'postgres'];

/**
 * What the programs have used until now.
 * @param pids process ids by program
 */
export async function readMeter({ databases }, pids) {
  // The next transaction id: only transactions that write have one, and it is exact at any time, unlike pg_stat_database.
  const [{ id }] = await databases.query('SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint AS id');
  const cpu = Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, cpuSeconds(pid)]));
  return { cpu, commits: id };
}

/** The difference between two readings, per operation: `cpu` in ms by program, and `commits`. */
export function perOperation(before, after, count) {
  const each = (name) => ((after.cpu[name] - before.cpu[name]) * 1000) / count;
  const cpu = Object.fromEntries(Object.keys(after.cpu).map((name) => [name, each(name)]));
  return { cpu, commits: (after.commits - before.commits) / count };
}

/** The sum of all programs. */
export const total = (cpu) => Object.values(cpu).reduce((sum, ms) => sum + ms, 0);
