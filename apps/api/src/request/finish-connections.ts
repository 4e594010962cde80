import { once } from 'node:events';
import type { Server } from 'node:http';
import { Server as Listener } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** A client that sends nothing for this long finds its connection closed, as after the timeout of any idle connection. */
const FINISH_MS = 1_000;

/** A turn of the event loop that takes longer has done other work, during which something may have arrived. */
const QUIET_MS = 0.5;

/** A process that is never quiet stops as well. */
const QUIET_WITHIN_MS = 5_000;

/**
 * Accepts no more connections and ends the existing ones with their next response, so that no request arrives on a closed connection.
 * Resolves when all have ended, or when those that are left have sent nothing for a second.
 */
export async function finishConnections(server: Server): Promise<void> {
  server.prependListener('request', (_, response) => response.setHeader('Connection', 'close'));
  const closed = once(server, 'close');
  // The method of http.Server also closes connections between two requests, while the client may be sending the next one.
  await onQuiet(server, () => Listener.prototype.close.call(server));
  await Promise.race([closed, sleep(FINISH_MS, undefined, { ref: false })]);
  await onQuiet(server, () => server.closeIdleConnections());
}

/**
 * Closes something right after a turn of the event loop in which nothing arrived. The kernel resets what it has
 * received and the process has not read yet, and libuv accepts one connection in each turn.
 */
async function onQuiet(server: Server, close: () => void): Promise<void> {
  let arrived = 0;
  const count = (): void => void arrived++;
  for (const event of ['connection', 'request']) server.on(event, count);
  const until = performance.now() + QUIET_WITHIN_MS;
  let isQuiet = false;
  // The rest of this turn, which does not ask the kernel.
  await nextTurn();
  while (!isQuiet) {
    const [before, begun] = [arrived, performance.now()];
    await nextTurn();
    const now = performance.now();
    isQuiet = now > until || (arrived === before && now - begun < QUIET_MS);
  }
  close();
  for (const event of ['connection', 'request']) server.off(event, count);
}
