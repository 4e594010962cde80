import { measured } from '../base/report.mjs';
import { freePort, until } from '../base/stack.mjs';

/** What people would write instead, by the name of the case. */
const PEERS = { typeorm: 'NestJS and TypeORM', drizzle: 'NestJS and Drizzle' };

/**
 * The goals of CPU time. With Drizzle, a service that has no limits, log, ETag and calculated members reads almost as cheaply as handwritten
 * SQL: for a read, these may cost half as much again.
 */
export const READ_GOALS = { typeorm: 0.5, drizzle: 1.5 };
export const WRITE_GOALS = { typeorm: 0.75, drizzle: 1 };

/**
 * Starts the services on the database of the stack, or on another one.
 * @param samples ids of an invoice and a client that the product created, for services that create such records
 * @param options the environment, and the process id of the PostgreSQL
 * @returns by peer, `port`, `pids` and `end()`; none while two commits are compared
 */
export async function startPeers(stack, samples = [], { settings = {}, postgres = stack.postgresPid } = {}) {
  const peers = {};
  if (stack.isAgainst) return peers;
  for (const kind of Object.keys(PEERS)) {
    const port = await freePort();
    const words = [String(port), kind, ...samples.map(String)];
    const { pid, end } = stack.start('lab/bench/peers/service.mjs', settings, ...words);
    await until(async () => (await fetch(`http://127.0.0.1:${port}/`)).status > 0);
    peers[kind] = { port, pids: { floor: pid, postgres }, end };
  }
  return peers;
}

/** The load of each peer as cases, named by the load and the peer. @param other the wait after each round, and further process ids */
export const peerCases = (peers, name, load, { pids: others, ...other } = {}) =>
  Object.fromEntries(
    Object.entries(peers).map(([kind, { port, pids }]) => [
      `${name}:${kind}`,
      { load: { ...load, port }, pids: { ...pids, ...others }, ...other },
    ]),
  );

/** A row per peer. @param name the case of the product @param goals of CPU time, by peer */
export const peerRows = (results, name, goals, row) =>
  Object.entries(PEERS).map(([kind, title]) =>
    measured({
      floor: `${title}, the same tables, indexes, key check and validation`,
      ...results.compared(name, `${name}:${kind}`),
      goal: { mostCpu: goals[kind] },
      ...row,
      id: `${row.id}-${kind}`,
      name: `${row.name}, compared with ${title}`,
    }),
  );
